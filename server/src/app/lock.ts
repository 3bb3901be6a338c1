import { readFileSync } from 'node:fs';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startedAt } from '../platform/process-table.ts';

/**
 * Takes the data folder for this process. A lock left by a killed process does not count: its number is free, or belongs to a
 * process that started at another moment.
 * @throws Error with a plain sentence while another process runs on the folder.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'lock');
  const own = `${file}.${process.pid}`;
  await writeFile(own, `${process.pid} ${startedAt(process.pid)}`);
  try {
    // A link appears whole or not at all, so nobody reads a lock that is still being written.
    while (!(await succeeds(link(own, file), 'EEXIST'))) {
      const holder = holderOf(file);
      if (holder !== undefined) {
        throw new Error(`Samtrot läuft auf diesem Datenordner bereits (Prozess ${holder}): ${dataDir}`);
      }
      await removeStale(file);
    }
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(file, { force: true });
}

/** Of two starts that find the same old lock, the later one may take hold of the new lock of the earlier one: it gives it back. */
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
