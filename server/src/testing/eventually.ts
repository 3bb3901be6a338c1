import { vi } from 'vitest';

/** Asks again until nothing fails any more; longer than a machine that stands still for a moment. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });
