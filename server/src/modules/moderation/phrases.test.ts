import {
  draftCatalogue,
  getCatalogue,
  previewCatalogue,
  requestCatalogue,
  saveCatalogue,
} from '@samtrot/shared/catalogue/staff-contract.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { approve } from '@samtrot/shared/staff/approval-contract.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adBuilder } from '../../testing/listings/ads.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeEach(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const FIRST = [{ id: 1, phrase: 'ohne Kondom' }];
const WITH = [...FIRST, { id: 9, phrase: 'Mondschein Spezial' }];
const reviews = (cause: string) =>
  world.db
    .selectFrom('review')
    .select(['item_id', 'signals'])
    .where('cause', '=', cause)
    .orderBy('id')
    .execute();
const placed = async (titel: string) => {
  const user = await on.rich(100);
  return on.place(user, { inserat_typ: '1_week', titel });
};
const search = async () => {
  await world.runTasks('moderation/phrases');
  await world.runTasks('moderation/assess');
};

test('a phrase that begins to count makes a review of what says it online, once [BOF-53]', async () => {
  const { id } = await placed('Heute Mond-Schein SPEZIAL');
  await placed('Heute kein Mondschein Spezial');
  await placed('Ruhige Stunden am See');
  await world.db.updateTable('review').set({ state: 'approved', decided_at: START }).execute();
  const { id: open } = await placed('Abends Mondschein Spezial');
  const begin = new Date(START.getTime() + DAY_MS);
  await releasedVersion(world, 'forbidden_phrases', WITH, begin);
  world.clock.set(new Date(begin.getTime() - 1));
  await search();
  expect(await reviews('phrase')).toEqual([]);
  world.clock.set(begin);
  await search();
  world.clock.advance(MINUTE_MS);
  await search();
  const sentence = '«Mondschein Spezial» ist einem verbotenen Angebot ähnlich.';
  const signals = expect.arrayContaining([expect.objectContaining({ sentence })]);
  expect(await reviews('phrase')).toEqual([{ item_id: id, signals }]);
  // An open review stays open with the new signal.
  expect((await reviews('new')).find((one) => one.item_id === open)).toMatchObject({ signals });
});

test('an ad, a story, a banner and a club that say it online are put up, what is off is not [BOF-53]', async () => {
  const owner = await on.rich(0);
  const said = 'Heute Mondschein Spezial';
  const run = { start: START, end: new Date(START.getTime() + DAY_MS) };
  const [ads, place] = [adBuilder(world.db), placements(world)];
  const ad = await ads.add({ titel: said });
  const story = await ads.add({ story_title: said, story_until: run.end });
  await ads.add({ titel: said, status: 'abgelaufen' });
  await ads.add({ story_title: said, story_until: START });
  const banner = await place.banner(owner.userId, { text: said, run });
  await place.banner(owner.userId, { text: said });
  const club = await place.club(owner.userId, { beschreibung: said, run });
  await place.club(owner.userId, { beschreibung: said });
  await world.db.updateTable('review').set({ state: 'approved', decided_at: START }).execute();
  await releasedVersion(world, 'forbidden_phrases', WITH, START);
  await search();
  const found = await world.db
    .selectFrom('review')
    .select(['thing', 'item_id'])
    .where('cause', '=', 'phrase')
    .orderBy('thing')
    .execute();
  expect(found).toEqual([
    { thing: 'banner', item_id: banner },
    { thing: 'club', item_id: club },
    { thing: 'inserat', item_id: ad.id },
    { thing: 'story', item_id: story.id },
  ]);
});

test('what comes online later without another look is put up, too; what has ended or is held is not [BOF-53]', async () => {
  const owner = await on.rich(0);
  const said = 'Heute Mondschein Spezial';
  const at = (days: number) => new Date(START.getTime() + days * DAY_MS);
  const [ads, place] = [adBuilder(world.db), placements(world)];
  const planned = await ads.add({ titel: said, status: 'geplant', start_at: at(1) });
  const hidden = await ads.add({ titel: said, status: 'ausgeblendet' });
  await ads.add({ titel: said, held_at: START });
  const run = { start: at(1), end: at(31) };
  const banner = await place.banner(owner.userId, { text: said, run });
  const club = await place.club(owner.userId, { beschreibung: said, run });
  await place.banner(owner.userId, { text: said, run: { start: at(-31), end: START } });
  await world.db.updateTable('review').set({ state: 'approved', decided_at: START }).execute();
  await releasedVersion(world, 'forbidden_phrases', WITH, START);
  await search();
  const found = await world.db
    .selectFrom('review')
    .select(['thing', 'item_id'])
    .where('cause', '=', 'phrase')
    .orderBy('thing')
    .orderBy('item_id')
    .execute();
  expect(found).toEqual([
    { thing: 'banner', item_id: banner },
    { thing: 'club', item_id: club },
    { thing: 'inserat', item_id: planned.id },
    { thing: 'inserat', item_id: hidden.id },
  ]);
});

test('what says it is put up for review 500 a minute, until nothing is left [BOF-53]', async () => {
  const ads = adBuilder(world.db);
  for (let n = 0; n < 501; n++) await ads.add({ titel: `Mondschein Spezial ${n}` });
  await world.db.updateTable('review').set({ state: 'approved', decided_at: START }).execute();
  await releasedVersion(world, 'forbidden_phrases', WITH, START);
  const after = async () => {
    await world.runTasks('moderation/phrases');
    return (await reviews('phrase')).length;
  };
  expect([await after(), await after(), await after()]).toEqual([500, 501, 501]);
});

test('a phrase of the house keeps a text from being published, at its field [BOF-53]', async () => {
  await releasedVersion(world, 'forbidden_phrases', WITH);
  const titel = expect.stringContaining('«Mondschein Spezial» ist nicht erlaubt');
  for (const said of ['Heute Mondschein-Spezial', 'Heute M o n d s c h e i n Spezial'])
    expect(await placed(said)).toMatchObject({ status: 422, body: { errors: { titel } } });
  expect((await placed('Kein Mondschein Spezial')).status).toBe(200);
});

test('the effect shows 20 examples of what a phrase hits, and counts all of it [BOF-111]', async () => {
  const moderator = await staffOf(world, 'moderator');
  const ads = adBuilder(world.db);
  for (let n = 0; n < 120; n++)
    await ads.add({ titel: n % 5 === 0 ? `Mondschein Spezial ${n}` : `Ruhige Stunden ${n}` });
  const list = 'forbidden_phrases' as const;
  const { version_id } = (await moderator.call(draftCatalogue, { list })).body;
  const { content } = (await moderator.call(getCatalogue, { list })).body.versions[0];
  const added = [...content, { id: 9, phrase: 'Mondschein Spezial' }];
  const saved = await moderator.call(saveCatalogue, { version_id, seen: 0, content: added });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const { online, hits } = (await moderator.call(previewCatalogue, { version_id })).body;
  expect([online, hits[0].ads, hits[0].examples.length]).toEqual([120, 24, 20]);
});

test('a moderator sees what a phrase hits, and one that hits too much is refused [BOF-111, BOF-116]', async () => {
  const moderator = await staffOf(world, 'moderator');
  const owner = await staffOf(world, 'owner');
  await placed('Heute Mondschein Spezial');
  for (const n of [1, 2, 3, 4]) await placed(`Ruhige Stunden am See ${n}`);
  const list = 'forbidden_phrases' as const;
  const { version_id } = (await moderator.call(draftCatalogue, { list })).body;
  const { content } = (await moderator.call(getCatalogue, { list })).body.versions[0];
  const saved = (phrase: string) =>
    moderator.call(saveCatalogue, {
      version_id,
      seen: 0,
      content: [...content, { id: 9, phrase }],
    });
  expect((await saved('am See')).body.errors).toEqual({
    [`${content.length}.phrase`]: 'Das trifft 4 von 5 Inseraten.',
  });
  expect((await saved('Mondschein Spezial')).status).toBe(200);
  expect((await moderator.call(previewCatalogue, { version_id })).body).toMatchObject({
    online: 5,
    hits: [{ phrase: 'Mondschein Spezial', ads: 1, things: 1, examples: [{ thing: 'inserat' }] }],
  });
  const valid_from = new Date(START.getTime() + 6 * MINUTE_MS).toISOString();
  const asked = await moderator.call(requestCatalogue, {
    version_id,
    seen: 1,
    valid_from,
    reason: 'Häufig gemeldet.',
  });
  const { approval_id } = asked.body;
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
  expect((await moderator.call(getCatalogue, { list: 'packages' })).body.code).toBe(
    'RIGHT_MISSING',
  );
});
