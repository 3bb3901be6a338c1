import { getBanners, orderBanner } from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPE_IDS } from '@samtrot/shared/banners/rules.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import * as contract from '@samtrot/shared/partners/desk-contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adBuilder } from '../../testing/listings/ads.ts';
import { bannerWish } from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { type Receiver, receiver } from '../../testing/partners/receiver.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { setAccepts } from '../partners/service.ts';

let world: World;
let manager: Staff;
let user: Caller;
let partner: Receiver;
let ads: ReturnType<typeof adBuilder>;
let id: number;
let key: string;
let other: string;
let names = 0;
beforeAll(async () => {
  world = await testWorld();
  manager = await staffOf(world, 'partner_manager');
  user = await advertisers(world).rich(1_000_000);
  partner = await receiver();
  ads = adBuilder(world.db);
  await keepStaffLogins(world);
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['image', 'video', 'inserat'] as const)
    await world.db.deleteFrom(table).execute();
  await world.db.deleteFrom('club').where('booking_id', 'is', null).execute();
  [id, key] = await website();
  [, other] = await website();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await partner[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function website(): Promise<[number, string]> {
  const site = { name: `Webseite ${++names}`, url: 'https://webseite.example' };
  const { website_id } = (await manager.call(contract.addPartner, site)).body;
  const made = await manager.call(contract.issuePartnerKey, { website_id, name: 'Server' });
  return [website_id, made.body.key];
}
const OPEN = {
  accepts: 'erotisch' as const,
  categories: [],
  cantons: [],
  slots: [...BANNER_TYPE_IDS],
};
type Rules = Omit<Params<typeof contract.previewPartnerPolicy>, 'website_id'>;
const versionOf = async (website_id: number): Promise<number> =>
  (await manager.call(contract.getPartnerPolicy, { website_id })).body.version;
const set = async (rules: Partial<Rules>, seen_version?: number) =>
  manager.call(contract.setPartnerPolicy, {
    website_id: id,
    seen_version: seen_version ?? (await versionOf(id)),
    ...OPEN,
    ...rules,
  });
const preview = async (rules: Partial<Rules>) =>
  (await manager.call(contract.previewPartnerPolicy, { website_id: id, ...OPEN, ...rules })).body;
async function get(path: string, by = key) {
  const answer = await world.server.inject({
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${by}` },
  });
  return { status: answer.statusCode, body: answer.json() };
}
const listed = async (path = 'ads?limit=100', by = key): Promise<string[]> =>
  (await get(path, by)).body.ads.map((ad: { id: string }) => ad.id).toSorted();
const ids = (...things: { publicId: string }[]) =>
  things.map(({ publicId }) => publicId).toSorted();

test('rules that somebody has changed meanwhile are not overwritten [BOF-120]', async () => {
  const seen = await versionOf(id);
  expect((await set({ accepts: 'jugendfrei' }, seen)).status).toBe(200);
  const late = await set({ accepts: 'explizit' }, seen);
  expect([late.status, late.body.code]).toEqual([409, 'STAFF_VERSION_CONFLICT']);
  const { accepts, version } = (await manager.call(contract.getPartnerPolicy, { website_id: id }))
    .body;
  expect(accepts).toBe('jugendfrei');
  expect((await set({ accepts: 'explizit' }, version)).status).toBe(200);
});

test('rules are not overwritten after a change on the command line either [BOF-120]', async () => {
  const seen = await versionOf(id);
  const { name } = await world.db
    .selectFrom('website')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const by = { now: world.clock.now(), actor: { kind: 'cli' } } as const;
  await world.db.transaction().execute((db) => setAccepts({ ...by, db }, name, 'jugendfrei'));
  const late = await set({ accepts: 'explizit' }, seen);
  expect([late.status, late.body.code]).toEqual([409, 'STAFF_VERSION_CONFLICT']);
});

test('categories and cantons that are not wanted are in no answer; preview and count agree [BOF-120]', async () => {
  const wanted = await ads.add({ cantons: ['ZH'], categories: [1] });
  const both = await ads.add({ cantons: ['ZH', 'TI'], categories: [1] });
  const away = await ads.add({ cantons: ['TI'], categories: [1] });
  const kind = await ads.add({ cantons: ['ZH'], categories: [1, 2] });
  await expect.poll(() => listed()).toEqual(ids(wanted, both, away, kind));
  const rules = { cantons: ['TI'], categories: [2] };
  expect(await preview(rules)).toMatchObject({ ads: 4, ads_left_out: 2 });
  expect((await set(rules)).status).toBe(200);
  await expect.poll(() => listed()).toEqual(ids(wanted, both));
  expect((await get('ads/count')).body.total).toBe(2);
  expect(await listed('ads?sort=name&limit=100')).toEqual(ids(wanted, both));
  expect(await listed('ads?canton=TI&limit=100')).toEqual(ids(both));
  expect(await listed(`ads/${wanted.publicId}/similar?limit=8`)).toEqual(ids(both));
  for (const [ad, status] of [
    [wanted, 200],
    [away, 404],
    [kind, 404],
  ] as const)
    expect((await get(`ads/${ad.publicId}`)).status).toBe(status);
  // Every other website shows them all, from the same memory.
  expect(await listed('ads?limit=100', other)).toEqual(ids(wanted, both, away, kind));
  const row = (await manager.call(contract.getPartner, { website_id: id })).body;
  expect(row.ads).toBe(2);
});

test('what rules leave out is deleted in the feed, and there again when they let it in [BOF-120]', async () => {
  const ad = await ads.add({ cantons: ['TI'] });
  const since = async (token: string) =>
    (await get(`ads?limit=100&since=${encodeURIComponent(token)}`)).body;
  const start = (await get('ads?limit=100')).body.next_since;
  await set({ cantons: ['TI'] });
  // What other tests changed may come into the feed with it.
  await expect
    .poll(async () => (await since(start)).ads)
    .toContainEqual({ id: ad.publicId, deleted: true });
  const { next_since } = await since(start);
  await set({});
  await expect
    .poll(async () =>
      (await since(next_since)).ads.map(({ id, deleted }: { id: string; deleted?: true }) => [
        id,
        deleted,
      ]),
    )
    .toContainEqual([ad.publicId, undefined]);
  // Changed while it is not wanted, it stays away.
  await set({ cantons: ['TI'] });
  const third = (await get('ads?limit=100')).body.next_since;
  await ads.change(ad, { titel: 'Neu', changed_at: world.clock.now() });
  await expect
    .poll(async () => (await since(third)).ads)
    .toContainEqual({ id: ad.publicId, deleted: true });
});

test('a website is told by a message of what its rules leave out and let in [BOF-120]', async () => {
  const ad = await ads.add({
    cantons: ['TI'],
    end_at: new Date(START.getTime() + 30 * DAY_MS),
  });
  await manager.call(contract.setPartnerHook, { website_id: id, url: partner.url });
  await world.runTasks('webhooks/enqueue');
  await ads.change(ad, { titel: 'Neu', changed_at: world.clock.now() });
  const sent = async () => {
    world.clock.advance(1000);
    await world.runTasks('webhooks/enqueue');
    await world.runTasks('webhooks/send');
    return partner.take();
  };
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  await set({ cantons: ['TI'] });
  expect(await sent()).toEqual([`ad.taken_down ${ad.publicId}`]);
  await set({});
  expect(await sent()).toEqual([`ad.published ${ad.publicId}`]);
  await manager.call(contract.setPartnerHook, { website_id: id, url: null });
});

test('single ads and clubs are left out with a reason, by either number [BOF-120]', async () => {
  const [ad, kept] = [await ads.add(), await ads.add()];
  const clubId = await placements(world).club(user.userId, { canton: 'ZH' });
  const club = await world.db
    .selectFrom('club')
    .select('public_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow();
  const block = (kind: 'inserat' | 'club', thing: string, reason = 'Wir wollen es nicht.') =>
    manager.call(contract.blockOnPartner, { website_id: id, kind, thing, reason });
  expect((await block('inserat', String(ad.id), '')).body.errors.reason).toBeDefined();
  expect((await block('inserat', '999999')).body.errors.thing).toBe('Das gibt es nicht.');
  expect((await block('inserat', 'x')).body.errors.thing).toBeDefined();
  expect((await block('inserat', String(ad.id))).status).toBe(200);
  expect((await block('inserat', ad.publicId)).body.errors.thing).toBe('Das steht schon da.');
  expect((await block('club', club.public_id)).status).toBe(200);
  await expect.poll(() => listed()).toEqual(ids(kept));
  expect((await get('clubs')).body.clubs).toEqual([]);
  expect((await get(`clubs/${club.public_id}`)).status).toBe(404);
  expect((await get('clubs', other)).body.clubs).toMatchObject([{ id: club.public_id }]);
  const policy = (await manager.call(contract.getPartnerPolicy, { website_id: id })).body;
  expect(policy.blocks).toHaveLength(2);
  expect(policy.blocks.map((one: { reason: string }) => one.reason)).toEqual([
    ...['Wir wollen es nicht.', 'Wir wollen es nicht.'],
  ]);
  const one = { website_id: id, kind: 'inserat' as const, item_id: ad.id };
  expect((await manager.call(contract.unblockOnPartner, one)).status).toBe(200);
  expect((await manager.call(contract.unblockOnPartner, one)).body.code).toBe('NOT_FOUND');
  await expect.poll(() => listed()).toEqual(ids(ad, kept));
});

test('ads and clubs together are at most 500 on the list of what is left out [BOF-120]', async () => {
  await sql`
    insert into website_block (website_id, kind, item_id, reason, created_at)
    select ${id}, case when n % 2 = 0 then 'club' else 'inserat' end, 900000 + n, 'x', ${START}
      from generate_series(1, 499) n`.execute(world.db);
  const [last, more] = [await ads.add(), await ads.add()];
  const block = ({ publicId: thing }: typeof last) =>
    manager.call(contract.blockOnPartner, {
      website_id: id,
      kind: 'inserat',
      thing,
      reason: 'Wir wollen es nicht.',
    });
  expect((await block(last)).status).toBe(200);
  expect((await block(more)).body.errors.thing).toBe('Höchstens 500 Einträge.');
});

test('rules that leave nothing, or name what there is not, are refused at the field [BOF-120]', async () => {
  const { lists } = (await manager.call(contract.getPartnerPolicy, { website_id: id })).body;
  const all = lists.cantons.map((one: { id: string }) => one.id);
  expect((await set({ cantons: all })).body.errors.cantons).toMatch(/nichts übrig/);
  expect((await set({ cantons: ['XX'] })).body.errors).toHaveProperty('cantons');
  expect((await set({ categories: [9999] })).body.errors).toHaveProperty('categories');
  expect((await set({ slots: ['a9' as never] })).body.errors).toHaveProperty('slots');
});

test('a place without banners is refused in the order, and running ones get their time back [BOF-120]', async () => {
  const credits = async () => (await user.call(state, {})).body.state.credits;
  const before = await credits();
  const order = () => user.call(orderBanner, bannerWish({ webseiten: [id] }));
  const { banner } = (await order()).body;
  const paid = before - (await credits());
  expect(paid).toBe(60);
  expect((await preview({ slots: ['a1', 'a2', 'a3'] })).banners).toBe(1);
  world.clock.advance(15 * DAY_MS);
  expect((await set({ slots: ['a1', 'a2', 'a3'] })).body.message).toMatch(/1 Banner ist/);
  expect(before - (await credits())).toBeLessThanOrEqual(30);
  const mine = (await user.call(getBanners, {})).body.Banners.find(
    (one: { ID: number }) => one.ID === banner.ID,
  );
  expect(mine.status).toBe('abgelaufen');
  expect((await order()).body.errors.webseiten).toMatch(/keinen Platz für TextLink/);
  await set({});
  expect((await order()).status).toBe(200);
});

test('the preview counts clubs, pictures, videos and banners that the delivery then leaves out [BOF-120]', async () => {
  const content = (letter: string) => letter.repeat(64);
  const place = placements(world);
  const run = { start: START, end: new Date(START.getTime() + 30 * DAY_MS) };
  const ad = await ads.add();
  await ads.image(ad, content('a'), { rating: 'jugendfrei' });
  await ads.image(ad, content('b'), { rating: 'erotisch' });
  await ads.video(ad, content('c'), { rating: 'erotisch' });
  const clubId = await place.club(user.userId, { canton: 'ZH', run });
  await place.club(user.userId, { canton: 'TI', run });
  const erotic = { rating: 'erotisch' } as const;
  const ofClub = await place.picture(user.userId, { club_id: clubId }, erotic);
  const banner_id = await place.banner(user.userId, { typ: 'a1', websites: [id], run });
  const ofBanner = await place.picture(user.userId, { banner_id }, erotic);
  const delivered = async () => {
    const [list, { body }] = [await get('ads?limit=100'), await get('clubs')];
    const text = JSON.stringify([list.body, body]);
    const shown = [content('a'), content('b'), content('c'), ofClub].map((one) =>
      text.includes(one),
    );
    const inPlace = JSON.stringify((await get('banners?slot=a1')).body).includes(ofBanner);
    return { clubs: body.clubs.length, media: shown.filter(Boolean).length, inPlace };
  };
  await expect.poll(delivered).toEqual({ clubs: 2, media: 4, inPlace: true });
  const rules = { accepts: 'jugendfrei', cantons: ['TI'] } as const;
  expect(await preview({ ...rules, cantons: [...rules.cantons] })).toMatchObject({
    ...{ ads: 1, ads_left_out: 0, clubs: 2, clubs_left_out: 1 },
    ...{ media_left_out: 3, banners: 0, banners_above: 1 },
  });
  await set({ ...rules, cantons: [...rules.cantons] });
  await expect.poll(delivered).toEqual({ clubs: 1, media: 1, inPlace: false });
});
