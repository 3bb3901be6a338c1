const KEY = 'notice';

/**
 * The message of the login page after a redirect. A code, never a text: no data of the account
 * stays on the device.
 */
const NOTICES = {
  'account-closed':
    'Dein Konto ist offline und wird in 72 Stunden gelöscht. Willst du es behalten, melde dich vorher an.',
  'email-restored':
    'Deine alte E-Mail-Adresse gilt wieder. Alle Geräte sind abgemeldet. Setze jetzt ein neues Passwort: Der Link dazu ist in deinem Postfach.',
} as const;

type Notice = keyof typeof NOTICES;

/** Set just before going to /auth/login. */
export const leaveNotice = (notice: Notice): void => sessionStorage.setItem(KEY, notice);

/** The words of the notice, once. */
export function takeNotice(): string | null {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept !== null && kept in NOTICES ? NOTICES[kept as Notice] : null;
}
