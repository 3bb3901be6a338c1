/**
 * Calls that go on during maintenance (BOF-132): logging in and out, reports, «Überall offline»,
 * and what is no GET but only reads.
 */
const GO_ON: ReadonlySet<string> = new Set([
  ...['login', 'second_factor', 'login_passkey', 'request_login_mail', 'open_login_link'],
  ...['confirm_login_code', 'reauthenticate', 'reauthenticate_passkey', 'keep_session'],
  ...['logout', 'end_device', 'end_other_devices', 'report_login'],
  ...['partner_login', 'partner_second_factor', 'partner_logout', 'partner_invitation'],
  ...['preview_partner_policy', 'offer_partner_factor'],
  ...['report', 'goOffline', 'goOnline', 'end_newsletter'],
  ...['validate_coupon', 'quotePackageChange', 'open_thread', 'open_data_export'],
]);

interface Call {
  name: string;
  method: string;
  changes?: true;
}

/** Whether maintenance refuses the call: it changes something and is none of those that go on. */
export const restsInMaintenance = ({ name, method, changes }: Call): boolean =>
  (method !== 'GET' || changes === true) && !GO_ON.has(name);
