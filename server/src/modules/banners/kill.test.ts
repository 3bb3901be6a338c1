import { DAY_MS, localDate, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FailPoint } from '../../platform/failpoints.ts';
import { bannerWish, pictureFor, websiteOf } from '../../testing/listings/banners.ts';
import { type TestDatabase, testDatabase } from '../../testing/process/database.ts';
import { rounds, some } from '../../testing/process/deep.ts';
import { killable } from '../../testing/process/process.ts';
import { startProgram } from '../../testing/process/program.ts';
import { insertAdvertiser } from '../../testing/world/accounts.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';
import { bannerClockTask } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** What is wrong in the books, but for the gift of the test. */
const wrongBooks = async () =>
  (await checkBooks(database.db)).problems.filter(
    (problem) => !problem.includes('ohne gutgeschriebene Zahlung'),
  );
/** Everything that an action on a banner changes. */
const CHANGED = [
  'banner',
  'banner_webseite',
  'banner_booking',
  'image',
  'ledger_transfer',
  'ledger_lot',
  'audit',
];
const wallet = async () =>
  Number(
    (
      await database.db
        .selectFrom('ledger_account')
        .select('balance')
        .where('kind', '=', 'wallet')
        .executeTakeFirstOrThrow()
    ).balance,
  );

test('a kill during an order, hiding or deletion changes nothing; a retry acts once [T-FLT-02, INV-10]', async () => {
  await using server = await killable(database);
  const { post } = server;
  const webseiten = [await websiteOf({ db: database.db, clock: { now: () => new Date() } })];
  const wish = (more: object = {}) => ({ ...bannerWish({ webseiten }), ...more });
  const bannerOf = async (action: string, more: object = {}) => {
    const { status, reply } = await post(action, wish(more));
    expect(status, JSON.stringify(reply)).toBe(200);
    return (reply as unknown as { banner: { ID: number } }).banner.ID;
  };
  const points: FailPoint[] = [
    ...(['buy.after_debit', 'upload.after_file_before_row', 'hide.before_purge_event'] as const),
    'delete.after_db_before_files',
  ];
  // The third order dies; two are there before.
  await server.start({ points: `${points[0]}:3` });
  const userId = await server.enter(PASSWORD);
  const gift = { userId, amount: 2000, cause: 'test:kill', description: 'Aufladung' };
  await database.db.transaction().execute((db) => credit({ db, now: new Date() }, 'topup', gift));
  const planned = {
    publish_option: 'Planen',
    publish_date: localDate(new Date(Date.now() + 30 * DAY_MS)),
    publish_time: '08:30',
  };
  const plan: [string, object, number, string?][] = [
    ['order_banner', wish({ ID: await bannerOf('save_banner') }), -60],
    [
      'order_banner',
      wish({ ID: await bannerOf('save_banner'), typ: 'a2', banner_bild: await pictureFor('a2') }),
      -400,
    ],
    ['hide_banner', { banner_id: await bannerOf('order_banner', { text: 'Sichtbar' }) }, 0],
    ['delete_banner', { banner_id: await bannerOf('order_banner', planned) }, 60, 'DELETE'],
  ];
  const tried = some(
    points.map((point, index) => ({ point, step: plan[index]! })),
    2,
  );
  for (const [index, { point, step }] of tried.entries()) {
    const [action, body, gain, method] = step;
    const before = await server.rows(CHANGED);
    expect(await post(action, body, method).catch(() => 'cut'), point).toBe('cut');
    expect(await server.ended()).toBe('SIGKILL');
    expect(await server.rows(CHANGED), point).toEqual(before);
    // The next one dies at the next point.
    const next = tried[index + 1]?.point ?? 'order.after_commit_before_reply';
    await server.start({ points: `${next}:1` });
    const had = await wallet();
    const again = await post(action, body, method);
    expect(again.status, `${point} ${JSON.stringify(again.reply)}`).toBe(200);
    expect(await wallet()).toBe(had + gain);
    // A retry is replayed and changes nothing.
    await post(action, body, method);
    expect(await wallet(), point).toBe(had + gain);
    expect(await wrongBooks()).toEqual([]);
  }

  // INV-10: the order is done, but its response was lost.
  const had = await wallet();
  const press = () =>
    post('order_banner', wish({ text: 'Nie beantwortet' }), 'POST', 'nie-beantwortet');
  expect(await press().catch(() => 'cut')).toBe('cut');
  expect(await server.ended()).toBe('SIGKILL');
  const after = await server.rows(CHANGED);
  expect(await wallet()).toBe(had - 60);
  // The lease of the killed process has expired.
  await database.db
    .updateTable('idempotency')
    .set({ held_until: null })
    .where('status', 'is', null)
    .execute();
  await server.start();
  expect(await press()).toMatchObject({ status: 200, reply: { charged: 60, credits: had - 60 } });
  expect(await server.rows(CHANGED)).toEqual(after);
  expect(await wrongBooks()).toEqual([]);
});

const KILLS = rounds(3, 20);
/** Renewals of all killed processes, each one more than the one before, and some for the last. */
const DUE = (KILLS * (KILLS - 1)) / 2 + 9;

test('repeated kills of the scheduler book and charge each renewal once [T-FLT-02, BAN-48, INV-06]', async () => {
  const now = Date.now();
  const [begun, ends] = [new Date(now - 30 * DAY_MS), new Date(now - MINUTE_MS)];
  const website = await websiteOf({ db: database.db, clock: { now: () => new Date() } });
  const names = { username: 'Erneuerin', email: 'erneuerin@beispiel.ch' };
  const { id: userId } = await insertAdvertiser(database.db, { ...names, now: begun });
  const gift = { userId, amount: 60 * DUE, cause: 'test:renew', description: 'Aufladung' };
  await database.db.transaction().execute((db) => credit({ db, now: begun }, 'topup', gift));
  await sql`
    with made as (
      insert into banner (account_id, typ, text, url, monate, auto_extend, created_at, changed_at)
      select ${userId}, 'a4', 'Studio Linde', 'https://studio-linde.example/', 1, true, ${begun}, ${begun}
        from generate_series(1, ${DUE}) returning id),
    places as (insert into banner_webseite (banner_id, website_id) select id, ${website} from made)
    insert into banner_booking (banner_id, typ, months, websites, base, surcharge, start_at, end_at, created_at)
    select id, 'a4', 1, 1, 60, 0, ${begun}, ${ends}, ${begun} from made`.execute(database.db);
  await sql`
    update banner b set booking_id = k.id, open_end = k.end_at from banner_booking k
     where k.banner_id = b.id and b.account_id = ${userId}`.execute(database.db);
  const found = async () => {
    const { rows } = await sql<{ renewed: number; paid: number; open: number; twice: number }>`
      select count(*) filter (where k.renews is not null)::int as renewed,
             (select count(*)::int from ledger_transfer t join banner_booking n on t.cause = 'banner:' || n.id
               where n.renews is not null) as paid,
             (select count(*)::int from banner where open_end <= ${new Date(now)} and deleted_at is null) as open,
             (select count(*)::int from banner b where b.account_id = ${userId}
               and (select count(*) from banner_booking n where n.banner_id = b.id) > 2) as twice
        from banner_booking k`.execute(database.db);
    return rows[0]!;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    // It dies in its first renewal, or in a later one.
    expect(await clockProcess(`buy.after_debit:${1 + kill}`)).toBe('SIGKILL');
    const { renewed, paid, open } = await found();
    expect(renewed).toBe((kill * (kill + 1)) / 2);
    expect([paid, open]).toEqual([renewed, DUE - renewed]);
  }
  while ((await bannerClockTask.run({ db: database.db, now: new Date() })) > 0);
  expect(await found()).toEqual({ renewed: DUE, paid: DUE, open: 0, twice: 0 });
});

/** The scheduler in a process of its own, until it is killed; returns its exit code or signal. */
function clockProcess(points: string): Promise<number | string> {
  const script = `
    import { armFailPoints } from '../../platform/failpoints.ts';
    import { connect } from '../../platform/db.ts';
    import { bannerClockTask } from './jobs.ts';
    armFailPoints(process.env.POINTS);
    const { db } = connect(process.env.DATABASE, { max: 1 });
    while ((await bannerClockTask.run({ db, now: new Date() })) > 0);
    await db.destroy();`;
  return startProgram(script, {
    folder: import.meta.dirname,
    env: { DATABASE: database.url, POINTS: points },
  }).ended;
}
