import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** How long a login waits for its second step, and how many wrong codes end it (ACC-33). */
export const PENDING_LOGIN_MS = 10 * MINUTE_MS;
export const WRONG_CODES = 5;
/** Beyond so many wrong codes of an account in 24 hours only passkey and recovery codes count. */
export const WRONG_CODES_A_DAY = 100;

/** ACC-32 */
export const RECOVERY_CODES = 10;
/** From so many left on the owner is warned. */
export const FEW_RECOVERY_CODES = 3;

/** ACC-34: the wait before a lost second factor is off, with a mail each day. */
export const FACTOR_REMOVAL_MS = 3 * DAY_MS;
/** The page behind "Das war ich nicht". */
export const KEEP_FACTOR_PATH = '/auth/keep-factor';
export const KEEP_FACTOR_LABEL = 'Das war ich nicht';

/** A key that was shown and never confirmed is void. */
export const NEW_FACTOR_MS = HOUR_MS;

export const MOST_PASSKEYS = 20;
/**
 * A new password by mail ends younger passkeys: whoever had got in may have added them (ACC-13).
 */
export const YOUNG_PASSKEY_MS = 7 * DAY_MS;
export const PASSKEY_NAME_MAX = 40;

export const CODE_WRONG = 'Dieser Code stimmt nicht.';
export const RECOVERY_CODE_WRONG = 'Dieser Code gilt nicht oder ist schon benutzt.';

export const tidyPasskeyName = (name: string): string => name.trim().replace(/\s+/g, ' ');

export function passkeyNameProblem(name: string): string | null {
  if (name === '') return 'Name ist erforderlich.';
  if (/\p{Cc}/u.test(name)) return 'Ungültiges Format';
  return [...name].length > PASSKEY_NAME_MAX ? `Maximal ${PASSKEY_NAME_MAX} Zeichen erlaubt` : null;
}

/** The six digits of an authenticator app, with or without the space some of them show. */
export const tidyCode = (code: string): string => code.replace(/\s/g, '');

/** The stored form of a recovery code, however it is typed: without O, I, L, spaces and dashes. */
export const tidyRecoveryCode = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

/** `8 von 10 übrig` */
export const recoveryCodesText = (left: number): string => `${left} von ${RECOVERY_CODES} übrig`;

interface WaysIn {
  hasPassword: boolean;
  passkeys: number;
}

/** Whether a passkey may go without leaving the account with no way in (EXP-80). */
export const mayRemovePasskey = ({ hasPassword, passkeys }: WaysIn): boolean =>
  hasPassword || passkeys > 1;
