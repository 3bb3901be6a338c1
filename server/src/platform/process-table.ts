import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** Fields of /proc/PID/stat behind the command name: the state first, the start time as the 20th. */
function stat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Whether the process runs. One that has ended and only waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return !['Z', 'X', undefined].includes(stat(pid)?.[0]);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in the kernel's ticks; without /proc only whether it lives. Undefined for one that has ended. */
export function startedAt(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  return process.platform === 'linux' ? stat(pid)?.[19] : 'alive';
}

/** Process numbers are reused: whether this one really works in that folder. Without /proc it is believed. */
export function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}
