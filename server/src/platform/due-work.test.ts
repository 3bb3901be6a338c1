import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testWorld, type World } from '../testing/world/world.ts';
import { type DueWork, dueOnly, dueTask, type JobContext } from './due-work.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Ids that are due, by the order in which they came. */
let waiting: number[] = [];
let attempts: number[] = [];
beforeEach(() => {
  waiting = [];
  attempts = [];
});
const BATCH = 10;

/** Takes a batch of what waits; `work` may refuse one of it. */
const due = (what: string, work: (id: number) => void): DueWork => ({
  what,
  async run(ctx: JobContext) {
    const { rows } = await sql<{ id: number }>`
      select id from unnest(${waiting}::bigint[]) with ordinality as due (id, place)
       where ${dueOnly(ctx)} order by place limit ${BATCH}`.execute(ctx.db);
    const ids = rows.map(({ id }) => id);
    ctx.due?.claimed(ids);
    for (const id of ids) {
      attempts.push(id);
      work(id);
    }
    waiting = waiting.filter((id) => !ids.includes(id));
    return ids.length;
  },
});

/** Runs until nothing is done any more, as the worker does; returns what failed. */
async function runOut(run: ReturnType<typeof dueTask>, now: Date): Promise<string[]> {
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => void failures.push(message);
  for (let runs = 0; runs < 100; runs++)
    if ((await run({ db: world.db, now, onFailure })) === 0) return failures;
  throw new Error('it never rests');
}
const NOW = new Date('2026-11-20T12:00:00Z');
const after = (ms: number) => new Date(+NOW + ms);

test('a wait that the database aborted is no failure if it succeeds alone [RUN-17]', async () => {
  const deadlock = Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), {
    code: '40P01',
  });
  let aborted = 0;
  const run = dueTask([
    due('thing', (id) => {
      if (id === 2 && aborted++ < 2) throw deadlock;
    }),
  ]);
  waiting = [1, 2, 3];
  expect(await runOut(run, NOW)).toEqual([]);
  expect(waiting).toEqual([]);
  // One that goes on is.
  aborted = Number.NEGATIVE_INFINITY;
  waiting = [2];
  expect(await runOut(run, NOW)).toEqual(['thing 2 failed']);
  expect(waiting).toEqual([2]);
});

test('many failures are tried again a few at a time, after what is due since [RUN-17]', async () => {
  const MANY = 95;
  const failing = Array.from({ length: MANY }, (_, n) => n + 1);
  const run = dueTask([
    due('thing', (id) => {
      if (id <= MANY) throw new Error('refused');
    }),
  ]);
  waiting = [...failing];
  expect(await runOut(run, NOW)).toEqual(failing.map((id) => `thing ${id} failed`));
  attempts = [];
  waiting.push(1000);
  const failures: string[] = [];
  const once = (now: Date) =>
    run({ db: world.db, now, onFailure: ({ message }) => void failures.push(message) });
  await once(after(MINUTE_MS));
  expect(attempts[0]).toBe(1000);
  expect(failures.length).toBeLessThanOrEqual(20);
  expect(failures.length).toBeGreaterThan(0);
  // All have their turn.
  for (let tick = 1; tick < 10; tick++) await once(after(MINUTE_MS + tick * 1000));
  expect(new Set(failures).size).toBe(MANY);
  expect(failures).toHaveLength(MANY);
});

test('a kind that cannot even claim fails the task and holds up no other kind [RUN-17]', async () => {
  const broken: DueWork = {
    what: 'nothing',
    run: async () => Promise.reject(new Error('no such column')),
  };
  const run = dueTask([broken, due('thing', () => undefined), broken]);
  waiting = [1, 2];
  await expect(runOut(run, NOW)).rejects.toThrow('no such column');
  expect(waiting).toEqual([]);
});

test('a storage that is away fails the task, not each row of it [RUN-17]', async () => {
  const run = dueTask([
    due('thing', (id) => {
      if (id === 2) throw new AppError('UNAVAILABLE');
    }),
  ]);
  waiting = [1, 2, 3];
  await expect(runOut(run, NOW)).rejects.toThrow(AppError);
  expect(attempts).toEqual([1, 2]);
});
