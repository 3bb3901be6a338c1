/**
 * Sends waiting webhook messages. A claim is a lease; failures are retried with backoff and end as
 * dead letters.
 */
import { audit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import type { Logger } from '../../platform/log.ts';
import { type Outcome, post } from '../../platform/outgoing.ts';
import { pace } from '../../platform/pace.ts';
import { gone, notified } from '../delivery-receipts/service.ts';
import * as store from './dispatcher-store.ts';
import { nextTry } from './rules.ts';
import { signedHeaders } from './signature.ts';
import { deleteWaiting, updateHook } from './store.ts';

/** Concurrent requests per endpoint, and additional ones for take-downs. */
const CONCURRENCY = { all: 4, takeDowns: 2 } as const;
type Scope = keyof typeof CONCURRENCY;
/**
 * Of a process but for take-downs: a long queue takes half a core of the machine at most (RUN-14).
 */
const PACE = { perSecond: 75, burst: 500 } as const;
/** Longer than a request can take. */
const LEASE_MS = 60_000;
const GONE = 410;

interface Deps {
  clock: Clock;
  log: Logger;
  /** The secret from which each website's key is derived. */
  master: string;
  /** Whether loopback addresses are allowed. */
  local: boolean;
  /** Returns when another message may go that is no take-down. */
  turn?: () => Promise<void>;
}

/** Sends due messages with limited concurrency per endpoint, so that a slow one delays no other. */
export function dispatcher({ clock, log, master, local, turn = pace(PACE) }: Deps) {
  const running = new Map<string, number>();
  const loops = new Set<Promise<void>>();

  const start = (db: Database, websiteId: number, scope: Scope) => {
    const name = `${websiteId} ${scope}`;
    const count = running.get(name) ?? 0;
    if (count >= CONCURRENCY[scope]) return;
    running.set(name, count + 1);
    const loop = runLoop(db, websiteId, scope)
      .catch((error: unknown) =>
        log.warn({ err: error, website: websiteId }, 'messages to a website wait'),
      )
      .finally(() => {
        running.set(name, running.get(name)! - 1);
        loops.delete(loop);
      });
    loops.add(loop);
  };

  const runLoop = async (db: Database, websiteId: number, scope: Scope) => {
    const claim = (sql: Database | Sql, now: Date, wait = false) => {
      const which = { websiteId, takeDownsOnly: scope === 'takeDowns' };
      return store.claim(sql, { ...which, now, leaseMs: LEASE_MS, wait });
    };
    let claimed: store.Claimed | undefined;
    while (claimed || !stopping) {
      const now = clock.now();
      // The only due message may be locked by a comparison with the feed; nothing would wake the
      // dispatcher afterwards.
      const message = claimed ?? (await claim(db, now)) ?? (await claim(db, now, true));
      if (!message) return;
      if (message.event !== 'taken_down') await turn();
      const outcome = await send(message, now);
      failPoint('webhook.after_answer');
      // With the next one, so that each message takes one commit.
      claimed = await db.transaction().execute(async (sql) => {
        await record(sql, message, outcome, now);
        return stopping ? undefined : claim(sql, clock.now());
      });
    }
  };

  const send = (message: store.Claimed, now: Date): Promise<Outcome> => {
    const body = JSON.stringify({
      type: `${message.kind === 'club' ? 'club' : 'ad'}.${message.event}`,
      timestamp: message.said_at.toISOString(),
      data: { id: message.public_id },
    });
    const website = { ...message, id: message.website_id };
    const headers = signedHeaders(master, website, { id: message.message_id, body, now });
    return post({ url: message.webhook_url, headers, body }, { local });
  };

  const record = async (sql: Sql, message: store.Claimed, outcome: Outcome, sentAt: Date) => {
    const now = clock.now();
    const { website_id: websiteId, kind, item_id: itemId, attempts } = message;
    const status = 'status' in outcome ? outcome.status : null;
    if (status === GONE) {
      await disableEndpoint(sql, message, now);
    } else if (status !== null && status >= 200 && status < 300) {
      await store.recordAccepted(sql, message, status, now);
      const item = { websiteId, kind, itemId };
      // The delivered state is that of the sending time; a later take-down takes precedence.
      if (message.event === 'taken_down') await gone(sql, [{ ...item, at: now, by: 'webhook' }]);
      else await notified(sql, [{ ...item, at: sentAt, liftedAt: message.lifted_at }]);
    } else {
      const error = 'status' in outcome ? `answered ${outcome.status}` : outcome.failure;
      const givenUp = await store.recordFailed(sql, message, {
        status,
        error,
        nextAt: nextTry(attempts, now),
        now,
      });
      if (givenUp)
        log.warn(
          { website: websiteId, message: message.message_id, error },
          'a message was given up',
        );
    }
  };

  let stopping = false;
  return {
    /** Starts the loops of every endpoint with due messages, without waiting for them. */
    async dispatchDue(db: Database, now: Date): Promise<void> {
      for (const { website_id, take_downs: takeDowns, others } of await store.due(
        db,
        now,
        CONCURRENCY.all + CONCURRENCY.takeDowns,
      )) {
        for (let n = 0; n < Math.min(takeDowns, CONCURRENCY.takeDowns); n++)
          start(db, website_id, 'takeDowns');
        for (let n = 0; n < Math.min(takeDowns + others, CONCURRENCY.all); n++)
          start(db, website_id, 'all');
      }
    },
    stop() {
      stopping = true;
    },
    async drained(): Promise<void> {
      while (loops.size > 0) await Promise.all(loops);
    },
  };
}

/** Disables the endpoint that returned 410, unless its address has been replaced meanwhile. */
async function disableEndpoint(
  db: Parameters<typeof audit>[0]['db'],
  { website_id: id, webhook_url }: store.Claimed,
  now: Date,
): Promise<void> {
  const website = await db
    .selectFrom('website')
    .select('webhook_url')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (website?.webhook_url !== webhook_url) return;
  await updateHook(db, id, {
    webhook_url: null,
    webhook_since_ads: null,
    webhook_since_clubs: null,
  });
  await deleteWaiting(db, id);
  await audit({ db, now, actor: { kind: 'system' } }, 'website_webhook_gone', `website:${id}`, {
    url: webhook_url,
  });
}
