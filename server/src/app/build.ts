import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildNotice } from './build-notice.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Folders outside of the workspace that are part of its build. */
const BESIDE = {
  web: ['shared/src', 'ad-view/src'],
  'partner-site': ['shared/src', 'ad-view/src', 'partner-kit/src'],
  'partner-kit': [],
  server: ['shared/src', 'scripts'],
} as const;

/** Builds a workspace if its sources are newer than the build, or on the first start. */
export async function buildIfStale(
  workspace: keyof typeof BESIDE,
  notice?: BuildNotice,
): Promise<boolean> {
  const stampFile = join(ROOT, workspace, 'dist/.stamp');
  const stamp = fingerprint([workspace, ...BESIDE[workspace]]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  notice?.begun();
  const child = spawn('npm', ['run', 'build', '--silent', '-w', workspace], {
    cwd: ROOT,
    // Browsers get the production build in every mode.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise((done) => child.once('exit', done));
  notice?.ended(code === 0);
  if (code !== 0) throw new Error(`The ${workspace} could not be built:\n${output}`);
  writeFileSync(stampFile, stamp);
  return true;
}

function fingerprint(folders: string[]): string {
  const hash = createHash('sha256');
  const libraries = statSync(join(ROOT, 'package-lock.json'));
  hash.update(`${libraries.mtimeMs}:${libraries.size}\n`);
  for (const folder of folders) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => !/(^|\/)(dist|node_modules)(\/|$)|\.test\.ts$/.test(file))
      .sort();
    for (const file of files) {
      const { mtimeMs, size } = statSync(join(ROOT, folder, file));
      hash.update(`${folder}/${file}:${mtimeMs}:${size}\n`);
    }
  }
  return hash.digest('hex');
}
