import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Builds a browser workspace if its sources are newer than the build, or on the first start. */
export async function buildIfStale(workspace: 'web' | 'partner-site'): Promise<boolean> {
  const stampFile = join(ROOT, workspace, 'dist/.stamp');
  const stamp = fingerprint([workspace, 'shared/src', 'ad-view/src']);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
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
  if (code !== 0) throw new Error(`The ${workspace} could not be built:\n${output}`);
  writeFileSync(stampFile, stamp);
  return true;
}

function fingerprint(folders: string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => !/(^|\/)(dist|node_modules)(\/|$)/.test(file))
      .sort();
    for (const file of files) {
      const { mtimeMs, size } = statSync(join(ROOT, folder, file));
      hash.update(`${folder}/${file}:${mtimeMs}:${size}\n`);
    }
  }
  return hash.digest('hex');
}
