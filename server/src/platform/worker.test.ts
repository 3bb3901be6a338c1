import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../testing/process/database.ts';
import { startProgram } from '../testing/process/program.ts';
import { isConnectionError, waitForDatabase } from './db.ts';
import { freePort } from './free-port.ts';
import { migrate } from './migrate.ts';
import { backoffMs, startWorker, type Task } from './worker.ts';

const quiet = { warn() {}, error() {} } as never;

/** Either end may be reset as the other one goes. */
const passOn = (port: number, host: string) => (client: Socket) => {
  const onward = connect(port, host);
  pipeline(client, onward, client, () => {});
};

test('a separate worker survives a database outage [T-FLT-05]', async () => {
  // In a separate process, where nothing else keeps it alive.
  const script = `
    import { startWorker } from './worker.ts';
    let looks = 0;
    const run = async () => {
      if (++looks === 3) process.exit(7);
      throw new Error('the database is away');
    };
    startWorker({ tasks: [{ name: 'look', run }], clock: { now: () => new Date(0) }, log: { warn() {}, error() {} }, tickMs: 10 });`;
  expect(await startProgram(script, { folder: import.meta.dirname }).ended).toBe(7);
});

test.each([
  ['without a failure it is the pace of the task', 1000, 0, 1000],
  ['also of a task that rests for a minute', 60_000, 0, 60_000],
  ['it doubles with each failure', 1000, 3, 8000],
  ['up to half a minute', 1000, 20, 30_000],
  ['and never ends, however long the failures go on', 1000, 5000, 30_000],
  ['but is never shorter than the pace', 60_000, 3, 60_000],
])('the interval between two runs: %s [T-FLT-05]', (_name, base, failures, pause) => {
  expect(backoffMs(base, failures)).toBe(pause);
});

/** Excludes runs by polling. */
const ASLEEP_MS = 600_000;

test('stopping a worker interrupts its sleep', async () => {
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  const run = async () => {
    looks++;
    looked.resolve();
    return 0;
  };
  const tasks = [{ name: 'look', everyMs: ASLEEP_MS, run }];
  const worker = startWorker({
    tasks,
    db: {} as never,
    clock: { now: () => new Date(0) },
    log: quiet,
    tickMs: 1000,
  });
  await looked.promise;
  await worker.stop();
  expect(looks).toBe(1);
});

test('a long task is aborted by a stop and does not count as lag', async () => {
  const begun = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  const slow: Task = {
    name: 'slow',
    slow: true,
    everyMs: -10_000,
    async run() {
      begun.resolve();
      await given.promise;
      return 0;
    },
    stop: () => given.resolve(),
  };
  const worker = startWorker({
    tasks: [slow],
    db: {} as never,
    clock: { now: () => new Date(0) },
    log: quiet,
    tickMs: 10,
  });
  await begun.promise;
  expect(worker.lagMs()).toBe(0);
  await worker.stop();
});

test('a start before the database waits for it up to a limit [T-FLT-05]', async () => {
  await using database = await testDatabase();
  const port = await freePort();
  const url = new URL(database.url);
  const real = Number(url.port);
  url.port = String(port);
  const waits: unknown[] = [];
  const start = (timeoutMs: number, onWait: (error: unknown) => void) =>
    waitForDatabase(() => migrate(url.href), { timeoutMs, onWait });
  await expect(start(0, () => {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });

  const server = createServer(passOn(real, '127.0.0.1'));
  const applied = await start(20_000, (error) => {
    waits.push(error);
    server.listen(port, '127.0.0.1');
  });
  server.close();
  expect([applied, waits]).toMatchObject([[], [{ code: 'ECONNREFUSED' }]]);

  // Any failure other than an unavailable database ends the start at once.
  url.port = String(real);
  url.password = 'falsch';
  await expect(start(20_000, (error) => waits.push(error))).rejects.toThrow('password');
  expect(waits).toHaveLength(1);
});

test('a start waits for a database whose socket is not there yet [RUN-11]', async () => {
  await using database = await testDatabase();
  const real = new URL(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-socket-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const url = new URL(database.url);
  url.search = new URLSearchParams({ host: folder }).toString();
  const server = createServer(passOn(Number(real.port), real.hostname));
  onTestFinished(() => void server.close());
  const waits: unknown[] = [];
  await waitForDatabase(() => migrate(url.href), {
    timeoutMs: 20_000,
    onWait(error) {
      waits.push(error);
      server.listen(join(folder, `.s.PGSQL.${real.port}`));
    },
  });
  expect(waits).toMatchObject([{ code: 'ENOENT', syscall: 'connect' }]);
  expect(isConnectionError(Object.assign(new Error('a file'), { code: 'ENOENT' }))).toBe(false);
});

test('a notification wakes the listening task, whose work wakes the next one [decisions 7]', async () => {
  await using database = await testDatabase();
  const heard = Promise.withResolvers<void>();
  const followed = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  let said = false;
  let looks = 0;
  const tasks: Task[] = [
    {
      name: 'make',
      everyMs: ASLEEP_MS,
      wakeOn: 'delivery',
      runsBefore: 'send',
      async run() {
        first.resolve();
        if (!said) return 0;
        said = false;
        heard.resolve();
        return 1;
      },
    },
    {
      name: 'send',
      everyMs: ASLEEP_MS,
      async run() {
        if (++looks > 1) followed.resolve();
        return 0;
      },
    },
    { name: 'other', everyMs: ASLEEP_MS, wakeOn: 'elsewhere', run: async () => 0 },
  ];
  const clock = { now: () => new Date(0) };
  const worker = startWorker({
    tasks,
    db: database.db,
    pool: database.pool,
    clock,
    log: quiet,
    tickMs: ASLEEP_MS,
  });
  await first.promise;
  // It may listen a moment later, but always runs once after connecting.
  said = true;
  await database.pool.query("select pg_notify('delivery', '')");
  await Promise.all([heard.promise, followed.promise]);
  expect(looks).toBeGreaterThan(1);
  await worker.stop();
});

test('a stream of notifications is throttled, and a failure keeps its backoff [decisions 7]', async () => {
  await using database = await testDatabase();
  let heard = 0;
  database.pool.on('connect', (client) => client.on('notification', () => heard++));
  let looks = 0;
  let failures = 0;
  const tasks: Task[] = [
    {
      name: 'busy',
      everyMs: ASLEEP_MS,
      wakeOn: 'delivery',
      async run() {
        looks++;
        return 0;
      },
    },
    {
      name: 'broken',
      everyMs: ASLEEP_MS,
      wakeOn: 'delivery',
      async run() {
        failures++;
        throw new Error('broken');
      },
    },
  ];
  const clock = { now: () => new Date(0) };
  // Its time stands still while the database's continues.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const worker = startWorker({
    tasks,
    db: database.db,
    pool: database.pool,
    clock,
    log: quiet,
    tickMs: ASLEEP_MS,
  });
  // They arrive at the worker's connection later than at the database.
  const stream = async () => {
    for (const enough = heard + 400; heard < enough; )
      await database.pool.query("select pg_notify('delivery', '')");
  };
  await stream();
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(30);
  expect(looks).toBe(2);
  await stream();
  expect(looks).toBe(2);
  await vi.advanceTimersByTimeAsync(29);
  expect(looks).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(3);
  expect(failures).toBe(1);
  vi.useRealTimers();
  await worker.stop();
});
