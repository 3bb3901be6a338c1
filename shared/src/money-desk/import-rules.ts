/** The largest file of the bank that is read. */
export const STATEMENT_MAX_BYTES = 50 * 1024 * 1024;

export const STATEMENT_TOO_LARGE = `Die Datei ist grösser als ${STATEMENT_MAX_BYTES / 1024 / 1024} MB.`;
