import { DAY_MS, HOUR_MS, localDate, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FailPoint } from '../../platform/failpoints.ts';
import { ad } from '../../testing/listings/inserate.ts';
import { type TestDatabase, testDatabase } from '../../testing/process/database.ts';
import { rounds } from '../../testing/process/deep.ts';
import { killable } from '../../testing/process/process.ts';
import { startProgram } from '../../testing/process/program.ts';
import { insertAdvertiser } from '../../testing/world/accounts.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';
import { clockTask } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Errors in the books, except the credits granted by the test. */
const wrongBooks = async () =>
  (await checkBooks(database.db)).problems.filter(
    (problem) => !problem.includes('ohne gutgeschriebene Zahlung'),
  );
/** Every table an action on an ad changes. */
const CHANGED = [
  'inserat',
  'booking',
  'booking_order',
  'push',
  'image',
  'file_removal',
  'ledger_transfer',
  'ledger_lot',
];

test('a crash while hiding, deleting or reactivating changes nothing; a retry completes it [T-FLT-02]', async () => {
  await using server = await killable(database);
  const { post } = server;
  const place = async (more: object) => {
    const { inserat_id } = (await post('createInserat', {})).reply;
    expect(
      (await post('saveInserat', { ...ad(inserat_id!), inserat_typ: '1_week', ...more })).status,
    ).toBe(200);
    return inserat_id!;
  };
  const points: FailPoint[] = [
    'hide.before_purge_event',
    'delete.after_db_before_files',
    'reactivate.mid',
  ];
  await server.start({ points: `${points[0]}:1` });
  const userId = await server.enter(PASSWORD);
  const gift = { userId, amount: 1000, cause: 'test:kill', description: 'Aufladung' };
  await database.db.transaction().execute((db) => credit({ db, now: new Date() }, 'topup', gift));
  const pushes = { push_times: ['12:00'] };
  const planned = {
    publish_option: 'Planen',
    publish_date: localDate(new Date(Date.now() + 30 * DAY_MS)),
    publish_time: '08:30',
    ...pushes,
  };
  const expired = await place({});
  await sql`update inserat set status = 'abgelaufen', end_at = ${new Date(Date.now() - HOUR_MS)} where id = ${expired}`.execute(
    database.db,
  );
  const plan: [string, number, number][] = [
    ['hide_inserat', await place(pushes), 0],
    ['delete_inserat', await place(planned), 50],
    ['reactivate_inserat', expired, -40],
  ];
  for (const [index, [action, inserat_id, gain]] of plan.entries()) {
    const point = points[index]!;
    const before = await server.rows(CHANGED);
    expect(await post(action, { inserat_id }).catch(() => 'cut'), point).toBe('cut');
    expect(await server.ended()).toBe('SIGKILL');
    expect(await server.rows(CHANGED), point).toEqual(before);
    // The next process dies at the next point.
    const next = points[index + 1];
    await server.start({ points: next && `${next}:1` });
    const [wallet] = await wallets();
    expect((await post(action, { inserat_id })).status, point).toBe(200);
    expect((await wallets())[0]).toBe(wallet! + gain);
    // A repeated request gets a response and changes nothing.
    await post(action, { inserat_id });
    expect((await wallets())[0], point).toBe(wallet! + gain);
    expect(await wrongBooks()).toEqual([]);
  }
});

async function wallets(): Promise<number[]> {
  const rows = await database.db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', 'wallet')
    .execute();
  return rows.map(({ balance }) => Number(balance));
}

const ADS = 50;
const PUSHES = 55;

/** Online ads, each with this number of due dated pushes. */
async function dueAds(): Promise<void> {
  const now = Date.now();
  const [begun, ends, due] = [
    new Date(now - HOUR_MS),
    new Date(now + DAY_MS),
    new Date(now - MINUTE_MS),
  ];
  const names = { username: 'Pusherin', email: 'pusherin@beispiel.ch' };
  const { id } = await insertAdvertiser(database.db, { ...names, now: begun });
  await sql`
    with ads as (
      insert into inserat (account_id, status, inserat_typ, start_at, end_at, lifted_at, created_at, changed_at, date_time_pushes)
      select ${id}::bigint, 'aktiv', '1_day', ${begun}, ${ends}, ${begun}, ${begun}, ${begun}, array(select 'slot ' || n from generate_series(1, ${PUSHES}) n)
        from generate_series(1, ${ADS}) returning id, account_id),
    bookings as (
      insert into booking (inserat_id, account_id, package, start_at, end_at, planned, paid_regions, paid_categories, paid_images,
                           paid_dated_pushes, created_at)
      select id, account_id, '1_day', ${begun}, ${ends}, false, 3, 3, 10, ${PUSHES}, ${begun} from ads returning id, inserat_id, account_id),
    orders as (
      insert into booking_order (booking_id, cause, total, items, at)
      select id, 'kill:' || id, 0, '[]', ${begun} from bookings returning id)
    insert into push (inserat_id, account_id, booking_id, kind, slot, due_at, cause)
    select inserat_id, account_id, id, 'dated', 'slot ' || n, ${due}, 'kill:' || id from bookings, generate_series(1, ${PUSHES}) n`.execute(
    database.db,
  );
  await sql`update inserat i set booking_id = b.id from booking b where b.inserat_id = i.id and i.booking_id is null`.execute(
    database.db,
  );
}

/** Pushes by state, and ads whose pushes are partly processed. */
async function pushed() {
  const { rows } = await sql<{ due: number; done: number; other: number; halves: number }>`
    select count(*) filter (where state = 'due')::int as due, count(*) filter (where state = 'done')::int as done,
           count(*) filter (where state not in ('due', 'done'))::int as other,
           (select count(*)::int from booking b join inserat i on i.booking_id = b.id,
              lateral (select count(*) as n from push p where p.booking_id = b.id and p.state = 'due') open
             where i.status = 'aktiv' and (open.n <> b.paid_dated_pushes or open.n <> cardinality(i.date_time_pushes)
                or (open.n < ${PUSHES}) <> (i.lifted_at > i.start_at))) as halves
      from push where cause like 'kill:%'`.execute(database.db);
  return rows[0]!;
}

test('a worker killed ten times over 2750 due pushes runs each once and none partially [T-FLT-02, T-FLT-03, INV-06]', async () => {
  await sql`update push set state = 'cancelled', settled_at = due_at where state = 'due'`.execute(
    database.db,
  );
  await sql`update inserat set status = 'geloescht'`.execute(database.db);
  await dueAds();
  let before = 0;
  for (let kill = 0; kill < rounds(3, 10); kill++) {
    // It dies in its first or second batch.
    expect(await clockProcess(`push.before_commit:${1 + (kill % 2)}`)).toBe('SIGKILL');
    const { due, done, other, halves } = await pushed();
    expect({ sum: due + done, other, halves }).toEqual({ sum: ADS * PUSHES, other: 0, halves: 0 });
    expect(done).toBeGreaterThanOrEqual(before);
    before = done;
  }
  expect(before).toBeGreaterThan(0);
  while ((await clockTask.run({ db: database.db, now: new Date() })) > 0);
  expect(await pushed()).toEqual({ due: 0, done: ADS * PUSHES, other: 0, halves: 0 });
});

/** Runs the scheduler in a process until it is killed; returns its exit code or signal. */
function clockProcess(points: string): Promise<number | string> {
  const script = `
    import { armFailPoints } from '../../platform/failpoints.ts';
    import { connect } from '../../platform/db.ts';
    import { clockTask } from './jobs.ts';
    armFailPoints(process.env.POINTS);
    const { db } = connect(process.env.DATABASE, { max: 1 });
    while ((await clockTask.run({ db, now: new Date() })) > 0);
    await db.destroy();`;
  return startProgram(script, {
    folder: import.meta.dirname,
    env: { DATABASE: database.url, POINTS: points },
  }).ended;
}
