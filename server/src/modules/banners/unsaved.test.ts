import {
  type Banner,
  deleteBanner,
  hideBanner,
  keepBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import { bannerTexts } from '@samtrot/shared/banners/rules.ts';
import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  bannersOf,
  bannerWish,
  pictureFor,
  type Wish,
  websiteOf,
} from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { runningBanners } from './service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let sites: number[];
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  sites = [await websiteOf(world), await websiteOf(world, 'mondgarten')];
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(10_000);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const PLAN = {
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
} as const;
const wish = (changes: Partial<Wish> = {}) => bannerWish({ webseiten: [sites[0]!], ...changes });
const order = async (changes: Partial<Wish> = {}): Promise<Banner> => {
  const answer = await user.call(orderBanner, wish(changes));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.banner;
};
const keep = (changes: Parameters<typeof user.call<typeof keepBanner>>[1]) =>
  user.call(keepBanner, changes);
const save = (changes: Partial<Wish>) => user.call(saveBanner, wish(changes));
const only = async () => (await bannersOf(user))[0]!;
const shown = async () => (await runningBanners(world.db, world.clock.now())).at(-1)!;
const otherPicture = async () => dataUrl(await noise(715, 244).jpeg().toBuffer());
const places = async (banner_id: number) =>
  (
    await world.db
      .selectFrom('image')
      .select('place')
      .where('banner_id', '=', banner_id)
      .orderBy('place')
      .execute()
  ).map(({ place }) => place);

test('a draft stores all typed values, valid or not, and each autosave is a version [BAN-53]', async () => {
  const typed = {
    text: '',
    url: 'studio-li',
    monate: 7,
    webseiten: sites,
    auto_extend: true,
    ...PLAN,
  };
  const { body } = await keep(wish({ ...typed, publish_time: '' }));
  expect(body.banner).toMatchObject({
    status: 'entwurf',
    ...typed,
    publish_time: '',
    version: 2,
    saved_at: START.toISOString(),
  });
  const { ID } = body.banner;
  world.clock.advance(1000);
  const again = await keep(wish({ ID, ...typed, publish_date: 'morgen', publish_time: 'früh' }));
  expect(again.body.banner).toMatchObject({
    publish_option: 'Planen',
    publish_date: '',
    publish_time: '',
    version: 3,
  });
  expect(await bannersOf(user)).toEqual([again.body.banner]);
  // A draft may hold an address that would be refused; it is no link.
  expect((await keep(wish({ ID, url: 'javascript:alert(1)' }))).body.banner.url).toBe(
    'javascript:alert(1)',
  );
  expect(await runningBanners(world.db, START)).toEqual([]);
});

test('an autosave, save or order of an outdated version fails: BANNER_VERSION_CONFLICT [BAN-08]', async () => {
  const { body } = await save({});
  const { ID, version } = body.banner;
  const newer = await save({ ID, version, text: 'Neuer' });
  for (const call of [keepBanner, saveBanner, orderBanner])
    for (const banner_bild of [undefined, await otherPicture()])
      expect(
        await user.call(
          call,
          wish({ ID, version, ...(banner_bild && { typ: 'a2', banner_bild }) }),
        ),
      ).toMatchObject({
        status: 409,
        body: {
          code: 'BANNER_VERSION_CONFLICT',
          version: version + 1,
          saved_at: START.toISOString(),
        },
      });
  expect(await bannersOf(user)).toEqual([newer.body.banner]);
});

test('autosaved edits of a booked banner stay invisible until saved and can be discarded [BAN-28, BAN-66]', async () => {
  const { ID } = await order();
  const kept = await keep(
    wish({ ID, text: 'Winterabend', url: 'win', auto_extend: true, webseiten: sites, monate: 5 }),
  );
  const unsaved = {
    text: 'Winterabend',
    url: 'win',
    auto_extend: true,
    monate: 1,
    webseiten: [sites[0]],
    banner_bild: '',
  };
  expect(kept.body.banner).toMatchObject({
    status: 'aktiv',
    text: 'Studio Linde',
    auto_extend: false,
    unsaved,
  });
  expect((await shown()).text).toBe('Studio Linde');
  const discarded = await keep({ ...wish({ ID }), discard: true });
  expect(discarded.body.banner).toMatchObject({ text: 'Studio Linde', unsaved: null });
  await keep(wish({ ID, text: 'Winterabend' }));
  const { status, body } = await save({
    ID,
    text: 'Winterabend',
    url: 'winter.example',
    auto_extend: true,
  });
  expect([status, body.message, body.credits]).toEqual([
    200,
    'Deine Änderungen sind gespeichert.',
    9940,
  ]);
  expect(body.banner).toMatchObject({
    text: 'Winterabend',
    url: 'https://winter.example',
    auto_extend: true,
    unsaved: null,
  });
  expect(await shown()).toMatchObject({ text: 'Winterabend', url: 'https://winter.example' });
});

test.each<[string, string, string]>([
  ['with a member missing', `unsaved - 'text' - 'no_picture'`, 'Seerose'],
  ['with one too many', `unsaved || '{"frueher": {"a": 1}}'`, 'Getippt'],
  [
    'with a wrong type',
    `unsaved || '{"text": 7, "publish_option": "Gestern", "no_picture": "ja"}'`,
    'Seerose',
  ],
])(
  'edits of a banner stored by another version, %s, are read [FIX-21]',
  async (_what, stored, text) => {
    const { ID } = await order({ text: 'Seerose', ...PLAN });
    await keep(wish({ ID, text: 'Getippt', url: 'anders.example', ...PLAN }));
    await sql`update banner set unsaved = ${sql.raw(stored)} where id = ${ID}`.execute(world.db);
    const { unsaved } = await only();
    expect(unsaved).toMatchObject({ text, url: 'anders.example', ...PLAN, banner_bild: '' });
    expect(unsaved).not.toHaveProperty('frueher');
    expect((await save({ ID, text: 'Gesichert', ...PLAN })).status).toBe(200);
  },
);

test('a picture that was chosen for a booked banner waits beside the shown one until it is saved [BAN-39, BAN-28]', async () => {
  const { ID, banner_bild } = await order({ typ: 'a2', banner_bild: await pictureFor('a2') });
  const kept = (await keep(wish({ ID, typ: 'a2', banner_bild: await otherPicture() }))).body
    .banner as Banner;
  expect(kept.banner_bild).toEqual(banner_bild);
  const chosen = kept.unsaved!.banner_bild as { url: string };
  expect(chosen.url).not.toBe((banner_bild as { url: string }).url);
  expect(await places(ID)).toEqual(['banner', 'banner_neu']);
  // Only its owner sees it.
  expect((await world.send('', { method: 'GET', url: chosen.url })).status).toBe(404);
  expect((await world.send(user.cookie, { method: 'GET', url: chosen.url })).status).toBe(200);
  await keep({ ...wish({ ID, typ: 'a2' }), discard: true });
  expect([await places(ID), (await only()).banner_bild]).toEqual([['banner'], banner_bild]);

  await keep(wish({ ID, typ: 'a2', banner_bild: await otherPicture() }));
  const saved = await save({ ID, typ: 'a2' });
  expect(saved.body.banner).toMatchObject({ banner_bild: chosen, unsaved: null });
  expect(await places(ID)).toEqual(['banner']);
  expect((await world.send('', { method: 'GET', url: chosen.url })).status).toBe(200);
});

test('a booked banner whose picture was taken off cannot be saved without another one [BAN-39]', async () => {
  const { ID, banner_bild } = await order({ typ: 'a2', banner_bild: await pictureFor('a2') });
  const kept = await keep(wish({ ID, typ: 'a2', banner_bild: '' }));
  expect(kept.body.banner).toMatchObject({ banner_bild, unsaved: { banner_bild: '' } });
  for (const more of [{}, { banner_bild: '' }])
    expect((await save({ ID, typ: 'a2', ...more })).body.errors).toEqual({
      banner_bild: 'Ein Bild ist erforderlich',
    });
  expect((await only()).banner_bild).toEqual(banner_bild);
  expect((await save({ ID, typ: 'a2', banner_bild: await otherPicture() })).status).toBe(200);
  expect(await places(ID)).toEqual(['banner']);
});

test.each<['aktiv' | 'ausgeblendet' | 'geplant']>([['aktiv'], ['ausgeblendet'], ['geplant']])(
  '%s: type, months and websites stay as they were paid for [X-20, BAN-20]',
  async (status) => {
    const start = status === 'geplant' ? PLAN : {};
    const { ID } = await order({ monate: 2, ...start });
    if (status === 'ausgeblendet') await user.call(hideBanner, { banner_id: ID });
    const before = await only();
    expect(before.status).toBe(status);
    const banner_bild = await pictureFor('a1');
    const cases: [Partial<Wish>, string][] = [
      [{ typ: 'a1', banner_bild }, 'typ'],
      [{ monate: 3 }, 'monate'],
      [{ webseiten: sites }, 'webseiten'],
      [{ webseiten: [sites[1]!] }, 'webseiten'],
      [{ webseiten: [] }, 'webseiten'],
    ];
    for (const [changes, field] of cases) {
      const { status: code, body } = await save({ ID, monate: 2, ...start, ...changes });
      expect([code, body.errors?.[field]], field).toEqual([422, bannerTexts.fixed]);
    }
    expect(await only()).toEqual(before);
    expect(await on.credits(user)).toBe(9880);
  },
);

test('a planned start can be moved for the whole months; a running banner does not move [BAN-45, BAN-44]', async () => {
  const { ID } = await order({ ...PLAN, monate: 2 });
  const moved = await save({
    ID,
    monate: 2,
    ...PLAN,
    publish_date: '2026-12-31',
    publish_time: '18:00',
  });
  const start = instantOf('2026-12-31', '18:00');
  expect(moved.body.banner).toMatchObject({
    status: 'geplant',
    start_at: start.toISOString(),
    publish_date: '2026-12-31',
    publish_time: '18:00',
    end_at: addCalendarMonths(start, 2).toISOString(),
    end_datum: '28.02.2027 18:00',
  });
  const end = addCalendarMonths(start, 2);
  const row = await world.db
    .selectFrom('banner')
    .selectAll()
    .where('id', '=', ID)
    .executeTakeFirst();
  expect(row).toMatchObject({ open_end: end, alert_at: new Date(+end - DAY_MS) });
  const past = await save({ ID, monate: 2, ...PLAN, publish_date: '2026-11-19' });
  expect(past.body.errors).toEqual({ publish_date: 'Dieser Zeitpunkt ist schon vorbei' });
  world.clock.advance(DAY_MS);
  const now = (await save({ ID, monate: 2 })).body.banner;
  expect(now).toMatchObject({
    status: 'aktiv',
    start_at: world.clock.now().toISOString(),
    publish_option: 'Sofort',
  });
  expect((await save({ ID, monate: 2, ...PLAN })).body.errors).toEqual({
    publish_option: bannerTexts.fixed,
  });
  expect(await on.credits(user)).toBe(9880);
});

test('saves without a start leave the planned one, and its refund [BAN-45, decisions 5]', async () => {
  const { ID } = await order(PLAN);
  const booked = (await only()).start_at;
  const { publish_option: _, ...contents } = wish({ ID, text: 'Winterabend' });
  expect((await keep(contents)).body.banner).toMatchObject({
    unsaved: { text: 'Winterabend', ...PLAN },
  });
  const saved = await user.call(saveBanner, contents);
  expect(saved).toMatchObject({
    status: 200,
    body: { banner: { status: 'geplant', text: 'Winterabend', start_at: booked, ...PLAN } },
  });
  expect((await user.call(deleteBanner, { banner_id: ID })).body.refunded).toBe(60);
});

test('a planned banner that began while it was open in an editor can still be saved [BAN-44]', async () => {
  const { ID } = await order(PLAN);
  world.clock.set(instantOf('2026-11-25', '09:00'));
  const saved = await save({ ID, ...PLAN, text: 'Abends' });
  expect(saved.body.banner).toMatchObject({
    status: 'aktiv',
    text: 'Abends',
    start_datum: '25.11.2026 08:30',
  });
});

test('a booked banner is saved only with what may be shown [BAN-41, BAN-42]', async () => {
  const { ID } = await order();
  const before = await only();
  for (const [changes, field] of [
    [{ text: '' }, 'text'],
    [{ text: 'a'.repeat(17) }, 'text'],
    [{ text: 'AO möglich' }, 'text'],
    [{ url: '' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
  ] as const)
    expect(Object.keys((await save({ ID, ...changes })).body.errors)).toEqual([field]);
  expect(await only()).toEqual(before);
});

test('what is over is edited like a draft, half an address included, and stays over [BAN-14]', async () => {
  const { ID } = await order();
  world.clock.set(addCalendarMonths(START, 1));
  const kept = await keep(
    wish({
      ID,
      url: 'ht',
      text: '',
      monate: 4,
      webseiten: sites,
      ...PLAN,
      publish_date: '2027-01-05',
    }),
  );
  expect(kept.body.banner).toMatchObject({
    status: 'abgelaufen',
    url: 'ht',
    monate: 4,
    webseiten: sites,
    publish_option: 'Planen',
    unsaved: null,
    publish_date: '2027-01-05',
    banner_credits: 60,
  });
  expect((await save({ ID, url: 'studio.example' })).body).toMatchObject({
    message: 'Banner erfolgreich als Entwurf gespeichert!',
    banner: { status: 'abgelaufen', url: 'studio.example' },
  });
  await world.runTasks('banners/clock');
  expect((await only()).status).toBe('abgelaufen');
});

test('what was typed over a banner that ended meanwhile is there for the next order [BAN-53]', async () => {
  const { ID } = await order({ typ: 'a2', banner_bild: await pictureFor('a2') });
  const kept = await keep(wish({ ID, typ: 'a2', text: '', banner_bild: await otherPicture() }));
  world.clock.set(addCalendarMonths(START, 1));
  const { unsaved } = await only();
  expect(unsaved!.banner_bild).toEqual(kept.body.banner.unsaved.banner_bild);
  const again = await order({ ID, typ: 'a2' });
  expect(again).toMatchObject({
    status: 'aktiv',
    unsaved: null,
    banner_bild: unsaved!.banner_bild,
  });
  expect(await places(ID)).toEqual(['banner']);
});
