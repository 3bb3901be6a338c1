import { readFileSync, statSync } from 'node:fs';

/** The only source of time. */
export interface Clock {
  now(): Date;
  /** How far tests have moved it from the time of the machine, in milliseconds; 0 unless told. */
  shiftMs?(): number;
}

/**
 * The machine's time shifted by the seconds in `offsetFile`, by which tests move the clock of a
 * running server; production refuses the setting (see `config.ts`).
 */
export function systemClock(offsetFile?: string): Clock {
  if (!offsetFile) return { now: () => new Date() };
  let offset = 0;
  let version = '';
  let checkedAt = 0;
  const refresh = () => {
    try {
      // The file is usually missing, and creating an error for it 50 times a second would be
      // costly.
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
  const shiftMs = () => {
    const real = Date.now();
    if (Math.abs(real - checkedAt) >= 20) {
      checkedAt = real;
      refresh();
    }
    return offset;
  };
  return { shiftMs, now: () => new Date(Date.now() + shiftMs()) };
}
