import { getInserat, type InseratContent, keepInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ad, advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../../testing/media/images.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  await sql`update inserat set status = 'geloescht', alert_at = null`.execute(world.db);
  user = await on.rich(1000);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const at = (ms: number) => world.clock.set(new Date(START.getTime() + ms));
const iso = (ms: number) => new Date(START.getTime() + ms).toISOString();
const press = async (spec: (typeof life)[keyof typeof life], inserat_id: number) =>
  (await user.raw(spec.name, { payload: { inserat_id } })).body;
const clock = () => world.runTasks('publication/clock', 'publication/missed');
const only = async () => (await on.list(user))[0]!;

test('the run of a premium ad is suspended while it is hidden [INS-36, INS-44]', async () => {
  const { id } = await on.place(user, { inserat_typ: '3_days', top_ad_enabled: true });
  at(HOUR_MS);
  const hidden = await press(life.hideInserat, id);
  expect(hidden).toMatchObject({
    charged: 0,
    inserat: { inserat_status: 'ausgeblendet', hidden_at: iso(HOUR_MS) },
  });
  expect([hidden.inserat.end_at, hidden.inserat.hidden_days_left]).toEqual([iso(3 * DAY_MS), 30]);
  at(HOUR_MS + 10 * DAY_MS);
  await clock();
  expect(await only()).toMatchObject({
    end_at: iso(13 * DAY_MS),
    hidden_days_left: 20,
    inserat_topad: false,
  });
  // A started day counts as suspended.
  at(HOUR_MS + 10 * DAY_MS + HOUR_MS);
  expect((await only()).hidden_days_left).toBe(20);
  at(HOUR_MS + 10 * DAY_MS);
  const shown = await press(life.activateInserat, id);
  expect(shown).toMatchObject({
    charged: 0,
    inserat: { inserat_status: 'aktiv', end_at: iso(13 * DAY_MS), hidden_at: null },
  });
  // Its owner is reminded a day before the new end.
  const row = world.db.selectFrom('inserat').select('alert_at').where('id', '=', id);
  expect((await row.executeTakeFirstOrThrow()).alert_at?.toISOString()).toBe(iso(12 * DAY_MS));
  at(13 * DAY_MS - 1);
  await clock();
  expect((await only()).inserat_status).toBe('aktiv');
  at(13 * DAY_MS);
  await clock();
  expect((await only()).inserat_status).toBe('abgelaufen');
});

test('up to 30 days in all: what is hidden beyond them runs on, over several times [INS-36]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  for (const [from, to] of [
    [0, 20],
    [21, 41],
  ] as const) {
    at(from * DAY_MS);
    await press(life.hideInserat, id);
    at(to * DAY_MS);
    await press(life.activateInserat, id);
  }
  // 20 days, then 10 of the next 20.
  await clock();
  expect(await only()).toMatchObject({ end_at: iso(37 * DAY_MS), inserat_status: 'abgelaufen' });
});

test('after thirty days of suspension in all a hidden ad runs on [INS-36]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  await press(life.hideInserat, id);
  at(30 * DAY_MS);
  await press(life.activateInserat, id);
  expect(await only()).toMatchObject({ end_at: iso(37 * DAY_MS), hidden_days_left: 0 });
  await press(life.hideInserat, id);
  at(35 * DAY_MS);
  expect((await press(life.activateInserat, id)).inserat.end_at).toBe(iso(37 * DAY_MS));
});

test('a free ad, a TopAd and a story run on while hidden [INS-36]', async () => {
  const { id } = await on.place(user, { top_ad_enabled: true });
  await press(life.hideInserat, id);
  at(2 * DAY_MS);
  const { inserat } = await press(life.activateInserat, id);
  expect(inserat).toMatchObject({ end_at: iso(30 * DAY_MS), inserat_topad: false });
  await press(life.hideInserat, id);
  at(30 * DAY_MS);
  await clock();
  expect((await only()).inserat_status).toBe('abgelaufen');
});

test('a clock set back while an ad is hidden does not shorten its run [INS-36]', async () => {
  const { id } = await on.place(user, { inserat_typ: '3_days' });
  at(HOUR_MS);
  await press(life.hideInserat, id);
  at(0);
  expect((await press(life.activateInserat, id)).inserat).toMatchObject({
    end_at: iso(3 * DAY_MS),
    hidden_days_left: 30,
  });
});

async function withPicture(status: 'publish' | 'draft' = 'publish') {
  const { id } = await on.place(user, { inserat_typ: '1_week', post_status: status });
  const base64ImageString = dataUrl(
    await quarters(40 + (user.userId % 100))
      .jpeg()
      .toBuffer(),
  );
  const { body } = await user.raw('saveInseratImage', {
    payload: { inserat_id: id, base64ImageString },
  });
  return {
    id,
    url: new URL(body.imageSource?.url ?? (await only()).imageSources[0]!.url, 'http://x').pathname,
  };
}
/** As its owner sees it; the file of a draft is visible to no one else. */
const fileStatus = async (url: string) =>
  (await world.send(user.cookie, { method: 'GET', url })).status;

test('a copy has texts and pictures, nothing bought, and keeps its files without the original [INS-35, MED-05]', async () => {
  const { id, url } = await withPicture();
  await on.place(user, {
    inserat_id: id,
    inserat_typ: '1_week',
    push_times: ['12:00'],
    color_enabled: true,
    homepage: 'lena.example.ch',
    date_time_pushes: [{ date: '2026-11-22', time: '10:00' }],
    auto_extend: true,
  });
  const before = await on.credits(user);
  const { categories, offerings } = (await on.list(user)).find(({ ID }) => ID === id)!;
  expect(offerings).not.toEqual(categories);
  const copy = (await press(life.duplicateInserat, id)).inserat;
  expect(copy).toMatchObject({
    inserat_status: 'entwurf',
    categories,
    offerings,
    titel: 'Ruhige Stunden am See',
    homepage: 'https://lena.example.ch',
    paid: null,
    push_times: [],
    date_time_pushes: [],
    color_enabled: false,
    inserat_farbe: false,
    start_zeit: '',
    views: 0,
  });
  expect([copy.imageSources.length, await on.credits(user)]).toEqual([1, before]);
  await press(life.deleteInserat, id);
  at(2 * DAY_MS);
  await world.runTasks();
  expect(await fileStatus(url)).toBe(200);
  await press(life.deleteInserat, copy.ID);
  at(4 * DAY_MS);
  await world.runTasks();
  expect(await fileStatus(url)).toBe(404);
});

test('500 ads of one account are enough [INS-35]', async () => {
  const { id } = await on.place(user, { post_status: 'draft' });
  await sql`insert into inserat (account_id, status, inserat_typ, created_at, changed_at)
    select ${user.userId}, 'entwurf', 'free', ${START}, ${START} from generate_series(1, 499)`.execute(
    world.db,
  );
  expect(await press(life.duplicateInserat, id)).toMatchObject({ code: 'TOO_MANY_INSERATE' });
});

test('of a deleted ad no text, number, choice or picture stays, and it is gone for its owner [INS-37]', async () => {
  const { id } = await withPicture();
  await user.call(keepInserat, ad(id, { inserat_typ: '1_week', titel: 'Noch nicht gesichert' }));
  await press(life.deleteInserat, id);
  const row = await world.db
    .selectFrom('inserat')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toMatch(/Lena|Ruhige|Gespr|7912345|gesichert|ZH/);
  expect(row).toMatchObject({ status: 'geloescht', unsaved: null, start_at: null, categories: [] });
  expect(
    await world.db.selectFrom('image').select('id').where('inserat_id', '=', id).execute(),
  ).toEqual([]);
  expect((await user.call(getInserat, { inserat_id: id })).status).toBe(404);
  expect(await on.list(user)).toEqual([]);
});

const read = async (id: number) => (await user.call(getInserat, { inserat_id: id })).body;

test('what is typed over a running ad is kept beside it: visitors and the list see nothing of it [EDI-02, EDI-21]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const { version } = (await read(id)).inserat;
  const kept = await user.call(keepInserat, {
    ...ad(id, { inserat_typ: '1_week', titel: 'Ein neuer Titel' }),
    version,
  });
  expect(kept.body).toMatchObject({ version: version + 1, saved_at: START.toISOString() });
  const { inserat, unsaved } = await read(id);
  expect([inserat.titel, (unsaved as InseratContent).titel]).toEqual([
    'Ruhige Stunden am See',
    'Ein neuer Titel',
  ]);
  expect(await only()).toMatchObject({ titel: 'Ruhige Stunden am See', inserat_status: 'aktiv' });
  expect(await on.credits(user)).toBe(960);
  await user.call(keepInserat, { ...ad(id, { inserat_typ: '1_week' }), discard: true });
  expect((await read(id)).unsaved).toBeNull();
  await user.call(keepInserat, ad(id, { inserat_typ: '1_week', titel: 'Ein neuer Titel' }));
  await on.place(user, { inserat_id: id, inserat_typ: '1_week', titel: 'Gesichert und gesehen' });
  expect(await read(id)).toMatchObject({
    unsaved: null,
    inserat: { titel: 'Gesichert und gesehen' },
  });
});

test('a draft holds what is typed itself; an untouched one becomes a draft by it [EDI-21]', async () => {
  const id = await on.blank(user);
  await user.call(keepInserat, { inserat_id: id, titel: 'An' });
  expect(await only()).toMatchObject({
    ID: id,
    titel: 'An',
    inserat_status: 'entwurf',
    post_status: 'draft',
  });
  expect((await read(id)).unsaved).toBeNull();
});

test('both calls refuse an outdated version: VERSION_CONFLICT with the current one [EDI-21]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const { version } = (await read(id)).inserat;
  const changes = { inserat_typ: '1_week', version } as const;
  expect((await user.call(keepInserat, { ...ad(id), ...changes })).status).toBe(200);
  for (const answer of [
    await user.call(keepInserat, { ...ad(id), ...changes }),
    await on.place(user, { inserat_id: id, ...changes }),
  ]) {
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT', version: version + 1 },
    });
  }
  const raced = await Promise.all(
    Array.from({ length: 5 }, () =>
      on.place(user, { inserat_id: id, ...changes, version: version + 1 }),
    ),
  );
  expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
});

test.each([getInserat, keepInserat])(
  "$name is refused without a session, for another account's ad, and malformed [API-27]",
  async (spec) => {
    const { id } = await on.place(user, { inserat_typ: '1_week' });
    const params = { inserat_id: id, titel: 'Fremd' };
    expect((await world.visitor.call(spec, params)).status).toBe(401);
    const other = await on.rich(0);
    expect((await other.call(spec, params)).body.code).toBe('INSERAT_NOT_FOUND');
    for (const wrong of ['x', '', -1, 1.5, '1;']) {
      const { status } = await user.call(spec, { ...params, inserat_id: wrong as never });
      expect([wrong, [400, 404, 422].includes(status)]).toEqual([wrong, true]);
    }
    expect((await read(id)).inserat.titel).toBe('Ruhige Stunden am See');
  },
);
