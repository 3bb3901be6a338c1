export { contactData } from './contact.ts';
export { completeDeletion, refundOrders, type Unbegun } from './deletion.ts';
export {
  announceEnd,
  type Expiry,
  type Reminder,
  remindExpiring,
  reminderAt,
  renewExpired,
  renewOrClose,
} from './expiry.ts';
export {
  AT_ONCE,
  assertNoProblems,
  plannedAt,
  startAtOf,
  startIn,
  withoutNull,
} from './input.ts';
export type { Kind, Lifecycle, ListingRow, Owner, Standing } from './kind.ts';
export {
  assertEvent,
  assertRoom,
  assertVersion,
  findForUpdate,
  loadForUpdate,
  namedId,
  nextStatus,
} from './load.ts';
export type { Wording } from './mail-templates.ts';
export {
  assertPrice,
  bookingIdsIn,
  charge,
  type OrderContext,
  type OrderRules,
} from './orders.ts';
export {
  pausedRun,
  pauseRuns,
  resumeAll,
  startsOnResume,
  type Unresumed,
} from './pause.ts';
export { changeWaits, type Exchanged, pendingTexts } from './pending.ts';
export { announcePrices } from './price-notice.ts';
export { type Rest, refundRests, runStart, sumOf } from './rest.ts';
export { autosave, duplicate, type Edit, savedColumns } from './save.ts';
export { findRepeatedOrder, lockOwn, lockPlaced, moveRun, stopRenewing } from './store.ts';
