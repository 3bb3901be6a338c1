/**
 * The Chromium of the journeys: one that the system has and that works, or else the one npm
 * brought. Needs nothing but npm.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** No sandbox, because Chromium refuses one as root; no traffic of its own. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For journeys: a page of theirs lives for seconds, and optimising its scripts for that long costs
 * more than it saves. What measures speed goes without.
 */
export const SHORT_LIVED = [
  '--js-flags=--no-opt,--no-maglev,--single-threaded-gc',
  // Pages of one context share a process: the first document and the blank page before it, too,
  // which would otherwise take one each.
  '--renderer-process-limit=1',
];

export async function launchOptions(): Promise<LaunchOptions> {
  const system = SYSTEM.find((path) => existsSync(path) && runs(path, {}));
  if (system) return { executablePath: system, args: ARGS };
  const folder = await unpacked();
  const executablePath = join(folder, 'chromium');
  // A bare machine lacks NSS and fonts; the package carries both.
  const env: Record<string, string> = {};
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts');
  if (!runs(executablePath, env)) env.LD_LIBRARY_PATH = join(folder, 'al2023/lib');
  if (!runs(executablePath, env)) throw new Error(`Chromium does not start: ${executablePath}`);
  return {
    executablePath,
    args: ARGS,
    env: { ...(process.env as Record<string, string>), ...env },
  };
}

const runs = (path: string, env: Record<string, string>) =>
  spawnSync(path, ['--version'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: 60_000,
  }).status === 0;

/**
 * Unpacks once per installation. A second process that unpacks at the same time loses the rename
 * and uses the winner's.
 */
async function unpacked(): Promise<string> {
  const packageFolder = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
  );
  const { version } = createRequire(import.meta.url)(join(packageFolder, 'package.json')) as {
    version: string;
  };
  const cache = join(packageFolder, '../../.cache');
  const folder = join(cache, `samtrot-chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const working = mkdtempSync(join(cache, 'chromium-'));
  // The package writes to the temporary folder and believes whatever it finds there; it gets one of
  // its own.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = working;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await inflate(join(packageFolder, 'bin/al2023.tar.br'));
    renameSync(working, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(working, { recursive: true, force: true });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  return folder;
}
