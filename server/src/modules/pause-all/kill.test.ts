import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { ad } from '../../testing/listings/inserate.ts';
import { type TestDatabase, testDatabase } from '../../testing/process/database.ts';
import { DEEP } from '../../testing/process/deep.ts';
import { killable } from '../../testing/process/process.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Every table the switch changes. */
const CHANGED = [
  ...([
    'account',
    'inserat',
    'booking',
    'banner',
    'banner_booking',
    'club',
    'club_booking',
    'push',
  ] as const),
  ...([
    'offline_run',
    'offline_item',
    'offline_receipt',
    'delivery_change',
    'delivery_club_change',
    'audit',
  ] as const),
];

test.runIf(DEEP)(
  'a crash while pausing or resuming changes nothing; the retry completes it [T-DEL-04, T-FLT-02]',
  async () => {
    await using server = await killable(database);
    const { post } = server;
    const webseiten = [await websiteOf({ db: database.db, clock: { now: () => new Date() } })];
    await server.start({ points: 'offline.after_ads:1' });
    const userId = await server.enter(PASSWORD);
    const gift = { userId, amount: 1000, cause: 'test:kill', description: 'Aufladung' };
    await database.db.transaction().execute((db) => credit({ db, now: new Date() }, 'topup', gift));
    const { inserat_id } = (await post('createInserat', {})).reply;
    expect((await post('saveInserat', ad(inserat_id!, { inserat_typ: '1_week' }))).status).toBe(
      200,
    );
    expect((await post('order_banner', bannerWish({ webseiten }))).status).toBe(200);
    expect((await post('save_club', wholeClub({ monate: 1 }))).status).toBe(200);
    const standing = async () => {
      const on = async (table: 'inserat' | 'banner' | 'club') =>
        (await database.db.selectFrom(table).select('id').where('hidden_at', 'is', null).execute())
          .length;
      const account = database.db
        .selectFrom('account')
        .select('offline_at')
        .where('id', '=', userId);
      const { offline_at } = await account.executeTakeFirstOrThrow();
      return [await on('inserat'), await on('banner'), await on('club'), offline_at === null];
    };

    for (const [action, point, after, next] of [
      ['goOffline', 'offline.after_ads', [0, 0, 0, false], 'online.after_ads:1'],
      ['goOnline', 'online.after_ads', [1, 1, 1, true], undefined],
    ] as const) {
      const before = await server.rows(CHANGED);
      expect(await post(action, {}).catch(() => 'cut'), point).toBe('cut');
      expect(await server.ended()).toBe('SIGKILL');
      expect(await server.rows(CHANGED), point).toEqual(before);
      // The next one dies at the next point.
      await server.start({ points: next });
      expect((await post(action, {})).status, point).toBe(200);
      expect(await standing(), point).toEqual(after);
    }
    expect(
      (await checkBooks(database.db)).problems.filter(
        (one) => !one.includes('ohne gutgeschriebene Zahlung'),
      ),
    ).toEqual([]);
  },
);
