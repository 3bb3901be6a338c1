import { BANNER_TYPE_IDS } from '@samtrot/shared/banners/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/partners/console-contract.ts';
import { REPORT_REASONS, reportNumber } from '@samtrot/shared/reports/rules.ts';
import type { Sql } from '../../platform/db.ts';
import { choicesAt } from '../catalogue/service.ts';
import { embedPath, embedSnippet, frameSize } from '../delivery/service.ts';
import * as partners from '../partners/service.ts';
import { reportsOfWebsite } from '../reports/service.ts';

/** Reports are shown to a website for so long. */
const REPORT_DAYS = 90;
const MOST_REPORTS = 200;

/** What a website puts into its pages for banners and for the list. @throws NOT_FOUND */
export async function embedsOf(
  { db, now }: { db: Sql; now: Date },
  publicUrl: string,
  websiteId: number,
): Promise<Output<typeof contract.getEmbeds>> {
  const [row] = await partners.listAll(db, websiteId);
  const policy = await partners.findPolicy(db, websiteId);
  if (!row || !policy) throw new AppError('NOT_FOUND');
  const publicId = await partners.publicIdOf(db, row.name);
  return {
    embeds: BANNER_TYPE_IDS.map((slot) => ({
      slot,
      wanted: policy.slots.includes(slot),
      ...frameSize(slot),
      html: embedSnippet(publicUrl, publicId, slot),
      preview: `${publicUrl}${embedPath(publicId, slot)}?vorschau=1`,
    })),
    list: {
      address: `${publicUrl}/embed/${publicId}/liste`,
      cantons: (await choicesAt({ db, now })).cantons.map(({ id, name }) => ({ id, name })),
    },
  };
}

/** What was reported there, without who did and in which words (BOF-124). */
export async function reportsOf(
  { db, now }: { db: Sql; now: Date },
  websiteId: number,
): Promise<Output<typeof contract.getSiteReports>> {
  const since = new Date(now.getTime() - REPORT_DAYS * DAY_MS);
  const rows = await reportsOfWebsite(db, { websiteId, since, limit: MOST_REPORTS });
  return {
    reports: rows.map(({ id, thing, public_id, reason, received_at, state, decided_at }) => ({
      number: reportNumber(id),
      kind: thing,
      public_id,
      reason: REPORT_REASONS[reason].label,
      at: received_at.toISOString(),
      state: state === 'justified' || state === 'unjustified' ? state : 'open',
      decided_at: decided_at?.toISOString() ?? null,
    })),
  };
}
