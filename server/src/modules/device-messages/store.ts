import { restsSince } from '@samtrot/shared/access/session-rules.ts';
import type { MessageKind, MessagePage } from '@samtrot/shared/device-messages/rules.ts';
import { type SqlBool, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import { type Ciphertext, encryptedColumn, nextId } from '../../platform/encryption.ts';
import type { Backlog } from '../../platform/queue.ts';
import type { DeviceKeys } from './web-push.ts';

const table = { table: 'message_device', row: ['id'] } as const;
const endpointColumn = encryptedColumn({ ...table, column: 'endpoint', hash: 'endpoint_hash' });
const keysColumn = encryptedColumn({ ...table, column: 'keys' });
export const encryptedColumns = [endpointColumn, keysColumn];

export interface Device {
  accountId: number;
  sessionHash: Buffer;
  endpoint: string;
  keys: DeviceKeys;
  serverKey: string;
  kinds: readonly MessageKind[];
  expiresAt: Date | null;
  now: Date;
}

/** The session, locked; false when it has ended meanwhile. */
export async function lockSession(db: Sql, sessionHash: Buffer): Promise<boolean> {
  const { rows } =
    await sql`select from session where token_hash = ${sessionHash} for no key update`.execute(db);
  return rows.length > 0;
}

export async function kindsOf(
  db: Sql,
  { sessionHash, serverKey, now }: Pick<Device, 'sessionHash' | 'serverKey' | 'now'>,
): Promise<{ kinds: MessageKind[]; remembered: boolean }> {
  const { rows } = await sql<{ kinds: MessageKind[] | null; remember: boolean }>`
    select d.kinds, s.remember from session s
      left join message_device d on d.session_hash = s.token_hash and d.server_key = ${serverKey}
       and (d.expires_at is null or d.expires_at > ${now})
     where s.token_hash = ${sessionHash}`.execute(db);
  const [row] = rows;
  return { kinds: row?.kinds ?? [], remembered: row?.remember ?? false };
}

/** Keeps a subscription for this session alone: whoever had it before is told nothing there. */
export async function saveDevice(db: Sql, device: Device): Promise<void> {
  const { sessionHash, endpoint, accountId, now } = device;
  const hash = endpointColumn.lookup(endpoint);
  await sql`select pg_advisory_xact_lock(hashtext('message_device'), hashtext(${hash.toString('hex')}))`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    select id from message_device where session_hash = ${sessionHash}
       and endpoint_hash = any(${endpointColumn.lookups(endpoint)})`.execute(db);
  const known = rows[0]?.id;
  await sql`
    delete from message_device where id is distinct from ${known ?? null}
       and (session_hash = ${sessionHash} or endpoint_hash = any(${endpointColumn.lookups(endpoint)}))`.execute(
    db,
  );
  const id = known ?? (await nextId(db, 'message_device'));
  const values = {
    endpoint: endpointColumn.encrypt(endpoint, id),
    endpoint_hash: hash,
    keys: keysColumn.encrypt(JSON.stringify(device.keys), id),
    server_key: device.serverKey,
    kinds: [...device.kinds],
    expires_at: device.expiresAt,
  };
  if (known === undefined)
    await db
      .insertInto('message_device')
      .values({
        ...values,
        id,
        session_hash: sessionHash,
        account_id: accountId,
        created_at: now,
      })
      .execute();
  else await db.updateTable('message_device').set(values).where('id', '=', id).execute();
}

export async function deleteDevice(
  db: Database,
  by: { sessionHash: Buffer } | { id: number },
): Promise<void> {
  const which =
    'id' in by ? sql<SqlBool>`id = ${by.id}` : sql<SqlBool>`session_hash = ${by.sessionHash}`;
  await sql`delete from message_device where ${which}`.execute(db);
}

/** Deletes the devices of an account but the newest ones. */
export async function keepNewest(db: Sql, accountId: number, most: number): Promise<void> {
  await sql`
    delete from message_device where id in (
      select id from message_device where account_id = ${accountId}
       order by created_at desc, id desc offset ${most})`.execute(db);
}

export interface Announcement {
  accountId: number;
  cause: string;
  kind: MessageKind;
  page: MessagePage;
  /** When it leaves. */
  at: Date;
  until: Date;
}

const wants = (kind: MessageKind, accountId: unknown) =>
  sql<SqlBool>`d.account_id = ${accountId} and d.kinds @> array[${kind}]::text[]`;

/** The message to each device of the account that wants this kind; none if it was told before. */
export async function insertMessages(
  db: Sql,
  { accountId, cause, kind, page, at, until }: Announcement,
): Promise<void> {
  await sql`
    with told as (
      insert into device_event (account_id, cause, at)
      select ${accountId}, ${cause}, ${at}
       where exists (select from message_device d where ${wants(kind, accountId)})
      on conflict do nothing returning account_id)
    insert into device_message (device_id, cause, kind, page, created_at, due_at, until)
    select d.id, ${cause}, ${kind}, ${page}, ${at}, ${at}, ${until}
      from told, message_device d where ${wants(kind, sql.ref('told.account_id'))}`.execute(db);
}

/** Notes that there is nothing to tell of this. */
export async function insertEvent(
  db: Sql,
  { accountId, cause, at }: Pick<Announcement, 'accountId' | 'cause' | 'at'>,
): Promise<void> {
  await sql`
    insert into device_event (account_id, cause, at) values (${accountId}, ${cause}, ${at})
    on conflict do nothing`.execute(db);
}

/** Deletes what has not been sent of this cause, so that it can be told again. */
export async function withdraw(db: Sql, accountId: number, cause: string): Promise<void> {
  await sql`
    delete from device_message m using message_device d where d.id = m.device_id
       and d.account_id = ${accountId} and m.cause = ${cause} and m.due_at is not null`.execute(db);
  await sql`
    delete from device_event where account_id = ${accountId} and cause = ${cause}`.execute(db);
}

export async function deleteEvents(db: Sql, accountId: number): Promise<void> {
  await sql`delete from device_event where account_id = ${accountId}`.execute(db);
}

export interface Claimed {
  id: number;
  device_id: number;
  kind: MessageKind;
  page: MessagePage;
  until: Date;
  attempts: number;
  endpoint: string;
  keys: DeviceKeys;
}

/**
 * Claims due messages to devices whose session lives. A claim is not released: whether an attempt
 * without a response has arrived is unknown, and nobody is told twice.
 */
export async function claimDue(
  db: Database,
  { serverKey, now, limit }: { serverKey: string; now: Date; limit: number },
): Promise<Claimed[]> {
  const { rows } = await sql<
    Omit<Claimed, 'endpoint' | 'keys'> & { endpoint: Ciphertext; keys: Ciphertext }
  >`
    update device_message m set attempts = m.attempts + 1, due_at = null, attempted_at = ${now}
      from message_device d
     where d.id = m.device_id and m.id in (
       select w.id from device_message w
         join message_device t on t.id = w.device_id and t.server_key = ${serverKey}
          and (t.expires_at is null or t.expires_at > ${now})
         join session s on s.token_hash = t.session_hash and s.expires_at > ${now}
          and s.last_seen_at > case when s.remember then ${restsSince(now, true)}::timestamptz
                                    else ${restsSince(now, false)} end
        where w.due_at <= ${now} and w.until > ${now}
        order by w.due_at, w.id limit ${limit} for update of w skip locked)
    returning m.id, m.device_id, m.kind, m.page, m.until, m.attempts, d.endpoint, d.keys`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    endpoint: endpointColumn.decrypt(row.endpoint, row.device_id),
    keys: JSON.parse(keysColumn.decrypt(row.keys, row.device_id)) as DeviceKeys,
  }));
}

export async function recordAttempt(
  db: Database,
  id: number,
  outcome: { sentAt: Date } | { status: number | null; error: string; nextAt: Date | null },
): Promise<void> {
  await db
    .updateTable('device_message')
    .set(
      'sentAt' in outcome
        ? { sent_at: outcome.sentAt, last_status: null, last_error: null }
        : { due_at: outcome.nextAt, last_status: outcome.status, last_error: outcome.error },
    )
    .where('id', '=', id)
    .execute();
}

/** Deletes devices that have ended, messages that are not true any more or old, and old events. */
export async function purge(
  db: Database,
  { serverKey, now, before }: { serverKey: string; now: Date; before: Date },
): Promise<number> {
  const results = [
    await sql`delete from message_device where server_key <> ${serverKey} or expires_at <= ${now}`.execute(
      db,
    ),
    await sql`delete from device_message where created_at < ${before}
                 or (due_at is not null and until <= ${now})`.execute(db),
    await sql`delete from device_event where at < ${before}`.execute(db),
  ];
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0);
}

/** Longer than an attempt takes: one without a result is lost. */
const ATTEMPT = sql`interval '2 minutes'`;

/** Messages that are due, and how many were given up of those written since then. */
export async function backlog(
  db: Database,
  { now, failedSince }: { now: Date; failedSince: Date },
): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*) filter (where due_at <= ${now})::int as waiting,
           min(due_at) filter (where due_at <= ${now}) as since,
           (count(*) filter (where sent_at is null and due_at is null
              and attempted_at < ${now}::timestamptz - ${ATTEMPT}))::int as failed
      from device_message where created_at >= ${failedSince}`.execute(db);
  return rows[0]!;
}
