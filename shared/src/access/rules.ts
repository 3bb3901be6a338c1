import { MINUTE_MS } from '../kernel/time.ts';

/** The changes that can take an account away; each asks for a proof of its own (ACC-10). */
export const REAUTHENTICATION_KINDS = [
  'password',
  'email',
  'factor',
  'passkeys',
  'recovery_codes',
  'export',
  'deletion',
] as const;

export type ReauthenticationKind = (typeof REAUTHENTICATION_KINDS)[number];

/** How long a proof counts for further changes of its kind. A login is none. */
export const REAUTHENTICATION_VALID_MS = 5 * MINUTE_MS;
