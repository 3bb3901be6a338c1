import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { MESSAGE_KINDS } from '@samtrot/shared/device-messages/rules.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { listeningDevice } from '../../testing/services/listening-device.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 5000 },
);

const run = () => fixture.world.runTasks('publication/ends-today');
const at = (instant: string | number) => fixture.world.clock.set(new Date(instant));
/** What the devices of the fixture's advertiser are told. */
const listen = () => listeningDevice(fixture.world, fixture.user, MESSAGE_KINDS);
const place = (changes: object) => fixture.on.place(fixture.user, changes);
const events = () =>
  fixture.world.db
    .selectFrom('device_event')
    .select('cause')
    .where('account_id', '=', fixture.user.userId)
    .execute();

test('an ad that ends this day is told at eight in the morning, once [EXP-115]', async () => {
  const { rows } = await listen();
  await place({ inserat_typ: '1_day' });
  for (const early of ['2026-11-20T12:30:00Z', '2026-11-21T06:59:59Z']) {
    at(early);
    await run();
    expect(await rows()).toEqual([]);
  }
  at('2026-11-21T07:00:00Z');
  await Promise.all([run(), run()]);
  const told = {
    kind: 'ends',
    page: '/inserate',
    due_at: new Date('2026-11-21T07:00:00Z'),
    until: new Date('2026-11-21T12:00:00Z'),
  };
  expect(await rows()).toEqual([told]);
  for (const hours of [1, 4, 6, 24]) {
    at(Date.parse('2026-11-21T07:00:00Z') + hours * HOUR_MS);
    await run();
  }
  expect(await rows()).toEqual([told]);
});

test('an end in the night is told as its day begins, one at midnight the day before [EXP-115]', async () => {
  const { take } = await listen();
  const plan = { publish_option: 'Planen', publish_date: '2026-11-21', inserat_typ: '1_day' };
  await place({ ...plan, publish_time: '03:00' });
  await place({ ...plan, publish_time: '00:00' });
  at('2026-11-21T02:00:00Z');
  await fixture.world.runTasks('publication/clock');
  await run();
  expect(await take()).toEqual([]);
  at('2026-11-21T07:00:00Z');
  await run();
  expect(await take()).toEqual(['ends /inserate']);
  at('2026-11-21T22:59:00Z');
  await run();
  expect(await take()).toEqual([]);
  at('2026-11-21T23:00:00Z');
  await run();
  expect(await take()).toEqual(['ends /inserate']);
  at('2026-11-22T02:00:00Z');
  await fixture.world.runTasks('publication/clock');
  await run();
  expect(await take()).toEqual([]);
});

test('an ad whose renewal is paid for, a hidden, a deleted and a held one are not told [EXP-115]', async () => {
  const { take } = await listen();
  await place({ inserat_typ: '1_day', auto_extend: true });
  const hidden = await place({ inserat_typ: '1_day' });
  const deleted = await place({ inserat_typ: '1_day' });
  const held = await place({ inserat_typ: '1_day' });
  await fixture.user.call(life.hideInserat, { inserat_id: hidden.id });
  await fixture.user.call(life.deleteInserat, { inserat_id: deleted.id });
  const { db } = fixture.world;
  const mark = { held_at: fixture.world.clock.now() };
  await db.updateTable('inserat').set(mark).where('id', '=', held.id).execute();
  at('2026-11-21T08:00:00Z');
  await run();
  expect(await take()).toEqual([]);
  await db.updateTable('inserat').set({ held_at: null }).where('id', '=', held.id).execute();
});

test('an ad whose renewal cannot be paid is told [EXP-115]', async () => {
  fixture.user = await fixture.on.rich(10);
  const { take } = await listen();
  await place({ inserat_typ: '1_day', auto_extend: true });
  expect(await fixture.on.credits(fixture.user)).toBeLessThan(10);
  at('2026-11-21T08:00:00Z');
  await run();
  expect(await take()).toEqual(['ends /inserate']);
});

test('banners and clubs are told with their pages; who wants nothing leaves no trace [EXP-115]', async () => {
  const website = await websiteOf(fixture.world, 'Mondgarten');
  await fixture.user.call(orderBanner, bannerWish({ webseiten: [website] }));
  await fixture.user.call(saveClub, wholeClub({ monate: 1 }));
  const ends = [];
  for (const table of ['banner_booking', 'club_booking'] as const)
    ends.push((await fixture.world.db.selectFrom(table).select('end_at').execute()).at(-1)!.end_at);
  const [banner, club] = ends.map((end) => new Date(end.getTime() - 2 * HOUR_MS));
  at(+banner!);
  await run();
  expect(await events()).toEqual([]);
  const { take } = await listen();
  await run();
  const told = await take();
  at(+club!);
  await run();
  told.push(...(await take()));
  expect(new Set(told)).toEqual(new Set(['ends /banner', 'ends /clubs']));
  expect(told).toHaveLength(2);
  at(+club! + DAY_MS);
  await run();
  expect(await take()).toEqual([]);
});
