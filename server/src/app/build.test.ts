import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INHERITED } from '../testing/process/process.ts';

/** Notes its beginning and its end, and takes long enough for another one to begin meanwhile. */
const BUILD = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('../builds', 'begun ');
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
await new Promise((go) => setTimeout(go, 1_500));
writeFileSync('dist/index.js', '');
appendFileSync('../builds', 'ended ');
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'samtrot-build-'));
  mkdirSync(join(root, 'partner-kit'));
  writeFileSync(join(root, 'package.json'), '{"workspaces":["partner-kit"]}');
  writeFileSync(join(root, 'package-lock.json'), '{}');
  writeFileSync(
    join(root, 'partner-kit/package.json'),
    '{"name":"partner-kit","scripts":{"build":"node build.mjs"}}',
  );
  writeFileSync(join(root, 'partner-kit/build.mjs'), BUILD);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** In a process of its own; prints whether it built. */
const build = () =>
  new Promise<string>((done, fail) => {
    const program = `
      const { buildIfStale } = await import(${JSON.stringify(join(import.meta.dirname, 'build.ts'))});
      console.log(await buildIfStale('partner-kit', undefined, ${JSON.stringify(root)}));
    `;
    const args = ['--input-type=module', '-e', program];
    execFile(process.execPath, args, { env: INHERITED }, (failure, out, error) =>
      failure ? fail(new Error(error)) : done(out.trim()),
    );
  });
const builds = () => readFileSync(join(root, 'builds'), 'utf8').trim();

test('several starts at once build a workspace once, and all wait for it [RUN-19]', async () => {
  const answers = await Promise.all([build(), build(), build()]);
  expect(answers.toSorted()).toEqual(['false', 'false', 'true']);
  expect(builds()).toBe('begun ended');
});

test('a build that fails is tried by the next start, which says why [RUN-19]', async () => {
  writeFileSync(join(root, 'partner-kit/build.mjs'), 'console.error("no glue"); process.exit(1);');
  const failed = await Promise.allSettled([build(), build()]);
  for (const { status, reason } of failed as PromiseRejectedResult[]) {
    expect(status).toBe('rejected');
    expect(String(reason)).toContain('no glue');
  }
  writeFileSync(join(root, 'partner-kit/build.mjs'), BUILD);
  expect(await build()).toBe('true');
});
