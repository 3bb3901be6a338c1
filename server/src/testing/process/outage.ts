import type pg from 'pg';
import { vi } from 'vitest';

/** Until it is disposed of, this pool gives no connection. */
export const simulateOutage = (pool: pg.Pool): Disposable =>
  vi
    .spyOn(pool, 'connect')
    .mockImplementation(
      (callback?: (error: Error, client: undefined, done: () => void) => void) => {
        const error = new Error('away');
        // `pool.query` comes with a callback and would wait for it for ever.
        if (callback) return callback(error, undefined, () => {});
        return Promise.reject(error);
      },
    );

/**
 * Until it is disposed of, no time passes for what the process remembers: nothing is asked again
 * because it has grown old.
 */
export const standingTime = (): Disposable =>
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
