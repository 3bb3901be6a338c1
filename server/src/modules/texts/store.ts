import type { TextId } from '@samtrot/shared/texts/rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

export interface VersionRow {
  id: number;
  text: TextId;
  number: number;
  state: 'draft' | 'submitted' | 'released' | 'declined';
  content: string;
  based_on: number | null;
  valid_from: Date | null;
  changed_at: Date;
  saved: number;
  submitted_at: Date | null;
  approval_id: number | null;
  decided_at: Date | null;
}

const COLUMNS = [
  ...([
    'id',
    'text',
    'number',
    'state',
    'content',
    'based_on',
    'valid_from',
    'changed_at',
  ] as const),
  ...(['saved', 'submitted_at', 'approval_id', 'decided_at'] as const),
] as const;

export interface NamedVersion extends Omit<VersionRow, 'content'> {
  created_by: string | null;
  submitted_by: string | null;
  decided_by: string | null;
}

/** All versions of a text with the names of the people, newest first. */
export async function versionsOf(db: Sql, text: TextId): Promise<NamedVersion[]> {
  const { rows } = await sql<NamedVersion>`
    select v.id, v.text, v.number, v.state, v.based_on, v.valid_from, v.changed_at, v.saved,
           v.submitted_at, v.approval_id, v.decided_at,
           c.name as created_by, s.name as submitted_by, d.name as decided_by
      from text_version v
      left join staff c on c.id = v.created_by
      left join staff s on s.id = v.submitted_by
      left join staff d on d.id = v.decided_by
     where v.text = ${text} order by v.number desc`.execute(db);
  return rows;
}

export async function loadForUpdate(db: Sql, id: number): Promise<VersionRow | undefined> {
  const row = await db
    .selectFrom('text_version')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as VersionRow | undefined;
}

export async function find(db: Sql | Database, id: number): Promise<VersionRow | undefined> {
  const row = await db
    .selectFrom('text_version')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as VersionRow | undefined;
}

/** The version of a text that is valid then. */
export async function valid(
  db: Sql | Database,
  text: TextId,
  now: Date,
): Promise<Pick<VersionRow, 'id' | 'content'>> {
  const { rows } = await sql<Pick<VersionRow, 'id' | 'content'>>`
    select id, content from text_version where id = text_valid(${text}, ${now})`.execute(db);
  return rows[0]!;
}

/** The released version of a text that begins last. */
export async function latest(db: Sql | Database, text: TextId): Promise<VersionRow> {
  const row = await db
    .selectFrom('text_version')
    .select(COLUMNS)
    .where('text', '=', text)
    .where('state', '=', 'released')
    .orderBy(sql`number > 1`, 'desc')
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row as VersionRow;
}

/** The released versions of a text without their contents, in the order of their beginning. */
export async function releasedOf(
  db: Sql | Database,
  text: TextId,
): Promise<{ id: number; number: number; valid_from: Date }[]> {
  const rows = await db
    .selectFrom('text_version')
    .select(['id', 'number', 'valid_from'])
    .where('text', '=', text)
    .where('state', '=', 'released')
    .orderBy('valid_from')
    .execute();
  return rows.map(({ valid_from, ...row }) => ({ ...row, valid_from: valid_from! }));
}

/** Serializes drafting and releasing of one text. */
export async function lockText(db: Sql, text: TextId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('texts'), hashtext(${text}))`.execute(db);
}

export async function insertDraft(
  db: Sql,
  { from, by, now }: { from: VersionRow; by: number; now: Date },
): Promise<{ version_id: number; number: number }> {
  const { rows } = await sql<{ version_id: number; number: number }>`
    insert into text_version (text, number, content, based_on, created_by, created_at, changed_at)
    select ${from.text}, max(number) + 1, ${from.content}, ${from.id}, ${by}, ${now}, ${now}
      from text_version where text = ${from.text}
    returning id as version_id, number`.execute(db);
  return rows[0]!;
}

export async function saveDraft(
  db: Sql,
  id: number,
  { content, now }: { content: string; now: Date },
): Promise<number> {
  const { saved } = await db
    .updateTable('text_version')
    .set(({ eb }) => ({ content, changed_at: now, saved: eb('saved', '+', 1) }))
    .where('id', '=', id)
    .returning('saved')
    .executeTakeFirstOrThrow();
  return saved;
}

export async function submit(
  db: Sql,
  id: number,
  {
    by,
    validFrom,
    approvalId,
    now,
  }: { by: number; validFrom: Date; approvalId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('text_version')
    .set({
      state: 'submitted',
      submitted_by: by,
      submitted_at: now,
      valid_from: validFrom,
      approval_id: approvalId,
    })
    .where('id', '=', id)
    .execute();
}

export async function release(
  db: Sql,
  id: number,
  { by, now }: { by: number; now: Date },
): Promise<void> {
  await db
    .updateTable('text_version')
    .set({ state: 'released', decided_by: by, decided_at: now })
    .where('id', '=', id)
    .execute();
}

/** Whether another version of the text begins at that moment. */
export async function isTaken(db: Sql, { text, id }: VersionRow, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('text_version')
    .select('id')
    .where('text', '=', text)
    .where('id', '<>', id)
    .where('valid_from', '=', at)
    .where('state', 'in', ['submitted', 'released'])
    .executeTakeFirst();
  return row !== undefined;
}
