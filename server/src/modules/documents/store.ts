import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import type { Backlog } from '../../platform/queue.ts';
import type { DocumentContent } from './ports.ts';

/** The subject of a document; each has at most one. */
export type Subject =
  | { kind: 'receipt'; paymentId: string }
  | { kind: 'correction'; refundId: string }
  | { kind: 'statement'; month: string };

export interface Archived {
  id: number;
  number: string | null;
  content: DocumentContent;
  /** SHA-256 of the file, in hex. */
  hash: string;
}

/** Serializes concurrent requests for the same document. */
export async function lockSubject(db: Sql, accountId: number, subject: Subject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('paper'), hashtext(${`${accountId}:${JSON.stringify(subject)}`}))`.execute(
    db,
  );
}

export async function findDocument(
  db: Sql,
  accountId: number,
  subject: Subject,
): Promise<Archived | undefined> {
  const { rows } = await sql<Archived>`
    select id, number, content, hash from paper
     where account_id = ${accountId} and ${about(subject)}`.execute(db);
  return rows[0];
}

function about(subject: Subject) {
  if (subject.kind === 'receipt') return sql`payment_id = ${subject.paymentId}`;
  if (subject.kind === 'correction') return sql`refund_id = ${subject.refundId}`;
  return sql`month = ${subject.month}`;
}

/**
 * The next number of its kind and year; locks until the transaction ends, so that none is skipped.
 */
export async function nextNumber(
  db: Sql,
  kind: 'receipt' | 'correction',
  year: number,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into paper_number (kind, year, last) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last = paper_number.last + 1 returning last`.execute(db);
  return rows[0]!.last;
}

export async function insertDocument(
  db: Sql,
  subject: Subject,
  document: {
    accountId: number;
    number: string | null;
    content: DocumentContent;
    hash: string;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('paper')
    .values({
      kind: subject.kind,
      account_id: document.accountId,
      number: document.number,
      hash: document.hash,
      ...(subject.kind === 'receipt' && { payment_id: subject.paymentId }),
      ...(subject.kind === 'correction' && { refund_id: subject.refundId }),
      ...(subject.kind === 'statement' && { month: subject.month }),
      content: JSON.stringify(document.content),
      created_at: document.now,
    })
    .execute();
}

/** Numbers of the account's receipts and corrections, by payment and refund. */
export async function numbersOf(db: Sql, accountId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ about: string; number: string }>`
    select coalesce(payment_id, refund_id)::text as about, number from paper
     where account_id = ${accountId} and number is not null`.execute(db);
  return new Map(rows.map(({ about, number }) => [about, number]));
}

export interface Due {
  kind: Subject['kind'];
  /** Payment, refund or month. */
  subject: string;
  accountId: number;
}

/** Claims due documents, oldest first; after a crash they are due again. */
export async function claimDue(db: Sql, now: Date, batch: number): Promise<Due[]> {
  const { rows } = await sql<Due & { id: number }>`
    update paper_due set due_at = ${now}::timestamptz + interval '15 minutes'
     where id in (select id from paper_due where due_at <= ${now} order by due_at, id limit ${batch} for update skip locked)
    returning id, kind, subject, account_id as "accountId"`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

/** Documents that are due and not issued yet; a failed one is due again after a while. */
export async function backlog(db: Database, now: Date): Promise<Backlog> {
  const { waiting, since } = await db
    .selectFrom('paper_due')
    .select((is) => [
      is.fn.countAll<number>().as('waiting'),
      // One that nobody has taken yet is due at -infinity, which is no time to show.
      is.fn.min('due_at').filterWhere('due_at', '>', sql<Date>`'-infinity'`).as('since'),
    ])
    .where('due_at', '<=', now)
    .executeTakeFirstOrThrow();
  return { waiting, since, failed: 0 };
}

export async function removeDue(db: Sql, { kind, subject, accountId }: Due): Promise<void> {
  await db
    .deleteFrom('paper_due')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('account_id', '=', accountId)
    .execute();
}

/** False if this month was already marked. */
export async function noteMonth(db: Sql, month: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('paper_month')
    .values({ month, noted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest marked month. */
export async function lastMonth(db: Sql): Promise<string | undefined> {
  const row = await db
    .selectFrom('paper_month')
    .select('month')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.month;
}

export async function addStatementsDue(
  db: Sql,
  month: string,
  accountIds: readonly number[],
): Promise<void> {
  await sql`insert into paper_due (kind, subject, account_id)
            select 'statement', ${month},
                   unnest(${accountIds}::bigint[]) on conflict do nothing`.execute(db);
}

/** The file names of all documents. */
export async function allFiles(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select distinct hash || '.pdf' as name from paper`.execute(db);
  return rows.map(({ name }) => name);
}

/** The file names that belong to no document. */
export async function unusedFiles(db: Database, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select f.name from unnest(${names}::text[]) f(name)
     where not exists (select from paper p where p.hash = left(f.name, 64) and f.name = p.hash || '.pdf')`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
