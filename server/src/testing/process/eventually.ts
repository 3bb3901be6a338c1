import { vi } from 'vitest';

/**
 * Asks again until nothing fails any more; longer than a machine that stands still for a moment.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

/**
 * For what is told within a second: long enough for a machine that stands still for a moment, and
 * shorter than the ten seconds after which it would be looked at without being told.
 */
export const SOON = { timeout: 5_000, interval: 20 };
