import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getBanners, orderBanner } from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPE_IDS } from '@samtrot/shared/banners/rules.ts';
import { DAY_MS, localDate, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import * as contract from '@samtrot/shared/partners/desk-contract.ts';
import { KEY_ENDS_MS } from '@samtrot/shared/partners/desk-rules.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { websiteLink } from '../../cli/websites.ts';
import { adBuilder } from '../../testing/listings/ads.ts';
import { bannerWish } from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { isSigned, type Receiver, receiver } from '../../testing/partners/receiver.ts';
import { someoneWaits } from '../../testing/process/gate.ts';
import { personOf, runCommand } from '../../testing/world/command.ts';
import { house } from '../../testing/world/house.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { countAll } from '../delivery/banner-serving/counting-store.ts';
import { delivered } from '../delivery-receipts/placements.ts';
import * as partners from '../partners/service.ts';

let world: World;
let manager: Staff;
let reader: Staff;
let user: Caller;
let partner: Receiver;
let ads: ReturnType<typeof adBuilder>;
beforeAll(async () => {
  world = await testWorld();
  manager = await staffOf(world, 'partner_manager');
  reader = await staffOf(world, 'reader');
  user = await advertisers(world).rich(1_000_000);
  partner = await receiver();
  ads = adBuilder(world.db);
  await keepStaffLogins(world);
});
beforeEach(() => {
  world.clock.set(START);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await partner[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

let names = 0;
async function website(url = 'https://webseite.example'): Promise<number> {
  const added = await manager.call(contract.addPartner, { name: `Webseite ${++names}`, url });
  expect(added).toMatchObject({ status: 200 });
  return added.body.website_id;
}
const shown = async (website_id: number) =>
  (await reader.call(contract.getPartner, { website_id })).body;
const issue = (website_id: number, name = 'Server') =>
  manager.call(contract.issuePartnerKey, { website_id, name });
async function read(key: string) {
  const answer = await world.server.inject({
    url: '/partner/v1/lists',
    headers: { authorization: `Bearer ${key}` },
  });
  return [answer.statusCode, answer.json().code];
}
const off = (website_id: number) =>
  manager.call(contract.switchPartner, { website_id, on: false, reason: 'Ohne Altersfrage.' });
const credits = async () => (await user.call(state, {})).body.state.credits;

test('a website is added, listed with what it shows, and a name is taken once [BOF-118]', async () => {
  await ads.add();
  const id = await website();
  const list = (await reader.call(contract.getPartners, {})).body.websites;
  expect(list.find((one: { website_id: number }) => one.website_id === id)).toMatchObject({
    on: true,
    accepts: 'erotisch',
    ads: 1,
    clubs: 0,
    views: 0,
    hook: 'none',
    dead: 0,
    read_at: null,
    open_receipts: 0,
    url: 'https://webseite.example',
  });
  const again = { name: `Webseite ${names}`, url: 'https://andere.example' };
  expect(await manager.call(contract.addPartner, again)).toMatchObject({
    status: 422,
    body: { errors: { name: 'Diese Webseite gibt es bereits.' } },
  });
  const bad = { name: 'x', url: 'javascript:1' };
  expect(Object.keys((await manager.call(contract.addPartner, bad)).body.errors)).toEqual([
    'name',
    'url',
  ]);
  for (const spec of [contract.getPartner, contract.exportPartnerReceipts])
    expect((await reader.call(spec, { website_id: 999_999 })).body.code).toBe('NOT_FOUND');
});

test('a key is shown once, says when it was used last and is dead within 3 s [BOF-119]', async () => {
  const id = await website();
  const first = (await issue(id)).body.key;
  expect(await read(first)).toEqual([200, undefined]);
  const [key] = (await shown(id)).keys;
  expect(key).toMatchObject({
    name: 'Server',
    hint: first.slice(0, 7),
    last_used_at: START.toISOString(),
    ends_at: null,
  });
  expect(JSON.stringify(await shown(id))).not.toContain(first);
  expect((await shown(id)).read_at).toBe(START.toISOString());
  // Two live side by side for a change.
  const second = (await issue(id, 'Server 2')).body.key;
  expect(await read(second)).toEqual([200, undefined]);
  const revoked = { website_id: id, key_id: key.key_id };
  expect((await manager.call(contract.revokePartnerKey, revoked)).status).toBe(200);
  {
    using _later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3000);
    expect(await read(first)).toEqual([401, 'KEY_REFUSED']);
  }
  expect(await read(second)).toEqual([200, undefined]);
  expect((await manager.call(contract.revokePartnerKey, revoked)).body.code).toBe('NOT_FOUND');
});

test('a key ends in 30 days by wish, which can be taken back [BOF-119]', async () => {
  const id = await website();
  const { key } = (await issue(id)).body;
  const { key_id } = (await shown(id)).keys[0];
  const end = (ends: boolean) =>
    manager.call(contract.endPartnerKey, { website_id: id, key_id, ends });
  expect((await end(true)).status).toBe(200);
  const ends = new Date(START.getTime() + KEY_ENDS_MS);
  expect((await shown(id)).keys[0].ends_at).toBe(ends.toISOString());
  await end(false);
  expect((await shown(id)).keys[0].ends_at).toBeNull();
  await end(true);
  world.clock.set(new Date(ends.getTime() - 1));
  expect((await read(key))[0]).toBe(200);
  world.clock.set(ends);
  await expect.poll(() => read(key)).toEqual([401, 'KEY_REFUSED']);
  expect((await shown(id)).keys).toEqual([]);
});

test('a key has a name of its own, and at most five are good [BOF-119]', async () => {
  const id = await website();
  expect((await issue(id, 'x')).body.errors.name).toBeDefined();
  for (const n of [1, 2, 3, 4, 5]) expect((await issue(id, `Server ${n}`)).status).toBe(200);
  expect((await issue(id, 'Server 6')).body.errors.name).toMatch(/fünf|5 Schlüssel/);
  const other = await website();
  await issue(other);
  expect((await issue(other)).body.errors.name).toBe('So heisst schon ein Schlüssel.');
  const foreign = { website_id: other, key_id: (await shown(id)).keys[0].key_id };
  expect((await manager.call(contract.revokePartnerKey, foreign)).body.code).toBe('NOT_FOUND');
});

test('a website that is switched off is refused with 403 and left out everywhere [BOF-118]', async () => {
  const [id, other] = [await website(), await website()];
  const { key } = (await issue(id)).body;
  expect((await read(key))[0]).toBe(200);
  const { name } = await shown(id);
  const offered = async () =>
    (await user.call(state, {})).body.state.webseiten.map((one: { id: number }) => one.id);
  expect(await offered()).toContain(id);
  expect(
    (await manager.call(contract.switchPartner, { website_id: id, on: false, reason: ' ' })).body,
  ).toMatchObject({ errors: { reason: expect.any(String) } });
  expect((await off(id)).status).toBe(200);
  await expect.poll(() => read(key)).toEqual([403, 'WEBSITE_OFF']);
  expect(await offered()).not.toContain(id);
  expect(await offered()).toContain(other);
  const order = await user.call(orderBanner, bannerWish({ webseiten: [id] }));
  expect(order.status).toBe(422);
  expect(await shown(id)).toMatchObject({ name, on: false, ads: 0, since: START.toISOString() });
  await manager.call(contract.switchPartner, { website_id: id, on: true, reason: 'Ist gut.' });
  await expect.poll(() => read(key)).toEqual([200, undefined]);
  const lines = await world.db
    .selectFrom('audit')
    .select(['reason', 'right', 'staff_id'])
    .where('object', '=', `website:${id}`)
    .where('action', '=', 'website_status')
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { reason: 'Ohne Altersfrage.', right: 'partner.manage', staff_id: manager.staffId },
    { reason: 'Ist gut.', right: 'partner.manage', staff_id: manager.staffId },
  ]);
});

test('a running banner gets the days of a website that is switched off back [BOF-118]', async () => {
  const [id, other] = [await website(), await website()];
  const before = await credits();
  const wish = bannerWish({ webseiten: [id, other], monate: 1 });
  const { banner } = (await user.call(orderBanner, wish)).body;
  const price = before - (await credits());
  // 60 for the first website, 18 for the second.
  expect(price).toBe(78);
  world.clock.advance(15 * DAY_MS);
  const half = await credits();
  await off(id);
  const back = (await credits()) - half;
  // 15 of 30 or 31 days are left of 18 credits.
  expect(back).toBeGreaterThanOrEqual(9);
  expect(back).toBeLessThanOrEqual(10);
  const mine = async () =>
    (await user.call(getBanners, {})).body.Banners.find(
      (one: { ID: number }) => one.ID === banner.ID,
    );
  expect(await mine()).toMatchObject({ status: 'aktiv' });
  await off(other);
  // With the last website its run is over and half of the 60 is back.
  expect((await credits()) - half - back).toBeGreaterThanOrEqual(30);
  expect(await mine()).toMatchObject({ status: 'abgelaufen' });
  const mails = await world.db
    .selectFrom('mail')
    .select('cause')
    .where('cause', 'like', 'website_off:%')
    .execute();
  expect(mails).toHaveLength(2);
  // Switched on again it is not shown for nothing.
  await manager.call(contract.switchPartner, { website_id: id, on: true, reason: 'Ist gut.' });
  expect(
    await world.db
      .selectFrom('banner_webseite')
      .selectAll()
      .where('banner_id', '=', banner.ID)
      .execute(),
  ).toEqual([]);
});

test('a planned banner whose websites are switched off gets its whole price back, once [BOF-118]', async () => {
  const id = await website();
  const before = await credits();
  const wish = bannerWish({
    webseiten: [id],
    publish_option: 'Planen',
    publish_date: '2026-12-24',
    publish_time: '12:00',
  });
  expect((await user.call(orderBanner, wish)).status).toBe(200);
  await Promise.all([off(id), off(id)]);
  expect(await credits()).toBe(before);
});

test('who orders while a website is switched off or loses the place buys nothing there [BOF-118, BOF-120]', async () => {
  const changes = [
    { status: 'off' },
    { banner_slots: BANNER_TYPE_IDS.filter((typ) => typ !== 'a4') },
  ] as const;
  for (const change of changes) {
    const id = await website();
    const before = await credits();
    const desk = await world.db.startTransaction().execute();
    await partners.lock(desk, id);
    await desk.updateTable('website').set(change).where('id', '=', id).execute();
    let answered = false;
    const ordered = user
      .call(orderBanner, bannerWish({ webseiten: [id] }))
      .finally(() => (answered = true));
    while (!answered && !(await someoneWaits(world.pool)));
    await desk.commit().execute();
    expect(await ordered).toMatchObject({
      status: 422,
      body: { errors: { webseiten: expect.any(String) } },
    });
    expect(await credits()).toBe(before);
  }
});

test('views of a banner are counted while its website is changed [BOF-118]', async () => {
  const id = await website();
  expect((await user.call(orderBanner, bannerWish({ webseiten: [id] }))).status).toBe(200);
  const { banner_id } = await world.db
    .selectFrom('banner_webseite')
    .select('banner_id')
    .where('website_id', '=', id)
    .executeTakeFirstOrThrow();
  const desk = await world.db.startTransaction().execute();
  await partners.lock(desk, id);
  const at = world.clock.now();
  const seen = { viewId: randomBytes(16), bannerId: banner_id, websiteId: id, at };
  let counted = false;
  const counting = countAll(world.db, 'view', [{ ...seen, day: localDate(at) }]).finally(
    () => (counted = true),
  );
  while (!counted && !(await someoneWaits(world.pool)));
  const meanwhile = counted;
  await desk.commit().execute();
  await counting;
  expect(meanwhile).toBe(true);
});

test('messages: address, test, failure, dead letters sent again, one or all, new secret [BOF-122]', async () => {
  const id = await website();
  expect((await manager.call(contract.testPartnerHook, { website_id: id })).body.code).toBe(
    'NO_WEBHOOK',
  );
  const bad = { website_id: id, url: 'http://192.168.0.1/x' };
  expect((await manager.call(contract.setPartnerHook, bad)).body.errors).toHaveProperty('url');
  const set = await manager.call(contract.setPartnerHook, { website_id: id, url: partner.url });
  const { secret } = set.body;
  expect(secret).toMatch(/^whsec_/);
  const trial = () => manager.call(contract.testPartnerHook, { website_id: id });
  expect((await trial()).body).toMatchObject({ ok: true, message: 'Angekommen: Antwort 204.' });
  const [message] = partner.messages.splice(0);
  expect(message).toMatchObject({ type: 'test' });
  expect(isSigned(message!, secret)).toBe(true);
  partner.status(500);
  expect((await trial()).body).toMatchObject({
    ok: false,
    message: 'Nicht angekommen: Antwort 500.',
  });
  partner.take();

  await world.runTasks('webhooks/enqueue');
  const end_at = new Date(START.getTime() + 90 * DAY_MS);
  const [ad, second] = [await ads.add({ end_at }), await ads.add({ end_at })];
  await world.runTasks('webhooks/enqueue');
  expect((await shown(id)).webhook).toMatchObject({ waiting: 2, accepted_at: null });
  for (let attempt = 0; attempt < 11; attempt++) {
    world.clock.advance(27 * 60 * MINUTE_MS);
    await world.runTasks('webhooks/enqueue');
    await world.runTasks('webhooks/send');
  }
  const failed = await shown(id);
  expect(failed).toMatchObject({ hook: 'failed', dead: 2 });
  const about = failed.webhook.messages.find(
    ({ public_id }: { public_id: string }) => public_id === ad.publicId,
  );
  expect(about).toMatchObject({
    state: 'dead',
    status: 500,
    event: 'published',
    kind: 'inserat',
    public_id: ad.publicId,
  });
  partner.take();
  partner.status(204);
  const one = { website_id: id, message_id: about.message_id };
  const foreign = { ...one, website_id: await website() };
  expect((await manager.call(contract.resendPartnerMessages, foreign)).body.code).toBe('NOT_FOUND');
  expect((await manager.call(contract.resendPartnerMessages, one)).status).toBe(200);
  await world.runTasks('webhooks/send');
  expect(partner.take()).toEqual([`ad.published ${ad.publicId}`]);
  expect(await shown(id)).toMatchObject({ hook: 'failed', dead: 1 });
  const all = { website_id: id };
  expect((await manager.call(contract.resendPartnerMessages, all)).status).toBe(200);
  await world.runTasks('webhooks/send');
  expect(partner.take()).toEqual([`ad.published ${second.publicId}`]);
  expect(await shown(id)).toMatchObject({ hook: 'healthy', dead: 0 });

  const rotated = await manager.call(contract.rotatePartnerSecret, { website_id: id });
  await trial();
  const [both] = partner.messages.splice(0);
  for (const each of [secret, rotated.body.secret]) expect(isSigned(both!, each)).toBe(true);
  expect((await shown(id)).webhook.both_until).toBe(
    new Date(world.clock.now().getTime() + DAY_MS).toISOString(),
  );
  world.clock.advance(DAY_MS);
  await trial();
  const [later] = partner.messages.splice(0);
  expect([secret, rotated.body.secret].map((each) => isSigned(later!, each))).toEqual([
    false,
    true,
  ]);
});

test('a link is tried with one ad before it is kept, on the host of the website alone [BOF-121]', async () => {
  await ads.add();
  let status = 404;
  const asked: string[] = [];
  const site = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(status).end();
  });
  await new Promise<void>((go) => site.listen(0, '127.0.0.1', go));
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  const id = await website(origin);
  const set = (link: string | null) =>
    manager.call(contract.setPartnerLink, { website_id: id, kind: 'inserat', link });
  expect((await set('https://fremd.example/inserat/{id}')).body.errors.link).toMatch(/muss auf/);
  expect((await set(`${origin}/inserat/`)).body.errors.link).toMatch(/\{id\}/);
  expect((await set(`${origin}/inserat/{id}`)).body.errors.link).toMatch(/antwortet mit 404/);
  expect((await shown(id)).links.inserat).toBeNull();
  status = 200;
  expect((await set(`${origin}/inserat/{id}`)).status).toBe(200);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatch(/^\/inserat\/[0-9a-f-]{36}$/);
  expect((await shown(id)).links.inserat).toBe(`${origin}/inserat/{id}`);
  await set(null);
  expect((await shown(id)).links.inserat).toBeNull();
  // The command line tries it, too.
  const { name } = await shown(id);
  const byHand = (link: string) =>
    runCommand(
      world,
      websiteLink,
      [name, 'inserat', link],
      {},
      {},
      personOf(world, manager, 'partner_manager'),
    );
  const refused = (link: string) => byHand(link).catch(({ fields }) => fields.link);
  expect(await refused('https://fremd.example/inserat/{id}')).toMatch(/muss auf/);
  status = 404;
  expect(await refused(`${origin}/inserat/{id}`)).toMatch(/antwortet mit 404/);
  expect((await shown(id)).links.inserat).toBeNull();
  status = 200;
  await byHand(`${origin}/inserat/{id}`);
  expect((await shown(id)).links.inserat).toBe(`${origin}/inserat/{id}`);
  const line = await world.db
    .selectFrom('audit')
    .select(['staff_id', 'right'])
    .where('object', '=', `website:${id}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(line).toEqual({ staff_id: manager.staffId, right: 'partner.manage' });
  site.closeAllConnections();
  await new Promise((done) => site.close(done));
});

test('receipts count what was taken down, told and confirmed, as a file [BOF-118, BOF-123]', async () => {
  const id = await website();
  const things = [await ads.add(), await ads.add(), await ads.add()];
  await delivered(
    world.db,
    things.map((ad) => ({
      kind: 'inserat' as const,
      itemId: ad.id,
      websiteId: id,
      at: START,
      lastAt: START,
    })),
  );
  const team = house(world);
  const person = await team.person();
  for (const ad of things) await team.hold(person, 'inserat', ad.id);
  const gone = (ad: { id: number }, seconds: number) =>
    world.db
      .updateTable('placement')
      .set({ gone_at: new Date(START.getTime() + seconds * 1000), gone_by: 'webhook' })
      .where('item_id', '=', ad.id)
      .execute();
  await gone(things[0]!, 5);
  await gone(things[1]!, 61);
  world.clock.advance(60_000);
  const counted = { all: 3, in_time: 1, later: 1 };
  expect((await shown(id)).receipts).toEqual({ ...counted, open: 0, waiting: [] });
  world.clock.advance(1);
  // The list counts it, too, beside the views of seven days.
  const itemId = things[0]!.id;
  for (const [days, views] of [
    [1, 4],
    [6, 3],
    [8, 100],
  ] as const)
    await world.db
      .insertInto('visit_day')
      .values({
        ...{ kind: 'inserat', item_id: itemId, website_id: id, views },
        day: localDate(new Date(START.getTime() - days * DAY_MS)) as never,
      })
      .execute();
  const list = (await reader.call(contract.getPartners, {})).body.websites;
  expect(list.find((one: { website_id: number }) => one.website_id === id)).toMatchObject({
    open_receipts: 1,
    views: 7,
  });
  const public_id = things[2]!.publicId;
  const waits = { kind: 'inserat', public_id, at: START.toISOString() };
  expect((await shown(id)).receipts).toEqual({
    ...{ ...counted, open: 1 },
    waiting: [{ ...waits, link: null }],
  });
  await world.db
    .updateTable('website')
    .set({ inserat_link: 'https://mond.example/inserat/{id}' })
    .where('id', '=', id)
    .execute();
  expect((await shown(id)).receipts.waiting).toEqual([
    { ...waits, link: `https://mond.example/inserat/${public_id}` },
  ]);
  const file = (await reader.call(contract.exportPartnerReceipts, { website_id: id })).body;
  expect(file.name).toBe(`quittungen-${id}-2026-11-20.csv`);
  const lines = file.text.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.filter((line: string) => line.endsWith(';offen'))).toHaveLength(1);
  expect(file.text).toContain(things[0]!.publicId);
  world.clock.advance(31 * DAY_MS);
  expect((await shown(id)).receipts.all).toBe(0);
});
