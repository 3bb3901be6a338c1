import { updateNotifications } from '@samtrot/shared/accounts/profile-contract.ts';
import { duplicateBanner, orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  bannersOf,
  bannerWish,
  pictureFor,
  type Wish,
  websiteOf,
} from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { addressOf } from '../../testing/world/accounts.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { correctRating } from '../media/service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
/** One accepts everything, one up to erotic, both by default. */
let sites: [number, number];
let banner_bild: string;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  sites = [await websiteOf(world, 'Mondgarten'), await websiteOf(world, 'Seerose')];
  banner_bild = await pictureFor('a2');
});
beforeEach(async () => {
  world.clock.set(START);
  await accept('Mondgarten', 'explizit');
  await world.db.updateTable('banner').set({ open_end: null, alert_at: null }).execute();
  user = await on.rich(2000);
  await user.call(updateNotifications, {
    expiryAlert: true,
    disableMessages: false,
    newsletter: false,
  });
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const accept = (name: string, accepts: Rating) =>
  world.db.updateTable('website').set({ accepts }).where('name', '=', name).execute();
const wish = (changes: Partial<Wish> = {}) =>
  bannerWish({ typ: 'a2', banner_bild, webseiten: sites, ...changes });
const order = (changes: Partial<Wish> = {}) => user.call(orderBanner, wish(changes));
/** The operator says what the picture of the banner shows. */
async function correct(banner: number, rating: Rating) {
  const { id } = await world.db
    .selectFrom('image')
    .select('id')
    .where('banner_id', '=', banner)
    .executeTakeFirstOrThrow();
  const ctx = { now: START, actor: { kind: 'cli' as const } };
  await world.db
    .transaction()
    .execute((db) => correctRating({ ...ctx, db }, { kind: 'image', id, rating }));
}
const refused = (names: string) => ({
  status: 422,
  body: { errors: { webseiten: `Diese Webseiten zeigen dein Bild nicht: ${names}` } },
});
const mails = async () => {
  const email = await addressOf(world.db, user.userId);
  return (await world.mails(email)).filter(({ subject }) => /Laufzeit/.test(subject));
};

test('a website that does not show the picture cannot be ordered, whichever way the picture came [MED-12, BAN-51]', async () => {
  const { ID } = (await user.call(saveBanner, wish())).body.banner;
  await correct(ID, 'explizit');
  const none = { banner_bild: undefined };
  // As it is attached, sent again, on a new banner, and on a copy.
  const copy = (await user.call(duplicateBanner, { banner_id: ID })).body.banner.ID;
  for (const one of [{ ID, ...none }, { ID }, {}, { ID: copy, ...none }])
    expect(await order(one), JSON.stringify(one).slice(0, 40)).toMatchObject(refused('Seerose'));
  await accept('Mondgarten', 'erotisch');
  expect(await order({ ID })).toMatchObject(refused('Mondgarten, Seerose'));
  expect([await on.credits(user), (await bannersOf(user)).map(({ status }) => status)]).toEqual([
    2000,
    ['entwurf', 'entwurf'],
  ]);
  // A text has no picture, and what is milder is shown.
  expect((await order({ ID: copy, typ: 'a4', banner_bild: '' })).status).toBe(200);
  await accept('Mondgarten', 'explizit');
  expect((await order({ ID, webseiten: [sites[0]] })).body).toMatchObject({ charged: 400 });
});

test('a renewal skips websites that no longer show the picture; without any it ends with a mail [MED-12, BAN-48]', async () => {
  const { ID } = (await order({ auto_extend: true })).body.banner;
  expect(await on.credits(user)).toBe(2000 - 520);
  await correct(ID, 'explizit');
  const end = addCalendarMonths(START, 1);
  world.clock.set(end);
  await world.runTasks('banners/clock');
  expect((await bannersOf(user))[0]).toMatchObject({
    status: 'aktiv',
    webseiten: [sites[0]],
    banner_credits: 400,
  });
  expect(await on.credits(user)).toBe(2000 - 520 - 400);
  expect(await mails()).toEqual([]);
  await accept('Mondgarten', 'erotisch');
  const over = addCalendarMonths(end, 1);
  world.clock.set(new Date(+over - DAY_MS));
  await world.runTasks('banners/alert');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Deine Laufzeit endet bald']);
  world.clock.set(over);
  await world.runTasks('banners/clock');
  expect([(await bannersOf(user))[0]!.status, await on.credits(user)]).toEqual([
    'abgelaufen',
    2000 - 520 - 400,
  ]);
  expect((await mails())[1]!.text).toContain('keine der gewählten Webseiten den Inhalt noch zeigt');
});
