export {
  type Expiry,
  processExpired,
  type Reminder,
  remindExpiring,
  reminderAt,
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
export type { JobContext, Kind, Lifecycle, Owner } from './kind.ts';
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
  refundOrder,
} from './orders.ts';
export { findRepeatedOrder, lockOwn } from './store.ts';
