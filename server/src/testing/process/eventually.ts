import { vi } from 'vitest';

/** Retries until it succeeds, for longer than a machine under load may stall. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });

/**
 * Timeout for what is notified within a second: longer than a stall of the machine, shorter than
 * the ten seconds after which polling finds it.
 */
export const SOON = { timeout: 9_000, interval: 20 };
