import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../platform/free-port.ts';
import { eventually } from '../../testing/process/eventually.ts';
import { secretOf, signedHeaders } from './signature.ts';

const PROGRAM = join(import.meta.dirname, '../../../../docs/examples/messages.py');
const LATER_MS = 2 * HOUR_MS;
/** Runs a program with its clock ahead as soon as a file exists. */
const CLOCKED = `import os, runpy, sys, time
real = time.time
time.time = lambda: real() + (${LATER_MS / 1000} if os.path.exists(sys.argv[2]) else 0)
runpy.run_path(sys.argv[1], run_name="__main__")`;
const MASTER = 'm'.repeat(48);
const WEBSITE = { id: 1, webhook_generation: 1, webhook_rotated_at: null };

let folder: string;
let portal: Server;
let program: ChildProcess;
let port: number;
/** The portal's items; `away` makes requests for single items fail. */
let shown: { ads: Record<string, object>; away: boolean; asked: string[] };
let aheadMs: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'samtrot-example-'));
  aheadMs = 0;
  const ending = (inMs: number) => ({ end_at: new Date(Date.now() + inMs).toISOString() });
  shown = {
    ads: { soon: { id: 'soon', ...ending(HOUR_MS) }, late: { id: 'late', ...ending(DAY_MS) } },
    away: false,
    asked: [],
  };
  portal = createServer((request, response) => {
    const [, list, one] = request.url!.match(/^\/partner\/v1\/(ads|clubs)(?:\/(\w+))?/)!;
    if (one) shown.asked.push(one);
    const entries = list === 'ads' ? shown.ads : {};
    const found = one === undefined || one in entries;
    response.writeHead(one && shown.away ? 503 : found ? 200 : 404);
    const answer = one
      ? { ad: entries[one] }
      : { [list!]: Object.values(entries), next_cursor: null };
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((go) => portal.listen(0, '127.0.0.1', go));
  port = await freePort();
  program = spawn('python3', ['-c', CLOCKED, PROGRAM, join(folder, 'later')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORTAL_URL: `http://127.0.0.1:${(portal.address() as AddressInfo).port}`,
      PARTNER_KEY: 'sr_key',
      WEBHOOK_SECRET: secretOf(MASTER, WEBSITE),
      PORT: String(port),
      MIRROR_FILE: join(folder, 'copy.json'),
    },
  });
  await new Promise<void>((go, fail) => {
    program
      .stdout!.setEncoding('utf8')
      .on('data', (text: string) => text.includes('ready') && go());
    program.once('exit', (code) => fail(new Error(`the program ended with ${code}`)));
  });
});
afterEach(async () => {
  const ended = new Promise((go) => program.once('close', go));
  program.kill('SIGKILL');
  await ended;
  portal.closeAllConnections();
  await new Promise((go) => portal.close(go));
  rmSync(folder, { recursive: true });
});

const kept = (): string[] =>
  Object.keys(JSON.parse(readFileSync(join(folder, 'copy.json'), 'utf8')).ads);
const passTime = () => {
  aheadMs = LATER_MS;
  writeFileSync(join(folder, 'later'), '');
};
async function deliver(type: string, id: string): Promise<number> {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data: { id } });
  const now = new Date(Date.now() + aheadMs);
  const headers = signedHeaders(MASTER, WEBSITE, { id: 'message', body, now });
  return (await fetch(`http://127.0.0.1:${port}/webhook`, { method: 'POST', headers, body }))
    .status;
}

test('the example program removes an ad at its end without a message', async () => {
  expect(kept()).toEqual(['soon', 'late']);
  passTime();
  await eventually(() => expect(kept()).toEqual(['late']));
  expect(shown.asked).toEqual([]);
});

test('the example program removes an ad at its end while the portal is unavailable', async () => {
  shown.away = true;
  expect(await deliver('ad.changed', 'late')).toBe(204);
  await eventually(() => expect(shown.asked).toContain('late'));
  passTime();
  await eventually(() => expect(kept()).toEqual(['late']));
});

test('the example program accepts a message about an unknown kind with 204 and continues', async () => {
  expect(await deliver('banner.changed', 'late')).toBe(204);
  delete shown.ads.soon;
  expect(await deliver('ad.taken_down', 'soon')).toBe(204);
  await eventually(() => expect(kept()).toEqual(['late']));
  expect(shown.asked).toEqual(['soon']);
});
