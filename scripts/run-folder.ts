/** The temporary folder of a test run, which contains everything the run starts. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'samtrot-run-';

/** Creates a folder named after this process; removes those of killed runs. */
export async function createRunFolder(base: string): Promise<string> {
  for (const name of readdirSync(base)) {
    const pid = Number(name.match(/^samtrot-run-(\d+)-/)?.[1]);
    if (pid && !isAlive(pid)) await removeRunFolder(join(base, name));
  }
  const folder = mkdtempSync(join(base, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user and has to traverse it.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'results'));
  return folder;
}

/**
 * Kills the database servers inside (process groups of their own), waits for their end and removes
 * the folder.
 */
export async function removeRunFolder(folder: string): Promise<void> {
  const databases: number[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('postmaster.pid')) continue;
    const pid = Number.parseInt(readIfThere(join(folder, file)), 10);
    if (pid > 1 && kill(pid, 'SIGQUIT')) databases.push(pid);
  }
  await waitWhile(() => databases.some(isAlive), 5_000);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Terminates a process group, and kills it after the grace period. */
export async function endGroup(leader: number, graceMs = 15_000): Promise<void> {
  kill(-leader, 'SIGTERM');
  await waitWhile(() => isAlive(-leader), graceMs);
  kill(-leader, 'SIGKILL');
}

/** Waits until it is over, but no longer than the time given. */
async function waitWhile(goesOn: () => boolean, atMostMs: number): Promise<void> {
  for (const deadline = performance.now() + atMostMs; goesOn() && performance.now() < deadline; )
    await new Promise((go) => setTimeout(go, 50));
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
