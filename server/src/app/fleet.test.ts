import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWebsite, issueKey } from '../modules/partners/service.ts';
import { freePort } from '../platform/free-port.ts';
import { adBuilder } from '../testing/listings/ads.ts';
import { balancer } from '../testing/process/balancer.ts';
import { type TestDatabase, testDatabase } from '../testing/process/database.ts';
import { DEEP, rounds, some } from '../testing/process/deep.ts';
import { type ServerProcess, startProcess } from '../testing/process/process.ts';

// Two server and two worker processes on one database, as in docs/OPERATIONS.md.
let database: TestDatabase;
let servers: ServerProcess[];
let workers: Promise<ServerProcess>[];
let key: string;
/** Of the second worker. */
let metricsPort: number;
/** Several, because each is limited per minute. */
const owners: { id: number; cookie: string }[] = [];
let ads: ReturnType<typeof adBuilder>;

const PASSWORD = 'Samt-und-Seide-24';
const settings = () => ({
  DATABASE_URL: database.url,
  SESSION_SECRET: 'f'.repeat(48),
  LOG_LEVEL: 'warn',
  LIMIT_FACTOR: '1000',
});
const serve = () => startProcess({ env: settings(), args: ['--only=server'] });
const work = (more: Record<string, string> = {}) =>
  startProcess({ env: { ...settings(), ...more }, args: ['--only=worker'], untilReady: false });

const post = (base: string, action: string, body: object, cookie = '') =>
  fetch(`${base}/api?action=${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
  });
const partner = (base: string, path: string) =>
  fetch(`${base}/partner/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });

beforeAll(async () => {
  database = await testDatabase();
  ads = adBuilder(database.db);
  const now = new Date();
  const manage = <T>(act: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
    database.db.transaction().execute((db) => act({ db, now, actor: { kind: 'cli' } }));
  await manage((ctx) => addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' }));
  key = await manage((ctx) => issueKey(ctx, 'Mondgarten'));
  servers = await Promise.all([serve(), serve()]);
  metricsPort = await freePort();
  workers = [work(), work({ METRICS_PORT: String(metricsPort) })];
  for (const username of ['Lena am See', 'Mia vom Berg', 'Nora im Tal', 'Ella am Fluss']) {
    const email = `${username.slice(0, 4).trim().toLowerCase()}@beispiel.ch`;
    await post(servers[0]!.url, 'register', { username, email, password: PASSWORD });
    const login = await post(servers[0]!.url, 'login', { log: email, pwd: PASSWORD });
    const { user_id: id } = (await login.json()) as { user_id: number };
    owners.push({ id, cookie: login.headers.getSetCookie()[0]!.split(';')[0]! });
  }
});
afterAll(async () => {
  await Promise.all(
    [...(servers ?? []), ...(await Promise.all(workers ?? []))].map((one) =>
      one[Symbol.asyncDispose](),
    ),
  );
  await database?.[Symbol.asyncDispose]();
});

async function online(count: number) {
  const now = Date.now();
  const run = {
    start_at: new Date(now - DAY_MS),
    end_at: new Date(now + DAY_MS),
    lifted_at: new Date(now - 1000),
  };
  const made: { id: number; publicId: string; cookie: string }[] = [];
  for (let n = 0; n < count; n++) {
    const { id, publicId } = await ads.add(run);
    const owner = owners[n % owners.length]!;
    await database.db
      .updateTable('inserat')
      .set({ account_id: owner.id })
      .where('id', '=', id)
      .execute();
    made.push({ id, publicId, cookie: owner.cookie });
  }
  return made;
}

test('an ad hidden on one server disappears from the other at once [T-DEL-01, decisions 8]', async () => {
  const made = await online(rounds(4, 40));
  const notices: string[] = [];
  const listener = await database.pool.connect();
  listener.on('notification', ({ payload }) => notices.push(payload ?? ''));
  await listener.query('listen delivery');
  for (const [index, { id, publicId, cookie }] of made.entries()) {
    const [here, there] = index % 2 === 0 ? servers : servers.toReversed();
    // Both have it cached.
    for (const { url } of servers) {
      expect((await partner(url, `ads/${publicId}`)).status).toBe(200);
      expect(await (await partner(url, 'ads?limit=100')).text()).toContain(publicId);
    }
    notices.length = 0;
    const answer = await post(here!.url, 'delete_inserat', { inserat_id: id }, cookie);
    expect(await answer.json()).toMatchObject({ success: true });
    await listener.query('select 1');
    expect(notices, 'notified with the commit').not.toEqual([]);
    await expect.poll(async () => (await partner(there!.url, `ads/${publicId}`)).status).toBe(404);
    await expect
      .poll(async () =>
        (await (await partner(there!.url, 'ads?limit=100')).text()).includes(publicId),
      )
      .toBe(false);
  }
  listener.release(true);
});

test('a login that is ended on one server is refused by every server at once [ACC-03]', async () => {
  const [one, two] = servers as [ServerProcess, ServerProcess];
  const account = { log: 'ella@beispiel.ch', pwd: PASSWORD };
  const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const [here, there, third] = [
    cookieOf(await post(one.url, 'login', account)),
    cookieOf(await post(one.url, 'login', account)),
    cookieOf(await post(two.url, 'login', account)),
  ];
  const ask = (base: string, action: string, cookie: string) =>
    fetch(`${base}/api?action=${action}`, { headers: { cookie } });
  const statuses = (cookie: string) =>
    Promise.all(servers.map(async ({ url }) => (await ask(url, 'getBalance', cookie)).status));
  expect(await Promise.all([here, there, third].map(statuses))).toEqual(Array(3).fill([200, 200]));
  const { devices } = (await (await ask(two.url, 'get_devices', there)).json()) as {
    devices: { id: string; current: boolean }[];
  };
  const device_id = devices.find(({ current }) => current)!.id;
  await post(one.url, 'end_device', { device_id }, here);
  expect(await Promise.all([here, there, third].map(statuses))).toEqual([
    [200, 200],
    [401, 401],
    [200, 200],
  ]);
  // Who ends the others goes on with a new token; a copy of the old one ends with them.
  const renewed = cookieOf(await post(two.url, 'end_other_devices', {}, here));
  expect(await Promise.all([renewed, here, third].map(statuses))).toEqual([
    [200, 200],
    [401, 401],
    [401, 401],
  ]);
});

test('a second worker of the same settings says which port is taken, the first goes on [RUN-03]', async () => {
  const metrics = () =>
    fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(metrics).toBe(200);
  await using second = await work({ METRICS_PORT: String(metricsPort) });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`METRICS_PORT ${metricsPort} is taken`);
  expect(await metrics()).toBe(200);
  expect((await workers[1]!).output()).not.toContain('error');
});

test('a rolling restart of servers and workers loses no request [decisions 8, RUN-10]', async () => {
  await online(20);
  const { server, url } = await balancer(() => servers);
  let going = true;
  const responses = new Map<number, number>();
  const count = (status: number) => responses.set(status, (responses.get(status) ?? 0) + 1);
  const reader = async () => {
    while (going) count((await partner(url, 'ads')).status);
  };
  const writer = async () => {
    const words = { subject: 'general', message: 'Wie geht das mit dem Guthaben?' };
    while (going) {
      const { status } = await post(url, 'support', words, owners[0]!.cookie);
      // A limit counts as a response.
      count(status === 429 ? 200 : status);
    }
  };
  const clients = [
    ...Array.from({ length: rounds(1, 6) }, reader),
    ...Array.from({ length: 1 }, writer),
  ];
  /** Waits until this many further requests have been answered. */
  const answered = async (more: number) => {
    const sum = () => [...responses.values()].reduce((total, times) => total + times, 0);
    const before = sum();
    await expect.poll(sum).toBeGreaterThanOrEqual(before + more);
  };
  for (const index of some([0, 1], 1)) {
    await answered(20);
    const [old, oldWorker] = [servers[index]!, await workers[index]!];
    // The new server is ready before the old one stops.
    const next = await serve();
    servers[index] = next;
    await answered(20);
    await old[Symbol.asyncDispose]();
    workers[index] = work();
    await oldWorker[Symbol.asyncDispose]();
  }
  await answered(20);
  going = false;
  await Promise.all(clients);
  server.close();
  expect([...responses.keys()]).toEqual([200]);
});

test.runIf(DEEP)(
  'two workers of one name beat apart: the end of one hides nothing of the other [RUN-03]',
  async () => {
    const pulses = async () =>
      (await database.db.selectFrom('heartbeat').select(['worker', 'beat_at']).execute()).length;
    const before = await pulses();
    const pair = await Promise.all([work(), work()]);
    await expect.poll(pulses).toBeGreaterThanOrEqual(before + 2);
    await pair[0]![Symbol.asyncDispose]();
    const health = async () =>
      ((await (await fetch(`${servers[0]!.url}/readyz`)).json()) as { healthy: boolean }).healthy;
    expect(await health()).toBe(true);
    await pair[1]![Symbol.asyncDispose]();
  },
);
