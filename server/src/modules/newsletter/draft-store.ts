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
  ...(['d.id', 'd.subject', 'd.text', 'd.saved', 'd.changed_at', 'd.approval_id'] as const),
] as const;
/** Declined, withdrawn or too late, what was submitted is a draft again. */
const STATE = sql<DraftRow['state']>`case when d.state = 'submitted' and exists (
  select from approval a where a.id = d.approval_id and a.state not in ('open', 'approved'))
  then 'draft' else d.state end`.as('state');

const drafts = (db: Sql) => db.selectFrom('newsletter_draft as d').select(COLUMNS).select(STATE);

/** Those that were not sent, newest first. */
export const openDrafts = (db: Sql): Promise<(DraftRow & { written_by: string })[]> =>
  drafts(db)
    .innerJoin('staff', 'staff.id', 'd.written_by')
    .select('staff.name as written_by')
    .where('d.state', '<>', 'sent')
    .orderBy('d.id', 'desc')
    .execute();

export const findDraft = (db: Sql, id: number): Promise<DraftRow | undefined> =>
  drafts(db).where('d.id', '=', id).executeTakeFirst();

export const loadDraftForUpdate = (db: Sql, id: number): Promise<DraftRow | undefined> =>
  drafts(db).where('d.id', '=', id).forUpdate('d').executeTakeFirst();

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
