interface Call {
  name: string;
  method: string;
  changes?: true;
}

/** What may not wait until the disk has room: leaving the websites, holds, reports, logging out. */
const SAVED_WHEN_FULL = new Set([
  ...['hide_inserat', 'withdraw_inserat', 'delete_inserat', 'hide_banner', 'delete_banner'],
  ...['delete_club', 'goOffline', 'delete_account', 'logout', 'end_device', 'end_other_devices'],
  ...['reauthenticate', 'reauthenticate_passkey', 'report'],
  ...['hold', 'block_account', 'claim_report', 'decide_report', 'make_final'],
  ...['staff_confirm', 'staff_logout', 'block_staff'],
]);

/** Whether a call is carried out while the reserve of the disk is in use (RUN-04). */
export const savesWhenFull = ({ name, method, changes }: Call): boolean =>
  (method === 'GET' && !changes) || SAVED_WHEN_FULL.has(name);

/** For the check that each of them is a call. */
export const SAVED_NAMES: readonly string[] = [...SAVED_WHEN_FULL];
