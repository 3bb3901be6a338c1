export {
  assertCallGoesOn,
  assertNoMaintenance,
  endMaintenance,
  maintenanceUntil,
  readMaintenance,
  setMaintenance,
} from './maintenance.ts';
export { addNotice, endNotice, listNotices, noticesFor } from './notices.ts';
