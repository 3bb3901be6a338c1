/** The largest file of the bank that is read. */
export const STATEMENT_MAX_BYTES = 50 * 1024 * 1024;
