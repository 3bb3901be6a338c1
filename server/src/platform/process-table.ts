import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** Fields of /proc/PID/stat after the command name: the state first, the start time as the 20th. */
function stat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Whether the process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return !['Z', 'X', undefined].includes(stat(pid)?.[0]);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start time in kernel ticks; without /proc a constant while it runs, undefined afterwards. */
export function startedAt(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  return process.platform === 'linux' ? stat(pid)?.[19] : 'alive';
}

/**
 * Whether the process works in that folder, since process ids are reused; assumed without /proc.
 */
export function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}
