import { readFileSync, statSync } from 'node:fs';

/** The one source of the time. */
export interface Clock {
  now(): Date;
}

/**
 * The time of the machine, shifted by the seconds written in `offsetFile`. Tests move the clock by writing that file while the
 * server runs; production refuses it (see `config.ts`).
 */
export function systemClock(offsetFile?: string): Clock {
  if (!offsetFile) return { now: () => new Date() };
  let offset = 0;
  let version = '';
  let checkedAt = 0;
  const refresh = () => {
    try {
      // Most often there is none, and an error for that would be made fifty times a second.
      const file = statSync(offsetFile, { throwIfNoEntry: false });
      const found = file ? `${file.mtimeMs}:${file.size}:${file.ino}` : '';
      if (version === found) return;
      version = found;
      const seconds = file ? Number(readFileSync(offsetFile, 'utf8').trim()) : 0;
      offset = Number.isFinite(seconds) ? seconds * 1000 : 0;
    } catch {
      version = '';
      offset = 0;
    }
  };
  return {
    now() {
      const real = Date.now();
      if (Math.abs(real - checkedAt) >= 20) {
        checkedAt = real;
        refresh();
      }
      return new Date(real + offset);
    },
  };
}
