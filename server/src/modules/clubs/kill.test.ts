import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FailPoint } from '../../platform/failpoints.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type TestDatabase, testDatabase } from '../../testing/process/database.ts';
import { killable } from '../../testing/process/process.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';

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
/** Everything that an action on a club changes. */
const CHANGED = [
  'club',
  'club_booking',
  'image',
  'file_removal',
  'audit',
  'ledger_transfer',
  'ledger_lot',
];

async function balance(): Promise<number> {
  const { rows } = await sql<{
    n: string;
  }>`select sum(balance) as n from ledger_account where kind = 'wallet'`.execute(database.db);
  return Number(rows[0]!.n);
}

test('a kill during an order, prolongation or deletion changes nothing; a retry acts once [T-FLT-02, CLU-17]', async () => {
  await using server = await killable(database);
  const { post } = server;
  await server.start({ points: 'buy.after_debit:1' });
  const userId = await server.enter(PASSWORD);
  const gift = { userId, amount: 1000, cause: 'test:kill', description: 'Aufladung' };
  await database.db.transaction().execute((db) => credit({ db, now: new Date() }, 'topup', gift));
  const start = {
    publish_option: 'Planen',
    publish_date: localDate(new Date(Date.now() + 30 * DAY_MS)),
    publish_time: '12:00',
  } as const;
  const wish = wholeClub({ version: 0, monate: 1, ...start });
  const id = async () =>
    (
      await sql<{ id: number }>`select id from club where placed_at is not null`.execute(
        database.db,
      )
    ).rows[0]!.id;
  const plan: [FailPoint, string, () => Promise<object>, number][] = [
    ['buy.after_debit', 'save_club', async () => wish, -50],
    [
      'buy.after_feature',
      'save_club',
      async () => ({ ...wish, club_id: await id(), version: 1, monate: 2 }),
      -100,
    ],
    ['delete.after_db_before_files', 'delete_club', async () => ({ club_id: await id() }), 150],
  ];
  for (const [index, [point, action, payload, gain]] of plan.entries()) {
    const wanted = await payload();
    const before = await server.rows(CHANGED);
    const had = await balance();
    expect(await post(action, wanted).catch(() => 'cut'), point).toBe('cut');
    expect(await server.ended()).toBe('SIGKILL');
    expect(await server.rows(CHANGED), point).toEqual(before);
    // The next one dies at the next point; on the way there this order passes one of them.
    const next = plan[index + 1]?.[0];
    await server.start({ points: next && `${next}:${next === 'buy.after_feature' ? 2 : 1}` });
    expect((await post(action, wanted)).status, point).toBe(200);
    expect(await balance()).toBe(had + gain);
    // A retry is replayed and changes nothing.
    await post(action, wanted);
    expect(await balance(), point).toBe(had + gain);
    expect(await wrongBooks()).toEqual([]);
  }
});
