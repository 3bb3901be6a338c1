/** Dangerous changes need a password given at most this long ago (decisions, section 3). */
export const REAUTHENTICATION_LASTS_MS = 10 * 60_000;
