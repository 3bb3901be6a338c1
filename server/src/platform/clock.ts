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
      const { mtimeMs, size, ino } = statSync(offsetFile);
      if (version === `${mtimeMs}:${size}:${ino}`) return;
      version = `${mtimeMs}:${size}:${ino}`;
      const seconds = Number(readFileSync(offsetFile, 'utf8').trim());
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
