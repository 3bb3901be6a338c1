import {
  type DeviceMessage,
  MESSAGE_ICONS,
  MESSAGE_TEXTS,
} from '@samtrot/shared/device-messages/rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { KEPT_DAYS } from '@samtrot/shared/legal/retention-rules.ts';
import type { Database } from '../../platform/db.ts';
import type { Logger } from '../../platform/log.ts';
import { post } from '../../platform/outgoing.ts';
import type { Task } from '../../platform/worker.ts';
import type { DeviceDeps } from './service.ts';
import * as store from './store.ts';
import { encryptFor } from './web-push.ts';

const BATCH_SIZE = 10;
const FIRST_BACKOFF_MS = MINUTE_MS;
const MAX_BACKOFF_MS = HOUR_MS;
const MAX_ATTEMPTS = 8;
/** The push service forgets the subscription, so we do. */
const GONE = [404, 410];
/** The request cannot have arrived. */
const NOT_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

interface Deps extends DeviceDeps {
  log: Logger;
  /** What the lock screen names as the sender; neutral. */
  appName: string;
  appIcon: keyof typeof MESSAGE_ICONS;
  /** Whom a push service writes to about our messages. */
  supportEmail: string;
}

/** Sends due messages; backoff from a minute, doubled up to an hour, while they are true. */
export const sendDeviceMessagesTask = (deps: Deps): Task => ({
  name: 'device-messages/send',
  async run({ db, now }) {
    const claim = { serverKey: deps.key.publicKey, now, limit: BATCH_SIZE };
    const messages = await store.claimDue(db, claim);
    await Promise.all(messages.map((message) => deliver(deps, { db, now }, message)));
    return messages.length;
  },
});

async function deliver(
  deps: Deps,
  { db, now }: { db: Database; now: Date },
  message: store.Claimed,
): Promise<void> {
  const { id, device_id, until, attempts } = message;
  const outcome = await send(deps, message, now);
  if (!('status' in outcome)) {
    const { failure: error } = outcome;
    const nextAt = NOT_SENT.test(error) ? nextTry(message, now) : null;
    return giveUp(deps, { db, message, status: null, error, nextAt });
  }
  const { status } = outcome;
  if (status >= 200 && status < 300) return store.recordAttempt(db, id, { sentAt: now });
  if (GONE.includes(status)) return store.deleteDevice(db, { id: device_id });
  const nextAt = status === 429 || status >= 500 ? nextTry({ until, attempts }, now) : null;
  return giveUp(deps, { db, message, status, error: `answered ${status}`, nextAt });
}

function nextTry({ until, attempts }: Pick<store.Claimed, 'until' | 'attempts'>, now: Date) {
  const pause = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  const nextAt = new Date(now.getTime() + pause);
  return attempts < MAX_ATTEMPTS && nextAt < until ? nextAt : null;
}

interface Failed {
  db: Database;
  message: store.Claimed;
  status: number | null;
  error: string;
  nextAt: Date | null;
}

async function giveUp(
  { log }: Deps,
  { db, message: { id }, status, error, nextAt }: Failed,
): Promise<void> {
  await store.recordAttempt(db, id, { status, error, nextAt });
  if (nextAt === null) log.warn({ message: id, error }, 'a message to a device was given up');
}

function send({ key, local, appName, appIcon, supportEmail }: Deps, to: store.Claimed, now: Date) {
  const { kind, page, until, endpoint, keys } = to;
  const message: DeviceMessage = {
    kind,
    page,
    title: appName,
    body: MESSAGE_TEXTS[kind],
    icon: MESSAGE_ICONS[appIcon],
  };
  const headers = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.floor((until.getTime() - now.getTime()) / 1000)),
    urgency: 'normal',
    authorization: key.authorization(endpoint, `mailto:${supportEmail}`, now),
  };
  const body = encryptFor(keys, JSON.stringify(message));
  return post({ url: endpoint, headers, body }, { local });
}

/** Deletes devices that have ended, and messages by age or once they are not true any more. */
export const purgeDeviceMessagesTask = ({ key }: Pick<DeviceDeps, 'key'>): Task => ({
  name: 'device-messages/purge',
  everyMs: 10 * MINUTE_MS,
  run: ({ db, now }) =>
    store.purge(db, {
      serverKey: key.publicKey,
      now,
      before: new Date(now.getTime() - KEPT_DAYS.deviceMessage * DAY_MS),
    }),
});
