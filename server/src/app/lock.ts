import { randomUUID } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startedAt } from '../platform/process-table.ts';

/**
 * Locks the data folder for this process.
 * @throws Error while another process uses the folder
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  return lockFolder(
    dataDir,
    (holder) =>
      new Error(`Samtrot läuft auf diesem Datenordner bereits (Prozess ${holder}): ${dataDir}`),
  );
}

/**
 * Locks a folder for this process; the lock of an ended process is replaced. @throws what `inUse`
 * makes
 */
export async function lockFolder(
  folder: string,
  inUse: (holder: number) => Error,
): Promise<() => Promise<void>> {
  const file = join(folder, 'lock');
  const own = `${file}.${process.pid}.${randomUUID()}`;
  await writeFile(own, `${process.pid} ${startedAt(process.pid)}`);
  try {
    // A link appears atomically, so nobody reads a partial lock.
    while (!(await appears(own, file))) {
      const holder = holderOf(file);
      if (holder !== undefined) throw inUse(holder);
      await removeStale(file);
    }
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(file, { force: true });
}

/** False when the file is there already. Disks that are carried around often know no links. */
async function appears(own: string, file: string): Promise<boolean> {
  try {
    return await succeeds(link(own, file), 'EEXIST');
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    return succeeds(copyFile(own, file, constants.COPYFILE_EXCL), 'EEXIST');
  }
}

/**
 * Of two starts that find the same stale lock, the later may move the earlier one's new lock; it
 * restores it.
 */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.stale.${process.pid}`;
  if (!(await succeeds(rename(file, aside), 'ENOENT'))) return;
  if (holderOf(aside) !== undefined) await appears(aside, file);
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
