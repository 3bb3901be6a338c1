/**
 * What devices are told on their lock screen by Web Push (EXP-115): a message is a row for each
 * device, written with its cause in one transaction and sent later by the task in `jobs.ts`.
 */
import type * as contract from '@samtrot/shared/device-messages/contract.ts';
import {
  MAX_DEVICES,
  type MessageKind,
  type MessagePage,
} from '@samtrot/shared/device-messages/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import { targetProblem } from '../../platform/outgoing.ts';
import * as store from './store.ts';
import { areUsable, type ServerKey } from './web-push.ts';

export { ownTables } from './own-data.ts';
export {
  backlog as deviceMessageBacklog,
  deleteEvents as eraseDeviceEvents,
  encryptedColumns as deviceColumns,
} from './store.ts';
export { serverKey } from './web-push.ts';

/** A browser is told so long of what has happened, if it is off meanwhile. */
const TOLD_WITHIN_MS = 3 * DAY_MS;

type User = Ctx<Actors['user']>;

export interface DeviceDeps {
  key: ServerKey;
  /** Host names of push services; their subdomains count. */
  pushServices: readonly string[];
  /** Whether loopback addresses are allowed, as in development. */
  local: boolean;
}

export const read = async (
  { db, now, actor }: User,
  { key }: DeviceDeps,
): Promise<Output<typeof contract.getDeviceMessages>> => ({
  ...(await store.kindsOf(db, {
    sessionHash: actor.sessionHash,
    serverKey: key.publicKey,
    now,
  })),
  server_key: key.publicKey,
});

/** A server is asked only where a known push service has its devices. */
function isKnownService(endpoint: string, { pushServices, local }: DeviceDeps): boolean {
  if (targetProblem(endpoint, local)) return false;
  const { hostname } = new URL(endpoint);
  const isOwn = local && targetProblem(endpoint, false) !== null;
  return isOwn || pushServices.some((name) => hostname === name || hostname.endsWith(`.${name}`));
}

/**
 * Says what this device is told until its session ends. @throws INVALID_INPUT at `subscription`,
 * NOT_LOGGED_IN when the session has ended meanwhile
 */
export async function choose(
  { db, now, actor }: User,
  deps: DeviceDeps,
  { kinds, subscription }: Input<typeof contract.setDeviceMessages>,
): Promise<MessageKind[]> {
  const { userId: accountId, sessionHash } = actor;
  if (!(await store.lockSession(db, sessionHash))) throw new AppError('NOT_LOGGED_IN');
  if (kinds.length === 0) {
    await store.deleteDevice(db, { sessionHash });
    return [];
  }
  if (!subscription) throw invalid({ subscription: fieldTexts.required });
  const { endpoint, p256dh, auth, expires } = subscription;
  const keys = { p256dh, auth };
  const expiresAt = typeof expires === 'number' ? new Date(expires) : null;
  const ended = expiresAt && !(expiresAt > now);
  if (ended || !isKnownService(endpoint, deps) || !areUsable(keys))
    throw invalid({ subscription: fieldTexts.format });
  const chosen = [...new Set(kinds)];
  await store.saveDevice(db, {
    accountId,
    sessionHash,
    endpoint,
    keys,
    kinds: chosen,
    expiresAt,
    now,
    serverKey: deps.key.publicKey,
  });
  await store.keepNewest(db, accountId, MAX_DEVICES);
  return chosen;
}

interface Event {
  accountId: number;
  /** Unique for the account: a repeated one tells nothing. */
  cause: string;
  kind: MessageKind;
  page: MessagePage;
  /** It is not true any more from then on; after three days without it. */
  until?: Date;
}

/** Enqueues in the caller's transaction for the devices that want it; it leaves at `now`. */
export const announce = (
  { db, now }: { db: Sql; now: Date },
  { until = new Date(now.getTime() + TOLD_WITHIN_MS), ...event }: Event,
): Promise<void> => store.insertMessages(db, { ...event, at: now, until });

/** Notes that the account is told nothing of this. */
export const passOver = (
  { db, now }: { db: Sql; now: Date },
  { accountId, cause }: Pick<Event, 'accountId' | 'cause'>,
): Promise<void> => store.insertEvent(db, { accountId, cause, at: now });

/** Takes back what has not been sent. */
export const withdraw = (
  { db }: { db: Sql },
  { accountId, cause }: Pick<Event, 'accountId' | 'cause'>,
): Promise<void> => store.withdraw(db, accountId, cause);

/** Condition on an account: a device wants this kind, and it was not told of this cause yet. */
export const isToBeTold = (
  account: RawBuilder<unknown>,
  { kind, cause }: { kind: MessageKind; cause: RawBuilder<unknown> },
): RawBuilder<SqlBool> => sql`
  ${account} in (select account_id from message_device where kinds @> array[${kind}]::text[])
  and not exists (select from device_event told
    where told.account_id = ${account} and told.cause = ${cause})`;
