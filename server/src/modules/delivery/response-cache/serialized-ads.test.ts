import { SHOWN_CONTENT } from '@samtrot/shared/inserate/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adBuilder } from '../../../testing/listings/ads.ts';
import { partnerKey } from '../../../testing/partners/partner.ts';
import { sentBy } from '../../../testing/process/sent.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let ads: ReturnType<typeof adBuilder>;
let key: string;
let questions = 0;
beforeAll(async () => {
  world = await testWorld();
  ads = adBuilder(world.db);
  key = await partnerKey(world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.set(START));

/** Past the cache of responses: an address that was never asked for. */
const fresh = async (path: string) => {
  const url = `/partner/v1/${path}${path.includes('?') ? '&' : '?'}neu=${++questions}`;
  const answer = await world.send('', {
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${key}` },
  });
  return answer.body;
};
const shown = async (id: string) =>
  (await fresh('ads?limit=100')).ads.find((ad: { id: string }) => ad.id === id);

/** The statements that this work sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts = (await sentBy(work)).map(({ text }) => text);
  // Not what is written in the background.
  return texts.filter((text) => text.includes('changed_ms'));
}

test('a list and an item never asked before take one statement once their ads are known', async () => {
  const ad = await ads.add();
  await shown(ad.publicId);
  expect(await statementsOf(() => fresh('ads?limit=100'))).toHaveLength(1);
  expect(await statementsOf(() => fresh('ads?limit=100&canton=ZH&category=2'))).toHaveLength(1);
  const item = () => fresh(`ads/${ad.publicId}`);
  expect(await statementsOf(item)).toHaveLength(1);
});

test('each change of what is delivered is in the next response, within one instant of the clock', async () => {
  const ad = await ads.add();
  const before = await shown(ad.publicId);
  const changes = {
    titel: 'Anders',
    sprachen: ['th'],
    ort_anzeigen: true,
    erreichbar: JSON.stringify({ zeiten: [], nach_absprache: true }),
    telefon: '+41790001122',
    story_title: 'Am See',
    story_until: new Date(START.getTime() + HOUR_MS),
  };
  for (const [column, value] of Object.entries(changes)) {
    const previous = await shown(ad.publicId);
    await ads.change(ad, { [column]: value });
    // A title of a story shows with it alone.
    if (column !== 'story_title' && column !== 'ort_anzeigen')
      expect(await shown(ad.publicId), column).not.toEqual(previous);
  }
  await ads.image(ad);
  const after = await shown(ad.publicId);
  expect(after).toMatchObject({ titel: 'Anders', telefon: '+41790001122', sprachen: ['th'] });
  expect([before.images.length, after.images.length, after.story.title]).toEqual([0, 1, 'Am See']);
});

test('what is delivered of an ad and stored in a column marks it as changed', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'delivery_updated'`.execute(
    world.db,
  );
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'inserat'`.execute(
    world.db,
  );
  const stored = new Set(columns.rows.map(({ name }) => name));
  for (const name of nonEmpty([...SHOWN_CONTENT, 'published_at', 'lifted_at', 'end_at']))
    if (stored.has(name)) expect(rows[0]!.definition).toContain(`new.${name}`);
});

test('a TopAd and a story end in what is kept, without a write', async () => {
  const end = new Date(START.getTime() + MINUTE_MS);
  const ad = await ads.add({ topad_until: end, story_until: end, story_title: 'Heute' });
  expect(await shown(ad.publicId)).toMatchObject({ topad: true, story: { title: 'Heute' } });
  world.clock.set(end);
  expect(await shown(ad.publicId)).toMatchObject({ topad: false, topad_until: null, story: null });
});

test('an ad that is hidden, held or over is in no response, whatever is kept of it', async () => {
  const ad = await ads.add();
  expect(await shown(ad.publicId)).toBeDefined();
  await ads.change(ad, { held_at: START });
  expect(await shown(ad.publicId)).toBeUndefined();
  expect(await fresh(`ads/${ad.publicId}`)).toMatchObject({ code: 'NOT_FOUND' });
  await ads.change(ad, { held_at: null });
  expect(await shown(ad.publicId)).toBeDefined();
  world.clock.set(new Date(START.getTime() + 7 * DAY_MS));
  expect(await shown(ad.publicId)).toBeUndefined();
});
