import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

export type CaseKind =
  | 'differs'
  | 'underpaid'
  | 'overpaid'
  | 'after_deletion'
  | 'unknown'
  | 'missing'
  | 'not_credited'
  | 'not_paid'
  | 'refund_differs'
  | 'chargeback'
  | 'carding'
  | 'bank_unmatched'
  | 'refund_by_hand';

export interface NewCase {
  key: string;
  kind: CaseKind;
  provider: string;
  paymentId?: string;
  /** Figures and references only, nothing that names a person. */
  details: object;
}

/** Opens it, again where it had settled itself; false where it is open, or an operator closed it. */
export async function openCase(db: Sql, found: NewCase, now: Date): Promise<boolean> {
  const about = { opened_at: now, details: JSON.stringify(found.details) };
  const row = await db
    .insertInto('payment_case')
    .values({
      ...about,
      key: found.key,
      kind: found.kind,
      provider: found.provider,
      payment_id: found.paymentId ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ ...about, closed_at: null, note: null, settled_itself: false })
        .where('payment_case.settled_itself', '=', true),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface OpenCase {
  id: number;
  key: string;
  kind: CaseKind;
  provider: string;
  payment_id: string | null;
  payment_number: number | null;
  details: unknown;
  opened_at: Date;
  /** The payer wants the money of the payment back. */
  refund_wished: boolean;
}

/** Oldest first. */
export const openCases = (db: Sql): Promise<OpenCase[]> =>
  db
    .selectFrom('payment_case')
    .leftJoin('payment', 'payment.id', 'payment_case.payment_id')
    .select([
      ...([
        'payment_case.id',
        'key',
        'kind',
        'payment_case.provider',
        'payment_id',
        'payment.number as payment_number',
        'details',
        'opened_at',
      ] as const),
      sql<boolean>`payment.refund_wished_at is not null`.as('refund_wished'),
    ])
    .where('closed_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('payment_case.id')
    .execute() as Promise<OpenCase[]>;

/** How many open cases are about payments of the account. */
export async function countOpenCasesOf(db: Sql, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('payment_case')
    .innerJoin('payment', 'payment.id', 'payment_case.payment_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payment.account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export interface CaseClosing {
  id: number;
  /** How it was settled. */
  note: string;
  /** What it was about is over; it opens again should that come again. */
  settledItself?: boolean;
}

export async function closeCase(
  db: Sql,
  { id, note, settledItself = false, now }: CaseClosing & { now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('payment_case')
    .set({ closed_at: now, note, settled_itself: settledItself })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The payment an open case is about. */
export async function paymentOfCase(db: Sql, id: number): Promise<string | undefined> {
  const query = db
    .selectFrom('payment_case')
    .select('payment_id')
    .where('id', '=', id)
    .where('closed_at', 'is', null);
  return (await query.executeTakeFirst())?.payment_id ?? undefined;
}

export const openCasesBeginning = (
  db: Sql,
  prefix: string,
): Promise<{ id: number; key: string }[]> =>
  db
    .selectFrom('payment_case')
    .select(['id', 'key'])
    .where('key', 'like', `${prefix}%`)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();

/** What the case with this key was opened about, also of one that an operator closed. */
export async function detailsOf(db: Sql, key: string): Promise<unknown> {
  const query = db
    .selectFrom('payment_case')
    .select('details')
    .where('key', '=', key)
    .where('settled_itself', '=', false);
  return (await query.executeTakeFirst())?.details;
}

/** The number of the open case with this key, if there is one. */
export async function openCaseAbout(db: Sql, key: string): Promise<number | undefined> {
  const query = db
    .selectFrom('payment_case')
    .select('id')
    .where('key', '=', key)
    .where('closed_at', 'is', null);
  return (await query.executeTakeFirst())?.id;
}
