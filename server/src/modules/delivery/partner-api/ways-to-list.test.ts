import {
  adCountAnswer,
  adsAnswer,
  type DeliveredAd,
  similarAnswer,
} from '@samtrot/shared/delivery/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type AdValues, adBuilder } from '../../../testing/listings/ads.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { exactly, partnerKey } from '../../../testing/partners/partner.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let ads: ReturnType<typeof adBuilder>;
let key: string;
let questions = 0;
const get = (path: string) =>
  world.send('', {
    method: 'GET',
    url: `/partner/v1/${path}${path.includes('?') ? '&' : '?'}_=${++questions}`,
    headers: { authorization: `Bearer ${key}` },
  });
const ago = (ms: number) => new Date(START.getTime() - ms);
const ahead = (ms: number) => new Date(START.getTime() + ms);
const listed = async (query: string) => exactly(adsAnswer, (await get(`ads?${query}`)).body);
const names = async (query: string) =>
  (await listed(query)).ads.map((ad) => (ad as DeliveredAd).name);
const count = async (query: string) => {
  const { total, new_today } = exactly(adCountAnswer, (await get(`ads/count?${query}`)).body);
  return [total, new_today];
};
/** Its first time online, apart from its run. */
async function add({ published_at = START, ...values }: AdValues) {
  const ad = await ads.add(values);
  await ads.change(ad, { published_at });
  return ad;
}

beforeAll(async () => {
  world = await testWorld();
  ads = adBuilder(world.db);
  key = await partnerKey(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('inserat').execute();
});

test('the count is that of the filter; new are those first online on this Swiss day [EXP-103]', async () => {
  // 2026-11-20 begins in Switzerland at 23:00 UTC of the day before.
  const midnight = new Date('2026-11-19T23:00:00Z');
  await add({ titel: 'Seerose', published_at: midnight });
  await add({ cantons: ['BE'], published_at: new Date(midnight.getTime() - 1) });
  await add({ cantons: ['BE'], categories: [3], sprachen: ['th'], topad_until: ahead(DAY_MS) });
  await add({ status: 'ausgeblendet' });
  await add({ start_at: ahead(HOUR_MS) });
  await add({ end_at: START, start_at: ago(DAY_MS) });
  expect(await count('')).toEqual([3, 2]);
  expect(await count('canton=BE')).toEqual([2, 1]);
  expect(await count('canton=BE&category=3&sprache=th')).toEqual([1, 1]);
  expect(await count('q=seerosen')).toEqual([1, 1]);
  expect(await count('canton=BE&q=seerosen')).toEqual([0, 0]);
  expect(await count('q=-')).toEqual([0, 0]);
  for (const query of ['', 'canton=BE', 'canton=BE&category=3&sprache=th', 'q=seerosen'])
    expect((await listed(query)).ads).toHaveLength((await count(query))[0]!);
  world.clock.set(new Date('2026-11-20T23:00:00Z'));
  expect(await count('')).toEqual([4, 0]);
  expect((await get('ads/count?canton=XX')).status).toBe(422);
});

test.each([
  '',
  'canton=BE&category=3',
  'topad=none',
  'q=massage',
  'canton=BE&q=massage',
  'sprache=th',
])('asked again, no statement of the list «%s» is planned anew', async (query) => {
  await add({ titel: 'Massage', cantons: ['BE'], categories: [3], sprachen: ['th'] });
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  for (let n = 0; n < 4; n++) {
    sent.mockClear();
    expect((await listed(query)).ads).toHaveLength(1);
  }
  const asked = sent.mock.calls.map(([one]) => one as unknown);
  expect(asked).not.toEqual([]);
  expect(asked.filter((one) => typeof one === 'string' && !/^(begin|commit)/.test(one))).toEqual(
    [],
  );
});

test('a misspelt word is counted as it is listed: by the corrected one', async () => {
  await add({ titel: 'Massage am See' });
  await world.runTasks('delivery/dictionary');
  const { body } = await get('ads/count?q=Masage');
  expect(body).toMatchObject({ total: 1, corrected: (await listed('q=Masage')).corrected });
  expect(body.corrected).not.toBeNull();
  // No TopAd has the word, but others do: nothing is guessed for the TopAds alone.
  await add({ titel: 'Masage', topad_until: null });
  await add({ titel: 'Massage', topad_until: ahead(DAY_MS) });
  expect(await names('q=Masage&topad=only')).toEqual([]);
});

test('TopAds and others are listed apart and in each order, page by page [decisions 10]', async () => {
  const made: [name: string, lifted: number, changed: number, top?: boolean][] = [
    ['Zoé', 1, 5],
    ['Änne', 2, 4],
    ['Bea', 3, 6],
    ['Yara', 4, 2, true],
    ['anna', 5, 3, true],
  ];
  for (const [name, lifted, changed, top] of made)
    await add({
      name,
      lifted_at: ago(lifted * HOUR_MS),
      changed_at: ago(changed * HOUR_MS),
      topad_until: top ? ahead(DAY_MS) : null,
    });
  const orders = {
    lifted: ['Yara', 'anna', 'Zoé', 'Änne', 'Bea'],
    updated: ['Yara', 'anna', 'Änne', 'Zoé', 'Bea'],
    name: ['anna', 'Yara', 'Änne', 'Bea', 'Zoé'],
  };
  for (const [sort, order] of Object.entries(orders)) {
    expect(await names(`sort=${sort}`), sort).toEqual(order);
    expect(await names(`sort=${sort}&topad=only`), sort).toEqual(order.slice(0, 2));
    expect(await names(`sort=${sort}&topad=none&canton=ZH`), sort).toEqual(order.slice(2));
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { ads: page, next_cursor } = await listed(`sort=${sort}&limit=2${cursor}`);
      seen.push(...page.map((ad) => (ad as DeliveredAd).name));
      if (!next_cursor) break;
      cursor = `&cursor=${next_cursor}`;
    }
    expect(seen, sort).toEqual(order);
  }
  const { next_since } = await listed('sort=name');
  for (const query of ['sort=name', 'topad=only', `ids=${crypto.randomUUID()}`, ''])
    expect((await get(`ads?${query}&since=${next_since}`)).status, query).toBe(422);
  for (const query of ['sort=preis', 'topad=1', 'ids=1', 'ids='])
    expect((await get(`ads?${query}`)).status, query).toBe(422);
});

test('of many ids those that are shown are listed, and nothing says of the others why not', async () => {
  const [one, two, hidden] = [
    await add({ name: 'Eins', lifted_at: ago(1) }),
    await add({ name: 'Zwei' }),
    await add({ status: 'ausgeblendet' }),
  ];
  await add({ name: 'Drei' });
  const ids = [one, two, hidden, { publicId: crypto.randomUUID() }].map((ad) => ad.publicId);
  expect(await names(`ids=${ids.join(',')}`)).toEqual(['Zwei', 'Eins']);
  const many = Array.from({ length: 101 }, () => crypto.randomUUID());
  expect((await get(`ads?ids=${many}`)).status).toBe(422);
  expect((await listed(`ids=${many.slice(1)}`)).ads).toEqual([]);
});

test('similar are those of its canton and category first, also beside an ad that has ended', async () => {
  const self = await add({ cantons: ['BE', 'ZH'], categories: [3] });
  const made: [name: string, canton: string, category: number][] = [
    ['fern', 'GE', 4],
    ['gleich', 'BE', 3],
    ['Kanton', 'BE', 4],
    ['Kategorie', 'GE', 3],
  ];
  for (const [name, canton, category] of made)
    await add({ name, cantons: [canton], categories: [category] });
  const similar = async (id: string, query = '') => {
    const { status, body } = await get(`ads/${id}/similar?${query}`);
    return status === 200
      ? exactly(similarAnswer, body).ads.map(({ name }) => name)
      : (status as unknown);
  };
  const all = ['gleich', 'Kanton', 'Kategorie'];
  expect(await similar(self.publicId)).toEqual(all);
  expect(await similar(self.publicId, 'limit=1')).toEqual(['gleich']);
  await ads.change(self, { status: 'abgelaufen' });
  expect(await similar(self.publicId)).toEqual(all);
  const planned = await ads.add({ status: 'geplant' });
  expect(await similar(planned.publicId)).toBe(404);
  expect(await similar(crypto.randomUUID())).toBe(404);
  expect(await similar('x')).toBe(404);
  expect(await similar(self.publicId, 'limit=9')).toBe(422);
});

test('published_at stays through push, hiding and booking; what is held was never online [EXP-105]', async () => {
  const on = advertisers(world);
  const user = await on.rich(500);
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const at = async (item: number) => {
    const row = await world.db
      .selectFrom('inserat')
      .select(['published_at', 'public_id'])
      .where('id', '=', item)
      .executeTakeFirstOrThrow();
    return row;
  };
  const { public_id } = await at(id);
  const delivered = async () => (await get(`ads/${public_id}`)).body.ad.published_at;
  expect(await delivered()).toBe(START.toISOString());
  const act = (action: { name: string }) => user.raw(action.name, { payload: { inserat_id: id } });
  world.clock.advance(HOUR_MS);
  for (const action of [life.pushInserat, life.hideInserat, life.activateInserat])
    expect((await act(action)).status, action.name).toBe(200);
  expect(await delivered()).toBe(START.toISOString());
  world.clock.advance(8 * DAY_MS);
  await world.runTasks('inserate/tick');
  expect((await act(life.reactivateInserat)).status).toBe(200);
  expect(await delivered()).toBe(START.toISOString());

  await world.db.updateTable('moderation_mode').set({ mode: 'first' }).execute();
  onTestFinished(async () => {
    await world.db.updateTable('moderation_mode').set({ mode: 'after' }).execute();
  });
  const held = await on.place(user, { inserat_typ: '1_week' });
  expect((await at(held.id)).published_at).toBeNull();
  const released = new Date(world.clock.now().getTime() + HOUR_MS);
  await world.db
    .updateTable('inserat')
    .set({ held_at: null, status: 'aktiv', start_at: released })
    .where('id', '=', held.id)
    .execute();
  expect((await at(held.id)).published_at).toEqual(released);
});
