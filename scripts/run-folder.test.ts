import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createRunFolder, endGroup, removeRunFolder } from './run-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'samtrot-folder-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const started = (...args: string[]) => {
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<string | number>((done) =>
    child.once('exit', (code, signal) => done(code ?? signal!)),
  );
  const speaks = new Promise((done) => child.stdout.once('data', done));
  return { pid: child.pid!, ended, speaks };
};

test('folders of killed runs are removed with their database servers; others stay', async () => {
  // Ends a moment after it was asked to.
  const database = started(
    '-e',
    'process.on("SIGQUIT", () => setTimeout(() => process.exit(3), 300)); console.log(1); setInterval(() => {}, 9e3)',
  );
  await database.speaks;
  const [left, living] = [
    join(base, 'samtrot-run-999999999-a'),
    join(base, `samtrot-run-${process.pid}-b`),
  ];
  for (const folder of [left, living]) mkdirSync(join(folder, 'cluster'), { recursive: true });
  writeFileSync(join(left, 'cluster/postmaster.pid'), `${database.pid}\n`);
  const folder = await createRunFolder(base);
  expect(() => process.kill(database.pid, 0)).toThrow('ESRCH');
  expect(await database.ended).toBe(3);
  expect([left, living, folder].map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  await removeRunFolder(folder);
  expect(existsSync(folder)).toBe(false);
});

test('a process group is terminated, and killed if it does not respond', async () => {
  const listens = started(
    '-e',
    'process.on("SIGTERM", () => process.exit(7)); console.log(1); setInterval(() => {}, 9e3)',
  );
  const deaf = started(
    '-e',
    'process.on("SIGTERM", () => {}); console.log(1); setInterval(() => {}, 9e3)',
  );
  await Promise.all([listens.speaks, deaf.speaks]);
  await Promise.all([endGroup(listens.pid), endGroup(deaf.pid, 200)]);
  expect([await listens.ended, await deaf.ended]).toEqual([7, 'SIGKILL']);
});
