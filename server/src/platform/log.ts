import pg from 'pg';
import pino, { type Logger } from 'pino';

export type { Logger };

/**
 * Structured logs on standard output. Requests are logged without query, body, cookies and
 * addresses.
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: ['req', 'res', '*.password', '*.token', '*.email', '*.telefon'],
        remove: true,
      },
    },
    destination ?? pino.destination(1),
  );
}

interface ErrorLine {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  constraint?: string;
  cause?: ErrorLine;
}

/** The log form of an error, without members that contain row values, such as `detail`. */
function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown value' };
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  const ofDatabase = error instanceof pg.DatabaseError;
  // Data exceptions (class 22) quote the offending value in their message.
  const quotes = ofDatabase && String(code).startsWith('22');
  return {
    type: error.name,
    message: quotes ? 'a value does not fit its column' : error.message,
    stack: quotes ? error.stack?.replace(/^[\s\S]*?(?=\n {4}at )/, '') : error.stack,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  };
}
