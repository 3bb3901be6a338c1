import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Takes the data folder for this process. A lock left by a killed process does not count: its number is free, or belongs to a
 * process that started at another moment.
 * @throws Error with a plain sentence while another process runs on the folder.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'lock');
  const own = `${process.pid} ${startedAt(process.pid)}`;
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(file, own, { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 2) throw error;
    }
    const holder = holderOf(file);
    if (holder !== undefined) {
      throw new Error(`Samtrot läuft auf diesem Datenordner bereits (Prozess ${holder}): ${dataDir}`);
    }
    await rm(file, { force: true });
  }
}

/** The process that runs on the folder, or undefined. */
export const runningOn = (dataDir: string) => holderOf(join(dataDir, 'lock'));

function holderOf(file: string): number | undefined {
  try {
    const [pid, started] = readFileSync(file, 'utf8').split(' ');
    return startedAt(Number(pid)) === started ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** When a process began, in the kernel's ticks; without /proc only whether it lives. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    if (process.platform === 'linux') return 'gone';
    try {
      process.kill(pid, 0);
      return 'alive';
    } catch {
      return 'gone';
    }
  }
}
