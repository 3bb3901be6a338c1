import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
/** What a whole run writes at most, and what its programs need besides. */
const NEEDED = { space: 6 * GIB, memory: 14 * GIB } as const;

/**
 * Where a run puts its temporary folder: in memory where there is plenty, since copying a database
 * of some thousand small files costs a disk five times as much; `TMPDIR` wins.
 */
export function temporaryBase(): string {
  if (process.env.TMPDIR) return tmpdir();
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= NEEDED.space && freemem() >= NEEDED.memory) return IN_MEMORY;
  } catch {
    // There is no such place on this system.
  }
  return tmpdir();
}
