import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from './log.ts';
import type { Task } from './worker.ts';

const MIB = 1024 * 1024;
/** Size of the reserve; also the free space below which it is released (RUN-04). */
export const RESERVE_BYTES = 64 * MIB;
/** So much room brings the reserve back; well above, so that it does not come and go. */
export const REFILL_BYTES = 3 * RESERVE_BYTES;
const LOOK_MS = 1_000;

export interface Reserve {
  /** Whether the reserve is in use: only what takes things off the websites may still write. */
  isSpent(): boolean;
  /** Gives the reserve away when the disk is nearly full, and takes it back once there is room. */
  look(): Promise<void>;
}

/** Where the database lies elsewhere, nothing of this machine's disk helps it. */
export const NO_RESERVE: Reserve = { isSpent: () => false, look: async () => {} };

/** A file of 64 MB on the volume of the embedded database. `room` is what is free, in bytes. */
export function reserveIn(
  folder: string,
  { log, room = () => freeBytes(folder) }: { log: Logger; room?: () => Promise<number> },
): Reserve {
  const file = join(folder, 'reserve');
  let spent = false;
  const note = (now: boolean) => {
    if (now !== spent)
      log[now ? 'error' : 'info'](
        { reserve: now ? 'spent' : 'kept' },
        now
          ? 'the disk is full: the reserve is freed, and only what takes things offline is saved'
          : 'the disk has room again: the reserve is kept',
      );
    spent = now;
  };
  return {
    isSpent: () => spent,
    async look() {
      const kept = await stat(file).then(
        ({ size }) => size === RESERVE_BYTES,
        () => false,
      );
      const free = await room();
      if (kept && free >= RESERVE_BYTES) return note(false);
      if (!kept && free >= REFILL_BYTES) return note(!(await fill(file)));
      await rm(file, { force: true });
      note(true);
    },
  };
}

/** In every process that has the embedded database. */
export const reserveTask = (reserve: Reserve): Task => ({
  name: 'storage/reserve',
  everyMs: LOOK_MS,
  async run() {
    await reserve.look();
    return 0;
  },
});

/** Written, not only reserved: a sparse file would free nothing. @returns whether it is there */
async function fill(file: string): Promise<boolean> {
  const handle = await open(file, 'w', 0o600);
  try {
    const zeros = Buffer.alloc(MIB);
    for (let at = 0; at < RESERVE_BYTES; at += MIB) await handle.write(zeros);
    await handle.sync();
    return true;
  } catch {
    await rm(file, { force: true });
    return false;
  } finally {
    await handle.close();
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
