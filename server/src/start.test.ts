import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startCluster } from './platform/postgres.ts';
import { commandLine } from './testing/process/command-line.ts';
import { emptyDatabase, testDatabase } from './testing/process/database.ts';
import { DEEP, rounds, some } from './testing/process/deep.ts';
import { eventually } from './testing/process/eventually.ts';
import { removeDataDir, type ServerProcess, startProcess } from './testing/process/process.ts';
import { CERTIFICATE_FILE, smtpServer } from './testing/services/smtp.ts';

// Whole processes start here; on a busy machine that takes its time.

/** A start takes seconds: those of rare turns belong to the deep run. */
const rare = test.runIf(DEEP);

/** The real program as its own process: what only a whole start, a signal or a kill can show. */
const dispose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of dispose.splice(0).reverse()) await undo();
});

/** A data folder after an orderly first start, and what that start answered and left behind. */
let ready: string;
const first = {
  output: '',
  readyz: {} as unknown,
  healthz: {} as unknown,
  ended: {} as unknown,
  left: [true],
};
beforeAll(async () => {
  ready = mkdtempSync(join(tmpdir(), 'samtrot-ready-'));
  const env = { TEST_CHEAP_HASHES: '0', TEST_VIDEOS_UNCHECKED: '0' };
  const server = await startProcess({ dataDir: ready, env });
  const database = server.databasePid()!;
  first.readyz = await (await fetch(`${server.url}/readyz`)).json();
  first.healthz = await (await fetch(`${server.url}/healthz`)).json();
  first.ended = await server.kill('SIGTERM');
  first.output = server.output();
  first.left = [isAlive(database), existsSync(join(ready, 'lock'))];
});
afterAll(async () => {
  await shared?.[Symbol.asyncDispose]();
  if (sharedFolder) await removeDataDir(sharedFolder);
  await removeDataDir(ready);
});

/**
 * Starts on a copy of that folder unless told: creating a database takes longer than most of these
 * tests.
 */
async function start(options: Parameters<typeof startProcess>[0] = {}): Promise<ServerProcess> {
  const server = await startProcess({
    dataDir: options.env?.DATABASE_URL ? folder() : usedFolder(),
    ...options,
  });
  dispose.push(() => server[Symbol.asyncDispose]());
  return server;
}

/**
 * One server for all tests that find it running and leave it, or its successor on the same folder,
 * running: it is started when none runs.
 */
let shared: ServerProcess | undefined;
let sharedFolder: string | undefined;
async function running(): Promise<ServerProcess> {
  if (shared && isAlive(shared.pid)) return shared;
  if (!sharedFolder) {
    sharedFolder = mkdtempSync(join(tmpdir(), 'samtrot-start-'));
    execFileSync('cp', ['-a', `${ready}/.`, sharedFolder]);
  }
  shared = await startProcess({ dataDir: sharedFolder });
  return shared;
}

function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'samtrot-start-'));
  dispose.push(() => removeDataDir(dataDir));
  return dataDir;
}

function usedFolder(): string {
  const dataDir = folder();
  execFileSync('cp', ['-a', `${ready}/.`, dataDir]);
  return dataDir;
}

const PASSWORD = 'Gut-Gewaehlt-26';
const post = (server: ServerProcess, action: string, body: object, headers = {}) =>
  fetch(`${server.url}/api?action=${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const register = (server: ServerProcess, name: string) =>
  post(server, 'register', {
    username: name,
    email: `${name}@beispiel.ch`,
    password: PASSWORD,
    nickname: name,
  });
const login = (server: ServerProcess, name: string) =>
  post(server, 'login', { log: `${name}@beispiel.ch`, pwd: PASSWORD });
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

rare('a signal while the database starts leaves no database behind', async () => {
  const server = await startProcess({ untilReady: false });
  dispose.push(() => server[Symbol.asyncDispose]());
  await vi.waitUntil(() => server.databasePid() !== undefined, { timeout: 60_000, interval: 2 });
  const database = server.databasePid()!;
  expect(await server.kill('SIGTERM')).toBe(0);
  expect([isAlive(database), existsSync(join(server.dataDir, 'lock')), server.output()]).toEqual([
    false,
    false,
    '',
  ]);
});

test.each([
  // The others are settings, which `app/config.test.ts` reads without a process.
  ...some(
    [
      [{ NODE_ENV: 'test' }, 'NODE_ENV=test is for tests'],
      [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
      [{ PUBLIC_URL: 'http://samtrot.lan:3000' }, 'PUBLIC_URL is http://samtrot.lan:3000'],
    ] as const,
    1,
  ),
])('a start with %j that others could reach ends and says why [ACC-54]', async (env, reason) => {
  const server = await startProcess({ env: env as Record<string, string>, untilReady: false });
  dispose.push(() => server[Symbol.asyncDispose]());
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(reason);
});

const secret = () => randomBytes(48).toString('base64');
const house = ['NAME', 'STREET', 'CITY', 'COUNTRY', 'UID', 'REGISTER', 'REPRESENTATIVE', 'PHONE'];
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  SESSION_SECRET: secret(),
  MAIL_FROM: 'dienst@portal.example',
  SUPPORT_EMAIL: 'hilfe@portal.example',
  REGISTRATION_PRIVACY: 'discreet',
  PAYMENT_PROVIDERS: 'bank',
  BANK_IBAN: 'CH9300762011623852957',
  ...Object.fromEntries(house.map((name) => [`OPERATOR_${name}`, '8000 Zürich'])),
  OPERATOR_EMAIL: 'haus@portal.example',
  OPERATOR_HOSTING: 'Schweiz',
  OPERATOR_ABROAD: 'keine.',
  OPERATOR_EU_REPRESENTATIVE: 'keine bestellt.',
};

/** Production with this mail server; it needs the data key of the folder. */
const productionWith = (mail: Record<string, string>) => ({
  ...PRODUCTION,
  DATA_KEY: readFileSync(join(ready, 'data-key'), 'utf8'),
  ...mail,
});

test('production starts with a mail server that offers TLS, and not with another [ACC-55]', async () => {
  await using plain = await smtpServer();
  await using safe = await smtpServer({ starttls: true });
  const withMail = ({ url }: { url: string }) =>
    productionWith({
      // Reaches this machine, and is no loopback address.
      SMTP_URL: url.replace('127.0.0.1', '0.0.0.0'),
      NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE,
    });
  const refused = await start({ env: withMail(plain), untilReady: false });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('no trusted TLS');
  if (!DEEP) return;
  const server = await start({ env: withMail(safe) });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(safe.secured()).toBe(1);
});

test("production does not start while one of the demo's people is on the staff [BOF-15]", async () => {
  await using database = await testDatabase();
  const env = productionWith({
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATABASE_URL: database.url,
    DATA_DIR: folder(),
  });
  const person = ['--name', 'Inge Beispiel', '--role', 'owner'];
  const words = ['staff', 'create', 'inhaberin@samtrot.example', ...person];
  expect(await commandLine({ env }, ...words)).toMatchObject({ code: 0 });
  const refused = await start({ env, untilReady: false });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('inhaberin@samtrot.example is on the staff.');
});

test('production changes no tables: it says that they are missing, and ends [RUN-07]', async () => {
  await using database = await emptyDatabase();
  const env = productionWith({ SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_URL: database.url });
  const server = await start({ env, untilReady: false });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('To set it up: samtrot migrate');
  expect(await database.tables()).toBe(0);
});

rare('production starts with a mail server of this machine without TLS [ACC-55]', async () => {
  await using plain = await smtpServer();
  const local = await start({ env: productionWith({ SMTP_URL: plain.url }) });
  expect((await fetch(`${local.url}/healthz`)).status).toBe(200);
});

rare(
  'where the port is taken the start says so and ends, with its database and its lock',
  async () => {
    const first = await start();
    const second = await startProcess({
      dataDir: folder(),
      env: { PORT: String(first.port) },
      untilReady: false,
    });
    dispose.push(() => second[Symbol.asyncDispose]());
    const patience = new Promise((go) => setTimeout(go, 40_000, 'still there').unref());
    expect(await Promise.race([second.ended, patience])).toBe(1);
    expect(second.output()).toContain('EADDRINUSE');
    expect([second.databasePid(), existsSync(join(second.dataDir, 'lock'))]).toEqual([
      undefined,
      false,
    ]);
  },
);

test('a first start without settings answers, says where, and stops in order', () => {
  expect(first.output).toMatch(
    /^Samtrot läuft: http:\/\/localhost:(\d+) \(http:\/\/127\.0\.0\.1:\1\)$/m,
  );
  expect(first.readyz).toMatchObject({
    ready: true,
    database: 'ok',
    storage: 'ok',
    worker: 'ok',
  });
  expect(first.healthz).toEqual({ ok: true });
  expect(first.ended).toBe(0);
  expect(first.left).toEqual([false, false]);
});

rare(
  'a start that fills the demo finds nothing overdue and no payment that does not agree [FIX-11]',
  async () => {
    const server = await start({ env: { DEMO_DATA: '1' } });
    const ready = await (await fetch(`${server.url}/readyz`)).json();
    expect(ready).toMatchObject({
      ready: true,
      clock_lag_ms: 0,
      webhook_waiting_ms: 0,
      // The one that the console of the partner shows.
      webhook_dead: 1,
    });
    const env = { DATA_DIR: server.dataDir, PORT: String(server.port) };
    const compared = await commandLine({ env }, 'payments', 'reconcile', '--json');
    expect([compared.code, JSON.parse(compared.out)]).toMatchObject([
      0,
      { compared: 13, cases: 0 },
    ]);
    const cases = await commandLine({ env }, 'payments', 'cases', '--json');
    expect([cases.code, JSON.parse(cases.out)]).toEqual([0, { ok: true, cases: [] }]);
  },
);

test('a second start on the same folder says that one runs already', async () => {
  const first = await running();
  const second = await start({ dataDir: first.dataDir, untilReady: false });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `Samtrot läuft auf diesem Datenordner bereits (Prozess ${first.pid}): ${first.dataDir}`,
  );
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

rare('of two starts at the same moment on one folder exactly one runs', async () => {
  const dataDir = usedFolder();
  const both = await Promise.all([
    start({ dataDir, untilReady: false }),
    start({ dataDir, untilReady: false }),
  ]);
  const outcomes = await Promise.allSettled(both.map((server) => server.ready()));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

rare(
  'after kill -9 the next start takes the folder over while the old database still runs, with every answered row [T-FLT-01]',
  async () => {
    const first = await running();
    expect((await register(first, 'lena')).status).toBe(200);
    const unanswered = register(first, 'mona').catch(() => undefined);
    expect(await first.kill('SIGKILL')).toBe('SIGKILL');
    await unanswered;
    const orphan = first.databasePid()!;
    expect(isAlive(orphan)).toBe(true);
    const second = await running();
    expect(second.databasePid()).not.toBe(orphan);
    expect((await login(second, 'lena')).status).toBe(200);
  },
);

test('after kill -9 of server and database the next start recovers every answered row [T-FLT-01]', async () => {
  const first = await running();
  expect((await register(first, 'nina')).status).toBe(200);
  const database = first.databasePid()!;
  await first.kill('SIGKILL');
  process.kill(database, 'SIGKILL');
  const second = await running();
  expect((await login(second, 'nina')).status).toBe(200);
});

test('while the database is killed requests answer 503, and the same process recovers [T-FLT-05]', async () => {
  const server = await running();
  const { pid } = server;
  const first = await register(server, 'name0');
  expect(first.status).toBe(200);
  const answered = ['name0'];
  const refused: Response[] = [];
  for (let round = 1; round <= rounds(1, 2); round++) {
    process.kill(server.databasePid()!, 'SIGKILL');
    const deadline = Date.now() + 60_000;
    for (let i = 0; answered.length < round * 3 || refused.length < round; i++) {
      expect(Date.now(), server.output()).toBeLessThan(deadline);
      const name = `name${round}x${i}`;
      const answer = await register(server, name);
      if (answer.status === 200) answered.push(name);
      else refused.push(answer);
    }
  }
  for (const answer of nonEmpty(refused)) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  }
  expect(isAlive(pid)).toBe(true);
  // A connection of the pool that died with the database answers its next request with 503 once.
  for (const name of answered)
    await eventually(async () => expect((await login(server, name)).status, name).toBe(200));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('/readyz tells that the database is away, /healthz still answers', async () => {
  const server = await running();
  const states = new Set<string>();
  let killed: number | undefined;
  const deadline = performance.now() + 60_000;
  while (!states.has('503 away') && performance.now() < deadline) {
    // It may be back before anybody has asked.
    const database = server.databasePid();
    if (database && database !== killed) process.kill(database, 'SIGKILL');
    killed = database;
    const answer = await fetch(`${server.url}/readyz`);
    states.add(`${answer.status} ${((await answer.json()) as { database: string }).database}`);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }
  expect(states).toContain('503 away');
  await server.ready();
});

test('DATABASE_URL takes another server; the start log names FOUR_EYES=solo [BOF-24]', async () => {
  await using database = await testDatabase();
  const server = await start({ env: { DATABASE_URL: database.url, FOUR_EYES: 'solo' } });
  expect(server.output()).toContain('FOUR_EYES=solo');
  expect(first.output).not.toContain('FOUR_EYES');
  expect((await register(server, 'lena')).status).toBe(200);
  expect(existsSync(join(server.dataDir, 'postgres'))).toBe(false);
  const { rows } = await database.pool.query('select username from account');
  expect(rows).toEqual([{ username: 'lena' }]);
  await server.kill('SIGTERM');
});

rare('two processes share a database by its address: server here, worker there', async () => {
  const elsewhere = folder();
  const cluster = await startCluster(join(elsewhere, 'postgres'));
  dispose.push(() => cluster.stop());
  const env = { DATABASE_URL: cluster.url };
  const [one, two] = await Promise.all([
    start({ env, args: ['--only=server'] }),
    start({ env, args: ['--only=server'] }),
  ]);
  expect(await (await fetch(`${one.url}/readyz`)).json()).toEqual({
    ready: true,
    healthy: false,
    database: 'ok',
    storage: 'ok',
    clock_lag_ms: 0,
    webhook_waiting_ms: 0,
    webhook_dead: 0,
    storage_used: expect.any(Number),
  });
  expect((await register(one, 'lena')).status).toBe(200);
  expect((await login(two, 'lena')).status).toBe(200);
});

test('SIGTERM answers what is in flight and takes no more [T-FLT-04]', async () => {
  const server = await running();
  const { port } = server;
  const body = JSON.stringify({
    username: 'vera',
    email: 'vera@beispiel.ch',
    password: PASSWORD,
    nickname: 'vera',
  });
  const inFlight = new Promise<number>((done, fail) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const call = request(
      { port, host: '127.0.0.1', path: '/api?action=register', method: 'POST', headers },
      (answer) => {
        answer.resume().on('end', () => done(answer.statusCode!));
      },
    );
    call.on('error', fail);
    call.write(body.slice(0, 20));
    // The rest follows once the server refuses new connections.
    void (async () => {
      await new Promise((go) => call.once('socket', (socket) => socket.once('connect', go)));
      // What was sent on another connection afterwards has its answer: the server holds the
      // request.
      await fetch(`${server.url}/healthz`);
      const stopping = server.kill('SIGTERM');
      while (
        await fetch(`${server.url}/healthz`).then(
          () => true,
          () => false,
        )
      );
      call.end(body.slice(20));
      await stopping;
    })().catch(fail);
  });
  expect(await inFlight).toBe(200);
  expect(await server.ended).toBe(0);
});

// `signals.test.ts` sends one through npm, which passes it on as often.
rare.each(['SIGTERM', 'SIGINT'] as const)(
  '%s that comes twice, as npm passes it on, does not cut the stop short [RUN-01]',
  async (signal) => {
    const server = await running();
    const database = server.databasePid()!;
    process.kill(server.pid, signal);
    process.kill(server.pid, signal);
    await new Promise((go) => setTimeout(go, 5));
    process.kill(server.pid, signal);
    expect(await server.ended).toBe(0);
    expect([isAlive(database), existsSync(join(server.dataDir, 'lock'))]).toEqual([false, false]);
  },
);

rare('it runs in a folder that only the starting user may enter', async () => {
  const closed = folder();
  chmodSync(closed, 0o700);
  const dataDir = join(closed, 'deep/data');
  mkdirSync(dataDir, { recursive: true });
  const server = await start({ dataDir });
  expect((await register(server, 'lena')).status).toBe(200);
  await server.kill();
  rmSync(dataDir, { recursive: true });
});

test('a misspelled name in the file of --env is named, with what is meant, and nothing starts [RUN-02]', async () => {
  const dataDir = folder();
  const file = join(dataDir, 'service.env');
  writeFileSync(file, `DATA_DIR=${dataDir}\nSMTP_ULR=smtp://127.0.0.1:25\n`);
  const server = await start({ dataDir, args: ['--env', file], untilReady: false });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('SMTP_ULR is no setting; is SMTP_URL meant?');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

// A misspelled name, above, is found on the same way.
rare('wrong settings are named in plain words and nothing is started', async () => {
  const server = await start({
    dataDir: folder(),
    env: { PORT: 'abc', LOG_LEVEL: 'loud' },
    untilReady: false,
  });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/These settings are not usable:\n {2}PORT: .*\n {2}LOG_LEVEL: /);
  expect(existsSync(join(server.dataDir, 'postgres'))).toBe(false);
});
