import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuildNotice } from './build-notice.ts';
import { lockFolder } from './lock.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Folders outside of the workspace that are part of its build. */
const BESIDE = {
  web: ['shared/src', 'ad-view/src'],
  'partner-site': ['shared/src', 'ad-view/src', 'partner-kit/src'],
  'partner-kit': [],
  server: ['shared/src', 'scripts'],
} as const;

type Workspace = keyof typeof BESIDE;

/** Builds a workspace if its build is missing or stale; concurrent processes build it once. */
export async function buildIfStale(
  workspace: Workspace,
  notice?: BuildNotice,
  root = ROOT,
): Promise<boolean> {
  if (isFresh(root, workspace)) return false;
  notice?.begun();
  let done = false;
  try {
    const unlock = await lockBuild(root, workspace);
    try {
      const built = !isFresh(root, workspace);
      if (built) await build(root, workspace);
      done = true;
      return built;
    } finally {
      await unlock();
    }
  } finally {
    notice?.ended(done);
  }
}

/** Waits for a concurrent build. A build empties `dist`, so the lock lies elsewhere. */
async function lockBuild(root: string, workspace: Workspace): Promise<() => Promise<void>> {
  const folder = join(root, 'node_modules/.cache/samtrot-builds', workspace);
  mkdirSync(folder, { recursive: true });
  const inUse = new Error(`The ${workspace} is being built.`);
  for (;;) {
    try {
      return await lockFolder(folder, () => inUse);
    } catch (error) {
      if (error !== inUse) throw error;
    }
    await pause(200);
  }
}

async function build(root: string, workspace: Workspace): Promise<void> {
  const stamp = fingerprint(root, workspace);
  // An interrupted build must not count as fresh.
  rmSync(stampFile(root, workspace), { force: true });
  const child = spawn('npm', ['run', 'build', '--silent', '-w', workspace], {
    cwd: root,
    // Browsers get the production build in every mode.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`The ${workspace} could not be built:\n${output}`);
  writeFileSync(stampFile(root, workspace), stamp);
}

const stampFile = (root: string, workspace: Workspace) => join(root, workspace, 'dist/.stamp');

function isFresh(root: string, workspace: Workspace): boolean {
  const file = stampFile(root, workspace);
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint(root, workspace);
}

function fingerprint(root: string, workspace: Workspace): string {
  const folders = [workspace, ...BESIDE[workspace]];
  const hash = createHash('sha256');
  const libraries = statSync(join(root, 'package-lock.json'));
  hash.update(`${libraries.mtimeMs}:${libraries.size}\n`);
  for (const folder of folders) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => !/(^|\/)(dist|node_modules)(\/|$)|\.test\.ts$/.test(file))
      .sort();
    for (const file of files) {
      const { mtimeMs, size } = statSync(join(root, folder, file));
      hash.update(`${folder}/${file}:${mtimeMs}:${size}\n`);
    }
  }
  return hash.digest('hex');
}
