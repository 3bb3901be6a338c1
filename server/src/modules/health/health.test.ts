import { getHouseHealth } from '@samtrot/shared/health/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { heartbeatTask } from '../../platform/heartbeat.ts';
import { startWorker, type Task } from '../../platform/worker.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import { enqueueMail } from '../mail/service.ts';

let world: World;
let person: Staff;
beforeEach(async () => {
  world = await testWorld();
  person = await staffOf(world, 'reader');
});
afterEach(() => world[Symbol.asyncDispose]());

interface Line {
  key: string;
  text: string;
  tone: string;
}
async function health(): Promise<{ tone: string; of(key: string): [string, string] | undefined }> {
  const { status, body } = await person.call(getHouseHealth, {});
  expect(status).toBe(200);
  const lines = body.lines as Line[];
  return {
    tone: body.tone,
    of: (key) => {
      const line = lines.find((one) => one.key === key);
      return line && [line.text, line.tone];
    },
  };
}
const ready = async () => (await world.send('', { method: 'GET', url: '/readyz' })).body;

test('a worker that dies is amber after 15 seconds and rust after 30, on /readyz, too [RUN-03, BOF-135]', async () => {
  expect((await health()).of('worker')).toEqual(['Noch kein Puls', 'bad']);
  expect(heartbeatTask(world.clock).everyMs).toBe(5000);
  const worker = startWorker({
    tasks: world.app.tasks.filter(({ name }) => name === 'heartbeat'),
    db: world.db,
    clock: world.clock,
    log: world.app.log,
    tickMs: 1000,
  });
  await expect.poll(async () => (await health()).of('worker')).toEqual(['Puls vor 0 Sek.', 'ok']);
  await worker.stop();
  const states = [];
  for (const seconds of [14, 2, 12, 3]) {
    world.clock.advance(seconds * 1000);
    const { of } = await health();
    const { ready: isReady, healthy } = await ready();
    states.push([of('worker')![1], isReady, healthy]);
  }
  expect(states).toEqual([
    ['ok', true, true],
    ['warning', true, true],
    ['warning', true, true],
    ['bad', true, false],
  ]);
});

test.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])(
  'a worker whose clock is an hour %s is alive while it beats and dead 30 s after [RUN-03]',
  async (_, off) => {
    const wrong = { now: () => new Date(world.clock.now().getTime() + off) };
    const task = heartbeatTask({ ...wrong, shiftMs: world.clock.shiftMs });
    await task.run({ db: world.db, now: wrong.now() });
    expect(await ready()).toMatchObject({ ready: true, healthy: true });
    world.clock.advance(31_000);
    expect(await ready()).toMatchObject({ ready: true, healthy: false });
  },
);

test('the second of two workers keeps the house healthy when one dies [RUN-03]', async () => {
  const [one, two] = [heartbeatTask(world.clock), heartbeatTask(world.clock)];
  const beat = (task: Task) => task.run({ db: world.db, now: world.clock.now() });
  await beat(one!);
  await beat(two!);
  world.clock.advance(29_000);
  await beat(two!);
  world.clock.advance(28_000);
  expect(await ready()).toMatchObject({ healthy: true });
  world.clock.advance(3_000);
  expect(await ready()).toMatchObject({ healthy: false });
});

test('rows of workers that are gone for a day are removed, that of the living stays', async () => {
  await world.runTasks('heartbeat');
  await sql`insert into heartbeat (worker, started_at, beat_at)
            values (gen_random_uuid(), ${world.clock.now()}, ${world.clock.now()})`.execute(
    world.db,
  );
  world.clock.advance(DAY_MS + 1);
  await world.runTasks('heartbeat');
  const rows = await world.db.selectFrom('heartbeat').select('beat_at').execute();
  expect(rows).toHaveLength(1);
  expect(Math.abs(+rows[0]!.beat_at - +world.clock.now())).toBeLessThan(MINUTE_MS);
});

test('waiting and given up mails are counted, with the age of the oldest [BOF-135]', async () => {
  const mail = (n: number) =>
    world.db
      .transaction()
      .execute((db) =>
        enqueueMail(
          { db, now: world.clock.now() },
          { cause: `test:${n}`, to: 'a@beispiel.ch', subject: 'Hallo', paragraphs: ['Hallo'] },
          null,
        ),
      );
  await mail(1);
  await mail(2);
  await mail(3);
  await sql`update mail set next_try_at = null where cause = 'test:3'`.execute(world.db);
  world.clock.advance(6 * MINUTE_MS);
  expect((await health()).of('mail')).toEqual(['2 warten, seit 6 Min., 1 gescheitert', 'warning']);
  await sql`update mail set next_try_at = null, sent_at = created_at where cause <> 'test:3'`.execute(
    world.db,
  );
  expect((await health()).of('mail')).toEqual(['0 warten, 1 gescheitert', 'warning']);
  await sql`update mail set sent_at = created_at`.execute(world.db);
  expect((await health()).of('mail')).toEqual(['0 warten', 'ok']);
});

test('receipts that nobody has taken yet are counted, without an age [BOF-135]', async () => {
  await world.registered();
  await sql`insert into paper_due (kind, subject, account_id)
            select 'receipt', '1', id from account`.execute(world.db);
  expect((await health()).of('documents')).toEqual(['1 wartet', 'ok']);
  await sql`update paper_due set due_at = ${world.clock.now()}`.execute(world.db);
  world.clock.advance(MINUTE_MS);
  expect((await health()).of('documents')![0]).toBe('1 wartet, seit 1 Min.');
});

test('a database that takes no write is rust, and /readyz is 503 [BOF-135]', async () => {
  expect((await health()).of('database')![1]).toBe('ok');
  expect(await ready()).toMatchObject({ database: 'ok' });
  const owner = connect(world.url, { role: null });
  try {
    await sql`revoke insert, update on write_probe from samtrot_app`.execute(owner.db);
    expect((await health()).of('database')).toEqual(['schreibt nicht', 'bad']);
    const answer = await world.send('', { method: 'GET', url: '/readyz' });
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ ready: false, healthy: false, database: 'not writable' });
  } finally {
    await owner.db.destroy();
  }
});

test('bank, backup and checkpoint say when they were last [BOF-135]', async () => {
  const { of } = await health();
  expect(of('backup')).toEqual(['Noch keine Sicherung', 'warning']);
  expect(of('bank')).toEqual(['Noch nichts eingelesen', 'warning']);
  expect(of('seal')).toEqual(['Noch kein Siegel', 'ok']);
  world.clock.advance(2 * HOUR_MS);
  person = await staffOf(world, 'reader');
  expect((await health()).of('seal')).toEqual(['Noch kein Siegel', 'warning']);
  await world.runTasks('audit/checkpoint');
  await sql`insert into bank_import (file_hash, imported_at) values ('\\x00', ${world.clock.now()})`.execute(
    world.db,
  );
  const later = await health();
  expect(later.of('seal')).toEqual(['20.11., 15:00', 'ok']);
  expect(later.of('bank')).toEqual(['20.11., 15:00', 'ok']);
  expect(later.tone).toBe('bad');
  expect(later.of('version')).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), 'ok']);
});
