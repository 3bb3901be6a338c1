import { adsAnswer, type DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adBuilder, type TestAd } from '../../../testing/listings/ads.ts';
import { exactly, partnerCopy, partnerKey } from '../../../testing/partners/partner.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let ads: ReturnType<typeof adBuilder>;
let key: string;

const get = (path: string) =>
  world.send('', {
    method: 'GET',
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
  });
const ahead = (ms: number) => new Date(START.getTime() + ms);

function copy(filter = '') {
  const read = (body: unknown) => {
    const { ads: entries, ...rest } = exactly(adsAnswer, body);
    return { entries, ...rest };
  };
  const own = partnerCopy<DeliveredAd>({ list: 'ads', get, read, filter });
  return { ...own, ids: () => [...own.known.keys()].sort() };
}
const sorted = (...list: TestAd[]) => list.map(({ publicId }) => publicId).sort();

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
  await world.db.deleteFrom('image').execute();
  await world.db.deleteFrom('inserat').execute();
});

test('the change feed returns changes since the cursor and tombstones of removed ads [decisions 10]', async () => {
  const [stays, edited, hidden, deleted, draft] = [
    await ads.add(),
    await ads.add(),
    await ads.add(),
    await ads.add(),
    await ads.add({ status: 'entwurf' }),
  ];
  const partner = copy();
  await partner.start();
  expect(partner.ids()).toEqual(sorted(stays, edited, hidden, deleted));
  await ads.change(edited, { titel: 'Neuer Titel', changed_at: ahead(1) });
  await ads.change(hidden, { status: 'ausgeblendet', changed_at: ahead(1) });
  await ads.change(deleted, { status: 'geloescht', changed_at: ahead(1) });
  await ads.change(draft, { titel: 'Noch ein Entwurf', changed_at: ahead(1) });
  const placed = await ads.add();
  const changes = await partner.update();
  expect(partner.ids()).toEqual(sorted(stays, edited, placed));
  expect(partner.known.get(edited.publicId)?.titel).toBe('Neuer Titel');
  expect(
    changes
      .filter((entry) => 'deleted' in entry)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(sorted(hidden, deleted));
  expect(JSON.stringify(changes)).not.toContain(draft.publicId);
  await ads.change(hidden, { status: 'aktiv', changed_at: ahead(2) });
  await partner.update();
  expect(partner.ids()).toEqual(sorted(stays, edited, placed, hidden));
});

test('an added or removed image and a deleted row are changes [decisions 10]', async () => {
  const [ad, gone] = [await ads.add(), await ads.add()];
  const partner = copy();
  await partner.start();
  await ads.image(ad);
  await partner.update();
  expect(partner.known.get(ad.publicId)?.images).toHaveLength(1);
  await world.db.deleteFrom('image').execute();
  await world.db.deleteFrom('inserat').where('id', '=', gone.id).execute();
  await partner.update();
  expect(partner.known.get(ad.publicId)?.images).toHaveLength(0);
  expect(partner.ids()).toEqual(sorted(ad));
});

test('a transaction that commits late is not skipped by reads in between [decisions 10]', async () => {
  const [slow, quick, both] = [await ads.add(), await ads.add(), await ads.add()];
  const partner = copy();
  await partner.start();
  const transaction = await world.db.startTransaction().execute();
  await transaction
    .updateTable('inserat')
    .set({ titel: 'Langsam', changed_at: ahead(1) })
    .where('id', '=', slow.id)
    .execute();
  await ads.change(quick, { titel: 'Schnell', changed_at: ahead(2) });
  await ads.change(both, { titel: 'Zuerst', changed_at: ahead(2) });
  await partner.update();
  await partner.update(1);
  expect(partner.known.get(quick.publicId)?.titel).toBe('Schnell');
  expect(partner.known.get(slow.publicId)?.titel).not.toBe('Langsam');
  const late = copy();
  await late.start();
  // The older transaction changes an ad that a younger one has changed and published.
  await transaction
    .updateTable('inserat')
    .set({ titel: 'Zuletzt', changed_at: ahead(3) })
    .where('id', '=', both.id)
    .execute();
  await transaction.commit().execute();
  for (const listener of [partner, late]) {
    await listener.update();
    expect(listener.known.get(slow.publicId)?.titel).toBe('Langsam');
    expect(listener.known.get(both.publicId)?.titel).toBe('Zuletzt');
  }
});

test('many changes are paged without loss, including those made between pages [decisions 10]', async () => {
  const many = await Promise.all(Array.from({ length: 25 }, () => ads.add()));
  const partner = copy();
  await partner.start();
  await world.db
    .updateTable('inserat')
    .set({ titel: 'Alle zugleich', changed_at: ahead(1) })
    .execute();
  const transaction = await world.db.startTransaction().execute();
  await transaction
    .updateTable('inserat')
    .set({ titel: 'Dazwischen', changed_at: ahead(1) })
    .where('id', '=', many[0]!.id)
    .execute();
  const first = await partner.update(10);
  expect(new Set(first.map(({ id }) => id)).size).toBe(25);
  await transaction.commit().execute();
  await partner.update(10);
  expect(partner.known.get(many[0]!.publicId)?.titel).toBe('Dazwischen');
  expect([...partner.known.values()].filter(({ titel }) => titel === 'Alle zugleich')).toHaveLength(
    24,
  );
});

test('an end without a write is a change: of the ad, its TopAd time and its story [INS-42, INS-43]', async () => {
  const ending = await Promise.all(
    Array.from({ length: 3 }, () => ads.add({ end_at: ahead(HOUR_MS) })),
  );
  const top = await ads.add({ topad_until: ahead(HOUR_MS) });
  const story = await ads.add({ story_until: ahead(HOUR_MS), story_title: 'Heute' });
  const stays = await ads.add();
  const partner = copy();
  await partner.start();
  world.clock.set(ahead(HOUR_MS - 1));
  await partner.update();
  expect(partner.known.size).toBe(6);
  expect(partner.known.get(story.publicId)?.story).toMatchObject({
    title: 'Heute',
    until: ahead(HOUR_MS).toISOString(),
  });
  world.clock.set(ahead(HOUR_MS));
  await partner.update(2);
  expect(partner.ids()).toEqual(sorted(top, story, stays));
  expect(partner.known.get(top.publicId)?.topad).toBe(false);
  expect(partner.known.get(story.publicId)?.story).toBeNull();
  expect(ending).toHaveLength(3);
});

test('an ad that leaves the filter yields a tombstone [decisions 10]', async () => {
  const [leaves, stays, other] = [
    await ads.add(),
    await ads.add(),
    await ads.add({ cantons: ['BE'] }),
  ];
  const partner = copy('&canton=ZH');
  await partner.start();
  await ads.change(leaves, { cantons: ['BE'], changed_at: ahead(1) });
  await ads.change(other, { cantons: ['BE', 'ZH'], changed_at: ahead(1) });
  await partner.update();
  expect(partner.ids()).toEqual(sorted(stays, other));
});

test('a cursor of another transaction sequence is refused and requires a resync [decisions 10]', async () => {
  await ads.add();
  const { body } = await get('ads');
  await world.db.deleteFrom('delivery_change').execute();
  const answer = await get(`ads?since=${body.next_since}`);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['since']]);
});
