import { searchWords } from '@samtrot/shared/delivery/rules.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adBuilder } from '../../../testing/listings/ads.ts';
import { partnerKey } from '../../../testing/partners/partner.ts';
import { testWorld, type World } from '../../../testing/world/world.ts';
import * as catalogue from '../../catalogue/service.ts';
import { selectivityOf } from './spelling.ts';
import type { SearchWord } from './words.ts';

let world: World;
let ads: ReturnType<typeof adBuilder>;
let key: string;
let questions = 0;
const find = async (q: string, more = '') => {
  const url = `/partner/v1/ads?q=${encodeURIComponent(q)}&_=${++questions}${more}`;
  const { status, body } = await world.send('', {
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(status).toBe(200);
  return body as {
    ads: { titel: string }[];
    corrected: string | null;
    next_cursor: string | null;
    next_since: string;
  };
};
const count = async (q: string) => {
  const url = `/partner/v1/ads/count?q=${encodeURIComponent(q)}&_=${++questions}`;
  const headers = { authorization: `Bearer ${key}` };
  return (await world.send('', { method: 'GET', url, headers })).body as { total: number };
};
const titles = async (q: string) => (await find(q)).ads.map(({ titel }) => titel);

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
  await world.db.deleteFrom('inserat').execute();
  await world.runTasks('delivery/dictionary');
});

test('German words are found by their other inflections [decisions 10]', async () => {
  await ads.add({ titel: 'Massagen im Garten' });
  await ads.add({ titel: 'Bunte Häuser am Fluss', categories: [1] });
  for (const q of ['massage', 'Massagen', 'gärten', 'garten', 'Gartens'])
    expect(await titles(q), q).toEqual(['Massagen im Garten']);
  for (const q of ['Haus', 'häuser', 'bunten', 'bunter', 'Flusses'])
    expect(await titles(q), q).toEqual(['Bunte Häuser am Fluss']);
  expect(await titles('Haustür')).toEqual([]);
});

test('umlauts, their transcriptions, accents and ss match each other [decisions 10]', async () => {
  await ads.add({ titel: 'Zürich, Café an der Strasse' });
  await ads.add({ titel: 'Zuerich' });
  for (const q of ['zürich', 'Zuerich', 'ZURICH', 'Zu\u0308rich'])
    expect((await titles(q)).toSorted(), q).toHaveLength(2);
  for (const q of ['cafe', 'café', 'straße', 'Strasse']) expect(await titles(q), q).toHaveLength(1);
});

test('the database folds characters as the search does [decisions 10]', async () => {
  const texts = [
    'ÄÖÜ äöü ß ẞ',
    'Ça déjà naïf coeur œuvre',
    'Quelle aktuell Michael neue Poesie',
    'İstanbul ŞEBNEM Łódź',
    'Zu\u0308rich',
  ];
  for (const text of texts) {
    const { rows } = await sql<{ words: string[] }>`
      select array(select unnest(tsvector_to_array(delivery_words(${text}, '{}', '{}'))) order by 1) as words`.execute(
      world.db,
    );
    expect(rows[0]!.words.toSorted(), text).toEqual((searchWords(text) ?? []).toSorted());
  }
});

test('a misspelled word finds the most similar one, and the response names the correction [decisions 10]', async () => {
  await ads.add({ titel: 'Entspannende Massage' });
  await ads.add({ titel: 'Theater und Konzert', categories: [1] });
  await world.runTasks('delivery/dictionary');
  for (const q of ['masage', 'Massgae', 'Message']) {
    expect(await find(q), q).toMatchObject({
      ads: [{ titel: 'Entspannende Massage' }],
      corrected: 'massage',
    });
  }
  expect(await find('teater konzert')).toMatchObject({
    ads: [{ titel: 'Theater und Konzert' }],
    corrected: 'theater konzert',
  });
  // Correct words are not replaced, even without a common ad; dissimilar ones neither.
  expect(await find('massage konzert')).toMatchObject({ ads: [], corrected: null });
  expect(await find('xylofon')).toMatchObject({ ads: [], corrected: null });
  expect(await find('massage')).toMatchObject({ corrected: null });
});

test('the cursor pages through a corrected search as well [decisions 10]', async () => {
  for (let n = 0; n < 5; n++) await ads.add({ titel: `Massage ${n}` });
  await world.runTasks('delivery/dictionary');
  const first = await find('masage', '&limit=3');
  const second = await find('masage', `&limit=3&cursor=${first.next_cursor}`);
  expect(new Set([...first.ads, ...second.ads].map(({ titel }) => titel)).size).toBe(5);
  expect(second).toMatchObject({ corrected: 'massage', next_cursor: null });
});

test('languages, categories and cantons are found by their names in every form [decisions 10]', async () => {
  await ads.add({ titel: 'Ruhe', sprachen: ['fr', 'de'], cantons: ['BS'], categories: [3] });
  await ads.add({ titel: 'Zeit', sprachen: ['de'], cantons: ['SG'], categories: [2, 3] });
  await ads.add({ titel: 'Text', beschreibung: 'Ich lerne Französisch.', cantons: ['GE'] });
  const { categories } = await catalogue.choicesAt({ db: world.db, now: world.clock.now() });
  const third = categories.find(({ id }) => id === 3)!.name;
  const expected: Record<string, string[]> = {
    Französisch: ['Ruhe', 'Text'],
    'französische ruhe': ['Ruhe'],
    franzoesisch: ['Ruhe', 'Text'],
    deutsche: ['Ruhe', 'Zeit'],
    'deutsch französisch': ['Ruhe'],
    [third]: ['Ruhe', 'Zeit'],
    [`${third} französisch`]: ['Ruhe'],
    'St. Gallen': ['Zeit'],
    Basel: ['Ruhe'],
    'Basel-Stadt': ['Ruhe'],
    'basel zeit': [],
    // Too few letters begin too many names, and other words only begin like one.
    fr: ['Text'],
    Genfersee: [],
  };
  for (const [q, list] of Object.entries(expected)) {
    expect((await titles(q)).toSorted(), q).toEqual(list);
    const { total } = await count(q);
    expect(total, q).toBe(list.length);
  }
  expect((await find('Deutsch', '&canton=SG')).ads).toMatchObject([{ titel: 'Zeit' }]);
  expect((await find(third, '&sprache=fr')).ads).toMatchObject([{ titel: 'Ruhe' }]);
});

test('a name of the lists is corrected to nothing else and binds changes as words do [decisions 10]', async () => {
  await ads.add({ titel: 'Deutung der Karten' });
  await world.runTasks('delivery/dictionary');
  expect(await find('Deutsch')).toMatchObject({ ads: [], corrected: null });
  const { next_since } = await find('Deutsch');
  await ads.add({ titel: 'Ruhe', sprachen: ['de'], topad_until: new Date(Date.UTC(2030, 0)) });
  await ads.add({ titel: 'Zeit', sprachen: ['fr'] });
  const { ads: changed } = await find('Deutsch', `&since=${next_since}`);
  expect(changed.flatMap(({ titel }) => titel ?? [])).toEqual(['Ruhe']);
  expect(await find('Deutsch')).toMatchObject({ ads: [{ titel: 'Ruhe' }], next_cursor: null });
});

test('a word leaves the dictionary with the last ad that contains it [decisions 10]', async () => {
  const ad = await ads.add({ titel: 'Unverwechselbar' });
  await world.runTasks('delivery/dictionary');
  const known = async () =>
    (await world.db.selectFrom('delivery_word').select('word').execute()).map(({ word }) => word);
  expect(await known()).toContain('unverwechselbar');
  await world.db
    .updateTable('inserat')
    .set({ status: 'ausgeblendet' })
    .where('id', '=', ad.id)
    .execute();
  await world.runTasks('delivery/dictionary');
  expect(await known()).not.toContain('unverwechselbar');
});

const plain = (...words: string[]) =>
  words.map((text) => ({ text, terms: [], languages: [] }) satisfies SearchWord);

test('the selectivity of several words is bounded by the dictionary, for all inflections [decisions 10]', async () => {
  await world.db.deleteFrom('delivery_word').execute();
  expect(await selectivityOf(world.db, plain('massage'))).toBe(0);
  const words = {
    massage: 20_000,
    massagen: 5_000,
    ruhig: 10_000,
    ruhe: 2_500,
    die: 50_000,
    diskret: 49_000,
  };
  await world.db
    .insertInto('delivery_word')
    .values(Object.entries(words).map(([word, ads]) => ({ word, ads })))
    .execute();
  expect(await selectivityOf(world.db, plain('massage'))).toBe(0.5);
  expect(await selectivityOf(world.db, plain('massage', 'ruhe'))).toBe(0.25);
  expect(await selectivityOf(world.db, plain('di'))).toBe(1);
  expect(await selectivityOf(world.db, plain('xylofon', 'massage'))).toBe(0);
});
