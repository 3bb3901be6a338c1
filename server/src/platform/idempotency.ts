import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, errors, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { type RawBuilder, sql } from 'kysely';
import { hashToken } from './crypto.ts';
import type { Database, Sql } from './db.ts';

export const KEY_HEADER = 'idempotency-key';
export const REPLAYED_HEADER = 'idempotency-replayed';
/** How long an answer is given again. */
const KEPT_MS = DAY_MS;
/** Without a key, how long the same action on the same thing is one press. */
const PRESSED_MS = 3_000;
/** How long one attempt may take, several times what the outside is waited for; after that it counts as killed. */
const HELD_MS = MINUTE_MS;
/** How long a second request waits for the first one, the same as for a lock in the database. */
const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** About who asks and how often, not about the order: asked again, it may be answered otherwise. */
const NOT_KEPT = [401, 403, 428, 429];

/** An answer as it went over the wire. */
export interface WireAnswer {
  status: number;
  body: string;
}

/** Thrown instead of carrying out once more what was answered before. */
export class ReplayResponse extends Error {
  override name = 'ReplayResponse';
  readonly answer: WireAnswer;

  constructor(answer: WireAnswer) {
    super('answered before');
    this.answer = answer;
  }
}

/** A call with a key, or one that is known by what it is for. */
export interface IdempotentRequest {
  accountId: number;
  action: string;
  keyHash: Buffer;
  fingerprint: Buffer;
  now: Date;
  /** It came without a key: remembered for a moment, and only when it succeeds, so that a corrected order goes through at once. */
  press?: true;
}

/** How a call with a key is carried out once. Both throw ReplayResponse and IDEMPOTENCY_MISMATCH. */
export interface Once {
  /** A use case of one transaction: the answer is kept in it. What it answers is told after the commit. */
  singleTransaction(db: Sql, work: () => Promise<unknown>): Promise<() => unknown>;
  /**
   * A use case of several transactions: claimed first, answered last. `id` is the same when it is carried out again after a kill or a
   * failure of ours, and names what it makes. @throws UNAVAILABLE when another request with the key takes too long
   */
  multiTransaction(transactions: Transactions, work: (id: string) => Promise<unknown>): Promise<unknown>;
}

interface Transactions {
  db: Database;
  transaction<T>(work: (ctx: { db: Sql }) => Promise<T>): Promise<T>;
}

/** How an outcome looks on the wire. */
export interface Wire {
  done(output: unknown): string;
  failed(failure: AppError): string;
}

/** What is kept of a key. @throws INVALID_INPUT */
export function hashKey(given: unknown): Buffer {
  if (typeof given === 'string' && /^[\x20-\x7e]{1,255}$/.test(given)) return hashToken(given);
  throw invalid({ 'Idempotency-Key': 'Der Schlüssel muss 1 bis 255 druckbare Zeichen haben.' });
}

/** What stands for a key when none is given. No key that is given holds a line break. */
export function pressOf(action: string, thing: unknown): Pick<IdempotentRequest, 'keyHash' | 'fingerprint' | 'press'> {
  const hash = hashToken(`press\n${action}\n${String(thing)}`);
  return { keyHash: hash, fingerprint: hash, press: true };
}

/** The same for the same input, however its members are ordered. With the secret, because an input may hold a password. */
export function fingerprintOf(secret: string, input: unknown): Buffer {
  const ordered = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHmac('sha256', secret).update(`idempotency\n${ordered}`).digest();
}

/** Looks for an answer that lies ready. @throws ReplayResponse, IDEMPOTENCY_MISMATCH */
export async function findStoredResponse(db: Database, asked: IdempotentRequest): Promise<void> {
  const row = await find(db, sql`${sameKey(asked)} and created_at > ${oldest(asked)}`);
  if (row) assertSameRequest(row, asked);
}

export function onceFor(asked: IdempotentRequest, wire: Wire): Once {
  const done = (output: unknown) => ({ status: 200, body: wire.done(output) });
  const failed = (failure: AppError) => ({ status: errors[failure.code].status, body: wire.failed(failure) });
  return {
    async singleTransaction(db, work) {
      const id = await acquire(db, asked, null);
      if (id === undefined) throw new AppError('UNAVAILABLE');
      await sql`savepoint use_case`.execute(db);
      try {
        const output = await work();
        await keep(db, id, done(output));
        return () => output;
      } catch (failure) {
        if (asked.press || !isKept(failure)) throw failure;
        await sql`rollback to savepoint use_case`.execute(db);
        await keep(db, id, failed(failure));
        return () => {
          throw failure;
        };
      }
    },

    async multiTransaction({ db, transaction }, work) {
      const heldUntil = new Date(asked.now.getTime() + (asked.press ? PRESSED_MS : HELD_MS));
      const id = await acquireWithRetry((waitedMs) => {
        const now = new Date(asked.now.getTime() + waitedMs);
        return transaction((ctx) => acquire(ctx.db, { ...asked, now }, heldUntil));
      });
      const output = await work(id).catch(async (failure: unknown) => {
        if (!asked.press && isKept(failure)) await keep(db, id, failed(failure));
        // Where the database is away the time of the hold runs out.
        else await release(db, { id, heldUntil, failure }).catch(() => {});
        throw failure;
      });
      await keep(db, id, done(output));
      return output;
    },
  };
}

/** Part of closing an account: answers hold what it wrote. */
export async function forgetAnswers(db: Sql, accountId: number): Promise<void> {
  await sql`delete from idempotency where account_id = ${accountId}`.execute(db);
}

/** Of keys that are forgotten by now. */
export const expired = (now: Date) => sql`created_at <= ${new Date(now.getTime() - KEPT_MS)}`;

const isKept = (failure: unknown): failure is AppError =>
  failure instanceof AppError && errors[failure.code].status < 500 && !NOT_KEPT.includes(errors[failure.code].status);

const oldest = ({ now, press }: IdempotentRequest) => new Date(now.getTime() - (press ? PRESSED_MS : KEPT_MS));
const sameKey = ({ accountId, keyHash }: IdempotentRequest) => sql`account_id = ${accountId} and key_hash = ${keyHash}`;

interface Row {
  id: string;
  action: string;
  fingerprint: Buffer;
  held_until: Date | null;
  status: number | null;
  answer: string | null;
}

async function find(db: Database | Sql, which: RawBuilder<unknown>): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, action, fingerprint, held_until, status, answer from idempotency where ${which}`.execute(db);
  return rows[0];
}

/** Returns when there is no answer yet. */
function assertSameRequest(row: Row, { action, fingerprint }: IdempotentRequest): void {
  if (row.action !== action || !row.fingerprint.equals(fingerprint)) throw new AppError('IDEMPOTENCY_MISMATCH');
  replayIfAnswered(row);
}

/** Status and answer are kept together. */
function replayIfAnswered({ status, answer }: Row): void {
  if (status !== null) throw new ReplayResponse({ status, body: answer! });
}

/** Makes the key this request's own; undefined while somebody else is at work on it. Waits for transactions that hold the key. */
async function acquire(db: Sql, asked: IdempotentRequest, heldUntil: Date | null): Promise<string | undefined> {
  const { accountId, keyHash, action, fingerprint, now } = asked;
  const { rows } = await sql<{ id: string }>`
    insert into idempotency as old (id, account_id, key_hash, action, fingerprint, created_at, held_until)
    values (${randomUUID()}, ${accountId}, ${keyHash}, ${action}, ${fingerprint}, ${now}, ${heldUntil})
    on conflict (account_id, key_hash) do update
       set (id, action, fingerprint, created_at, held_until, status, answer) =
           (excluded.id, excluded.action, excluded.fingerprint, excluded.created_at, excluded.held_until, null, null)
     where old.created_at <= ${oldest(asked)}
    returning id`.execute(db);
  if (rows[0]) return rows[0].id;
  const row = await find(db, sql`${sameKey(asked)} for update`);
  if (!row) return undefined;
  assertSameRequest(row, asked);
  if (row.held_until && row.held_until > now) return undefined;
  await sql`update idempotency set held_until = ${heldUntil} where id = ${row.id}`.execute(db);
  return row.id;
}

/** No connection is held while waiting, so that many who wait for one answer keep nobody else from working. */
async function acquireWithRetry(tryOnce: (waitedMs: number) => Promise<string | undefined>): Promise<string> {
  const begin = performance.now();
  for (;;) {
    const waitedMs = performance.now() - begin;
    const id = await tryOnce(waitedMs);
    if (id !== undefined) return id;
    if (waitedMs > WAIT_MS) throw new AppError('UNAVAILABLE');
    await pause(LOOK_EVERY_MS);
  }
}

/** Who comes second, because it was taken for killed, tells what the first one told. A closed account keeps nothing. */
async function keep(db: Database | Sql, id: string, { status, body }: WireAnswer): Promise<void> {
  const { numAffectedRows } = await sql`
    update idempotency set status = ${status}, answer = ${body}, held_until = null
     where id = ${id} and status is null`.execute(db);
  if (numAffectedRows === 1n) return;
  const row = await find(db, sql`id = ${id}`);
  if (row) replayIfAnswered(row);
}

/** Nothing is kept of a refused order. After a failure of ours something may be half done, which the next attempt finishes. */
async function release(db: Database, held: { id: string; heldUntil: Date; failure: unknown }): Promise<void> {
  const mine = sql`id = ${held.id} and held_until = ${held.heldUntil}`;
  const refused = held.failure instanceof AppError && errors[held.failure.code].status < 500;
  if (refused) await sql`delete from idempotency where ${mine}`.execute(db);
  else await sql`update idempotency set held_until = null where ${mine}`.execute(db);
}
