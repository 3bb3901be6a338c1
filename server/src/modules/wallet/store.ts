import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** Accounts of the house that a wallet trades with. */
export type HouseAccount = 'clearing' | 'revenue' | 'bonus' | 'coupon' | 'refund' | 'forfeited' | 'correction';
export type TransferKind = 'topup' | 'bonus' | 'coupon' | 'order' | 'refund' | 'correction' | 'forfeit';

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
