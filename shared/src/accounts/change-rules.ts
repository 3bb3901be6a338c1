import { HOUR_MS } from '../kernel/time.ts';

/** How long the earlier address can be put back (ACC-11), by the link mailed to it. */
export const UNDO_EMAIL_MS = 72 * HOUR_MS;
export const KEEP_ACCOUNT_PATH = '/auth/keep-account';
/** How long an account can be kept after its owner asked to delete it (ACC-12). */
export const DELETION_WAITS_MS = 72 * HOUR_MS;
/** What waits meanwhile, for everybody to read: deletion and the copy of the data. */
export const EMAIL_CHANGE_SENTENCE = `Nach einer Änderung deiner E-Mail-Adresse geht das bis zu ${UNDO_EMAIL_MS / HOUR_MS} Stunden lang nicht.`;
export const UNDO_EMAIL_PATH = '/auth/undo-email';
