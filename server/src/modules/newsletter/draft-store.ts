import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

export interface DraftRow {
  id: number;
  subject: string;
  text: string;
  state: 'draft' | 'submitted' | 'sent';
  saved: number;
  changed_at: Date;
  approval_id: number | null;
}

const COLUMNS = [
  ...(['id', 'subject', 'text', 'state', 'saved', 'changed_at', 'approval_id'] as const),
] as const;

/** Returns declined submissions to drafts. */
export async function settleDecided(db: Sql): Promise<void> {
  await sql`
    update newsletter_draft d set state = 'draft', approval_id = null from approval a
     where a.id = d.approval_id and d.state = 'submitted' and a.state not in ('open', 'approved')`.execute(
    db,
  );
}

/** Those that were not sent, newest first. */
export async function openDrafts(db: Sql): Promise<(DraftRow & { written_by: string })[]> {
  const rows = await db
    .selectFrom('newsletter_draft')
    .innerJoin('staff', 'staff.id', 'newsletter_draft.written_by')
    .select(COLUMNS.map((name) => `newsletter_draft.${name}` as const))
    .select('staff.name as written_by')
    .where('newsletter_draft.state', '<>', 'sent')
    .orderBy('newsletter_draft.id', 'desc')
    .execute();
  return rows as (DraftRow & { written_by: string })[];
}

export async function findDraft(db: Sql, id: number): Promise<DraftRow | undefined> {
  const row = await db
    .selectFrom('newsletter_draft')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as DraftRow | undefined;
}

export async function loadDraftForUpdate(db: Sql, id: number): Promise<DraftRow | undefined> {
  const row = await db
    .selectFrom('newsletter_draft')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as DraftRow | undefined;
}

export async function insertDraft(
  db: Sql,
  row: { subject: string; text: string; written_by: number; changed_at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('newsletter_draft')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDraft(
  db: Sql,
  id: number,
  change: {
    subject?: string;
    text?: string;
    saved?: number;
    changed_at?: Date;
    written_by?: number;
    state?: DraftRow['state'];
    approval_id?: number;
    issue_id?: number;
  },
): Promise<void> {
  await db.updateTable('newsletter_draft').set(change).where('id', '=', id).execute();
}

export async function deleteDraft(db: Sql, id: number): Promise<void> {
  await db.deleteFrom('newsletter_draft').where('id', '=', id).execute();
}
