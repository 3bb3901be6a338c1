import type { ReauthenticationKind } from '@samtrot/shared/access/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** Stores or renews the session's proof for each of these kinds; false if the session has ended. */
export async function saveProofs(
  db: Sql,
  sessionHash: Buffer,
  kinds: readonly ReauthenticationKind[],
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into reauthentication (session_hash, kind, confirmed_at)
    select s.token_hash, unnest(${sql.val([...kinds])}::text[]), ${now}
      from (select token_hash from session where token_hash = ${sessionHash} for key share) s
    on conflict (session_hash, kind) do update set confirmed_at = excluded.confirmed_at`.execute(
    db,
  );
  return numAffectedRows !== 0n;
}

/** Whether the session has a proof for each of these kinds that is not older than `since`. */
export async function hasProofs(
  db: Sql,
  sessionHash: Buffer,
  kinds: readonly ReauthenticationKind[],
  since: Date,
): Promise<boolean> {
  const rows = await db
    .selectFrom('reauthentication')
    .select('kind')
    .where('session_hash', '=', sessionHash)
    .where('kind', 'in', kinds)
    .where('confirmed_at', '>=', since)
    .execute();
  return rows.length === kinds.length;
}
