import { readFileSync } from 'node:fs';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startedAt } from '../platform/process-table.ts';

/**
 * Locks the data folder for this process; the lock of an ended process is replaced.
 * @throws Error while another process uses the folder
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'lock');
  const own = `${file}.${process.pid}`;
  await writeFile(own, `${process.pid} ${startedAt(process.pid)}`);
  try {
    // A link appears atomically, so nobody reads a partial lock.
    while (!(await succeeds(link(own, file), 'EEXIST'))) {
      const holder = holderOf(file);
      if (holder !== undefined) {
        throw new Error(
          `Samtrot läuft auf diesem Datenordner bereits (Prozess ${holder}): ${dataDir}`,
        );
      }
      await removeStale(file);
    }
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(file, { force: true });
}

/**
 * Of two starts that find the same stale lock, the later may move the earlier one's new lock; it
 * restores it.
 */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.stale.${process.pid}`;
  if (!(await succeeds(rename(file, aside), 'ENOENT'))) return;
  if (holderOf(aside) !== undefined) await succeeds(link(aside, file), 'EEXIST');
  await rm(aside, { force: true });
}

async function succeeds(work: Promise<unknown>, expected: string): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === expected) return false;
    throw error;
  }
}

/** The process that holds the lock, or undefined. */
function holderOf(file: string): number | undefined {
  try {
    const [pid, started] = readFileSync(file, 'utf8').split(' ');
    return started && startedAt(Number(pid)) === started ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}
