/** The largest file of the bank that is read. */
export const STATEMENT_MAX_BYTES = 20 * 1024 * 1024;
