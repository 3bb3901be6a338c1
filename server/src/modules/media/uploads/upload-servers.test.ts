import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { balancer } from '../../../testing/process/balancer.ts';
import { type TestDatabase, testDatabase } from '../../../testing/process/database.ts';
import { rounds } from '../../../testing/process/deep.ts';
import { type ServerProcess, startProcess } from '../../../testing/process/process.ts';
import { PASSWORD } from '../../../testing/world/world.ts';

// Two servers on one database and one folder, behind a balancer that alternates.
const PART = 100_000;
const PARTS = 6;
let database: TestDatabase;
let dataDir: string;
let servers: ServerProcess[];
let proxy: Awaited<ReturnType<typeof balancer>>;
let cookie = '';
let inseratId = 0;

beforeAll(async () => {
  database = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'samtrot-upload-servers-'));
  servers = await Promise.all([serve(), serve()]);
  proxy = await balancer(() => servers);
  const email = 'lena@beispiel.ch';
  await call('register', { username: 'Lena am See', email, password: PASSWORD });
  const login = await call('login', { log: email, pwd: PASSWORD, rememberme: true });
  cookie = login.headers.getSetCookie()[0]!.split(';')[0]!;
  const made = await call('createInserat', {});
  inseratId = ((await made.json()) as { inserat_id: number }).inserat_id;
});
afterAll(async () => {
  proxy?.server.close();
  await Promise.all((servers ?? []).map((one) => one[Symbol.asyncDispose]()));
  await database?.[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

const serve = () =>
  startProcess({
    dataDir,
    args: ['--only=server'],
    env: {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'u'.repeat(48),
      LOG_LEVEL: 'warn',
      LIMIT_FACTOR: '1000',
    },
  });
const call = (action: string, body: object) =>
  fetch(`${proxy.url}/api?action=${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
  });
const tus = (
  method: string,
  address: string,
  { headers = {}, body = null }: { headers?: Record<string, string>; body?: Buffer | null } = {},
) => fetch(address, { method, body, headers: { cookie, 'tus-resumable': '1.0.0', ...headers } });
const at = (offset: number) => ({
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

/** Begins an upload; returns its path. */
async function begin(size: number): Promise<string> {
  const metadata = { inserat_id: String(inseratId), kind: 'image', filename: 'bild.jpg' };
  const begun = await tus('POST', `${proxy.url}/media/uploads`, {
    headers: {
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });
  expect(begun.status).toBe(201);
  return begun.headers.get('location')!;
}
const fileOf = (path: string) => readFileSync(join(dataDir, 'uploads', path.split('/').at(-1)!));
const offsetOf = async (base: string, path: string) =>
  Number((await tus('HEAD', base + path)).headers.get('upload-offset'));

/** A PATCH of everything that sends only its first part; resolves when the server has ended it. */
function halfPatch(server: ServerProcess, path: string, bytes: Buffer) {
  const socket = connect(server.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const head = [
    `PATCH ${path} HTTP/1.1`,
    'host: localhost',
    `cookie: ${cookie}`,
    'tus-resumable: 1.0.0',
    ...Object.entries(at(0)).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${bytes.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(bytes.subarray(0, PART));
  return new Promise<string>((done) => {
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString();
      done(said);
    });
    socket.on('error', () => {}).on('close', () => done(said));
  });
}

test('an upload whose parts reach two servers in turn is whole [RUN-13]', async () => {
  const bytes = randomBytes(PART * PARTS);
  const path = await begin(bytes.length);
  for (let part = 0; part < PARTS; part++) {
    const offset = part * PART;
    // Odd requests change the turn of the balancer.
    if (part % 2) expect(await offsetOf(proxy.url, path)).toBe(offset);
    const body = bytes.subarray(offset, offset + PART);
    const answer = await tus('PATCH', proxy.url + path, { headers: at(offset), body });
    expect(answer.status).toBe(204);
  }
  expect(fileOf(path).equals(bytes)).toBe(true);
});

test('a request at one server ends the one that writes at the other [RUN-13]', async () => {
  const bytes = randomBytes(PART * PARTS);
  for (const [writer, asker] of [servers, servers.toReversed()] as [
    ServerProcess,
    ServerProcess,
  ][]) {
    const path = await begin(bytes.length);
    const ended = halfPatch(writer, path, bytes);
    await expect.poll(() => fileOf(path).length, { timeout: 10_000 }).toBe(PART);
    // Answered only when the other one no longer writes.
    expect(await offsetOf(asker.url, path)).toBe(PART);
    // Not by its own timeout.
    expect(await ended).toMatch(/^HTTP\/1\.1 (?!408)/);
    const body = bytes.subarray(PART);
    const rest = await tus('PATCH', asker.url + path, { headers: at(PART), body });
    expect(rest.status).toBe(204);
    expect(fileOf(path).equals(bytes)).toBe(true);
  }
});

test('two servers never write one upload at once, whoever comes first [RUN-13]', async () => {
  const bytes = randomBytes(PART);
  for (let round = 0; round < rounds(5, 50); round++) {
    const path = await begin(bytes.length);
    const answers = await Promise.all(
      servers.map(({ url }) => tus('PATCH', url + path, { headers: at(0), body: bytes })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(fileOf(path).equals(bytes)).toBe(true);
  }
});

test('an upload goes on at the other server when one is killed while it writes [RUN-13]', async () => {
  const bytes = randomBytes(PART * PARTS);
  for (let round = 0; round < rounds(1, 5); round++) {
    const [victim, survivor] = servers as [ServerProcess, ServerProcess];
    const path = await begin(bytes.length);
    const ended = halfPatch(victim, path, bytes);
    await expect.poll(() => fileOf(path).length, { timeout: 10_000 }).toBe(PART);
    await victim.kill('SIGKILL');
    servers = [survivor];
    expect(await ended).toBe('');
    expect(await offsetOf(proxy.url, path)).toBe(PART);
    const body = bytes.subarray(PART);
    const rest = await tus('PATCH', proxy.url + path, { headers: at(PART), body });
    expect(rest.status).toBe(204);
    expect(fileOf(path).equals(bytes)).toBe(true);
    servers = [survivor, await serve()];
  }
});
