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
export {
  assertPrice,
  bookingIdsIn,
  charge,
  type OrderContext,
  type OrderRules,
  orderIfAffordable,
  refundOrder,
} from './orders.ts';
export { findRepeatedOrder, lockOwn } from './store.ts';
