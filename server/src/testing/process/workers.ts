import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;

const lines = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** The processes that a process has started to rebuild videos (Linux). */
export function videoWorkers(of = process.pid): number[] {
  return childrenOf(of).filter((pid) => lines(`/proc/${pid}/cmdline`).includes('video/worker.ts'));
}

export const childrenOf = (pid: number): number[] =>
  lines(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

export const isAlive = (pid: number) => /^State:\s+[^Z]/m.test(lines(`/proc/${pid}/status`));

/** Looks until it is so. */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
    await wait(5);
  }
}
