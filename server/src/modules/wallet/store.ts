import type { TaxedPart } from '@samtrot/shared/history/rules.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

type CreditKind = 'topup' | 'bonus' | 'coupon' | 'refund' | 'correction';
type MovementKind = CreditKind | 'order' | 'forfeit' | 'chargeback' | 'settlement';
type LotSource = 'bought' | 'bonus' | 'coupon' | 'correction';

export interface Transfer {
  userId: number;
  /** Always positive; the direction is the function's. */
  amount: Credits;
  /** The one thing that causes this transfer. */
  cause: string;
  description: string;
  at: Date;
}

/**
 * The book is written by functions of the database alone (migration 0020): they move the balance, use up lots and extend the chain in
 * one go, and the application has no other right to it.
 */
const call = async <Answer = Credits>(db: Sql, expression: ReturnType<typeof sql>): Promise<Answer> => {
  const { rows } = await sql<{ answer: Answer }>`select ${expression} as answer`.execute(db);
  return rows[0]!.answer;
};

interface Incoming extends Transfer {
  kind: CreditKind;
  /** The cause of the spend whose lots come back. */
  givesBack?: string | null;
  /** What was paid for them. */
  paid?: Rappen;
}

/** House to wallet. Returns the balance afterwards. */
export const moveIn = (
  db: Sql,
  { userId, amount, cause, description, at, kind, givesBack = null, paid = 0 }: Incoming,
): Promise<Credits> =>
  call(db, sql`ledger_credit(${userId}, ${amount}, ${kind}, ${cause}, ${description}, ${at}, ${givesBack}, ${paid})`);

/** What a take-back is about. */
export interface TakenBack {
  payment: string;
  /** Of the credits, how many were its bonus. */
  bonus: Credits;
  /** What went back to the payer. */
  paid: Rappen;
}

/** Wallet to house; null when the balance is too small, and then nothing has changed. */
export const moveOut = (db: Sql, { userId, amount, cause, description, at }: Transfer): Promise<Credits | null> =>
  call(db, sql`ledger_spend(${userId}, ${amount}, 'order', 'revenue', ${cause}, ${description}, ${at})`);

export const takeBack = (
  db: Sql,
  { userId, amount, cause, description, at, payment, bonus, paid }: Transfer & TakenBack,
): Promise<Credits> =>
  call(db, sql`ledger_take_back(${userId}, ${amount}, ${payment}, ${cause}, ${description}, ${at}, ${bonus}, ${paid})`);

export const forfeitAll = (db: Sql, { userId, cause, description, at }: Omit<Transfer, 'amount'>): Promise<Credits> =>
  call(db, sql`ledger_forfeit(${userId}, ${cause}, ${description}, ${at})`);

export async function balance(db: Sql, userId: number): Promise<Credits> {
  const row = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', 'wallet')
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/** What the account owes, as a positive number. */
export async function owed(db: Sql, userId: number): Promise<Credits> {
  const row = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', 'debt')
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return row?.balance ? -row.balance : 0;
}

/** Which transfer began what is owed now; undefined while nothing is. */
export async function debtBegan(db: Sql, userId: number): Promise<{ cause: string; at: Date } | undefined> {
  const { rows } = await sql<{ cause: string; at: Date }>`
    with moved as (
      select t.id, t.cause, t.at, sum(case when t.chain = d.id then t.amount else -t.amount end) over (order by t.id) as owed
        from ledger_account d
        join ledger_account w on w.owner_id = d.owner_id and w.kind = 'wallet'
        join ledger_transfer t on t.chain = d.id or (t.chain = w.id and t.kind = 'settlement')
       where d.kind = 'debt' and d.owner_id = ${userId} and d.balance < 0)
    select cause, at from moved
     where id > coalesce((select max(id) from moved where owed = 0), 0) order by id limit 1`.execute(db);
  return rows[0];
}

/** Sums of everything that ever came in by these kinds. */
export async function received(db: Sql, userId: number): Promise<{ bonus: Credits; coupon: Credits }> {
  const { rows } = await sql<{ bonus: Credits; coupon: Credits }>`
    select coalesce(sum(amount) filter (where t.kind = 'bonus'), 0)::bigint as bonus,
           coalesce(sum(amount) filter (where t.kind = 'coupon'), 0)::bigint as coupon
      from ledger_account w join ledger_transfer t on t.chain = w.id and t.kind in ('bonus', 'coupon')
     where w.kind = 'wallet' and w.owner_id = ${userId}`.execute(db);
  return rows[0]!;
}

/** Credits that were moved by these causes. */
export async function bookedBy(db: Sql, causes: readonly string[]): Promise<Credits> {
  const { rows } = await sql<{ total: Credits }>`
    select coalesce(sum(amount), 0)::bigint as total from ledger_transfer where cause = any(${causes})`.execute(db);
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

/** The movements of a wallet before number `before`, newest first: read along the chain, which a join would have to sort. */
export async function movements(
  db: Sql,
  userId: number,
  { before, limit, gifts }: { before?: number | undefined; limit: number; gifts?: true },
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select t.id, t.seq, t.kind, t.cause, t.to_account = t.chain as incoming, t.amount, t.balance_after, t.description, t.at
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

/** Which credits paid these spends, oldest granted first. */
export async function lotUses(db: Sql, transferIds: readonly number[]): Promise<LotUse[]> {
  if (transferIds.length === 0) return [];
  const { rows } = await sql<LotUse>`
    select u.transfer_id, l.source, l.granted_at, u.amount
      from ledger_lot_use u join ledger_lot l on l.id = u.lot_id
     where u.transfer_id = any(${transferIds}) order by u.transfer_id, l.granted_at, l.id`.execute(db);
  return rows;
}

/**
 * What was really paid for the credits that these transfers spent or gave back, by transfer. Stretches without a Rappen are left out.
 * What came back has the rate of the order it came back from.
 */
export async function paidParts(db: Sql, transferIds: readonly number[]): Promise<Map<number, TaxedPart[]>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await sql<TaxedPart & { transfer_id: number }>`
    select transfer_id, paid_from as "from", paid, ledger_vat_of(transfer_id) as permille from ledger_lot_use where transfer_id = any(${transferIds}) and paid > 0
    union all
    select transfer_id, paid_from, paid, ledger_vat_of(coalesce(spend_id, transfer_id)) from ledger_lot where transfer_id = any(${transferIds}) and paid > 0`.execute(
    db,
  );
  return Map.groupBy(rows, ({ transfer_id }) => transfer_id);
}

/** The rates of the tax of these transfers, in permille: of what came back those of the orders it came back from. */
export async function vatRates(db: Sql, transferIds: readonly number[]): Promise<Map<number, number[]>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; rates: number[] }>`
    select t.id, array_agg(distinct ledger_vat_of(coalesce(l.spend_id, t.id))) as rates
      from unnest(${transferIds}::bigint[]) t(id) left join ledger_lot l on l.transfer_id = t.id group by t.id`.execute(
    db,
  );
  return new Map(rows.map(({ id, rates }) => [id, rates]));
}

/** The rate of the newest transfer; null where none was ever noted, undefined where nothing was booked. */
export async function lastVatRate(db: Database): Promise<number | null | undefined> {
  const { rows } = await sql<{ permille: number | null }>`
    select ledger_vat_of(id) as permille from ledger_transfer order by id desc limit 1`.execute(db);
  return rows[0]?.permille;
}

/** Notes the rate that is set, which movements keep from now on. */
export async function noteVatRate(db: Database, permille: number, now: Date): Promise<void> {
  await sql`
    insert into vat_rate (permille, set_at) select ${permille}, ${now}
     where ${permille}::smallint is distinct from ledger_vat()`.execute(db);
}

/** The causes of the spends whose credits came back with these transfers. */
export async function spendsBehind(db: Sql, transferIds: readonly number[]): Promise<Map<number, string>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; cause: string }>`
    select distinct l.transfer_id as id, t.cause from ledger_lot l join ledger_transfer t on t.id = l.spend_id
     where l.transfer_id = any(${transferIds})`.execute(db);
  return new Map(rows.map(({ id, cause }) => [id, cause]));
}

/** The last transfer that is final; null in an empty book. To be asked in a transaction of its own, which must end at once. */
export const border = (db: Sql) => call<number | null>(db, sql`ledger_border()`);

/** Seals the transfers since the last seal up to this one; without any it does nothing. */
export const seal = (db: Sql, upTo: number | null, at: Date) => call(db, sql`ledger_seal_up_to(${upTo}, ${at})`);

export const newestSeal = (db: Sql) =>
  db
    .selectFrom('ledger_seal')
    .select(['id', 'last_transfer', 'hash', 'sealed_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
