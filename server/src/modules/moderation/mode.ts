import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type * as contract from '@samtrot/shared/moderation/mode-contract.ts';
import type { ModerationMode } from '@samtrot/shared/moderation/review-rules.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import type { Database } from '../../platform/db.ts';
import { countWaitingChanges } from './changes.ts';
import * as store from './waiting-store.ts';

/** The setting at a start; it counts until somebody chooses. Returns the mode that counts. */
export const noteMode = (db: Database, mode: ModerationMode): Promise<ModerationMode> =>
  store.setInitialMode(db, mode);

/** Whether what is published waits for an approval, and what waits. */
export async function readMode({
  db,
}: Pick<StaffCtx, 'db'>): Promise<Output<typeof contract.getModerationMode>> {
  const { mode, chosen_at } = await store.findMode(db);
  return {
    mode,
    chosen_at: chosen_at?.toISOString() ?? null,
    waiting: { things: await store.countUnapproved(db), changes: await countWaitingChanges(db) },
  };
}

/**
 * Chooses the mode for what is published from now on, in every process: triggers read it with each
 * change. The same one again changes nothing. @throws STAFF_VERSION_CONFLICT
 */
export async function chooseMode(
  ctx: StaffCtx,
  { mode, seen, reason }: Input<typeof contract.setModerationMode>,
): Promise<void> {
  const { db, now } = ctx;
  const { mode: before } = await store.lockMode(db);
  if (before === mode) return;
  if (before !== seen) throw new AppError('STAFF_VERSION_CONFLICT');
  await store.chooseMode(db, { mode, now });
  await auditChange(ctx, 'moderation_mode_chosen', {
    right: 'moderation.mode',
    object: 'setting:moderation',
    reason,
    before: { mode: before },
    after: { mode },
  });
}
