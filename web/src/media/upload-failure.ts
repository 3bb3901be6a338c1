import { ApiError } from '../lib/api/call.ts';

/** Temporary failures: a lost connection, an unreachable server, a rate limit. */
const PASSING_STATUS = [408, 423, 429, 502, 503, 504, 507];
const PASSING_CODES = ['NETWORK', 'UNREADABLE', 'NOT_LOGGED_IN', 'UPLOAD_ELSEWHERE'];

/** Whether the same upload may succeed when it is tried again. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (PASSING_CODES.includes(error.code) || PASSING_STATUS.includes(error.status));

export const hasNoSession = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'NOT_LOGGED_IN';

/**
 * An answer of the upload address in the words of all other calls; without a status there was no
 * answer.
 */
export function uploadError(status: number, body: string): ApiError {
  if (status === 0)
    return new ApiError(
      'NETWORK',
      'Keine Verbindung zum Server. Bitte überprüfe deine Internetverbindung.',
    );
  try {
    const answer = JSON.parse(body) as { code?: unknown; message?: unknown };
    return new ApiError(String(answer.code ?? ''), String(answer.message ?? ''), { status });
  } catch {
    return new ApiError('UNREADABLE', 'Das hat nicht geklappt. Bitte lade die Seite neu.', {
      status,
    });
  }
}

/** Whether the upload itself retries, without a message. */
export const sendsAgain = (status: number): boolean =>
  status === 0 ||
  status === 408 ||
  status === 409 ||
  status === 423 ||
  (status >= 500 && status !== 507);
