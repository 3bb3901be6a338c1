/** The temporary folder of a test run, which contains everything the run starts. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'samtrot-run-';

/** Creates a folder named after this process; removes those of killed runs. */
export function createRunFolder(base: string): string {
  for (const name of readdirSync(base)) {
    const pid = Number(name.match(/^samtrot-run-(\d+)-/)?.[1]);
    if (pid && !isAlive(pid)) removeRunFolder(join(base, name));
  }
  const folder = mkdtempSync(join(base, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user and has to traverse it.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'results'));
  return folder;
}

/** Kills the database servers inside (process groups of their own) and removes the folder. */
export function removeRunFolder(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('postmaster.pid')) continue;
    const pid = Number.parseInt(readIfThere(join(folder, file)), 10);
    if (pid > 1) kill(pid, 'SIGQUIT');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Terminates a process group, and kills it after the grace period. */
export async function endGroup(leader: number, graceMs = 15_000): Promise<void> {
  kill(-leader, 'SIGTERM');
  for (
    const deadline = performance.now() + graceMs;
    isAlive(-leader) && performance.now() < deadline;
  )
    await new Promise((go) => setTimeout(go, 50));
  kill(-leader, 'SIGKILL');
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

const isAlive = (pid: number) => kill(pid, 0);
