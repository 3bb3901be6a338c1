import { randomUUID } from 'node:crypto';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { audit } from '../../platform/audit.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { type Outcome, post, targetProblem } from '../../platform/outgoing.ts';
import { currentStates } from '../delivery/service.ts';
import { findPolicy, type ManageCtx } from '../partners/service.ts';
import { enqueue, KINDS } from './enqueue.ts';
import type { Kind } from './rules.ts';
import { OVERLAP_MS, secretOf, signedHeaders } from './signature.ts';
import * as store from './store.ts';

export { ownTables } from './own-data.ts';

/** The endpoint of a website and its message counts. */
export interface HookState extends store.Counts {
  url: string | null;
  secret: string;
}

/** @throws NOT_FOUND */
export async function findHookState(
  db: Database,
  name: string,
  master: string,
): Promise<HookState> {
  const website = await store.findHook(db, tidyLine(name));
  if (!website) throw new AppError('NOT_FOUND');
  return {
    url: website.webhook_url,
    secret: secretOf(master, website),
    ...(await store.countsOf(db, website.id)),
  };
}

/**
 * Sets a website's endpoint; null disables it and deletes waiting messages, another address keeps
 * them. `local` allows loopback addresses.
 * @throws NOT_FOUND, INVALID_INPUT
 */
export async function setHook(
  ctx: ManageCtx,
  name: string,
  url: string | null,
  local: boolean,
): Promise<void> {
  const problem = url === null ? null : targetProblem(url, local);
  if (problem) throw invalid({ url: problem });
  const website = await loadForUpdate(ctx, name);
  if (website.webhook_url === url) return;
  const beginning = { webhook_since_ads: null, webhook_since_clubs: null };
  await store.updateHook(ctx.db, website.id, { webhook_url: url, ...(url === null && beginning) });
  if (url === null) await store.deleteWaiting(ctx.db, website.id);
  await audit(ctx, 'website_webhook_set', `website:${website.id}`, { url: url ?? '' });
}

/**
 * Rotates the secret; the previous one also signs for a day.
 * @throws NOT_FOUND
 */
export async function rotateHook(ctx: ManageCtx, name: string, master: string): Promise<string> {
  const website = await loadForUpdate(ctx, name);
  const webhook_generation = website.webhook_generation + 1;
  await store.updateHook(ctx.db, website.id, { webhook_generation, webhook_rotated_at: ctx.now });
  await audit(ctx, 'website_webhook_rotated', `website:${website.id}`, {
    generation: webhook_generation,
  });
  return secretOf(master, { id: website.id, webhook_generation });
}

const BATCH = 500;

/**
 * Re-enqueues dead letters with current data, all or that of one message; returns both counts.
 * @throws NOT_FOUND
 */
export async function resend(
  ctx: ManageCtx,
  name: string,
  messageId?: number,
): Promise<{ dead: number; sent: number }> {
  const { id: websiteId } = await loadForUpdate(ctx, name);
  const counts = { dead: 0, sent: 0 };
  const add = ({ dead, sent }: typeof counts) => {
    counts.dead += dead;
    counts.sent += sent;
  };
  if (messageId !== undefined) {
    const one = await store.findDead(ctx.db, websiteId, messageId);
    if (!one) throw new AppError('NOT_FOUND');
    add(await resendItems(ctx, { websiteId, kind: one.kind, ids: [one.item_id] }));
  } else {
    for (const kind of KINDS) {
      for (;;) {
        const ids = await store.deadItems(ctx.db, websiteId, kind, BATCH);
        if (ids.length === 0) break;
        add(await resendItems(ctx, { websiteId, kind, ids }));
      }
    }
  }
  await audit(ctx, 'website_webhook_resent', `website:${websiteId}`, counts);
  return counts;
}

async function resendItems(
  { db, now }: ManageCtx,
  { websiteId, kind, ids }: { websiteId: number; kind: Kind; ids: number[] },
) {
  const latest = await store.lockLatest(db, websiteId, kind, ids);
  // An item with a newer message needs no resend.
  const undelivered = ids.filter((id) => latest.get(id)?.state === 'dead');
  const { policy } = (await findPolicy(db, websiteId))!;
  const states = await currentStates(db, kind, undelivered, { now, policy });
  const sent = await enqueue(db, { websiteId, kind, now }, states);
  return { sent, dead: await store.deleteDead(db, websiteId, kind, ids) };
}

/** Payload of a test webhook; receivers acknowledge and ignore it. */
const TEST = 'test';

/**
 * Sends a signed test message now; returns what the website answered. @throws NOT_FOUND, NO_WEBHOOK
 */
export async function sendTest(
  { db, now }: { db: Database; now: Date },
  name: string,
  { master, local }: { master: string; local: boolean },
): Promise<Outcome> {
  const website = await store.findHook(db, tidyLine(name));
  if (!website) throw new AppError('NOT_FOUND');
  const { webhook_url: url } = website;
  if (url === null) throw new AppError('NO_WEBHOOK');
  const body = JSON.stringify({ type: TEST, timestamp: now.toISOString(), data: {} });
  const headers = signedHeaders(master, website, { id: randomUUID(), body, now });
  return post({ url, headers, body }, { local });
}

/** How the messages to each website fare. */
export const { backlogs, latestMessages } = store;

/** Until when the secret before the last rotation signs; null if it does not. */
export async function bothUntil(
  { db, now }: { db: Sql; now: Date },
  websiteId: number,
): Promise<Date | null> {
  const { webhook_generation, webhook_rotated_at } = await store.hookOf(db, websiteId);
  const until = webhook_rotated_at && new Date(webhook_rotated_at.getTime() + OVERLAP_MS);
  return webhook_generation > 1 && until && until > now ? until : null;
}

/** For the health of the house (BOF-135). */
export const { queue: webhookQueue } = store;

/** For /readyz: age of the oldest waiting message in milliseconds, and number of dead letters. */
export async function webhookBacklog({
  db,
  now,
}: {
  db: Database;
  now: Date;
}): Promise<{ waitingMs: number; dead: number }> {
  const { since, dead } = await store.backlog(db);
  return { waitingMs: since ? Math.max(0, now.getTime() - since.getTime()) : 0, dead };
}

async function loadForUpdate(ctx: ManageCtx, name: string): Promise<store.Hook> {
  const website = await store.loadHookForUpdate(ctx.db, tidyLine(name));
  if (!website) throw new AppError('NOT_FOUND');
  return website;
}
