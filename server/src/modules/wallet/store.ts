import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** Accounts of the house that a wallet trades with. */
type HouseAccount = 'clearing' | 'revenue' | 'bonus' | 'coupon' | 'refund' | 'forfeited' | 'correction';
type TransferKind = 'topup' | 'bonus' | 'coupon' | 'order' | 'refund' | 'correction' | 'forfeit';

export interface Transfer {
  userId: number;
  /** Always positive; the direction is the function's. */
  amount: Credits;
  kind: TransferKind;
  house: HouseAccount;
  /** The one thing that causes this transfer. */
  cause: string;
  description: string;
  at: Date;
}

/** Opens the wallet when it is missing and locks it, so that whoever waited sees what the winner booked. */
export async function openAndLock(db: Sql, userId: number): Promise<void> {
  await sql`insert into ledger_account (kind, owner_id, balance) values ('wallet', ${userId}, 0) on conflict do nothing`.execute(
    db,
  );
  await sql`select from ledger_account where kind = 'wallet' and owner_id = ${userId} for update`.execute(db);
}

/** The balance, which stays so until the end of the transaction; 0 without a wallet. */
export async function lockBalance(db: Sql, userId: number): Promise<Credits> {
  const row = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', 'wallet')
    .where('owner_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.balance ?? 0;
}

export async function causeExists(db: Sql, cause: string): Promise<boolean> {
  const row = await db.selectFrom('ledger_transfer').select('id').where('cause', '=', cause).executeTakeFirst();
  return row !== undefined;
}

/** House to wallet. The wallet must be open. Answers the new balance. */
export async function moveIn(db: Sql, transfer: Transfer): Promise<Credits> {
  const { rows } = await sql<{ balance_after: Credits }>`
    with wallet as (
      update ledger_account set balance = balance + ${transfer.amount}::bigint
       where kind = 'wallet' and owner_id = ${transfer.userId} returning id, balance)
    insert into ledger_transfer (kind, cause, from_account, to_account, amount, balance_after, description, at)
    select ${transfer.kind}, ${transfer.cause}, house.id, wallet.id, ${transfer.amount}::bigint, wallet.balance,
           ${transfer.description}, ${transfer.at}
      from wallet, ledger_account house where house.kind = ${transfer.house} and house.owner_id is null
    returning balance_after`.execute(db);
  if (!rows[0]) throw new Error(`wallet of account ${transfer.userId} is not open`);
  return rows[0].balance_after;
}

/** Wallet to house in one statement; undefined when the balance is too small, and then nothing has changed. */
export async function moveOut(db: Sql, transfer: Transfer): Promise<Credits | undefined> {
  const { rows } = await sql<{ balance_after: Credits }>`
    with wallet as (
      update ledger_account set balance = balance - ${transfer.amount}::bigint
       where kind = 'wallet' and owner_id = ${transfer.userId} and balance >= ${transfer.amount}::bigint returning id, balance)
    insert into ledger_transfer (kind, cause, from_account, to_account, amount, balance_after, description, at)
    select ${transfer.kind}, ${transfer.cause}, wallet.id, house.id, ${transfer.amount}::bigint, wallet.balance,
           ${transfer.description}, ${transfer.at}
      from wallet, ledger_account house where house.kind = ${transfer.house} and house.owner_id is null
    returning balance_after`.execute(db);
  return rows[0]?.balance_after;
}

export async function balance(db: Sql, userId: number): Promise<Credits> {
  const row = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', 'wallet')
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/** Sums of everything that ever came in by these kinds. */
export async function received(db: Sql, userId: number): Promise<{ bonus: Credits; coupon: Credits }> {
  const { rows } = await sql<{ bonus: Credits; coupon: Credits }>`
    select coalesce(sum(amount) filter (where t.kind = 'bonus'), 0)::bigint as bonus,
           coalesce(sum(amount) filter (where t.kind = 'coupon'), 0)::bigint as coupon
      from ledger_transfer t join ledger_account w on w.id = t.to_account
     where w.kind = 'wallet' and w.owner_id = ${userId}`.execute(db);
  return rows[0]!;
}

export interface Movement {
  id: number;
  kind: TransferKind;
  cause: string;
  incoming: boolean;
  amount: Credits;
  balance_after: Credits;
  description: string;
  at: Date;
}

/** The movements of a wallet before the transfer `before`, newest first. */
export async function movements(
  db: Sql,
  userId: number,
  { before, limit, kinds }: { before?: number | undefined; limit: number; kinds?: readonly TransferKind[] },
): Promise<Movement[]> {
  const older = before === undefined ? sql`` : sql`and t.id < ${before}`;
  const chosen = kinds ? sql`and t.kind = any(${kinds})` : sql``;
  const side = (column: 'from_account' | 'to_account') => sql`
    (select t.id, t.kind, t.cause, ${sql.lit(column === 'to_account')} as incoming, t.amount, t.balance_after, t.description, t.at
       from wallet join ledger_transfer t on t.${sql.ref(column)} = wallet.id where true ${older} ${chosen}
      order by t.id desc limit ${limit})`;
  const { rows } = await sql<Movement>`
    with wallet as (select id from ledger_account where kind = 'wallet' and owner_id = ${userId})
    ${side('from_account')} union all ${side('to_account')}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** What is wrong of one kind: the first such row, in words, and how many there are. */
export interface Finding {
  first: string;
  count: number;
}

export async function countLedger(db: Sql): Promise<{ accounts: number; transfers: number; sum: Credits }> {
  const { rows } = await sql<{ accounts: number; transfers: number; sum: Credits }>`
    select (select count(*) from ledger_account) as accounts,
           (select count(*) from ledger_transfer) as transfers,
           -- Wallets as they are stored, the house as its transfers say.
           ((select coalesce(sum(balance), 0) from ledger_account)
             + (select coalesce(sum(case when t.to_account = a.id then t.amount else -t.amount end), 0)
                  from ledger_account a join ledger_transfer t on a.id in (t.from_account, t.to_account)
                 where a.kind <> 'wallet'))::bigint as sum`.execute(db);
  return rows[0]!;
}

/** Wallets whose stored balance is not the sum of their transfers. */
export async function wrongBalances(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select format('Konto %s: gespeicherter Saldo %s, Summe der Buchungen %s', owner_id, balance, total) as first,
           count(*) over () as count
      from (select a.id, a.owner_id, a.balance, coalesce(sum(m.amount), 0) as total
              from ledger_account a
              left join (select to_account as account, amount from ledger_transfer
                         union all select from_account, -amount from ledger_transfer) m on m.account = a.id
             where a.kind = 'wallet' group by a.id) wallet
     where balance <> total order by id limit 1`.execute(db);
  return rows;
}

/** Transfers whose balance afterwards does not follow from the ones before in the same wallet. */
export async function brokenChains(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select format('Buchung %s (%s) von Konto %s: Saldo danach %s statt %s', id, cause, owner_id, balance_after, total) as first,
           count(*) over () as count
      from (select t.id, t.cause, t.balance_after, w.owner_id,
                   sum(case when t.to_account = w.id then t.amount else -t.amount end)
                     over (partition by w.id order by t.id) as total
              from ledger_transfer t
              join ledger_account w on w.id in (t.from_account, t.to_account) and w.kind = 'wallet') movement
     where balance_after <> total order by id limit 1`.execute(db);
  return rows;
}

/** Transfers that do not run between a wallet and the account of the house that belongs to their kind, in its direction. */
export async function misdirected(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select format('Buchung %s (%s): %s von %s nach %s', t.id, t.cause, t.kind, f.kind, g.kind) as first,
           count(*) over () as count
      from ledger_transfer t
      join ledger_account f on f.id = t.from_account
      join ledger_account g on g.id = t.to_account
     where (t.kind, f.kind, g.kind) not in (
             ('topup', 'clearing', 'wallet'), ('bonus', 'bonus', 'wallet'), ('coupon', 'coupon', 'wallet'),
             ('refund', 'revenue', 'wallet'), ('order', 'wallet', 'revenue'), ('forfeit', 'wallet', 'forfeited'),
             ('correction', 'correction', 'wallet'), ('correction', 'wallet', 'correction'))
     order by t.id limit 1`.execute(db);
  return rows;
}
