import pino, { type Logger } from 'pino';

export type { Logger };

/** Structured lines on standard output. Requests are logged without query, body, cookies and addresses. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['req', 'res', '*.password', '*.token', '*.email', '*.telefon'], remove: true },
  });
}
