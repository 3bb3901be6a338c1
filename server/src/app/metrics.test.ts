import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../platform/db.ts';
import { noteRun } from '../platform/operation-runs.ts';
import { startWorker, type Task } from '../platform/worker.ts';
import { testWorld, type World } from '../testing/world/world.ts';
import { compose } from './compose.ts';
import { metricsRegistry, serveMetrics, watchHouse } from './metrics.ts';
import { buildServer } from './server.ts';

let world: World;
let address: string;
let server: Awaited<ReturnType<typeof buildServer>>;
let stop: () => Promise<void>;
beforeEach(async () => {
  world = await testWorld();
  const { registry, meter } = metricsRegistry();
  const app = compose({ ...world.app, meter });
  server = await buildServer(app);
  const collect = watchHouse(registry, app);
  const served = await serveMetrics({ registry, collect }, { host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${served.port}`;
  stop = served.stop;
});
afterEach(async () => {
  await stop();
  await server.close();
  await world[Symbol.asyncDispose]();
});

const scrape = async () => (await fetch(`${address}/metrics`)).text();
const metric = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.split(' ')[1];

test('requests are counted by call and status, with nothing of who asked [RUN-05]', async () => {
  const user = await world.user();
  const asked = (url: string, cookie = '') => server.inject({ url, headers: { cookie } });
  await asked('/api?action=state', user.cookie);
  await asked('/api?action=canary-name');
  await asked('/canary-path?token=canary-token');
  const text = await scrape();
  const count = 'samtrot_http_request_duration_seconds_count';
  expect(metric(text, `${count}{action="state",status="200"}`)).toBe('1');
  expect(metric(text, `${count}{action="/api",status="404"}`)).toBe('1');
  expect(text).toContain('nodejs_eventloop_lag_seconds ');
  expect(text).toContain('process_resident_memory_bytes ');
  expect(text).toContain('samtrot_db_pool_connections{state="idle"}');
  expect(text).not.toContain('canary');
  expect(text).not.toContain(user.email);
  expect((await fetch(`${address}/`)).status).toBe(404);
});

test('background work that fails is counted by task, a database that is away is not [RUN-05, RUN-17]', async () => {
  const { registry, meter } = metricsRegistry();
  const runs = { row: 0, whole: 0, away: 0 };
  const { log, db, clock } = world.app;
  const tasks: Task[] = [
    {
      name: 'test/row',
      async run({ onFailure }) {
        if (runs.row++ === 0) onFailure?.(new Error('the start of inserat 7 failed'));
        return 0;
      },
    },
    {
      name: 'test/whole',
      async run() {
        if (runs.whole++ < 2) throw new Error('defect');
        return 0;
      },
    },
    {
      name: 'test/away',
      async run() {
        runs.away++;
        throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      },
    },
  ];
  const onFailure = meter.backgroundFailure;
  const worker = startWorker({ tasks, db, clock, log, tickMs: 10, onFailure });
  await expect.poll(() => runs.row > 1 && runs.whole > 2 && runs.away > 1).toBe(true);
  await worker.stop();
  const counted = (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('samtrot_background_failures_total'));
  expect(counted.toSorted()).toEqual([
    'samtrot_background_failures_total{task="test/row"} 1',
    'samtrot_background_failures_total{task="test/whole"} 2',
  ]);
});

test('queues, money, backup and worker are what the database says [RUN-05, RUN-03, BOF-135]', async () => {
  const first = await scrape();
  expect(metric(first, 'samtrot_worker_alive')).toBe('0');
  expect(metric(first, 'samtrot_backup_timestamp_seconds')).toBeUndefined();
  await world.runTasks('heartbeat');
  const at = world.clock.now();
  await noteRun(world.db, 'backup', { at, ok: true });
  await noteRun(world.db, 'ledger_check', { at, ok: false });
  // Values of the database are kept for 5 s; a second reader has none kept.
  await stop();
  const { registry, meter } = metricsRegistry();
  const app = compose({ ...world.app, meter });
  const collect = watchHouse(registry, app);
  const served = await serveMetrics({ registry, collect }, { host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${served.port}`;
  stop = served.stop;
  const text = await scrape();
  expect(metric(text, 'samtrot_worker_alive')).toBe('1');
  expect(metric(text, 'samtrot_backup_timestamp_seconds')).toBe(String(at.getTime() / 1000));
  expect(metric(text, 'samtrot_ledger_check_ok')).toBe('0');
  expect(metric(text, 'samtrot_database_writable')).toBe('1');
  expect(metric(text, 'samtrot_payment_cases_open')).toBe('0');
  expect(metric(text, 'samtrot_collect_failed')).toBe('0');
  for (const queue of ['mail', 'webhooks', 'clock', 'videos', 'uploads'])
    expect(metric(text, `samtrot_queue_oldest_age_seconds{queue="${queue}"}`)).toBe('0');
});

test('a mailbox and a payment provider that fail are told with their age [RUN-05, RUN-17]', async () => {
  const names = ['samtrot_mailbox_read_age_seconds', 'samtrot_mailbox_unstored'];
  const provider = 'samtrot_payment_provider_failing_seconds{provider="payrexx"}';
  const first = await scrape();
  for (const name of [...names, provider]) expect(metric(first, name)).toBeUndefined();
  const since = new Date(world.clock.now().getTime() - 600_000);
  const health = {
    ...world.app.health,
    inbound: async () => ({ last_read_at: since, failing_since: null, failure: null, unstored: 2 }),
    providers: async () => [{ name: 'payrexx', failing_since: since }],
  };
  await stop();
  const { registry } = metricsRegistry();
  const collect = watchHouse(registry, { ...world.app, health });
  const served = await serveMetrics({ registry, collect }, { host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${served.port}`;
  stop = served.stop;
  const text = await scrape();
  expect([...names, provider].map((name) => metric(text, name))).toEqual(['600', '2', '600']);
});

test('a scrape during a migration answers with what needs no locked table [RUN-05]', async () => {
  const owner = connect(world.url, { role: null, max: 1 });
  await owner.db.transaction().execute(async (held) => {
    await sql`lock table mail in access exclusive mode`.execute(held);
    const text = await scrape();
    expect(metric(text, 'samtrot_collect_failed')).toBe('1');
    expect(metric(text, 'samtrot_payment_cases_open')).toBe('0');
    expect(text).toContain('process_resident_memory_bytes ');
    expect(text).not.toContain('samtrot_queue_waiting{');
  });
  await owner.db.destroy();
});
