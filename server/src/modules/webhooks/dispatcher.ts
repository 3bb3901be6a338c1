import { audit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import type { Logger } from '../../platform/log.ts';
import { gone, told } from '../delivery-receipts/service.ts';
import * as store from './dispatcher-store.ts';
import { type Outcome, post } from './outgoing.ts';
import { nextTry } from './rules.ts';
import { signedHeaders } from './signature.ts';
import { removeWaiting, updateHook } from './store.ts';

/** So many messages are on their way to one website at once, and so many more take-downs. */
const LANES = { all: 4, downs: 2 } as const;
type Lane = keyof typeof LANES;
/** Longer than a try can take. */
const LEASE_MS = 60_000;
const GONE = 410;

interface Deps {
  clock: Clock;
  log: Logger;
  /** From which the keys of all websites follow. */
  master: string;
  /** Whether messages may go to this machine. */
  local: boolean;
}

/**
 * Sends what is due. Each website has its own few lanes, which go on until nothing is due for it: one that is slow or silent fills its
 * own and holds back nobody else.
 */
export function sender({ clock, log, master, local }: Deps) {
  const running = new Map<string, number>();
  const lanes = new Set<Promise<void>>();

  const start = (db: Database, websiteId: number, lane: Lane) => {
    const name = `${websiteId} ${lane}`;
    const count = running.get(name) ?? 0;
    if (count >= LANES[lane]) return;
    running.set(name, count + 1);
    const going = drive(db, websiteId, lane)
      .catch((error: unknown) => log.warn({ err: error, website: websiteId }, 'messages to a website wait'))
      .finally(() => {
        running.set(name, running.get(name)! - 1);
        lanes.delete(going);
      });
    lanes.add(going);
  };

  const drive = async (db: Database, websiteId: number, lane: Lane) => {
    while (!stopping) {
      const now = clock.now();
      const message = await store.claim(db, { websiteId, downsOnly: lane === 'downs', now, leaseMs: LEASE_MS });
      if (!message) return;
      const outcome = await send(message, now);
      failPoint('webhook.after_answer');
      await record(db, message, outcome, now);
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

  const record = (db: Database, message: store.Claimed, outcome: Outcome, sentAt: Date) =>
    db.transaction().execute(async (sql) => {
      const now = clock.now();
      const { website_id: websiteId, kind, item_id: itemId, attempts } = message;
      const status = 'status' in outcome ? outcome.status : null;
      if (status === GONE) {
        await switchOff(sql, message, now);
      } else if (status !== null && status >= 200 && status < 300) {
        await store.accepted(sql, message, status, now);
        const thing = { websiteId, kind, itemId };
        // What was told is what was true when it left; a take-down that has overtaken it counts more.
        if (message.event === 'taken_down') await gone(sql, [{ ...thing, at: now, by: 'webhook' }]);
        else await told(sql, [{ ...thing, at: sentAt, liftedAt: message.lifted_at }]);
      } else {
        const error = 'status' in outcome ? `answered ${outcome.status}` : outcome.failure;
        const givenUp = await store.failed(sql, message, { status, error, nextAt: nextTry(attempts, now), now });
        if (givenUp) log.warn({ website: websiteId, message: message.message_id, error }, 'a message was given up');
      }
    });

  let stopping = false;
  return {
    /** Starts the lanes of every website for which something is due, and waits for none. */
    async look(db: Database, now: Date): Promise<void> {
      for (const { website_id, downs, others } of await store.due(db, now, LANES.all + LANES.downs)) {
        for (let n = 0; n < Math.min(downs, LANES.downs); n++) start(db, website_id, 'downs');
        for (let n = 0; n < Math.min(downs + others, LANES.all); n++) start(db, website_id, 'all');
      }
    },
    stop() {
      stopping = true;
    },
    async settled(): Promise<void> {
      while (lanes.size > 0) await Promise.all(lanes);
    },
  };
}

/** The website said that it takes no messages any more. Not if the operator has given it another address meanwhile. */
async function switchOff(
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
  await updateHook(db, id, { webhook_url: null, webhook_since_ads: null, webhook_since_clubs: null });
  await removeWaiting(db, id);
  await audit({ db, now, actor: { kind: 'system' } }, 'website_webhook_gone', `website:${id}`, { url: webhook_url });
}
