import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/db.ts';
import { statesOf } from '../delivery/service.ts';
import type { ManageCtx } from '../partners/service.ts';
import { KINDS, write } from './enqueue.ts';
import { targetProblem } from './outgoing.ts';
import { secretOf } from './signature.ts';
import * as store from './store.ts';

/** How it stands with the messages of a website. */
export interface HookState extends store.Counts {
  url: string | null;
  secret: string;
}

/** @throws NOT_FOUND */
export async function stateOfHook(db: Database, name: string, master: string): Promise<HookState> {
  const website = await store.findHook(db, tidyLine(name));
  if (!website) throw new AppError('NOT_FOUND');
  return { url: website.webhook_url, secret: secretOf(master, website), ...(await store.countsOf(db, website.id)) };
}

/**
 * Where a website is told of changes from now on, or null for nowhere: then what waits is dropped, and a later address begins anew. An
 * address after another one takes over what waits. `local` lets it be on this machine.
 * @throws NOT_FOUND, INVALID_INPUT
 */
export async function setHook(ctx: ManageCtx, name: string, url: string | null, local: boolean): Promise<void> {
  const problem = url === null ? null : targetProblem(url, local);
  if (problem) throw invalid({ url: problem });
  const website = await held(ctx, name);
  if (website.webhook_url === url) return;
  const beginning = { webhook_since_ads: null, webhook_since_clubs: null };
  await store.updateHook(ctx.db, website.id, { webhook_url: url, ...(url === null && beginning) });
  if (url === null) await store.removeWaiting(ctx.db, website.id);
  await audit(ctx, 'website_webhook_set', `website:${website.id}`, { url: url ?? '' });
}

/** Another secret; for a day the one before signs too. @throws NOT_FOUND */
export async function rotateHook(ctx: ManageCtx, name: string, master: string): Promise<string> {
  const website = await held(ctx, name);
  const webhook_generation = website.webhook_generation + 1;
  await store.updateHook(ctx.db, website.id, { webhook_generation, webhook_rotated_at: ctx.now });
  await audit(ctx, 'website_webhook_rotated', `website:${website.id}`, { generation: webhook_generation });
  return secretOf(master, { id: website.id, webhook_generation });
}

const BATCH = 500;

/** Makes the messages that were given up anew, by what is true now. Answers how many there were and how many are sent. @throws NOT_FOUND */
export async function resend(ctx: ManageCtx, name: string): Promise<{ dead: number; sent: number }> {
  const { db, now } = ctx;
  const { id: websiteId } = await held(ctx, name);
  const counted = { dead: 0, sent: 0 };
  for (const kind of KINDS) {
    for (;;) {
      const ids = await store.deadItems(db, websiteId, kind, BATCH);
      if (ids.length === 0) break;
      const latest = await store.latestOf(db, websiteId, kind, ids);
      // What was told of it since then is newer than what was given up.
      const last = ids.filter((id) => latest.get(id)?.state === 'dead');
      counted.sent += await write(db, { websiteId, kind, now }, await statesOf(db, kind, last, now));
      counted.dead += await store.removeDead(db, websiteId, kind, ids);
    }
  }
  await audit(ctx, 'website_webhook_resent', `website:${websiteId}`, counted);
  return counted;
}

/** For /readyz: how long the message waits that waits longest, and how many were given up. */
export async function webhookBacklog({
  db,
  now,
}: {
  db: Database;
  now: Date;
}): Promise<{ waitingMs: number; dead: number }> {
  const { since, dead } = await store.standing(db);
  return { waitingMs: since ? Math.max(0, now.getTime() - since.getTime()) : 0, dead };
}

async function held(ctx: ManageCtx, name: string): Promise<store.Hook> {
  const website = await store.holdHook(ctx.db, tidyLine(name));
  if (!website) throw new AppError('NOT_FOUND');
  return website;
}
