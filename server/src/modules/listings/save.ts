import type { Start } from '@samtrot/shared/kernel/start.ts';
import type { Ctx } from '../../platform/action.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { AT_ONCE } from './input.ts';
import type { Kind, ListingRow, Owner } from './kind.ts';
import { assertRoom } from './load.ts';

/** Columns of an explicit save, which replaces what was autosaved. */
export const savedColumns = (
  { now }: Pick<JobContext, 'now'>,
  { version }: { version: number },
) => ({
  version: version + 1,
  saved_at: now,
  unsaved: null,
  changed_at: now,
});

/** What an autosave stores: edits beside a booked listing, columns of a draft, or nothing more. */
export type Edit = { unsaved: object } | { columns: object } | 'discard';

/** Autosaves a locked listing after its version was checked; visitors see nothing of it. */
export async function autosave<Row extends ListingRow>(
  { db, now }: JobContext,
  { update }: Kind<Row>,
  row: Row,
  edit: Edit,
): Promise<{ version: number; saved_at: string | null }> {
  const version = row.version + 1;
  if (edit === 'discard') {
    await update(db, row.id, { unsaved: null, version });
    return { version, saved_at: row.saved_at?.toISOString() ?? null };
  }
  const columns = 'unsaved' in edit ? { unsaved: JSON.stringify(edit.unsaved) } : edit.columns;
  await update(db, row.id, { ...columns, version, saved_at: now });
  return { version, saved_at: now.toISOString() };
}

/** Inserts a copy as a draft without a planned start. @throws the kind's `tooMany` with n */
export async function duplicate<Content extends Start>(
  ctx: Ctx<Owner>,
  kind: Pick<Kind, 'table' | 'limit' | 'errors'>,
  content: Content,
  insert: (content: Content) => Promise<number>,
): Promise<number> {
  await assertRoom(ctx, kind);
  return insert({ ...content, ...AT_ONCE });
}
