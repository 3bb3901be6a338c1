import { ApiError } from '../lib/api/call.ts';

/**
 * A restarting server is back within seconds; the sum of these pauses is about that of the upload's
 * retries.
 */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 12_000];
const AWAY_STATUS = [502, 503, 504];

const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || AWAY_STATUS.includes(error.status));

/**
 * Retries silently while the server is unreachable. `again`: the server may have done it already.
 */
export async function pollUntilReady<T>(ask: (how: { again: boolean }) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask({ again: tries > 0 });
    } catch (error) {
      const pause = PAUSES_MS[tries];
      if (pause === undefined || !isAway(error)) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}
