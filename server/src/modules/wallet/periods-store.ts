import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { ZONE } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Movement } from './store.ts';

/** The times at which these causes were booked in a wallet; unbooked causes are missing. */
export async function bookedAt(
  db: Sql,
  userId: number,
  causes: readonly string[],
): Promise<Map<string, Date>> {
  if (causes.length === 0) return new Map();
  const { rows } = await sql<{ cause: string; at: Date }>`
    select t.cause, t.at from ledger_transfer t join ledger_account w on w.id = t.chain
     where w.kind = 'wallet' and w.owner_id = ${userId} and t.cause = any(${causes})`.execute(db);
  return new Map(rows.map(({ cause, at }) => [cause, at]));
}

/** The tax rate in permille when this was booked. */
export async function vatRateAt(db: Sql, userId: number, cause: string): Promise<number> {
  const { rows } = await sql<{ rate: number }>`
    select ledger_vat_of(t.id) as rate from ledger_transfer t
      join ledger_account w on w.id = t.chain
     where w.kind = 'wallet' and w.owner_id = ${userId} and t.cause = ${cause}`.execute(db);
  return rows[0]!.rate;
}

/** The transfers of a wallet from number `from` on, oldest first. */
export async function movementsFrom(
  db: Sql,
  userId: number,
  { from, limit }: { from: number; limit: number },
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select t.id, t.seq, t.kind, t.cause, t.to_account = w.id as incoming, t.amount, t.balance_after,
           t.description, t.at
      from ledger_account w join ledger_transfer t on t.chain = w.id
     where w.kind = 'wallet' and w.owner_id = ${userId} and t.seq >= ${from}
     order by t.seq limit ${limit}`.execute(db);
  return rows;
}

/**
 * The Swiss months of a wallet with their first and last transfer numbers, newest first. A transfer
 * slightly out of order counts for the month already started, so months never overlap.
 */
export async function monthsOf(
  db: Sql,
  userId: number,
): Promise<{ month: string; first: number; last: number }[]> {
  const { rows } = await sql<{ month: string; first: number; last: number }>`
    select month, min(seq)::bigint as first, max(seq)::bigint as last from (
      select t.seq, to_char(max(t.at) over (order by t.seq) at time zone ${ZONE}, 'YYYY-MM') as month
        from ledger_account w join ledger_transfer t on t.chain = w.id
       where w.kind = 'wallet' and w.owner_id = ${userId}) moved
     group by month order by month desc`.execute(db);
  return rows;
}

/** The owners of wallets with transfers in this period. */
export async function movedBetween(db: Sql, from: Date, until: Date): Promise<number[]> {
  const { rows } = await sql<{ owner: number }>`
    select distinct w.owner_id as owner from ledger_transfer t
      join ledger_account w on w.id = t.chain
     where w.kind = 'wallet' and t.at >= ${from} and t.at < ${until} order by 1`.execute(db);
  return rows.map(({ owner }) => owner);
}

/** The debt of the account at this time, as a positive number. */
export async function owedAt(db: Sql, userId: number, until: Date): Promise<Credits> {
  const { rows } = await sql<{ owed: Credits }>`
    select coalesce(sum(case when a.kind = 'debt' then t.amount when t.kind = 'settlement' then -t.amount end), 0)::bigint as owed
      from ledger_account a join ledger_transfer t on t.chain = a.id
     where a.kind in ('wallet', 'debt') and a.owner_id = ${userId} and t.at < ${until}`.execute(db);
  return rows[0]!.owed;
}
