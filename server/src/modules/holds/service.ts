import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

export { nameableOf } from './content-store.ts';
export { ownTables } from './own-data.ts';
export { ownHolds, present, seenOf } from './owner-view.ts';
export {
  keepReceipts,
  noteReceipts,
  receiptCounts,
  receipts,
  receiptsByHold,
  receiptsOfWebsite,
} from './receipts-store.ts';
export type { Held, HoldRow, ListedAppeal } from './store.ts';
export {
  change,
  close,
  countAppeals,
  countOpenOf,
  decideAppeal,
  deciders,
  find,
  findAppeal,
  findOpen,
  heldThings,
  insert,
  listAppeals,
  loadAppealForUpdate,
  lockThing,
  lockThings,
  noteRefund,
  openHolds,
  ownerOf,
  readAppeal,
  resubmitAgain,
  staffName,
  staffNames,
  thingsHeldBy,
  titlesOf,
  versionBefore,
} from './store.ts';

/** What carries the mark of a hold, of itself or of its account. */
export interface Markable {
  held_at: Date | null;
}

/** The question of every guard. @throws HELD */
export function assertNotHeld({ held_at }: Markable): void {
  if (held_at) throw new AppError('HELD');
}

/**
 * The clock of a thing whose paid time stands still: the instant since when it is held, else now.
 */
export const clockOf = ({ held_at }: Markable, now: Date): Date =>
  held_at && held_at < now ? held_at : now;

/** For account deletion: erases every word of its holds. */
export const eraseHolds = ({ db, now }: { db: Sql; now: Date }, accountId: number): Promise<void> =>
  store.erase(db, accountId, now);
export { appeal } from './owner.ts';
