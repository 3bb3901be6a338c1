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
export { lockOwn } from './store.ts';
