import type { TaxedPart } from '@samtrot/shared/history/rules.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

type CreditKind = 'topup' | 'bonus' | 'coupon' | 'refund' | 'correction';
type MovementKind = CreditKind | 'order' | 'forfeit' | 'chargeback' | 'settlement';
type LotSource = 'bought' | 'bonus' | 'coupon' | 'correction';

export interface Transfer {
  userId: number;
  /** Always positive; the function determines the direction. */
  amount: Credits;
  /** Unique cause of the transfer. */
  cause: string;
  description: string;
  at: Date;
}

/**
 * Only database functions write the ledger (migration 0020): they change balance, lots and hash
 * chain together, and the application has no other right.
 */
const call = async <Answer = Credits>(
  db: Sql,
  expression: ReturnType<typeof sql>,
): Promise<Answer> => {
  const { rows } = await sql<{ answer: Answer }>`select ${expression} as answer`.execute(db);
  return rows[0]!.answer;
};

interface Incoming extends Transfer {
  kind: CreditKind;
  /** The cause of the refunded spend. */
  refundOf?: string | null;
  /** The price of the credits. */
  paid?: Rappen;
}

/** House account to wallet; returns the balance. */
export const moveIn = (
  db: Sql,
  { userId, amount, cause, description, at, kind, refundOf = null, paid = 0 }: Incoming,
): Promise<Credits> =>
  call(
    db,
    sql`ledger_credit(${userId}, ${amount}, ${kind}, ${cause}, ${description}, ${at}, ${refundOf}, ${paid})`,
  );

/** The payment a take-back belongs to. */
export interface TakenBack {
  payment: string;
  /** The bonus among the credits. */
  bonus: Credits;
  /** The refunded money. */
  paid: Rappen;
}

/** Wallet to house account; null without changes if the balance is too small. */
export const moveOut = (
  db: Sql,
  { userId, amount, cause, description, at }: Transfer,
  kind: 'order' | 'correction' = 'order',
): Promise<Credits | null> =>
  call(
    db,
    sql`ledger_spend(${userId}, ${amount}, ${kind}, ${kind === 'order' ? 'revenue' : kind}, ${cause}, ${description}, ${at})`,
  );

export const takeBack = (
  db: Sql,
  { userId, amount, cause, description, at, payment, bonus, paid }: Transfer & TakenBack,
): Promise<Credits> =>
  call(
    db,
    sql`ledger_take_back(${userId}, ${amount}, ${payment}, ${cause}, ${description}, ${at}, ${bonus}, ${paid})`,
  );

export const forfeitAll = (
  db: Sql,
  { userId, cause, description, at }: Omit<Transfer, 'amount'>,
): Promise<Credits> => call(db, sql`ledger_forfeit(${userId}, ${cause}, ${description}, ${at})`);

export async function balance(db: Sql, userId: number): Promise<Credits> {
  const row = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', 'wallet')
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/** The account's debt, as a positive number. */
export async function owed(db: Sql, userId: number): Promise<Credits> {
  const row = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', 'debt')
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return row?.balance ? -row.balance : 0;
}

/** The transfer that started the current debt; undefined without one. */
export async function debtStart(
  db: Sql,
  userId: number,
): Promise<{ cause: string; at: Date } | undefined> {
  const { rows } = await sql<{ cause: string; at: Date }>`
    with moved as (
      select t.id, t.cause, t.at, sum(case when t.chain = d.id then t.amount else -t.amount end) over (order by t.id) as owed
        from ledger_account d
        join ledger_account w on w.owner_id = d.owner_id and w.kind = 'wallet'
        join ledger_transfer t on t.chain = d.id or (t.chain = w.id and t.kind = 'settlement')
       where d.kind = 'debt' and d.owner_id = ${userId} and d.balance < 0)
    select cause, at from moved
     where id > coalesce((select max(id) from moved where owed = 0), 0)
     order by id limit 1`.execute(db);
  return rows[0];
}

/** Totals received by these kinds. */
export async function received(
  db: Sql,
  userId: number,
): Promise<{ bonus: Credits; coupon: Credits }> {
  const { rows } = await sql<{ bonus: Credits; coupon: Credits }>`
    select coalesce(sum(amount) filter (where t.kind = 'bonus'), 0)::bigint as bonus,
           coalesce(sum(amount) filter (where t.kind = 'coupon'), 0)::bigint as coupon
      from ledger_account w
      join ledger_transfer t on t.chain = w.id and t.kind in ('bonus', 'coupon')
     where w.kind = 'wallet' and w.owner_id = ${userId}`.execute(db);
  return rows[0]!;
}

/** Total credits moved by these causes. */
export async function bookedBy(db: Sql, causes: readonly string[]): Promise<Credits> {
  const { rows } = await sql<{ total: Credits }>`
    select coalesce(sum(amount), 0)::bigint as total from ledger_transfer
     where cause = any(${causes})`.execute(db);
  return rows[0]!.total;
}

export interface Movement {
  id: number;
  /** Number within the wallet, from 1. */
  seq: number;
  kind: MovementKind;
  cause: string;
  incoming: boolean;
  amount: Credits;
  balance_after: Credits;
  description: string;
  at: Date;
}

/**
 * The transfers of a wallet before number `before`, newest first, read along the hash chain; a join
 * would have to sort.
 */
export async function movements(
  db: Sql,
  userId: number,
  { before, limit, gifts }: { before?: number | undefined; limit: number; gifts?: true },
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select t.id, t.seq, t.kind, t.cause, t.to_account = t.chain as incoming, t.amount,
           t.balance_after, t.description, t.at
      from ledger_transfer t
     where t.chain = (select id from ledger_account where kind = 'wallet' and owner_id = ${userId})
       ${before === undefined ? sql`` : sql`and t.seq < ${before}`}
       ${gifts ? sql`and t.kind in ('bonus', 'coupon')` : sql``}
     order by t.seq desc limit ${limit}`.execute(db);
  return rows;
}

export interface LotUse {
  transfer_id: number;
  source: LotSource;
  granted_at: Date;
  amount: Credits;
}

/** The lots used by these spends, oldest granted first. */
export async function lotUses(db: Sql, transferIds: readonly number[]): Promise<LotUse[]> {
  if (transferIds.length === 0) return [];
  const { rows } = await sql<LotUse>`
    select u.transfer_id, l.source, l.granted_at, u.amount
      from ledger_lot_use u join ledger_lot l on l.id = u.lot_id
     where u.transfer_id = any(${transferIds}) order by u.transfer_id, l.granted_at, l.id`.execute(
    db,
  );
  return rows;
}

/**
 * The price of the credits spent or refunded by each transfer. Parts without a price are omitted;
 * refunds have the tax rate of their order.
 */
export async function paidParts(
  db: Sql,
  transferIds: readonly number[],
): Promise<Map<number, TaxedPart[]>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await sql<TaxedPart & { transfer_id: number }>`
    select transfer_id, paid_from as "from", paid, ledger_vat_of(transfer_id) as permille
      from ledger_lot_use where transfer_id = any(${transferIds}) and paid > 0
    union all
    select transfer_id, paid_from, paid, ledger_vat_of(coalesce(spend_id, transfer_id))
      from ledger_lot where transfer_id = any(${transferIds}) and paid > 0`.execute(db);
  return Map.groupBy(rows, ({ transfer_id }) => transfer_id);
}

/** The tax rates of these transfers in permille; refunds have those of their orders. */
export async function vatRates(
  db: Sql,
  transferIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; rates: number[] }>`
    select t.id, array_agg(distinct ledger_vat_of(coalesce(l.spend_id, t.id))) as rates
      from unnest(${transferIds}::bigint[]) t(id) left join ledger_lot l on l.transfer_id = t.id
     group by t.id`.execute(db);
  return new Map(rows.map(({ id, rates }) => [id, rates]));
}

/**
 * The rate of the newest transfer; null where none was ever noted, undefined where nothing was
 * booked.
 */
export async function lastVatRate(db: Database): Promise<number | null | undefined> {
  const { rows } = await sql<{ permille: number | null }>`
    select ledger_vat_of(id) as permille from ledger_transfer order by id desc limit 1`.execute(db);
  return rows[0]?.permille;
}

/** Stores the configured tax rate for future transfers. */
export async function noteVatRate(db: Database, permille: number, now: Date): Promise<void> {
  await sql`
    insert into vat_rate (permille, set_at) select ${permille}, ${now}
     where ${permille}::smallint is distinct from ledger_vat()`.execute(db);
}

/** The causes of the spends refunded by these transfers. */
export async function refundedSpends(
  db: Sql,
  transferIds: readonly number[],
): Promise<Map<number, string>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; cause: string }>`
    select distinct l.transfer_id as id, t.cause from ledger_lot l
      join ledger_transfer t on t.id = l.spend_id
     where l.transfer_id = any(${transferIds})`.execute(db);
  return new Map(rows.map(({ id, cause }) => [id, cause]));
}

/** The watermark: the last final transfer. Requires a transaction of its own that ends at once. */
export const watermark = (db: Sql) => call<number | null>(db, sql`ledger_border()`);

/** Writes a checkpoint of the transfers since the last one. */
export const writeCheckpoint = (db: Sql, upTo: number | null, at: Date) =>
  call(db, sql`ledger_seal_up_to(${upTo}, ${at})`);

export const newestCheckpoint = (db: Sql) =>
  db
    .selectFrom('ledger_seal')
    .select(['id', 'last_transfer', 'hash', 'sealed_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
