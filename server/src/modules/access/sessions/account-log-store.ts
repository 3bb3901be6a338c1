import type { AccountEventKind } from '@samtrot/shared/access/events.ts';
import { ZONE } from '@samtrot/shared/kernel/time.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

export interface LogQuery {
  accountId: number;
  kinds: readonly AccountEventKind[];
  now: Date;
  limit: number;
  offset: number;
}

interface Entry {
  at: Date;
  kind: AccountEventKind;
  details: Record<string, string | number>;
}

/**
 * Entries of these kinds: the wrong passwords of a Swiss day are one with their number, and what
 * the house looked at stands among them from the time it is shown.
 */
const entries = ({ accountId, kinds, now }: LogQuery): RawBuilder<Entry> => sql`
  select id, at, kind, details from account_event
   where account_id = ${accountId} and kind <> 'login_failed' and kind = any(${kinds})
     and visible_at <= ${now}
  union all
  select max(id), max(at), 'login_failed', jsonb_build_object('count', count(*)::int)
    from account_event
   where account_id = ${accountId} and kind = 'login_failed' and 'login_failed' = any(${kinds})
   group by (at at time zone ${ZONE})::date
  union all
  select id, at, 'house_look',
         jsonb_build_object('look', kind, 'thing', thing, 'number', thing_number,
         'role', coalesce(role, ''), 'sign', coalesce(sign, ''), 'reason', reason)
    from data_access_log
   where account_id = ${accountId} and 'house_look' = any(${kinds}) and visible_at <= ${now}`;

/** A page of the log, the newest entry first. */
export async function findEntries(db: Sql, query: LogQuery): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select at, kind, details from (${entries(query)}) e
     order by at desc, id desc limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows;
}

export async function countEntries(db: Sql, query: LogQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${entries(query)}) e`.execute(db);
  return rows[0]!.count;
}

/** When the newest entry of a kind was added, or null. */
export async function lastOf(
  db: Sql,
  accountId: number,
  kind: AccountEventKind,
): Promise<Date | null> {
  const row = await db
    .selectFrom('account_event')
    .select('at')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('kind', '!=', 'login_failed')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
