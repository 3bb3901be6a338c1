import type { ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import type { HoldKind } from '@samtrot/shared/holds/status.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import {
  DECISION_MS,
  REPORT_REASON_IDS,
  type ReportedThing,
  type ReportReason,
  type ReportState,
  URGENCIES,
  URGENCY_IDS,
  urgencyOf,
} from '@samtrot/shared/reports/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import { inSwissMonth } from '../../platform/swiss-month.ts';
import {
  answerColumn,
  emailColumn,
  messageColumn,
  objectionColumn,
  type ReportedState,
  snapshotTexts,
  statementColumn,
} from './store.ts';

type Side = 'reporter' | 'owner';

export interface ReportRow {
  id: number;
  thing: ReportedThing;
  item_id: number;
  account_id: number;
  reason: ReportReason;
  message: Ciphertext | null;
  email: Ciphertext | null;
  state: ReportState;
  received_at: Date;
  opened_at: Date | null;
  claimed_by: number | null;
  claimed_until: Date | null;
  decided_at: Date | null;
  decided_by: number | null;
  automatic: boolean;
  /** Somebody does not agree with the decision before: another person looks again. */
  objected_at: Date | null;
  objected_by: Side | null;
  objection: Ciphertext | null;
  /** Of the last decision: to the reporters, and to the owner. */
  answer: Ciphertext | null;
  statement: Ciphertext | null;
  first_state: 'justified' | 'unjustified' | null;
  first_decided_at: Date | null;
  first_decided_by: number | null;
}

const COLUMNS = sql.raw(`id, thing, item_id, account_id, reason, message, email, state, received_at,
  opened_at, claimed_by, claimed_until, decided_at, decided_by, automatic, objected_at,
  objected_by, objection, answer, statement, first_state, first_decided_at, first_decided_by`);

/** Reasons by their urgency: from the most urgent on, with the time to the first look. */
const BY_REASON = sql.join(
  REPORT_REASON_IDS.map((reason) => {
    const urgency = urgencyOf(reason);
    const minutes = URGENCIES[urgency].firstLookMs / MINUTE_MS;
    return sql`(${reason}::text, ${URGENCY_IDS.indexOf(urgency)}::integer, ${minutes}::integer)`;
  }),
);
const OPEN = sql`report join (values ${BY_REASON}) as of_reason (reason_id, rank, minutes)
    on reason_id = reason where decided_at is null`;

/** One page of the open reports in the order in which they are looked at (BOF-57). */
export async function openReports(
  db: Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} from ${OPEN}
     order by rank, received_at, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** One page of the decided reports, the newest decision first. */
export async function decidedReports(
  db: Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} from report where decided_at is not null
     order by decided_at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export const countDecided = async (db: Sql): Promise<number> =>
  (
    await db
      .selectFrom('report')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('decided_at', 'is not', null)
      .executeTakeFirstOrThrow()
  ).count;

type OpenFigures = Record<'total' | 'urgent' | 'high' | 'normal' | 'overdue', number>;

/** How many are open, urgent and beyond their time. */
export async function openFigures(db: Sql, now: Date): Promise<OpenFigures> {
  const { rows } = await sql<OpenFigures>`
    select count(*)::integer as total,
           count(*) filter (where rank = 0)::integer as urgent,
           count(*) filter (where rank = 1)::integer as high,
           count(*) filter (where rank = 2)::integer as normal,
           count(*) filter (where coalesce(objected_at, received_at) + make_interval(mins => case
             when opened_at is null then minutes else ${DECISION_MS / MINUTE_MS}::integer end)
             < ${now}::timestamptz)::integer as overdue
      from ${OPEN}`.execute(db);
  return rows[0]!;
}

/** Urgent reports that nobody has opened in time. */
export async function urgentOverdue(db: Sql, now: Date): Promise<number> {
  const { rows } = await sql<{ overdue: number }>`
    select count(*)::integer as overdue from ${OPEN}
       and rank = 0 and opened_at is null
       and received_at + make_interval(mins => minutes) < ${now}::timestamptz`.execute(db);
  return rows[0]!.overdue;
}

/** How many are open, and since when the oldest of them. */
export const countOpen = (db: Sql): Promise<{ count: number; since: Date | null }> =>
  db
    .selectFrom('report')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('received_at').as('since')])
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow();

export async function findReport(db: Sql, id: number): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`select ${COLUMNS} from report where id = ${id}`.execute(db);
  return rows[0];
}

/** A report, locked until the transaction ends. */
export async function loadReportForUpdate(db: Sql, id: number): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} from report where id = ${id} for update`.execute(db);
  return rows[0];
}

type Item = Pick<ReportRow, 'thing' | 'item_id'>;

/** The open reports on a thing, locked in order. */
export async function lockOpenOn(db: Sql, { thing, item_id }: Item): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} from report
     where thing = ${thing} and item_id = ${item_id} and decided_at is null
     order by id for update`.execute(db);
  return rows;
}

/** The other reports on the thing and on its account, newest first. */
export async function otherReports(db: Sql, of: ReportRow): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} from report where account_id = ${of.account_id} and id <> ${of.id}
     order by id desc limit 100`.execute(db);
  return rows;
}

export async function publicIdOf(db: Sql, { thing, item_id }: Item): Promise<string | undefined> {
  const row = await db
    .selectFrom(thing)
    .select('public_id')
    .where('id', '=', item_id)
    .executeTakeFirst();
  return row?.public_id;
}

/** The first look ends the reminders. */
export async function claim(
  db: Sql,
  id: number,
  { staffId, now, until }: { staffId: number | null; now: Date; until: Date },
): Promise<void> {
  await sql`
    update report set state = 'in_review', opened_at = coalesce(opened_at, ${now}),
           claimed_by = ${staffId}, claimed_until = ${until}, alert_at = null
     where id = ${id}`.execute(db);
}

/** Free for the next person. */
export async function letGo(db: Sql, id: number): Promise<void> {
  await db
    .updateTable('report')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .execute();
}

/** The name of the website that it came from. */
export async function websiteOf(db: Sql, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('report as r')
    .innerJoin('website as w', 'w.id', 'r.website_id')
    .select('w.name')
    .where('r.id', '=', id)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Opens a decided report again, for another person. */
export async function reopen(
  db: Sql,
  id: number,
  { by, message, at }: { by: Side; message: string; at: Date },
): Promise<void> {
  await sql`
    update report set first_state = state, first_decided_at = decided_at,
           first_decided_by = decided_by, state = 'in_review', decided_at = null,
           decided_by = null, objected_at = ${at}, objected_by = ${by},
           objection = ${objectionColumn.encrypt(message, id)}
     where id = ${id}`.execute(db);
}

export const objectionOf = ({ id, objection }: ReportRow): string =>
  objection === null ? '' : objectionColumn.decrypt(objection, id);

/** What reporters and owner were told. */
export const sentencesOf = ({ id, answer, statement }: ReportRow) => ({
  answer: answer === null ? '' : answerColumn.decrypt(answer, id),
  statement: statement === null ? '' : statementColumn.decrypt(statement, id),
});

interface Decision {
  justified: boolean;
  answer: string;
  statement: string;
  holdId: number | null;
  staffId: number | null;
  at: Date;
}

export async function decide(db: Sql, id: number, decision: Decision): Promise<void> {
  const { justified, answer, statement, holdId, staffId, at } = decision;
  await db
    .updateTable('report')
    .set({
      state: justified ? 'justified' : 'unjustified',
      opened_at: sql<Date>`coalesce(opened_at, ${at})`,
      claimed_by: null,
      claimed_until: null,
      alert_at: null,
      decided_at: at,
      decided_by: staffId,
      hold_id: holdId,
      answer: answerColumn.encrypt(answer, id),
      statement: statementColumn.encrypt(statement, id),
    })
    .where('id', '=', id)
    .execute();
}

export async function snapshotOf(db: Sql, reportId: number) {
  const row = await db
    .selectFrom('report_snapshot')
    .selectAll()
    .where('report_id', '=', reportId)
    .executeTakeFirstOrThrow();
  const read = (name: keyof typeof snapshotTexts) =>
    snapshotTexts[name].decrypt(row[name], reportId);
  return {
    was: row.was as ReportedState,
    title: read('title'),
    name: read('name'),
    text: read('body'),
    contact: JSON.parse(read('contact')) as Record<string, string>,
    images: row.images,
    websites: row.websites,
    taken_at: row.taken_at,
  };
}

/** Those of these reports with which pictures were kept. */
export async function withPictures(db: Sql, reportIds: readonly number[]): Promise<Set<number>> {
  if (reportIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('report_snapshot')
    .select('report_id')
    .where('report_id', 'in', [...reportIds])
    .where(sql<boolean>`cardinality(images) > 0`)
    .execute();
  return new Set(rows.map(({ report_id }) => report_id));
}

export const messageOf = ({ id, message }: ReportRow): string =>
  message === null ? '' : messageColumn.decrypt(message, id);
export const emailOf = ({ id, email }: ReportRow): string | null =>
  email === null ? null : emailColumn.decrypt(email, id);

export interface RegisterRow {
  id: number;
  received_at: Date;
  reason: ReportReason;
  website: string | null;
  thing: ReportedThing;
  item_id: number;
  opened_at: Date | null;
  state: ReportState;
  decided_at: Date | null;
  hold_kind: HoldKind | null;
  hold_reason: ReasonId | null;
  automatic: boolean;
  appealed: boolean;
  /** Of the first decision, if somebody objected to it. */
  first_decided_at: Date | null;
}

/** The reports that arrived in a Swiss month, `2026-11`. */
export async function registerOf(db: Sql, month: string): Promise<RegisterRow[]> {
  const { rows } = await sql<RegisterRow>`
    select r.id, r.received_at, r.reason, w.name as website, r.thing, r.item_id, r.opened_at,
           r.state, r.decided_at, h.kind as hold_kind, h.reason as hold_reason, r.automatic,
           r.first_decided_at,
           r.objected_at is not null
             or exists (select from appeal a where a.hold_id = h.id) as appealed
      from report r left join website w on w.id = r.website_id left join hold h on h.id = r.hold_id
     where ${inSwissMonth(sql`r.received_at`, month)}
     order by r.id`.execute(db);
  return rows;
}
