import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type * as contract from '@samtrot/shared/partners/desk-contract.ts';
import { LINK_ID, websiteLinkProblem } from '@samtrot/shared/partners/rules.ts';
import type { DeskCtx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import { ask } from '../../platform/outgoing.ts';
import { publishedClubs } from '../clubs/service.ts';
import { firstAd } from '../delivery/service.ts';
import * as partners from '../partners/service.ts';
import type { DeskDeps } from './desk.ts';

type Wanted = Input<typeof contract.setPartnerLink>;

/** A website answers slowly while it starts, and never this long. */
const TIMEOUT_MS = 8_000;
/** Placeholder id while nothing is published. */
const NONE = '00000000-0000-4000-8000-000000000000';

/** The host of an address, with or without `www.`. */
const hostOf = (url: string) => URL.parse(url)?.host.replace(/^www\./, '');

/** Validates the template without a request. */
function linkProblem(link: string, websiteUrl: string): string | null {
  const problem = websiteLinkProblem(link);
  if (problem) return problem;
  const [wanted, own] = [hostOf(link.replace(LINK_ID, NONE)), hostOf(websiteUrl)];
  return wanted === own ? null : `Die Adresse muss auf ${own} liegen.`;
}

/**
 * The address of one thing that is online, to be tried; null where nothing is. @throws NOT_FOUND
 */
export async function sampleOf(
  { db, now }: { db: Sql; now: Date },
  { website_id, kind, link }: Wanted,
): Promise<string | null> {
  const [website] = await partners.listAll(db, website_id);
  if (!website) throw new AppError('NOT_FOUND');
  if (link === null) return null;
  const problem = linkProblem(link.trim(), website.url);
  if (problem) throw invalid({ link: problem });
  const publicId =
    kind === 'inserat'
      ? await firstAd(db, now)
      : (await publishedClubs(db, { now, limit: 1 }))[0]?.public_id;
  return publicId ? link.trim().replace(LINK_ID, publicId) : null;
}

/** Requests the sample page. @throws INVALID_INPUT unless the website serves it */
export async function tryLink(sample: string, { mode }: Pick<DeskDeps, 'mode'>): Promise<void> {
  const outcome = await ask(sample, { local: mode !== 'production', timeoutMs: TIMEOUT_MS });
  const status = 'status' in outcome ? outcome.status : null;
  if (status !== null && status < 400) return;
  const said = status === null ? 'gibt keine Antwort' : `antwortet mit ${status}`;
  throw invalid({ link: `${sample} ${said}. Prüfe die Adresse.` });
}

/** @throws NOT_FOUND, INVALID_INPUT */
export async function setLink(ctx: DeskCtx, { website_id, kind, link }: Wanted): Promise<void> {
  const website = await partners.lock(ctx.db, website_id);
  if (!website) throw new AppError('NOT_FOUND');
  const by = { ...ctx, right: 'partner.manage' as const };
  await partners.setLink(by, website.name, kind, link?.trim() || null);
}
