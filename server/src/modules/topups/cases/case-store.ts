import type { CaseKind } from '@samtrot/shared/money-desk/case-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

export interface NewCase {
  key: string;
  kind: CaseKind;
  provider: string;
  paymentId?: string;
  /** Figures and references only, nothing that names a person. */
  details: object;
}

/**
 * Opens it, again where it had settled itself; false where it is open, or an operator closed it.
 */
export async function openPaymentCase(db: Sql, found: NewCase, now: Date): Promise<boolean> {
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
        .doUpdateSet({
          ...about,
          closed_at: null,
          note: null,
          settled_itself: false,
          decided_by: null,
          decided_at: null,
          decision: null,
          version: sql<number>`payment_case.version + 1`,
        })
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
    .set({
      closed_at: now,
      note,
      settled_itself: settledItself,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface LockedCase {
  id: number;
  key: string;
  kind: CaseKind;
  provider: string;
  paymentId: string | null;
  details: Record<string, unknown>;
  closedAt: Date | null;
  note: string | null;
  decidedBy: number | null;
  decidedAt: Date | null;
  decision: string | null;
}

/** The case under its lock, after the one of its payment. */
export const loadCaseForUpdate = (db: Sql, id: number): Promise<LockedCase | undefined> =>
  db
    .selectFrom('payment_case')
    .select([
      ...(['id', 'key', 'kind', 'provider', 'payment_id as paymentId', 'details'] as const),
      ...(['closed_at as closedAt', 'note', 'decided_by as decidedBy'] as const),
      ...(['decided_at as decidedAt', 'decision'] as const),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<LockedCase | undefined>;

/** Grows with whatever happens to a case, its payment, or what goes back of it. */
export const caseVersion = sql<number>`(payment_case.version
  + coalesce((select p.status_version from payment p where p.id = payment_case.payment_id), 0)
  + (select count(*) from payment_refund r where r.payment_id = payment_case.payment_id))::int`;

export async function versionOf(db: Sql, id: number): Promise<number> {
  const { version } = await db
    .selectFrom('payment_case')
    .select(caseVersion.as('version'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return version;
}

/** Who of the house has settled it, and how; it may stay open until the money is gone. */
export async function noteDecision(
  db: Sql,
  { id, by, decision, now }: { id: number; by: number | null; decision: string; now: Date },
): Promise<void> {
  await db
    .updateTable('payment_case')
    .set({
      decided_by: by,
      decided_at: now,
      decision,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** The payment of a case, whether it is open or not; undefined when there is no such case. */
export const aboutOf = (db: Sql, id: number): Promise<{ payment: string | null } | undefined> =>
  db
    .selectFrom('payment_case')
    .select('payment_id as payment')
    .where('id', '=', id)
    .executeTakeFirst();

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
