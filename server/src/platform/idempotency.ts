/**
 * Idempotency keys: the first request with a key acquires a lease and stores its response; repeated
 * ones get the stored response.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, errors, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { type RawBuilder, sql } from 'kysely';
import { hashToken } from './crypto.ts';
import { type Database, isConnectionError, type Sql } from './db.ts';
import { type Ciphertext, encryptedColumn } from './encryption.ts';

export const KEY_HEADER = 'idempotency-key';
export const REPLAYED_HEADER = 'idempotency-replayed';
/** How long a response is replayed. */
const RETENTION_MS = DAY_MS;
/** Without a key, how long a repeated action on the same item counts as a double submit. */
const DOUBLE_SUBMIT_MS = 3_000;
/** Lease of one attempt, several times the timeout of external requests. */
const LEASE_MS = MINUTE_MS;
/** How long a second request waits for the first one, equal to the database's lock timeout. */
const WAIT_MS = 5_000;
const POLL_MS = 50;
/** Between two attempts to release a lease while the database is away. */
const RELEASE_MS = 500;
/** Statuses about the caller rather than the order; a retry may succeed. */
const NOT_STORED = [401, 403, 428, 429];

/** The body as it was sent, which holds what the thing it is about holds. */
export const answerColumn = encryptedColumn({
  table: 'idempotency',
  column: 'answer',
  row: ['id'],
});

/** A response as sent. */
export interface WireAnswer {
  status: number;
  body: string;
}

/** Thrown to replay a stored response instead of repeating the call. */
export class ReplayResponse extends Error {
  override name = 'ReplayResponse';
  readonly answer: WireAnswer;

  constructor(answer: WireAnswer) {
    super('answered before');
    this.answer = answer;
  }
}

/** Whose keys they are: of an account, or of a person of the house. */
export interface KeyOwner {
  column: 'account_id' | 'staff_id';
  id: number;
}

/** A call with an idempotency key, or one identified by its purpose. */
export interface IdempotentRequest {
  owner: KeyOwner;
  action: string;
  keyHash: Buffer;
  fingerprint: Buffer;
  now: Date;
  /**
   * Sent without a key: stored briefly and only on success, so that a corrected order passes at
   * once.
   */
  press?: true;
}

/**
 * Executes a call with a key once.
 * @throws ReplayResponse, IDEMPOTENCY_MISMATCH
 */
export interface Once {
  /** For one transaction: the response is stored in it and returned after the commit. */
  singleTransaction(db: Sql, work: () => Promise<unknown>): Promise<() => unknown>;
  /**
   * For several transactions: leases the key first, stores the response last; `id` is stable across
   * retries.
   * @throws UNAVAILABLE if another request holds the lease for too long
   */
  multiTransaction(
    transactions: Transactions,
    work: (id: string) => Promise<unknown>,
  ): Promise<unknown>;
}

interface Transactions {
  db: Database;
  transaction<T>(work: (ctx: { db: Sql }) => Promise<T>): Promise<T>;
}

/** Serializes an outcome. */
export interface Wire {
  done(output: unknown): WireAnswer;
  failed(failure: AppError): string;
}

/**
 * The stored form of a key.
 * @throws INVALID_INPUT
 */
export function hashKey(given: unknown): Buffer {
  if (typeof given === 'string' && /^[\x20-\x7e]{1,255}$/.test(given)) return hashToken(given);
  throw invalid({ 'Idempotency-Key': 'Der Schlüssel muss 1 bis 255 druckbare Zeichen haben.' });
}

/** Replaces a missing key; cannot equal a given one, since it contains line breaks. */
export function pressOf(
  action: string,
  thing: unknown,
): Pick<IdempotentRequest, 'keyHash' | 'fingerprint' | 'press'> {
  const hash = hashToken(`press\n${action}\n${String(thing)}`);
  return { keyHash: hash, fingerprint: hash, press: true };
}

/**
 * A hash of the input, independent of member order; keyed, because an input may contain a password.
 */
export function fingerprintOf(secret: string, input: unknown): Buffer {
  const ordered = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHmac('sha256', secret).update(`idempotency\n${ordered}`).digest();
}

/**
 * Looks for a stored response.
 * @throws ReplayResponse, IDEMPOTENCY_MISMATCH
 */
export async function findStoredResponse(db: Database, asked: IdempotentRequest): Promise<void> {
  const row = await find(db, sql`${sameKey(asked)} and created_at > ${oldest(asked)}`);
  if (row) assertSameRequest(row, asked);
}

export function onceFor(asked: IdempotentRequest, wire: Wire): Once {
  const failed = (failure: AppError) => ({
    status: errors[failure.code].status,
    body: wire.failed(failure),
  });
  return {
    async singleTransaction(db, work) {
      const id = await acquire(db, asked, null);
      if (id === undefined) throw new AppError('UNAVAILABLE');
      await sql`savepoint use_case`.execute(db);
      try {
        const output = await work();
        await storeResponse(db, id, wire.done(output));
        return () => output;
      } catch (failure) {
        if (asked.press || !isStored(failure)) throw failure;
        await sql`rollback to savepoint use_case`.execute(db);
        await storeResponse(db, id, failed(failure));
        return () => {
          throw failure;
        };
      }
    },

    async multiTransaction({ db, transaction }, work) {
      const leaseUntil = new Date(
        asked.now.getTime() + (asked.press ? DOUBLE_SUBMIT_MS : LEASE_MS),
      );
      const id = await acquireWithRetry((waitedMs) => {
        const now = new Date(asked.now.getTime() + waitedMs);
        return transaction((ctx) => acquire(ctx.db, { ...asked, now }, leaseUntil));
      });
      try {
        const output = await work(id);
        await storeResponse(db, id, wire.done(output));
        return output;
      } catch (failure) {
        if (!asked.press && isStored(failure)) await storeResponse(db, id, failed(failure));
        else await releaseSoon(db, { id, leaseUntil, failure });
        throw failure;
      }
    },
  };
}

/** Deletes the account's stored responses, which contain personal data. */
export async function deleteResponses(db: Sql, accountId: number): Promise<void> {
  await sql`delete from idempotency where account_id = ${accountId}`.execute(db);
}

/** Condition for expired keys. */
export const expired = (now: Date) => sql`created_at <= ${new Date(now.getTime() - RETENTION_MS)}`;

const isStored = (failure: unknown): failure is AppError =>
  failure instanceof AppError &&
  errors[failure.code].status < 500 &&
  !NOT_STORED.includes(errors[failure.code].status);

const oldest = ({ now, press }: IdempotentRequest) =>
  new Date(now.getTime() - (press ? DOUBLE_SUBMIT_MS : RETENTION_MS));
const sameKey = ({ owner, keyHash }: IdempotentRequest) =>
  sql`${sql.ref(owner.column)} = ${owner.id} and key_hash = ${keyHash}`;

interface Row {
  id: string;
  action: string;
  fingerprint: Buffer;
  held_until: Date | null;
  status: number | null;
  answer: Ciphertext | null;
}

async function find(db: Database | Sql, which: RawBuilder<unknown>): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, action, fingerprint, held_until, status, answer from idempotency
     where ${which}`.execute(db);
  return rows[0];
}

/** Returns if no response is stored yet. */
function assertSameRequest(row: Row, { action, fingerprint }: IdempotentRequest): void {
  if (row.action !== action || !row.fingerprint.equals(fingerprint))
    throw new AppError('IDEMPOTENCY_MISMATCH');
  replayIfStored(row);
}

/** Status and body are stored together. */
function replayIfStored({ id, status, answer }: Row): void {
  if (status !== null)
    throw new ReplayResponse({ status, body: answerColumn.decrypt(answer!, id) });
}

/**
 * Acquires the key; undefined while another request has it. Waits for transactions that lock its
 * row.
 */
async function acquire(
  db: Sql,
  asked: IdempotentRequest,
  leaseUntil: Date | null,
): Promise<string | undefined> {
  const { owner, keyHash, action, fingerprint, now } = asked;
  const column = sql.ref(owner.column);
  const { rows } = await sql<{ id: string }>`
    insert into idempotency as old (id, ${column}, key_hash, action, fingerprint, created_at, held_until)
    values (${randomUUID()}, ${owner.id}, ${keyHash}, ${action}, ${fingerprint}, ${now}, ${leaseUntil})
    on conflict (${column}, key_hash) do update
       set (id, action, fingerprint, created_at, held_until, status, answer) =
           (excluded.id, excluded.action, excluded.fingerprint, excluded.created_at, excluded.held_until, null, null)
     where old.created_at <= ${oldest(asked)}
    returning id`.execute(db);
  if (rows[0]) return rows[0].id;
  const row = await find(db, sql`${sameKey(asked)} for update`);
  if (!row) return undefined;
  assertSameRequest(row, asked);
  if (row.held_until && row.held_until > now) return undefined;
  await sql`update idempotency set held_until = ${leaseUntil} where id = ${row.id}`.execute(db);
  return row.id;
}

/** Polls without holding a connection, so that waiting requests do not exhaust the pool. */
async function acquireWithRetry(
  tryOnce: (waitedMs: number) => Promise<string | undefined>,
): Promise<string> {
  const begin = performance.now();
  for (;;) {
    const waitedMs = performance.now() - begin;
    const id = await tryOnce(waitedMs);
    if (id !== undefined) return id;
    if (waitedMs > WAIT_MS) throw new AppError('UNAVAILABLE');
    await pause(POLL_MS);
  }
}

/** If another attempt already stored a response, replay it; a deleted account stores none. */
async function storeResponse(
  db: Database | Sql,
  id: string,
  { status, body }: WireAnswer,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update idempotency set status = ${status}, answer = ${answerColumn.encrypt(body, id)}, held_until = null
     where id = ${id} and status is null`.execute(db);
  if (numAffectedRows === 1n) return;
  const row = await find(db, sql`id = ${id}`);
  if (row) replayIfStored(row);
}

interface Held {
  id: string;
  leaseUntil: Date;
  failure: unknown;
}

/**
 * Releases the lease, later if the database is away now: who repeats the call then waits for its
 * return, not for the end of the lease.
 */
async function releaseSoon(db: Database, held: Held): Promise<void> {
  const attempt = () =>
    release(db, held).then(
      () => true,
      (error: unknown) => !isConnectionError(error),
    );
  if (await attempt()) return;
  const end = performance.now() + LEASE_MS;
  const goOn = async () => {
    while (performance.now() < end) {
      await pause(RELEASE_MS, undefined, { ref: false });
      if (await attempt()) return;
    }
  };
  void goOn();
}

/** A refusal deletes the key; after a defect the next attempt resumes the unfinished call. */
async function release(db: Database, held: Held): Promise<void> {
  const ownLease = sql`id = ${held.id} and held_until = ${held.leaseUntil}`;
  const refused = held.failure instanceof AppError && errors[held.failure.code].status < 500;
  if (refused) await sql`delete from idempotency where ${ownLease}`.execute(db);
  else await sql`update idempotency set held_until = null where ${ownLease}`.execute(db);
}
