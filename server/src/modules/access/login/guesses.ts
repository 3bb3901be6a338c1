import { effortAfter, WRONG_PASSWORDS } from '@samtrot/shared/access/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/action.ts';
import type { Sql } from '../../../platform/db.ts';
import { bucketKey } from '../../../platform/limits.ts';
import { consumeProof, type Proof } from '../../../platform/proof-of-work.ts';
import { isKnownBrowser } from '../sessions/known-browsers.ts';

/** Who is guessed, as the login names it; the account, if there is one. */
interface Guessed {
  name: string;
  accountId: number | undefined;
}

interface Count {
  key: string;
  /** Wrong passwords that cost no work. */
  free: number;
  /** Wrong passwords in 24 hours after which only a mail logs in. */
  aDay: number;
}

/** A counted attempt, which the right password takes back. */
export interface Guess {
  keys: string[];
  known: boolean;
}

/** The refusal of an attempt that needs more work first. */
export class WorkRequired extends Error {
  override name = 'WorkRequired';
  readonly effort: number;

  constructor(effort: number) {
    super(`Work of ${effort} is required`);
    this.effort = effort;
  }
}

const keyOf = (kind: string, key: string) => bucketKey({ name: `login/${kind}`, key });
const ofAccount = (accountId: number) => keyOf('account', String(accountId));
/** Every wrong password is kept for a day, also those that only count for a quarter of an hour. */
const kept = (hits: Date[], now: Date) =>
  hits.filter((hit) => Math.abs(now.getTime() - hit.getTime()) < DAY_MS);

function countsFor(
  { client }: Pick<Ctx, 'client'>,
  { name, accountId }: Guessed,
  { known, limitFactor }: { known: boolean; limitFactor: number },
): Count[] {
  const { free, aDay } = WRONG_PASSWORDS;
  if (known) {
    const browser = keyOf('browser', client.browserHash!.toString('hex'));
    return [{ key: browser, free, aDay }];
  }
  // Spelled as an account is found by it: else another case would tell which usernames exist.
  const account =
    accountId === undefined
      ? keyOf('name', name.includes('@') ? name.toLowerCase() : name)
      : ofAccount(accountId);
  return [
    { key: account, free, aDay },
    // Many people may share a network: it costs work, and never leads to a mail.
    {
      key: keyOf('network', client.network),
      free: free * limitFactor,
      aDay: Number.POSITIVE_INFINITY,
    },
  ];
}

/**
 * Counts an attempt before its password is looked at, so that no number of attempts at once gets
 * past the limits, and uses up the proof it needs. A refused attempt is not counted.
 * @throws WorkRequired; MAIL_LOGIN_REQUIRED
 */
export async function takeGuess(
  ctx: Ctx,
  guessed: Guessed,
  { proof, limitFactor }: { proof: Proof | undefined; limitFactor: number },
): Promise<Guess> {
  const { db, now } = ctx;
  const known = await isKnownBrowser(ctx, guessed.accountId);
  const counts = countsFor(ctx, guessed, { known, limitFactor });
  const before = await loadForUpdate(
    db,
    counts.map(({ key }) => key),
    now,
  );
  let effort = 0;
  for (const { key, free, aDay } of counts) {
    const hits = kept(before.get(key)!, now);
    if (hits.length >= aDay) throw new AppError('MAIL_LOGIN_REQUIRED');
    const since = now.getTime() - WRONG_PASSWORDS.windowMs;
    const recent = hits.filter((hit) => hit.getTime() > since).length;
    effort = Math.max(effort, effortAfter(recent, free));
  }
  if (effort > 0 && !(proof && proof.effort >= effort && (await consumeProof(db, proof))))
    throw new WorkRequired(effort);
  const keys = counts.map(({ key }) => key);
  for (const key of keys) await save(db, key, [...kept(before.get(key)!, now), now], now);
  return { keys, known };
}

/** Counts a wrong second step as a wrong password of the same browser (ACC-33). */
export async function countWrongStep(ctx: Ctx, accountId: number): Promise<void> {
  const known = await isKnownBrowser(ctx, accountId);
  const counts = countsFor(ctx, { name: '', accountId }, { known, limitFactor: 1 });
  await addHit(
    ctx,
    counts.map(({ key }) => key),
  );
}

/**
 * The wrong codes of the app in the last 24 hours: of this browser if the account knows it, else of
 * all others together. Locked until the transaction ends, so that codes at once are counted.
 */
export async function wrongCodesForUpdate(
  ctx: Ctx,
  accountId: number,
): Promise<{ key: string; wrong: number }> {
  const { db, now, client } = ctx;
  const key = (await isKnownBrowser(ctx, accountId))
    ? keyOf('code-browser', client.browserHash!.toString('hex'))
    : keyOf('code', String(accountId));
  const counts = await loadForUpdate(db, [key], now);
  return { key, wrong: kept(counts.get(key)!, now).length };
}

export async function addHit({ db, now }: Pick<Ctx, 'db' | 'now'>, keys: string[]): Promise<void> {
  const counts = await loadForUpdate(db, keys, now);
  for (const key of keys) await save(db, key, [...kept(counts.get(key)!, now), now], now);
}

/** After the right password: the attempt was no guess; a known browser begins at zero. */
export async function giveGuessBack(db: Sql, { keys, known }: Guess): Promise<void> {
  await lockInOrder(db, keys);
  if (known) await db.deleteFrom('rate_limit').where('key', 'in', keys).execute();
  else
    await sql`
      update rate_limit set hits = trim_array(hits, 1)
      where key = any(${keys}) and cardinality(hits) > 0`.execute(db);
}

/** After the owner set a new password: nobody has guessed it yet. */
export async function deleteGuesses(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('key', '=', ofAccount(accountId)).execute();
}

/** What somebody waits for after wrong passwords and codes of the account (ACC-20). */
export async function deleteWaits(db: Sql, accountId: number): Promise<void> {
  const keys = [ofAccount(accountId), keyOf('code', String(accountId))];
  await lockInOrder(db, keys);
  await db.deleteFrom('rate_limit').where('key', 'in', keys).execute();
}

/** In one order everywhere, so that two logins never wait for each other. */
const lockInOrder = (db: Sql, keys: string[]) =>
  db
    .selectFrom('rate_limit')
    .select(['key', 'hits'])
    .where('key', 'in', keys)
    .orderBy('key')
    .forUpdate()
    .execute();

/** The counts by their keys, locked until the transaction ends. */
async function loadForUpdate(db: Sql, keys: string[], now: Date): Promise<Map<string, Date[]>> {
  const ordered = keys.toSorted();
  const expires_at = new Date(now.getTime() + DAY_MS);
  await db
    .insertInto('rate_limit')
    .values(ordered.map((key) => ({ key, hits: [], expires_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await lockInOrder(db, keys);
  return new Map(rows.map(({ key, hits }) => [key, hits]));
}

async function save(db: Sql, key: string, hits: Date[], now: Date): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set({ hits, expires_at: new Date(now.getTime() + DAY_MS) })
    .where('key', '=', key)
    .execute();
}
