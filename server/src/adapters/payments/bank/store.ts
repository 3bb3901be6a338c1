import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../../platform/db.ts';
import type { Movement } from './camt.ts';

export interface SlipRow {
  reference: string;
  payment: string;
  amount: Rappen;
}

export interface Entry {
  id: number;
  bankRef: string | null;
  bookedOn: string;
  amount: Rappen;
  currency: string;
  credit: boolean;
  reversal: boolean;
  reference: string | null;
  payment: string | null;
  refund: string | null;
  handled: boolean;
}

export interface RefundRow {
  id: string;
  reference: string;
  payment: string;
  amount: Rappen;
  paid: boolean;
}

/** A payment has one slip. */
export async function findOrCreateSlip(db: Database, slip: SlipRow, now: Date): Promise<SlipRow> {
  await sql`insert into bank_slip (reference, payment_id, amount_rappen, created_at)
            values (${slip.reference}, ${slip.payment}, ${slip.amount}, ${now}) on conflict (payment_id) do nothing`.execute(
    db,
  );
  return slips(db).where('payment_id', '=', slip.payment).executeTakeFirstOrThrow();
}

const slips = (db: Database | Sql) =>
  db
    .selectFrom('bank_slip')
    .select(['reference', 'payment_id as payment', 'amount_rappen as amount']);

export const slipOfPayment = (db: Database, payment: string): Promise<SlipRow | undefined> =>
  slips(db).where('payment_id', '=', payment).executeTakeFirst();

export const slipByReference = (db: Database, reference: string): Promise<SlipRow | undefined> =>
  slips(db).where('reference', '=', reference).executeTakeFirst();

const entries = (db: Database | Sql) =>
  db
    .selectFrom('bank_entry')
    .select([
      ...([
        'id',
        'bank_ref as bankRef',
        'amount_rappen as amount',
        'currency',
        'credit',
        'reversal',
      ] as const),
      ...(['reference', 'payment_id as payment', 'refund_id as refund'] as const),
      sql<string>`booked_on::text`.as('bookedOn'),
      sql<boolean>`handled_at is not null`.as('handled'),
    ]);

/** In the order of their import. */
export const entriesOfPayment = (db: Database | Sql, payment: string): Promise<Entry[]> =>
  entries(db).where('payment_id', '=', payment).orderBy('id').execute();

export const entriesOfRefund = (db: Sql, refund: string): Promise<Entry[]> =>
  entries(db).where('refund_id', '=', refund).orderBy('id').execute();

export const loadEntryForUpdate = (db: Sql, id: number): Promise<Entry | undefined> =>
  entries(db).where('id', '=', id).forUpdate().executeTakeFirst();

/** Slips with a movement booked in this period. */
export async function slipsMoved(db: Database, from: Date, until: Date): Promise<SlipRow[]> {
  const moved = db
    .selectFrom('bank_entry')
    .select('payment_id')
    .where('booked_on', '>=', sql<Date>`${from}::timestamptz::date`)
    .where('booked_on', '<=', sql<Date>`${until}::timestamptz::date`);
  return slips(db).where('payment_id', 'in', moved).execute();
}

/**
 * Stores a file and its new movements; returns their number, or undefined when this file was
 * imported before, and the number of its import. Imports are serialized here, so that a later
 * import has the higher ids.
 */
export async function insertStatement(
  db: Sql,
  { hash, movements, notBooked, withoutParts, now }: NewStatement,
): Promise<{ id: number; added: number | undefined }> {
  await sql`select pg_advisory_xact_lock(hashtext('bank_import'))`.execute(db);
  const file = await db
    .insertInto('bank_import')
    .values({ file_hash: hash, imported_at: now })
    .onConflict((conflict) => conflict.column('file_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!file) {
    const before = db.selectFrom('bank_import').select('id').where('file_hash', '=', hash);
    return { id: (await before.executeTakeFirstOrThrow()).id, added: undefined };
  }
  const targets = await targetsOf(db, movements);
  const rows = movements.map((movement) => ({ ...movement, ...targets(movement) }));
  const { rows: added } = await sql<{ id: number }>`
    insert into bank_entry (import_id, key, bank_ref, booked_on, amount_rappen, currency, credit, reversal, reference, payment_id, refund_id)
    select ${file.id}, m.key, m."bankRef", m."bookedOn", m.amount, m.currency, m.credit, m.reversal,
           m.reference, m.payment, m.refund
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
             key text, "bankRef" text, "bookedOn" date, amount bigint, currency text,
             credit boolean, reversal boolean,
             reference text, payment uuid, refund uuid)) with ordinality
             as m (key, "bankRef", "bookedOn", amount, currency, credit, reversal, reference, payment, refund, nth)
     order by m.nth
    on conflict (key) do nothing
    returning id`.execute(db);
  await db
    .updateTable('bank_import')
    .set({
      movements: movements.length,
      added: added.length,
      not_booked: notBooked,
      without_parts: withoutParts,
    })
    .where('id', '=', file.id)
    .execute();
  return { id: file.id, added: added.length };
}

interface NewStatement {
  hash: Buffer;
  movements: readonly Movement[];
  notBooked: number;
  withoutParts: number;
  now: Date;
}

export interface ImportRow {
  movements: number;
  added: number;
  notBooked: number;
  withoutParts: number;
  done: number;
  credited: number;
  refunds: number;
  cases: number;
}

/** How far an import is, and what became of its movements. */
export async function importRow(db: Sql, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select coalesce(i.movements, count(e.id))::int as movements,
           coalesce(i.added, count(e.id))::int as added,
           coalesce(i.not_booked, 0) as "notBooked", coalesce(i.without_parts, 0) as "withoutParts",
           (count(e.handled_at))::int as done, (count(*) filter (where e.outcome = 'credited'))::int as credited,
           (count(*) filter (where e.outcome = 'refunds'))::int as refunds,
           (count(*) filter (where e.outcome = 'cases'))::int as cases
      from bank_import i left join bank_entry e on e.import_id = i.id where i.id = ${id}
     group by i.id`.execute(db);
  return rows[0];
}

/** When a statement was imported last. */
export async function lastImport(db: Database): Promise<Date | null> {
  const { at } = await db
    .selectFrom('bank_import')
    .select((is) => is.fn.max('imported_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

interface Target {
  reference: string;
  payment: string | null;
  refund: string | null;
}

/**
 * Finds the target of a movement by its structured reference, else by the only known one in its
 * message.
 */
async function targetsOf(
  db: Sql,
  movements: readonly Movement[],
): Promise<(movement: Movement) => Partial<Target>> {
  const named = [
    ...new Set(movements.flatMap(({ reference, written }) => [reference ?? [], written].flat())),
  ];
  const { rows } = await sql<Target>`
    select reference, payment_id as payment, null as refund from bank_slip
     where reference = any(${named}::text[])
    union all
    select reference, null, refund_id from bank_refund
     where reference = any(${named}::text[])`.execute(db);
  const known = new Map(rows.map((row) => [row.reference, row]));
  return ({ reference, written }) => {
    const carried = reference === null ? undefined : known.get(reference);
    const ours = written.flatMap((one) => known.get(one) ?? []);
    return carried ?? (ours.length === 1 ? ours[0]! : {});
  };
}

/** Movements that are not processed yet, oldest first; all of them unless there is a limit. */
export async function openEntries(db: Database, limit?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bank_entry')
    .select('id')
    .where('handled_at', 'is', null)
    .orderBy('id')
    .$if(limit !== undefined, (all) => all.limit(limit!))
    .execute();
  return rows.map(({ id }) => id);
}

export async function closeEntry(db: Sql, id: number, now: Date): Promise<void> {
  await db.updateTable('bank_entry').set({ handled_at: now }).where('id', '=', id).execute();
}

export async function noteOutcome(
  db: Sql,
  id: number,
  outcome: 'credited' | 'refunds' | 'cases',
): Promise<void> {
  await db.updateTable('bank_entry').set({ outcome }).where('id', '=', id).execute();
}

/** Assigns a movement to a payment, to be processed again. */
export async function assignEntry(db: Sql, id: number, payment: string): Promise<void> {
  await db
    .updateTable('bank_entry')
    .set({ payment_id: payment, handled_at: null })
    .where('id', '=', id)
    .execute();
}

const refunds = (db: Database | Sql) =>
  db
    .selectFrom('bank_refund')
    .select([
      ...([
        'refund_id as id',
        'reference',
        'payment_id as payment',
        'amount_rappen as amount',
      ] as const),
      sql<boolean>`paid_at is not null`.as('paid'),
    ]);

/** Of these payments: how many transfers came for each and count. */
export async function transfersOf(
  db: Sql,
  payments: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (payments.length === 0) return new Map();
  const rows = await db
    .selectFrom('bank_entry')
    .select((is) => ['payment_id as payment', is.fn.countAll<number>().as('count')])
    .where('payment_id', 'in', payments)
    .where('credit', '=', true)
    .where('reversal', '=', false)
    .groupBy('payment_id')
    .execute();
  return new Map(rows.map(({ payment, count }) => [payment!, count]));
}

/** A refund is ordered once. */
export async function findOrCreateRefund(
  db: Database,
  refund: Omit<RefundRow, 'paid'>,
  now: Date,
): Promise<RefundRow> {
  await sql`insert into bank_refund (refund_id, reference, payment_id, amount_rappen, ordered_at)
            values (${refund.id}, ${refund.reference}, ${refund.payment}, ${refund.amount}, ${now})
            on conflict (refund_id) do nothing`.execute(db);
  return refunds(db).where('refund_id', '=', refund.id).executeTakeFirstOrThrow();
}

export const loadRefundForUpdate = (db: Sql, id: string): Promise<RefundRow | undefined> =>
  refunds(db).where('refund_id', '=', id).forUpdate().executeTakeFirst();

export async function payRefund(db: Sql, id: string, now: Date): Promise<void> {
  await db.updateTable('bank_refund').set({ paid_at: now }).where('refund_id', '=', id).execute();
}

export async function refundedRappen(db: Database | Sql, payment: string): Promise<Rappen> {
  const { rows } = await sql<{
    sum: Rappen;
  }>`select coalesce(sum(amount_rappen), 0)::int as sum from bank_refund
     where payment_id = ${payment} and paid_at is not null`.execute(db);
  return rows[0]!.sum;
}
