import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getDataExport } from '@samtrot/shared/data-export/contract.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose } from '../../app/compose.ts';
import type { FailPoint } from '../../platform/failpoints.ts';
import { DEEP, some } from '../../testing/process/deep.ts';
import { startProgram } from '../../testing/process/program.ts';
import { unzip } from '../../testing/process/zip.ts';
import { downloaded, largeAccount, startedExport } from '../../testing/world/exports.ts';
import { confirmed } from '../../testing/world/factors.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';

const MIB = 1024 * 1024;
const [ADS, PICTURES, BYTES] = [500, 10, 300_000];
const MOST_MIB = 150;
const MOST_MS = 2 * MINUTE_MS;

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.app.storageReady();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

interface Outcome {
  exit: number | string;
  /** By how much the memory of the process grew, at its peak. */
  grownMib: number;
  ms: number;
}

/** Makes every waiting copy in a process of its own, until nothing waits or it dies. */
function worker(now: Date, points?: FailPoint): { child: ChildProcess; ended: Promise<Outcome> } {
  const script = `
    import pino from 'pino';
    import { compose } from '../../app/compose.ts';
    import { readConfig } from '../../app/config.ts';
    import { connect } from '../../platform/db.ts';
    import { armFailPoints } from '../../platform/failpoints.ts';
    const { DATABASE, DATA_DIR, NOW, POINTS } = process.env;
    armFailPoints(POINTS);
    const { db, pool } = connect(DATABASE, { max: 3 });
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR, PUBLIC_URL: 'http://localhost:3000' });
    const clock = { now: () => new Date(NOW) };
    const app = compose({ config, db, pool, clock, log: pino({ level: 'silent' }) });
    const task = app.tasks.find(({ name }) => name === 'data-export/build');
    await db.selectFrom('account').select('id').execute();
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let most = before;
    const timer = setInterval(() => { most = Math.max(most, process.memoryUsage.rss()); }, 20);
    const started = performance.now();
    while ((await task.run({ db, now: clock.now() })) > 0);
    clearInterval(timer);
    console.log(JSON.stringify({ grown: most - before, peak: most, ms: performance.now() - started }));
    await db.destroy();`;
  const { child, ended, printed } = startProgram(script, {
    folder: import.meta.dirname,
    env: {
      DATABASE: world.url,
      DATA_DIR: world.config.dataDir,
      NOW: now.toISOString(),
      // As its unit starts it.
      NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=384',
      ...(points && { POINTS: points }),
    },
  });
  const outcome = ended.then((exit): Outcome => {
    const { grown = 0, ms = 0 } = printed() === '' ? {} : JSON.parse(printed());
    return { exit, grownMib: grown / MIB, ms };
  });
  return { child, ended: outcome };
}

const filesIn = (folder: string) =>
  readdirSync(join(world.config.dataDir, folder), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.bin'),
  );
const stateOf = async (user: Caller) => (await user.call(getDataExport, {})).body.export;

const POINTS: FailPoint[] = ['export.after_file_before_row', 'export.half_written'];
test.each(some(POINTS, 1))(
  'a worker killed at %s offers nothing; another one begins again [ACC-15]',
  async (point) => {
    const user = await largeAccount(world, { ads: 2, pictures: 3, bytes: BYTES });
    const stored = filesIn('exports');
    await startedExport(user);
    const now = world.clock.now();
    expect((await worker(now, point).ended).exit).toBe('SIGKILL');
    expect(await stateOf(user)).toMatchObject({ state: 'running', size: null });
    expect((await downloaded(world, user)).statusCode).toBe(404);
    // Its lease still holds: nobody else takes the work.
    await world.runTasks('data-export/build');
    expect(await stateOf(user)).toMatchObject({ state: 'running' });
    const later = new Date(now.getTime() + 3 * MINUTE_MS);
    world.clock.set(later);
    await world.runTasks('data-export/build');
    expect(await stateOf(user)).toMatchObject({ state: 'ready', percent: 100 });
    expect(filesIn('exports')).toHaveLength(stored.length + 1);
    expect(filesIn('export-work')).toEqual([]);
    await confirmed(world, user, 'export');
    const files = unzip((await downloaded(world, user)).rawPayload);
    expect([...files.keys()].filter((name) => name.startsWith('bilder/'))).toHaveLength(6);
    const mails = await world.db
      .selectFrom('mail')
      .select('id')
      .where('cause', 'like', 'data_export:%')
      .execute();
    expect(mails.length).toBeGreaterThan(0);
  },
);

test('servers that are stopped use up no attempt of a copy [ACC-15]', async () => {
  const user = await largeAccount(world, { ads: 2, pictures: 3, bytes: BYTES });
  await startedExport(user);
  const { config, db, pool, clock, app } = world;
  for (let stops = 0; stops < 4; stops++) {
    const { tasks } = compose({ config, db, pool, clock, log: app.log });
    const task = tasks.find(({ name }) => name === 'data-export/build')!;
    const run = task.run({ db, now: clock.now() });
    task.stop!();
    await run;
    expect(await stateOf(user)).toMatchObject({ state: 'waiting' });
  }
  await world.runTasks('data-export/build');
  expect(await stateOf(user)).toMatchObject({ state: 'ready' });
});

test.runIf(DEEP)(
  `${ADS} ads with ${PICTURES} pictures take little time and memory [ACC-15]`,
  async () => {
    const user = await largeAccount(world, { ads: ADS, pictures: PICTURES, bytes: BYTES });
    await startedExport(user);
    const now = new Date(world.clock.now().getTime() + DAY_MS);
    const { exit, grownMib, ms } = await worker(now).ended;
    expect(exit).toBe(0);
    const { state, size } = await stateOf(user);
    expect(state).toBe('ready');
    expect(size).toBeGreaterThan(ADS * PICTURES * BYTES);
    expect(grownMib).toBeGreaterThan(0);
    expect(grownMib).toBeLessThan(MOST_MIB);
    expect(ms).toBeLessThan(MOST_MS);
  },
);
