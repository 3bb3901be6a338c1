import { HOUR_MS } from '../kernel/time.ts';

/** How long the earlier address can be put back (ACC-11), by the link mailed to it. */
export const UNDO_EMAIL_MS = 72 * HOUR_MS;
export const KEEP_ACCOUNT_PATH = '/auth/keep-account';
/** How long an account can be kept after its owner asked to delete it (ACC-12). */
export const DELETION_WAITS_MS = 72 * HOUR_MS;
export const UNDO_EMAIL_PATH = '/auth/undo-email';
