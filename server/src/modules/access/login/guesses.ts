import { allowedWith, effortAfter, WRONG_PASSWORDS } from '@samtrot/shared/access/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/action.ts';
import { type Sql, WITHOUT_WAIT } from '../../../platform/db.ts';
import { bucketKey } from '../../../platform/limits.ts';
import { consumeProof, type Proof } from '../../../platform/proof-of-work.ts';
import { allOf, together } from '../../../platform/together.ts';
import { accountOfBrowser } from '../sessions/known-browsers.ts';

/**
 * Who is guessed, as the login names it; the account, if there is one, and whether it knows the
 * browser.
 */
interface Guessed {
  name: string;
  accountId: number | undefined;
  known: boolean;
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

/** The largest number of the database. */
const MOST_COUNTED = 2 ** 31 - 1;

const keyOf = (kind: string, key: string) => bucketKey({ name: `login/${kind}`, key });
const ofAccount = (accountId: number) => keyOf('account', String(accountId));

function countsFor(
  { client }: Pick<Ctx, 'client'>,
  { name, accountId, known }: Guessed,
  limitFactor: number,
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
 * past the limits, and uses up the proof it needs. A refused attempt is not counted. With a proof
 * call it in a transaction.
 * @throws WorkRequired; MAIL_LOGIN_REQUIRED
 */
export async function takeGuess(
  ctx: Ctx,
  guessed: Guessed,
  { proof, limitFactor }: { proof: Proof | undefined; limitFactor: number },
): Promise<Guess> {
  const counts = countsFor(ctx, guessed, limitFactor);
  const { taken, recent, today } = await countGuess(ctx, counts, proof?.effort ?? 0);
  if (counts.some(({ aDay }, at) => today[at]! >= aDay)) throw new AppError('MAIL_LOGIN_REQUIRED');
  const effort = Math.max(...counts.map(({ free }, at) => effortAfter(recent[at]!, free)));
  if (!taken || (effort > 0 && !(proof && (await consumeProof(ctx.db, proof)))))
    throw new WorkRequired(effort);
  return { keys: counts.map(({ key }) => key), known: guessed.known };
}

/** Counts for all keys or, if one of them needs more work or a mail, for none. */
async function countGuess(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  counts: Count[],
  effort: number,
): Promise<{ taken: boolean; recent: number[]; today: number[] }> {
  const since = new Date(now.getTime() - WRONG_PASSWORDS.windowMs);
  const atMost = (count: number) => Math.min(Math.ceil(count), MOST_COUNTED);
  const keys = counts.map(({ key }) => key);
  const allowed = counts.map(({ free }) => atMost(allowedWith(effort, free)));
  const most = counts.map(({ aDay }) => atMost(aDay));
  // Whoever learns whether the password fits waits for a later commit, and so for this one.
  const { rows } = await sql<{ taken: boolean; recent: number[]; today: number[] }>`
    select taken, recent, today, ${sql.raw(WITHOUT_WAIT)}
      from count_guess(${keys}, ${allowed}, ${most}, ${now}, ${since})`.execute(db);
  return rows[0]!;
}

/** Counts a wrong second step as a wrong password of the same browser (ACC-33). */
export async function countWrongStep(ctx: Ctx, accountId: number): Promise<void> {
  const known = (await accountOfBrowser(ctx)) === accountId;
  const counts = countsFor(ctx, { name: '', accountId, known }, 1);
  await addHit(
    ctx,
    counts.map(({ key }) => key),
  );
}

/**
 * The wrong codes of the app in the last 24 hours: of this browser if the account knows it, else of
 * all others together.
 */
export async function wrongCodes(
  ctx: Ctx,
  accountId: number,
): Promise<{ key: string; wrong: number }> {
  const { db, now, client } = ctx;
  const since = new Date(now.getTime() - DAY_MS);
  const ofAll = keyOf('code', String(accountId));
  const ofThis = keyOf('code-browser', client.browserHash?.toString('hex') ?? '');
  const reads = together(db);
  const [accountOfThis, counts] = await allOf([
    accountOfBrowser({ ...ctx, db: reads }),
    reads
      .selectFrom('rate_limit')
      .select(['key', 'hits'])
      .where('key', 'in', [ofAll, ofThis])
      .execute(),
  ]);
  const key = accountOfThis === accountId ? ofThis : ofAll;
  const hits = counts.find((count) => count.key === key)?.hits ?? [];
  return { key, wrong: hits.filter((hit) => hit > since).length };
}

/**
 * Adds a hit to the counts and locks them until the transaction ends, in one order everywhere, so
 * that two logins never wait for each other.
 */
export async function addHit({ db, now }: Pick<Ctx, 'db' | 'now'>, keys: string[]): Promise<void> {
  const [from, to] = [-DAY_MS, DAY_MS].map((ms) => new Date(now.getTime() + ms));
  await sql`
    insert into rate_limit as old (key, hits, expires_at)
    select key, ${[now]}::timestamptz[], ${to}::timestamptz from unnest(${keys}::text[]) key
     order by key
        on conflict (key) do update
       set hits = array(select hit from unnest(old.hits) with ordinality as was (hit, place)
                         where hit > ${from} and hit < ${to} order by place) || excluded.hits,
           expires_at = excluded.expires_at`.execute(db);
}

/** After the right password: the attempt was no guess; a known browser begins at zero. */
export async function giveGuessBack(db: Sql, { keys, known }: Guess): Promise<void> {
  if (known) await db.deleteFrom('rate_limit').where('key', 'in', keys).execute();
  else
    await sql`
      update rate_limit r set hits = trim_array(hits, 1)
        from (select key from rate_limit where key = any(${keys}) order by key for update) mine
       where r.key = mine.key and cardinality(hits) > 0`.execute(db);
}

/** After the owner set a new password: nobody has guessed it yet. */
export async function deleteGuesses(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('key', '=', ofAccount(accountId)).execute();
}

/** What somebody waits for after wrong passwords and codes of the account (ACC-20). */
export async function deleteWaits(db: Sql, accountId: number): Promise<void> {
  const keys = [ofAccount(accountId), keyOf('code', String(accountId))];
  await sql`
    delete from rate_limit where key in (
      select key from rate_limit where key = any(${keys}) order by key for update)`.execute(db);
}
