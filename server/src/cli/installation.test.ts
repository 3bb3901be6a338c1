import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLI, INHERITED, removeDataDir, startProcess } from '../testing/process/process.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'samtrot-installation-'));
});
afterAll(() => removeDataDir(dataDir));

const samtrot = (...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((done) => {
    const env = { ...INHERITED, DATA_DIR: dataDir };
    execFile(process.execPath, [CLI, ...args], { env }, (failure, out, error) =>
      done({ code: failure ? Number(failure.code) : 0, out, error }),
    );
  });
const coupon = (code: string) => samtrot('coupon', 'create', code, '--credits', '5', '--json');

test('commands work without a server, several at once, and leave the folder free', async () => {
  await (await startProcess({ dataDir })).kill();
  const both = await Promise.all([coupon('EINS'), coupon('ZWEI')]);
  expect(both).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
});

test('commands work beside a running server and leave it running', async () => {
  await using server = await startProcess({ dataDir });
  expect(await coupon('DREI')).toMatchObject({ code: 0 });
  expect(await coupon('EINS')).toMatchObject({ code: 1 });
  const ready = await fetch(`${server.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(server.output()).not.toMatch(/database (connection lost|server has ended)/);
});

test('settings that are missing are named once, without the places in the program [RUN-08]', async () => {
  const file = join(dataDir, 'production.env');
  writeFileSync(file, 'NODE_ENV=production\nDATABASE_URL=postgres:///haus?host=/nowhere\n');
  const { code, error } = await samtrot('ledger', 'check', '--env', file);
  expect(code).toBe(1);
  expect(error.match(/SMTP_URL is missing/g)).toHaveLength(1);
  expect(error).not.toContain('    at ');
});

test('a database that does not answer or has another key is named without a trace [RUN-08]', async () => {
  const env = join(dataDir, 'away.env');
  writeFileSync(env, `DATABASE_URL=postgres://haus@127.0.0.1:1/haus\nDATA_DIR=${dataDir}\n`);
  const away = await samtrot('ledger', 'check', '--env', env);
  expect(away.code).toBe(1);
  expect(away.error).toContain('haus auf 127.0.0.1:1 antwortet nicht: ');
  writeFileSync(env, `DATA_KEY=${'k'.repeat(48)}\nDATA_DIR=${dataDir}\n`);
  const wrong = await samtrot('ledger', 'check', '--env', env);
  expect(wrong.code).toBe(1);
  expect(wrong.error).toContain('DATA_KEY is wrong: ');
  for (const { error } of [away, wrong]) expect(error).not.toContain('    at ');
});
