import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { lockOpenForShare } from '../accounts/service.ts';
import * as store from './store.ts';

export { ownTables } from './own-data.ts';
export { erase as eraseNotes, notesOf, textColumn as noteColumn } from './store.ts';

const staffIdOf = ({ actor }: StaffCtx) => (actor.kind === 'staff' ? actor.staffId : null);

/** Adds a signed and dated note; returns its number (BOF-71). @throws NOT_FOUND */
export async function addNote(
  ctx: StaffCtx,
  { account_id, text }: { account_id: number; text: string },
): Promise<number> {
  const { db, now } = ctx;
  if (!(await lockOpenForShare(db, account_id))) throw new AppError('NOT_FOUND');
  const note = { accountId: account_id, staffId: staffIdOf(ctx), text, at: now };
  const id = await store.insert(db, note);
  await auditChange(ctx, 'note_added', {
    right: 'customer.note',
    object: `account:${account_id}`,
    after: { note: id },
  });
  return id;
}

/** Strikes a note through, by its author only. @throws NOT_FOUND, RIGHT_MISSING */
export async function strikeNote(ctx: StaffCtx, id: number): Promise<void> {
  const { db, now } = ctx;
  const note = await store.loadForUpdate(db, id);
  if (!note) throw new AppError('NOT_FOUND');
  if (note.staff_id !== staffIdOf(ctx))
    throw new AppError('RIGHT_MISSING', { params: { recht: 'Notizen anderer durchstreichen' } });
  if (note.struck_at) return;
  await store.strike(db, id, now);
  await auditChange(ctx, 'note_struck', {
    right: 'customer.note',
    object: `account:${note.account_id}`,
    before: { note: id, struck: false },
    after: { note: id, struck: true },
  });
}
