/**
 * Another token for a log-in whose owner has just proven who it is: whoever copied its cookie must
 * not use what is confirmed next (decision 0171).
 */
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { sql } from 'kysely';
import type { Actors, Ctx } from './action.ts';
import { hashToken, randomToken } from './crypto.ts';
import type { Sql } from './db.ts';

/** After a confirmation, for requests that other tabs have sent with the earlier token. */
const PREVIOUS_MS = 30_000;

/** What holds log-ins. */
type Table = 'partner_login' | 'session' | 'staff_login';

export interface Renewed {
  remember: boolean;
  expires_at: Date;
}

export interface Renewal {
  from: Buffer;
  to: Buffer;
  /** The caller has just proven who it is: then the token before counts, too. */
  proven: boolean;
  now: Date;
  /** How long requests that were sent before find the log-in by its earlier token. */
  previousUntil: Date;
}

/**
 * For `with`: `old` is the row as it was, `renewed` gives it the other token. They meet by the id:
 * of two confirmations at once the second finds the token of the first.
 */
export const renewing = (table: Table, { from, to, proven, now, previousUntil }: Renewal) => sql`
    old as (
      select * from ${sql.table(table)}
       where token_hash = ${from}
         or (${proven} and previous_hash = ${from} and previous_until > ${now})
         for update),
    renewed as (
      update ${sql.table(table)} s
         set token_hash = ${to}, previous_hash = old.token_hash, previous_until = ${previousUntil}
        from old where s.id = old.id)`;

type Caller<Who extends 'user' | 'staff' | 'partner'> = Pick<
  Ctx<Actors[Who]>,
  'db' | 'now' | 'actor' | 'effects'
>;

/**
 * Gives the log-in of the caller another token by `renew`, which returns undefined when it has
 * ended. Not proven: the token before ends at once.
 * @throws NOT_LOGGED_IN
 */
export async function renewToken(
  { db, now, actor, effects }: Caller<'user' | 'staff' | 'partner'>,
  { proven }: { proven: boolean },
  renew: (db: Sql, renewal: Renewal) => Promise<Renewed | undefined>,
): Promise<void> {
  const token = randomToken();
  const to = hashToken(token);
  const previousUntil = new Date(now.getTime() + (proven ? PREVIOUS_MS : 0));
  const renewed = await renew(db, { from: actor.sessionHash, to, proven, now, previousUntil });
  if (!renewed) throw new AppError('NOT_LOGGED_IN');
  effects.startSession = { token, remember: renewed.remember, expiresAt: renewed.expires_at };
  // What follows in this call is done by the log-in under its new token.
  actor.sessionHash = to;
}

/** The log-in of a call, also when a confirmation of the same moment has given it another token. */
export const ofCall = (tokenHash: Buffer) =>
  sql<boolean>`(token_hash = ${tokenHash} or previous_hash = ${tokenHash})`;

/** Gives the log-in of the house or of a website, which has just been confirmed, another token. */
export const renewLogin = (
  ctx: Caller<'staff' | 'partner'>,
  table: 'partner_login' | 'staff_login',
): Promise<void> =>
  renewToken(ctx, { proven: true }, async (db, renewal) => {
    const { rows } = await sql<Renewed>`
      with ${renewing(table, renewal)} select false as remember, expires_at from old`.execute(db);
    return rows[0];
  });
