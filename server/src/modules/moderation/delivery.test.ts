import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { RECEIPT_LATE_MS, receiptsText } from '@samtrot/shared/holds/rules.ts';
import { holdReceipts } from '@samtrot/shared/holds/staff-contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose } from '../../app/compose.ts';
import { buildServer } from '../../app/server.ts';
import type { Actors } from '../../platform/action.ts';
import { bannerWish } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../testing/media/images.ts';
import { listener, receiver } from '../../testing/partners/receiver.ts';
import { house } from '../../testing/world/house.ts';
import { staffOf } from '../../testing/world/staff.ts';
import * as holds from '../holds/service.ts';
import { addWebsite, issueKey, publicIdOf } from '../partners/service.ts';
import { noteMode } from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 5000 },
);
/** A second server process: same database, separate memory. */
let other: FastifyInstance;
let site: { id: number; key: string; publicId: string };
let moderator: Actors['staff'];
let team: ReturnType<typeof house>;

beforeAll(async () => {
  const { config, db, pool, app, clock } = fixture.world;
  other = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  await other.ready();
  team = house(fixture.world);
  moderator = await team.person();
  site = await db.transaction().execute(async (inner) => {
    const ctx = { db: inner, now: clock.now(), actor: { kind: 'cli' as const } };
    const { id } = await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' });
    const key = await issueKey(ctx, 'Mondgarten');
    return { id, key, publicId: await publicIdOf(inner, 'Mondgarten') };
  });
});
afterAll(() => other.close());

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
async function ask(server: FastifyInstance, url: string) {
  const headers = url.startsWith('/partner')
    ? { authorization: `Bearer ${site.key}` }
    : { 'user-agent': BROWSER };
  const { statusCode, body } = await server.inject({ method: 'GET', url, headers });
  return { status: statusCode, body };
}

test('what is held is gone within a second on both servers, wherever it was [BOF-26]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const base64ImageString = dataUrl(await quarters(40, 20).jpeg().toBuffer());
  const payload = { inserat_id: id, base64ImageString };
  const picture = (await user.raw('saveInseratImage', { payload })).body.image.url as string;
  await user.call(life.storyInserat, { inserat_id: id });
  const webseiten = [site.id];
  const banner = (await user.call(orderBanner, bannerWish({ webseiten }))).body.banner.ID;
  const club = (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club.ID;
  const publicId = async (table: 'inserat' | 'club', of: number) =>
    (
      await world.db
        .selectFrom(table as 'club')
        .select('public_id')
        .where('id', '=', of)
        .executeTakeFirstOrThrow()
    ).public_id;
  const [ad, house] = [await publicId('inserat', id), await publicId('club', club)];
  const seen = async (server: FastifyInstance) => {
    const has = async (path: string, text: string) => (await ask(server, path)).body.includes(text);
    return {
      list: await has('/partner/v1/ads?limit=100', ad),
      detail: (await ask(server, `/partner/v1/ads/${ad}`)).status,
      stories: await has('/partner/v1/stories?limit=100', ad),
      clubs: await has('/partner/v1/clubs?limit=100', house),
      club: (await ask(server, `/partner/v1/clubs/${house}`)).status,
      banners: await has('/partner/v1/banners?slot=a4&count=10', 'Studio Linde'),
      frame: await has(`/embed/${site.publicId}/a4`, '/b/c/'),
      embedded: await has(`/embed/${site.publicId}/liste`, ad),
      opened: (await ask(server, `/embed/${site.publicId}/inserat/${ad}`)).status,
      picture: (await ask(server, new URL(picture, 'http://localhost').pathname)).status,
    };
  };
  const SHOWN = { list: true, detail: 200, stories: true, clubs: true, club: 200 };
  const GONE = { list: false, detail: 404, stories: false, clubs: false, club: 404 };
  const there = {
    ...{ ...SHOWN, banners: true, frame: true, picture: 200 },
    ...{ embedded: true, opened: 200 },
  };
  const gone = {
    ...{ ...GONE, banners: false, frame: false, picture: 404 },
    ...{ embedded: false, opened: 404 },
  };
  const everywhere = (expected: object) =>
    Promise.all(
      [world.server, other].map((server) => expect.poll(() => seen(server)).toEqual(expected)),
    );
  await everywhere(there);
  const since = JSON.parse((await ask(other, '/partner/v1/ads?limit=100')).body).next_since;
  world.clock.advance(60_000);
  const held = [
    await team.hold(moderator, 'inserat', id),
    await team.hold(moderator, 'banner', banner),
    await team.hold(moderator, 'club', club),
  ];
  await everywhere(gone);
  const changes = JSON.parse((await ask(other, `/partner/v1/ads?since=${since}`)).body);
  expect(changes.ads).toEqual([{ id: ad, deleted: true }]);
  world.clock.advance(60_000);
  for (const hold of held) await team.release(moderator, hold.id);
  await everywhere(there);
  // An account takes off all of it at once.
  world.clock.advance(60_000);
  const { id: whole } = await team.hold(moderator, 'account', user.userId);
  await everywhere(gone);
  world.clock.advance(60_000);
  await team.release(moderator, whole);
  await everywhere(there);
});

test('each website that had it has a receipt; one that answers 500 stays open [BOF-27]', async () => {
  const { on, user, world } = fixture;
  await using good = await receiver();
  await using bad = await receiver();
  await listener(world, 'Seerose', good.url);
  await listener(world, 'Waldsee', bad.url);
  const work = async () => {
    world.clock.advance(1000);
    await world.runTasks('webhooks/enqueue');
    await world.runTasks('webhooks/send');
  };
  // What the tests before have changed is told first.
  do await work();
  while (good.take().length + bad.take().length > 0);
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  await work();
  expect([good.take().length, bad.take().length]).toEqual([1, 1]);
  bad.status(500);
  world.clock.advance(1000);
  const { id: hold } = await team.hold(moderator, 'inserat', id);
  const receipts = () => holds.receipts(world.db as never, hold);
  expect((await receipts()).map(({ name, confirmed_at }) => [name, confirmed_at])).toEqual([
    ['Seerose', null],
    ['Waldsee', null],
  ]);
  await work();
  expect(good.take()).toMatchObject(
    [/^ad\.taken_down /].map((like) => expect.stringMatching(like)),
  );
  const [confirmed, open] = await receipts();
  expect(confirmed!.confirmed_at!.getTime() - confirmed!.told_at.getTime()).toBeLessThan(
    RECEIPT_LATE_MS,
  );
  expect(open!.confirmed_at).toBeNull();
  expect(receiptsText(1, 2)).toBe('Von 2 Webseiten bestätigt, 1 offen');
  // What was confirmed stays so after the release.
  await team.release(moderator, hold);
  await work();
  expect((await receipts()).map(({ confirmed_at }) => confirmed_at !== null)).toEqual([
    true,
    false,
  ]);
});

test('a website without messages confirms by its next read, and is late after a minute [BOF-27]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const read = async (query: string) =>
    JSON.parse((await ask(world.server, `/partner/v1/ads?${query}`)).body);
  const { next_since: since } = await read('limit=100');
  const placed = world.db.selectFrom('placement').select('item_id').where('item_id', '=', id);
  await expect.poll(() => placed.execute(), { timeout: 10_000 }).toHaveLength(1);
  world.clock.advance(1000);
  const { id: hold_id } = await team.hold(moderator, 'inserat', id);
  const reader = await staffOf(world, 'reader');
  const shown = async () => {
    const { text, late } = (await reader.call(holdReceipts, { hold_id: String(hold_id) })).body;
    return { text, late };
  };
  const nobody = 'Von 1 Webseite hat noch keine bestätigt';
  expect(await shown()).toEqual({ text: nobody, late: false });
  world.clock.advance(RECEIPT_LATE_MS);
  expect(await shown()).toEqual({ text: nobody, late: false });
  world.clock.advance(1);
  expect(await shown()).toEqual({ text: nobody, late: true });
  expect((await read(`since=${since}`)).ads).toContainEqual(
    expect.objectContaining({ deleted: true }),
  );
  await expect
    .poll(shown, { timeout: 10_000 })
    .toEqual({ text: 'Von 1 Webseite bestätigt', late: false });
});

test('what waits for its first approval is delivered nowhere, then everywhere [BOF-52]', async () => {
  const { on, world } = fixture;
  const owner = await on.rich(2000);
  await noteMode(world.db, 'first');
  const { id } = await on.place(owner, { inserat_typ: '1_week' });
  const base64ImageString = dataUrl(await quarters(44, 22).jpeg().toBuffer());
  const payload = { inserat_id: id, base64ImageString };
  const picture = (await owner.raw('saveInseratImage', { payload })).body.image.url as string;
  const wish = bannerWish({ webseiten: [site.id], text: 'Haus Abendrot' });
  const banner = (await owner.call(orderBanner, wish)).body.banner.ID;
  const club = (await owner.call(saveClub, wholeClub({ monate: 1 }))).body.club.ID;
  const publicId = async (table: 'inserat' | 'club', of: number) =>
    (
      await world.db
        .selectFrom(table as 'club')
        .select('public_id')
        .where('id', '=', of)
        .executeTakeFirstOrThrow()
    ).public_id;
  const [ad, house] = [await publicId('inserat', id), await publicId('club', club)];
  const seen = async (server: FastifyInstance) => ({
    list: (await ask(server, '/partner/v1/ads?limit=100')).body.includes(ad),
    detail: (await ask(server, `/partner/v1/ads/${ad}`)).status,
    club: (await ask(server, `/partner/v1/clubs/${house}`)).status,
    banner: (await ask(server, '/partner/v1/banners?slot=a4&count=10')).body.includes(
      'Haus Abendrot',
    ),
    picture: (await ask(server, new URL(picture, 'http://localhost').pathname)).status,
  });
  const everywhere = (expected: object) =>
    Promise.all(
      [world.server, other].map((server) => expect.poll(() => seen(server)).toEqual(expected)),
    );
  await everywhere({ list: false, detail: 404, club: 404, banner: false, picture: 404 });
  world.clock.advance(60_000);
  const waiting = await world.db
    .selectFrom('hold')
    .select('id')
    .where('account_id', '=', owner.userId)
    .execute();
  expect(waiting).toHaveLength(3);
  for (const { id: hold } of waiting) await team.release(moderator, hold);
  world.clock.advance(1000);
  await everywhere({ list: true, detail: 200, club: 200, banner: true, picture: 200 });
  expect(banner).toBeGreaterThan(0);
  await noteMode(world.db, 'after');
});
