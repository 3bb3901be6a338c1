import {
  activateBanner,
  type Banner,
  deleteBanner,
  duplicateBanner,
  hideBanner,
  keepBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPE_IDS, bannerTexts } from '@samtrot/shared/banners/rules.ts';
import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { TOO_FAR } from '@samtrot/shared/kernel/start.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { HTTPS_WANTED } from '@samtrot/shared/kernel/web-address.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  bannersOf,
  bannerWish,
  pictureFor,
  type Wish,
  websiteOf,
} from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../testing/media/images.ts';
import { house } from '../../testing/world/house.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let sites: number[];
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  sites = [];
  for (const name of ['seerose', 'mondgarten', 'klangwald'])
    sites.push(await websiteOf(world, name));
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(1000);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const wish = (changes: Partial<Wish> = {}) => bannerWish({ webseiten: [sites[0]!], ...changes });
const order = (changes: Partial<Wish> = {}, who = user) => who.call(orderBanner, wish(changes));
const PLAN = {
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
} as const;
/** Everything of the account that an order touches. */
const state = async () => ({ banners: await bannersOf(user), credits: await on.credits(user) });
const imagesOf = (banner_id: number) =>
  world.db
    .selectFrom('image')
    .select(['place', 'rating', 'content_id'])
    .where('banner_id', '=', banner_id)
    .execute();
/** A picture in the format of the type that cannot be read. */
const damagedFor = async (): Promise<string> =>
  dataUrl((await quarters(715, 244).jpeg().toBuffer()).subarray(0, 200));
const rowOf = (id: number) =>
  world.db.selectFrom('banner').selectAll().where('id', '=', id).executeTakeFirst();

test('an order books, charges and is online at once: websites, booking, ledger, balance [BAN-65, BAN-74, API-20]', async () => {
  const { status, body } = await order({
    webseiten: sites,
    monate: 3,
    auto_extend: true,
    expected_total: 288,
  });
  expect([status, body.success, body.charged, body.credits]).toEqual([200, true, 288, 712]);
  expect(body.message).toBe('Banner erfolgreich bestellt!');
  const end = addCalendarMonths(START, 3);
  expect(body.banner).toMatchObject({
    status: 'aktiv',
    typ: 'a4',
    text: 'Studio Linde',
    banner_credits: 288,
    monate: 3,
    webseiten: sites,
    start_at: START.toISOString(),
    end_at: end.toISOString(),
    auto_extend: true,
    publish_option: 'Sofort',
    unsaved: null,
    saved_at: START.toISOString(),
  });
  expect(await state()).toEqual({ banners: [body.banner], credits: 712 });
  const bookings = await world.db
    .selectFrom('banner_booking')
    .selectAll()
    .where('banner_id', '=', body.banner.ID)
    .execute();
  expect(bookings).toMatchObject([
    {
      typ: 'a4',
      months: 3,
      websites: 3,
      base: 180,
      surcharge: 108,
      total: 288,
      start_at: START,
      end_at: end,
      renews: null,
    },
  ]);
  const transfer = await world.db
    .selectFrom('ledger_transfer')
    .select(['kind', 'amount', 'description'])
    .where('cause', '=', `banner:${bookings[0]!.id}`)
    .executeTakeFirst();
  const description = `Banner ${body.banner.ID}: TextLink, 3 Monate`;
  expect(transfer).toEqual({ kind: 'order', amount: 288, description });
  expect(await rowOf(body.banner.ID)).toMatchObject({
    open_end: end,
    alert_at: new Date(+end - DAY_MS),
  });
});

test.each(
  nonEmpty(
    BANNER_TYPE_IDS.map((typ, index) => [typ, [600, 400, 800, 60][index]!, index + 1] as const),
  ),
)(
  '%s costs %i credits a month, once ordered for %i months [BAN-67, BAN-68, BAN-69, BAN-70, BAN-72, CON-74]',
  async (typ, price, months) => {
    await on.grant(user.userId, 10_000);
    const banner_bild = typ === 'a4' ? undefined : await pictureFor(typ);
    const { body } = await order({ typ, monate: months, ...(banner_bild && { banner_bild }) });
    expect(body).toMatchObject({
      success: true,
      charged: price * months,
      credits: 11_000 - price * months,
    });
    expect(body.banner.status).toBe('aktiv');
    expect(await imagesOf(body.banner.ID)).toMatchObject(
      typ === 'a4' ? [] : [{ place: 'banner', rating: 'jugendfrei' }],
    );
  },
);

test('twelve months, planned, on three websites: price and end by hand [T-SCH-11, CON-76, CON-77]', async () => {
  await on.grant(user.userId, 20_000);
  const banner_bild = await pictureFor('a2');
  const plan = {
    publish_option: 'Planen',
    publish_date: '2027-02-28',
    publish_time: '02:30',
  } as const;
  const { body } = await order({ typ: 'a2', banner_bild, monate: 12, webseiten: sites, ...plan });
  // 400 × 12 = 4800, and 30 % of it for each of two further websites.
  expect([body.charged, body.credits]).toEqual([4800 + 2 * 1440, 21_000 - 7680]);
  expect(body.banner).toMatchObject({
    status: 'geplant',
    start_datum: '28.02.2027 02:30',
    end_datum: '28.02.2028 02:30',
    ...plan,
  });
  const seen: string[] = [];
  for (const [at, ms] of [
    ['start_at', -1],
    ['start_at', 0],
    ['end_at', -1],
    ['end_at', 0],
  ] as const) {
    world.clock.set(new Date(Date.parse(body.banner[at]) + ms));
    await world.runTasks('banners/clock');
    seen.push((await bannersOf(user))[0]!.status);
  }
  expect(seen).toEqual(['geplant', 'aktiv', 'aktiv', 'abgelaufen']);
});

test('a text link for a month on two websites costs 78, and 18 of it is the second website [BAN-73]', async () => {
  expect((await order({ webseiten: sites.slice(0, 2) })).body.charged).toBe(78);
  // A repeated website counts once.
  expect((await order({ webseiten: [sites[0]!, sites[0]!], text: 'Zweimal' })).body.charged).toBe(
    60,
  );
});

test.each<[string, Partial<Wish>, string, string]>([
  ['no text', { text: ' ' }, 'text', 'Dieses Feld ist erforderlich'],
  ['a text of 17 letters', { text: 'a'.repeat(17) }, 'text', 'Maximal 16 Zeichen erlaubt'],
  ['a forbidden text', { text: 'AO möglich' }, 'text', ''],
  ['no address', { url: '' }, 'url', 'Website-URL ist erforderlich'],
  ['no website', { webseiten: [] }, 'webseiten', bannerTexts.websites],
  ['a website that is unknown', { webseiten: [999_999] }, 'webseiten', bannerTexts.unknown],
  [
    'a date without a time',
    { ...PLAN, publish_time: '' },
    'publish_time',
    'Dieses Feld ist erforderlich',
  ],
  [
    'a time without a date',
    { ...PLAN, publish_date: '' },
    'publish_date',
    'Dieses Feld ist erforderlich',
  ],
  [
    'a day that is over',
    { ...PLAN, publish_date: '2026-11-19' },
    'publish_date',
    'Dieser Zeitpunkt ist schon vorbei',
  ],
  [
    'a minute that is over',
    { ...PLAN, publish_date: '2026-11-20', publish_time: '12:59' },
    'publish_time',
    'Dieser Zeitpunkt ist schon vorbei',
  ],
  ['an address without its s', { url: 'http://x.ch' }, 'url', HTTPS_WANTED],
  ['a day beyond 12 months', { ...PLAN, publish_date: '2027-11-21' }, 'publish_date', TOO_FAR],
  ['no picture', { typ: 'a1' }, 'banner_bild', 'Ein Bild ist erforderlich'],
])(
  'an order with %s says so at the field, and nothing happens [BAN-41, BAN-42, BAN-43, BAN-49, BAN-52, API-39, FIX-27]',
  async (_what, changes, field, text) => {
    const { body: draft } = await user.call(saveBanner, wish());
    const before = await state();
    const { status, body } = await order({ ID: draft.banner.ID, ...changes });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'INVALID_INPUT', [field]]);
    expect(body.errors[field]).toContain(text);
    expect(await state()).toEqual(before);
    // Nor does a new banner leave a draft.
    expect((await order(changes)).status).toBe(422);
    expect(await state()).toEqual(before);
  },
);

test.each<[string, Record<string, unknown>, string]>([
  ['a type that is none', { typ: 'a5' }, 'typ'],
  ['no type', { typ: null }, 'typ'],
  ['no months', { monate: 0 }, 'monate'],
  ['thirteen months', { monate: 13 }, 'monate'],
  ['half a month', { monate: 1.5 }, 'monate'],
  ['months as text', { monate: '1' }, 'monate'],
  ['a start that is none', { publish_option: 'Morgen' }, 'publish_option'],
  ['a text that is endless', { text: 'a'.repeat(201) }, 'text'],
  ['a text that turns round', { text: 'abc\u202Ecba' }, 'text'],
  ['an address that is endless', { url: `https://x.example/${'a'.repeat(2000)}` }, 'url'],
  ['websites as text', { webseiten: 'alle' }, 'webseiten'],
  ['a website of letters', { webseiten: ['<b>1</b>'] }, 'webseiten'],
  ['a list that is endless', { webseiten: Array(501).fill(1) }, 'webseiten'],
  ['a flag that is none', { auto_extend: 'ja' }, 'auto_extend'],
  ['a picture that is a number', { banner_bild: 5 }, 'banner_bild'],
  ['a version of letters', { version: 'x' }, 'version'],
])('T-VAL %s is refused by every call that takes it [API-39]', async (_what, changes, field) => {
  const before = await state();
  for (const action of ['order_banner', 'save_banner', 'keep_banner']) {
    const { status, body } = await user.raw(action, { payload: { ...wish(), ...changes } });
    expect([status, body.code, Object.keys(body.errors)], action).toEqual([
      422,
      'INVALID_INPUT',
      [field],
    ]);
  }
  expect(await state()).toEqual(before);
});

test.each<[string, () => Promise<string>, number, string]>([
  [
    'of another format',
    async () => dataUrl(await quarters(600, 800).jpeg().toBuffer()),
    422,
    'INVALID_INPUT',
  ],
  ['that is none', async () => dataUrl(Buffer.from('<svg onload=alert(1)>')), 415, 'NOT_AN_IMAGE'],
  ['that is broken', damagedFor, 422, 'IMAGE_DAMAGED'],
  ['that is no data URL', async () => 'https://bild.example/1.png', 422, 'INVALID_INPUT'],
  [
    'that is too large',
    async () =>
      dataUrl(Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(10.1 * 1024 * 1024)])),
    413,
    'IMAGE_TOO_LARGE',
  ],
])(
  'a picture %s is refused with its reason, and nothing happens [BAN-38, BAN-43]',
  async (_what, picture, status, code) => {
    const before = await state();
    const banner_bild = await picture();
    for (const call of [orderBanner, saveBanner, keepBanner]) {
      const answer = await user.call(call, wish({ typ: 'a2', banner_bild }));
      expect(answer, call.name).toMatchObject({ status, body: { success: false, code } });
      if (code === 'INVALID_INPUT')
        expect(Object.keys(answer.body.errors), call.name).toHaveLength(1);
    }
    expect(await state()).toEqual(before);
  },
);

test('the picture of a draft is kept, shown, taken off again and comes with the order [BAN-37, BAN-39]', async () => {
  await on.grant(user.userId, 1000);
  const { body: kept } = await user.call(
    keepBanner,
    wish({ typ: 'a2', banner_bild: await pictureFor('a2') }),
  );
  const { ID, banner_bild } = kept.banner as Banner;
  expect(banner_bild).toMatchObject({ width: 715, height: 244 });
  // As it was given, and not given at all, it stays.
  for (const given of [{ banner_bild }, {}])
    expect(
      (await user.call(keepBanner, wish({ ID, typ: 'a2', ...given }))).body.banner.banner_bild,
    ).toEqual(banner_bild);
  expect(
    (await user.call(keepBanner, wish({ ID, typ: 'a2', banner_bild: '' }))).body.banner.banner_bild,
  ).toBe('');
  expect((await order({ ID, typ: 'a2' })).body.errors).toEqual({
    banner_bild: 'Ein Bild ist erforderlich',
  });
  const { body } = await order({ ID, typ: 'a2', banner_bild: await pictureFor('a2') });
  expect(body.banner).toMatchObject({ status: 'aktiv', banner_bild: { width: 715, height: 244 } });
  // Its files are public now.
  const url = (body.banner.banner_bild as { url: string }).url;
  expect((await world.send('', { method: 'GET', url })).status).toBe(200);
});

test('a picture of another type does not become one of this type, and a text link has none [BAN-37]', async () => {
  const { body } = await user.call(
    saveBanner,
    wish({ typ: 'a2', banner_bild: await pictureFor('a2') }),
  );
  const { ID } = body.banner;
  await on.grant(user.userId, 1000);
  const other = await order({ ID, typ: 'a3' });
  expect(other.body.errors).toEqual({ banner_bild: 'Das Bild muss das Format 600 × 800 px haben' });
  expect((await order({ ID, typ: 'a4' })).body.banner).toMatchObject({
    typ: 'a4',
    banner_bild: '',
  });
  expect(await imagesOf(ID)).toEqual([]);
});

test('a website that is switched off cannot be ordered, and is in no draft any more [BAN-51]', async () => {
  const gone = await websiteOf(world, 'nebelhorn');
  const { body } = await user.call(saveBanner, wish({ webseiten: [sites[0]!, gone, 999_999] }));
  expect(body.banner.webseiten).toEqual([sites[0], gone]);
  await world.db.updateTable('website').set({ status: 'off' }).where('id', '=', gone).execute();
  expect((await order({ ID: body.banner.ID, webseiten: [gone] })).body.errors).toEqual({
    webseiten: bannerTexts.unknown,
  });
  expect((await bannersOf(user))[0]!.webseiten).toEqual([sites[0]]);
});

test('PRICE_CHANGED INSUFFICIENT_CREDITS: another price, or too few credits, and nothing happens [BAN-65]', async () => {
  const poor = await on.rich(59);
  const before = await on.credits(poor);
  const changed = await order({ expected_total: 59 }, poor);
  expect(changed).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 60 } });
  const missing = await order({ expected_total: 60 }, poor);
  expect(missing).toMatchObject({
    status: 409,
    body: { code: 'INSUFFICIENT_CREDITS', missing: 1 },
  });
  expect([await bannersOf(poor), await on.credits(poor)]).toEqual([[], before]);
});

test('a repeated click orders once: with a key, without one, and on an unsaved banner [BAN-65, INV-06, FIX-07]', async () => {
  const headers = { 'idempotency-key': 'banner-zweimal' };
  const press = () =>
    user.raw('order_banner', { payload: wish({ text: 'Mit Schlüssel' }), headers });
  const [first, second] = [await press(), await press()];
  expect(second.body).toEqual(first.body);
  expect(await on.credits(user)).toBe(940);

  const { body } = await user.call(saveBanner, wish({ text: 'Entwurf' }));
  const { ID, version } = body.banner;
  const soon = await Promise.all(Array.from({ length: 10 }, () => order({ ID, version })));
  for (const { status, body } of soon) expect([status, body]).toEqual([200, soon[0]!.body]);
  world.clock.advance(3_000);
  const again = [await order({ ID, version })];
  expect(again.map(({ status, body: { code } }) => [status, code])).toEqual([
    [409, 'BANNER_NOT_IN_THIS_STATE'],
  ]);
  const fresh = [
    await order({ text: 'Nie gespeichert' }),
    await order({ text: 'Nie gespeichert' }),
  ];
  expect(fresh[1]!.body).toEqual(fresh[0]!.body);
  expect([(await bannersOf(user)).length, await on.credits(user)]).toEqual([3, 820]);
  // Another minute, another order.
  world.clock.advance(60_001);
  expect((await order({ text: 'Nie gespeichert' })).status).toBe(200);
});

test('the second of two equal orders returns the first result, after every other check [FIX-28]', async () => {
  const text = 'Zweimal';
  const first = await order({ text });
  expect(first.body).toMatchObject({ charged: 60, credits: 940, banner: { status: 'aktiv' } });
  world.clock.advance(59_000);
  expect((await order({ text })).body).toEqual(first.body);
  expect((await order({ text, publish_option: 'Planen', publish_date: '2026-11-20' })).status).toBe(
    422,
  );
  expect((await order({ text, expected_total: 59 })).body).toMatchObject({
    code: 'PRICE_CHANGED',
    total: 60,
  });
  expect([(await bannersOf(user)).length, await on.credits(user)]).toEqual([1, 940]);
  // A banner that is named is meant itself, though its contents are the same.
  const draft = (await user.call(saveBanner, wish({ text }))).body.banner as Banner;
  expect((await order({ text, ID: draft.ID })).body).toMatchObject({
    ...{ charged: 60, credits: 880, banner: { ID: draft.ID, status: 'aktiv' } },
  });
  await on.grant(user.userId, 60);
  expect((await user.call(deleteBanner, { banner_id: draft.ID })).status).toBe(200);
  // Whatever is ordered differently is another order.
  const planned = await order({ text, ...PLAN });
  expect(planned.body).toMatchObject({ charged: 60, credits: 880, banner: { status: 'geplant' } });
  expect((await order({ text, ...PLAN })).body).toEqual(planned.body);
  const others: Partial<Wish>[] = [
    { ...PLAN, publish_time: '08:31' },
    { webseiten: sites.slice(1, 2) },
    { auto_extend: true },
    { monate: 2 },
  ];
  for (const other of others) expect((await order({ text, ...other })).status).toBe(200);
  expect([(await bannersOf(user)).length, await on.credits(user)]).toEqual([6, 580]);
});

test('two equal orders around the planned minute are one, even with the last credits spent [FIX-28]', async () => {
  const owner = await on.rich(60);
  const now = {
    publish_option: 'Planen',
    publish_date: '2026-11-20',
    publish_time: '13:01',
  } as const;
  world.clock.set(new Date(START.getTime() + 59_500));
  const first = await order(now, owner);
  expect(first.body).toMatchObject({ charged: 60, credits: 0, banner: { status: 'geplant' } });
  world.clock.advance(4000);
  const again = await order(now, owner);
  expect(again.body).toMatchObject({
    charged: 60,
    credits: 0,
    banner: { ID: first.body.banner.ID, status: 'aktiv' },
  });
  expect(await bannersOf(owner)).toHaveLength(1);
});

test('an order with pictures and a key is carried out once too [BAN-65]', async () => {
  await on.grant(user.userId, 1000);
  const payload = wish({ typ: 'a2', banner_bild: await pictureFor('a2') });
  const press = () =>
    user.raw('order_banner', { payload, headers: { 'idempotency-key': 'banner-mit-bild' } });
  const [first, second] = await Promise.all([press(), press()]);
  expect([first.status, second.body]).toEqual([200, first.body]);
  expect([(await bannersOf(user)).length, await on.credits(user)]).toEqual([1, 1600]);
  // Without one the same picture is the same order, another one is not.
  world.clock.advance(4_000);
  expect((await user.call(orderBanner, payload)).body).toEqual(first.body);
  const other = dataUrl(await quarters(715, 244).negate({ alpha: false }).jpeg().toBuffer());
  const drawn = await user.call(orderBanner, { ...payload, banner_bild: other });
  expect(drawn.body.credits).toBe(1200);
  // Its answer was lost: the banner is ordered, and is not ordered once more.
  const { ID, version } = (await user.call(saveBanner, payload)).body.banner as Banner;
  const named = () =>
    user.raw('order_banner', {
      payload: { ...payload, ID, version },
      headers: { 'idempotency-key': 'banner-ohne-antwort' },
    });
  const ordered = await named();
  expect(ordered.body).toMatchObject({ success: true, credits: 800 });
  await world.db
    .updateTable('idempotency')
    .set({ status: null, answer: null, held_until: null })
    .where('account_id', '=', user.userId)
    .execute();
  const repeated = await named();
  expect([repeated.status, repeated.body]).toEqual([200, ordered.body]);
  expect([(await bannersOf(user)).length, await on.credits(user)]).toEqual([3, 800]);
});

test('an order of what cannot be ordered says so before its picture is looked at [BAN-65]', async () => {
  await on.grant(user.userId, 1000);
  const picture = await pictureFor('a2');
  const [booked, draft, held] = await Promise.all(
    ['Eins', 'Zwei', 'Drei'].map(
      async (text) =>
        (await user.call(saveBanner, wish({ typ: 'a2', text, banner_bild: picture }))).body
          .banner as Banner,
    ),
  );
  expect((await order({ typ: 'a2', ID: booked!.ID })).status).toBe(200);
  const hold = { held_at: START };
  await world.db.updateTable('banner').set(hold).where('id', '=', held!.ID).execute();
  const banner_bild = await damagedFor();
  const refused = async (changes: Partial<Wish>) =>
    (await order({ typ: 'a2', ...changes })).body.code as string;
  expect(await refused({ ID: booked!.ID, banner_bild })).toBe('BANNER_NOT_IN_THIS_STATE');
  const version = draft!.version + 1;
  expect(await refused({ ID: draft!.ID, version, banner_bild })).toBe('BANNER_VERSION_CONFLICT');
  expect(await refused({ ID: held!.ID, banner_bild })).toBe('HELD');
  expect(await refused({ ID: held!.ID })).toBe('HELD');
  expect(await refused({ ID: draft!.ID, banner_bild })).toBe('IMAGE_DAMAGED');
  await world.db.updateTable('banner').set({ held_at: null }).where('id', '=', held!.ID).execute();
});

test('an order needs a confirmed address where the operator asks for one, a draft does not [BAN-08]', async () => {
  await using strict = await testWorld({ REQUIRE_VERIFIED_EMAIL: '1' });
  const strictOn = advertisers(strict);
  const owner = await strictOn.rich(1000);
  const webseiten = [await websiteOf(strict)];
  const { status, body } = await owner.call(saveBanner, bannerWish({ webseiten }));
  expect(status).toBe(200);
  // Before its picture is looked at.
  const banner_bild = await damagedFor();
  for (const changes of [{}, { ID: body.banner.ID }, { typ: 'a2', banner_bild } as const])
    expect(await owner.call(orderBanner, bannerWish({ webseiten, ...changes }))).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_UNCONFIRMED' },
    });
  await strict.db
    .updateTable('account')
    .set({ email_confirmed_at: START })
    .where('id', '=', owner.userId)
    .execute();
  expect(
    (await owner.call(orderBanner, bannerWish({ webseiten, ID: body.banner.ID }))).status,
  ).toBe(200);
});

test('TOO_MANY_BANNERS: 200 that are not deleted, and no call makes one more [BAN-65]', async () => {
  const row = {
    account_id: user.userId,
    typ: 'a4',
    monate: 1,
    created_at: START,
    changed_at: START,
  };
  await world.db.insertInto('banner').values(Array(200).fill(row)).execute();
  const full = {
    status: 409,
    body: { code: 'TOO_MANY_BANNERS', message: expect.stringContaining('200') },
  };
  // Before its picture is looked at.
  const banner_bild = await damagedFor();
  for (const call of [keepBanner, saveBanner, orderBanner])
    for (const changes of [{}, { typ: 'a2', banner_bild } as const])
      expect(await user.call(call, wish(changes)), call.name).toMatchObject(full);
  const [{ ID }] = (await bannersOf(user)) as [Banner];
  expect(await user.call(duplicateBanner, { banner_id: ID })).toMatchObject(full);
  expect((await order({ ID })).status).toBe(200);
  expect((await user.call(deleteBanner, { banner_id: ID })).status).toBe(200);
  expect((await user.call(duplicateBanner, { banner_id: ID - 1 })).status).toBe(200);
});

test('without a session, with another’s banner and with a missing one [INV-13]', async () => {
  const { ID } = (await order()).body.banner;
  const other = await on.rich(1000);
  const before = await state();
  const calls = [
    ...[activateBanner, hideBanner, duplicateBanner, deleteBanner].map(
      (spec) => [spec, (banner_id: number) => ({ banner_id })] as const,
    ),
    ...[keepBanner, saveBanner, orderBanner].flatMap((spec) => [
      [spec, (banner: number) => wish({ ID: banner })] as const,
      [spec, (banner: number) => wish({ banner_id: banner })] as const,
      // Two ids of two banners: neither is used.
      [spec, (banner: number) => wish({ ID: banner, banner_id: banner + 1 })] as const,
    ]),
  ];
  const gone = { status: 404, body: { success: false, code: 'BANNER_NOT_FOUND' } };
  for (const [spec, params] of calls) {
    const send = (who: Caller, id: number) =>
      who.raw(spec.name, { method: spec.method, payload: params(id) as object });
    expect(await send(world.visitor, ID), spec.name).toMatchObject({
      status: 401,
      body: { code: 'NOT_LOGGED_IN' },
    });
    const [foreign, missing] = [await send(other, ID), await send(other, 999_999)];
    expect(foreign, spec.name).toMatchObject(gone);
    expect(foreign.body).toEqual(missing.body);
    for (const id of ['abc', '', '1 OR 1=1', '-1', '１２', [ID], null, '1\u0000'])
      expect(
        (
          await user.raw(spec.name, {
            method: spec.method,
            payload: params(id as unknown as number) as object,
          })
        ).status,
        `${spec.name} ${id}`,
      ).toBe(422);
  }
  expect([await state(), await bannersOf(other)]).toEqual([before, []]);
});

test('the status cannot be set by its owner [BAN-25]', async () => {
  const { body } = await user.call(saveBanner, wish());
  const { ID } = body.banner;
  const set = {
    status: 'aktiv',
    start_at: START,
    end_at: '2099-01-01T00:00:00Z',
    start_datum: '01.01.2020 00:00',
    hidden_at: null,
  };
  const lies = {
    ...set,
    banner_credits: 0,
    total: 0,
    base: 0,
    charged: 0,
    booking_id: 1,
    account_id: 1,
    open_end: '2099-01-01',
  };
  for (const action of ['save_banner', 'keep_banner'])
    expect((await user.raw(action, { payload: { ...wish({ ID }), ...lies } })).status, action).toBe(
      200,
    );
  expect((await bannersOf(user))[0]).toMatchObject({
    status: 'entwurf',
    start_at: null,
    end_at: null,
    banner_credits: 0,
  });
  const UNKNOWN = ['hidden_at', 'total', 'base', 'charged', 'booking_id', 'account_id', 'open_end'];
  const refused = await user.raw('order_banner', { payload: { ...wish({ ID }), ...lies } });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, UNKNOWN]);
  const known = Object.fromEntries(
    Object.entries(lies).filter(([name]) => !UNKNOWN.includes(name)),
  );
  const { typ: TYPE, ...rest } = wish({ ID });
  const ordered = await user.raw('order_banner', { payload: { ...rest, ...known, TYPE } });
  expect(ordered.body).toMatchObject({
    charged: 60,
    banner: { end_at: addCalendarMonths(START, 1).toISOString() },
  });
});

test('deleting a planned banner refunds its whole price once; any other nothing [BAN-23, API-21]', async () => {
  const { body } = await order({ webseiten: sites, ...PLAN });
  expect(body).toMatchObject({ charged: 96, banner: { status: 'geplant' } });
  const { ID } = body.banner;
  const asked = { method: 'DELETE', query: { banner_id: String(ID) } } as const;
  const gone = await user.raw('delete_banner', asked);
  expect(gone).toMatchObject({ status: 200, body: { success: true, refunded: 96, credits: 1000 } });
  expect(await user.raw('delete_banner', asked)).toMatchObject({
    status: 404,
    body: { code: 'BANNER_NOT_FOUND' },
  });
  const running = (await order()).body.banner.ID;
  expect((await user.call(deleteBanner, { banner_id: running })).body).toMatchObject({
    refunded: 0,
    credits: 940,
  });
  expect(await state()).toEqual({ banners: [], credits: 940 });
  expect(await rowOf(ID)).toMatchObject({
    text: '',
    url: '',
    open_end: null,
    alert_at: null,
    auto_extend: false,
  });
});

test('the copy is a draft with the same contents, picture and websites, and of its own [BAN-21]', async () => {
  await on.grant(user.userId, 1000);
  const original = (
    await order({
      typ: 'a2',
      monate: 1,
      webseiten: [sites[1]!, sites[2]!],
      banner_bild: await pictureFor('a2'),
    })
  ).body.banner;
  const { body } = await user.call(duplicateBanner, { banner_id: original.ID });
  const { ID, status, start_at, banner_credits, ...copy } = body.banner as Banner;
  expect([status, start_at, banner_credits]).toEqual(['entwurf', null, 0]);
  const { typ, text, url, monate, webseiten, auto_extend, banner_bild, post_title } = original;
  expect(copy).toMatchObject({
    typ,
    text,
    url,
    monate,
    webseiten,
    auto_extend,
    banner_bild,
    post_title,
  });
  await user.call(deleteBanner, { banner_id: original.ID });
  await world.runTasks('media/removal');
  expect((await world.send(user.cookie, { method: 'GET', url: banner_bild.url })).status).toBe(200);
  expect((await bannersOf(user)).map((banner) => banner.ID)).toEqual([ID]);
});

test('a planned banner is put online now, for its whole months [BAN-24, API-22]', async () => {
  const { body } = await order({ ...PLAN, monate: 2 });
  const at = new Date(+START + DAY_MS);
  world.clock.set(at);
  const asked = await user.raw('activate_banner', { query: { banner_id: String(body.banner.ID) } });
  expect(asked.body.banner).toMatchObject({
    status: 'aktiv',
    start_at: at.toISOString(),
    publish_option: 'Sofort',
  });
  const end = addCalendarMonths(at, 2);
  expect(asked.body.banner.end_at).toBe(end.toISOString());
  expect(await rowOf(body.banner.ID)).toMatchObject({
    open_end: end,
    alert_at: new Date(+end - DAY_MS),
  });
  expect(await on.credits(user)).toBe(880);
  // A running banner is not refunded.
  expect((await user.call(deleteBanner, { banner_id: body.banner.ID })).body.refunded).toBe(0);
});

test('a hidden banner keeps its end and is shown again until then [BAN-22, API-23, X-23]', async () => {
  const { ID, end_at } = (await order()).body.banner;
  const hidden = await user.raw('hide_banner', { query: { banner_id: String(ID) } });
  expect(hidden.body.banner).toMatchObject({ status: 'ausgeblendet', end_at });
  world.clock.advance(10 * DAY_MS);
  const shown = await user.call(activateBanner, { banner_id: ID });
  expect(shown.body.banner).toMatchObject({ status: 'aktiv', end_at });
  // What it was booked on stays, whatever became of the website.
  await user.call(hideBanner, { banner_id: ID });
  const site = (status: 'on' | 'off') =>
    world.db.updateTable('website').set({ status }).where('id', '=', sites[0]!).execute();
  await site('off');
  expect((await user.call(activateBanner, { banner_id: ID })).status).toBe(200);
  await site('on');
  await user.call(hideBanner, { banner_id: ID });
  world.clock.set(new Date(end_at));
  expect(await user.call(activateBanner, { banner_id: ID })).toMatchObject({
    status: 409,
    body: { code: 'BANNER_NOT_IN_THIS_STATE' },
  });
});

test('what was forbidden since it was ordered does not come online again [BAN-24]', async () => {
  const { ID } = (await order()).body.banner;
  await user.call(hideBanner, { banner_id: ID });
  await world.db.updateTable('banner').set({ text: 'AO möglich' }).where('id', '=', ID).execute();
  expect(await user.call(activateBanner, { banner_id: ID })).toMatchObject({
    status: 422,
    body: { errors: { text: expect.any(String) } },
  });
  expect((await bannersOf(user))[0]!.status).toBe('ausgeblendet');
});

test('an expired banner is ordered again at the current price, from now [BAN-14]', async () => {
  const { ID } = (await order()).body.banner;
  world.clock.set(instantOf('2027-01-31', '10:00'));
  const again = await order({ ID, monate: 1, webseiten: sites.slice(0, 2), text: 'Neuer Text' });
  expect(again.body).toMatchObject({
    charged: 78,
    banner: {
      status: 'aktiv',
      text: 'Neuer Text',
      end_datum: '28.02.2027 10:00',
      webseiten: sites.slice(0, 2),
      banner_credits: 78,
    },
  });
  expect(await on.credits(user)).toBe(1000 - 60 - 78);
});

test('hidden and shown again a banner says so, and shown it is another version [BAN-65]', async () => {
  const { ID: banner_id, version } = (await order()).body.banner;
  const before = await rowOf(banner_id);
  world.clock.advance(1000);
  const hidden = await user.call(hideBanner, { banner_id });
  expect(hidden.body).toMatchObject({
    message: 'Ausgeblendet.',
    banner: { status: 'ausgeblendet', version },
  });
  const now = world.clock.now();
  expect(await rowOf(banner_id)).toMatchObject({ hidden_at: now, alert_at: null, changed_at: now });
  world.clock.advance(1000);
  const shown = await user.call(activateBanner, { banner_id });
  const again = { status: 'aktiv', version: version + 1 };
  expect(shown.body).toMatchObject({ message: 'Dein Banner ist online.', banner: again });
  const later = world.clock.now();
  expect(await rowOf(banner_id)).toMatchObject({
    hidden_at: null,
    shown_again_at: later,
    changed_at: later,
    alert_at: before!.alert_at,
  });
});

test('a copy has the contents and begins as a draft that starts at once [BAN-65]', async () => {
  const gone = await websiteOf(world, 'weissdorn');
  const wanted = { webseiten: [sites[0]!, gone], monate: 2, auto_extend: true, ...PLAN };
  const { ID: banner_id } = (await order(wanted)).body.banner;
  await user.call(keepBanner, wish({ ...wanted, ID: banner_id, text: 'Nur gesichert' }));
  await world.db.updateTable('website').set({ status: 'off' }).where('id', '=', gone).execute();
  const { body } = await user.call(duplicateBanner, { banner_id });
  expect(body.message).toBe('Die Kopie liegt bei deinen Entwürfen.');
  expect(body.banner).toMatchObject({
    status: 'entwurf',
    typ: 'a4',
    text: 'Studio Linde',
    url: 'https://studio-linde.example/',
    monate: 2,
    auto_extend: true,
    publish_option: 'Sofort',
    publish_date: '',
    publish_time: '',
    webseiten: [sites[0]],
    unsaved: null,
    created_at: START.toISOString(),
  });
  expect((await rowOf(body.banner.ID))!.account_id).toBe(user.userId);
  const drawn = wish({ typ: 'a2', banner_bild: await pictureFor('a2') });
  const original = (await user.call(saveBanner, drawn)).body.banner as Banner;
  const copy = await user.call(duplicateBanner, { banner_id: original.ID });
  expect(copy.body.banner).toMatchObject({ typ: 'a2', banner_bild: original.banner_bild });
  expect(await imagesOf(original.ID)).toEqual(await imagesOf(copy.body.banner.ID));
});

test('deleting a planned banner refunds all, a running one nothing; both are audited [INV-13]', async () => {
  const deleted = async (banner_id: number) => {
    const { body } = await user.call(deleteBanner, { banner_id });
    const lines = await world.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'banner_deleted')
      .where('object', '=', `banner:${banner_id}`)
      .orderBy('id')
      .execute();
    return { ...body, lines: lines.map(({ details }) => details) };
  };
  const drawn = wish({ typ: 'a2', banner_bild: await pictureFor('a2') });
  const draft = (await user.call(saveBanner, drawn)).body.banner.ID as number;
  expect(await deleted(draft)).toMatchObject({
    refunded: 0,
    credits: 1000,
    lines: [{ status: 'entwurf', refunded: 0 }],
  });
  expect(await imagesOf(draft)).toEqual([]);
  const [planned, running] = [(await order(PLAN)).body.banner.ID, (await order()).body.banner.ID];
  expect(await deleted(planned)).toEqual({
    success: true,
    refunded: 60,
    credits: 940,
    message: 'Dein Banner ist gelöscht. 60 Credits sind wieder auf deinem Konto.',
    lines: [{ status: 'geplant', refunded: 60 }],
  });
  const back = world.db
    .selectFrom('ledger_transfer')
    .select('description')
    .where('kind', '=', 'refund');
  expect(await back.orderBy('id', 'desc').executeTakeFirst()).toEqual({
    description: `Banner ${planned}: vor dem Start gelöscht`,
  });
  expect(await deleted(running)).toEqual({
    success: true,
    refunded: 0,
    credits: 940,
    message: 'Dein Banner ist gelöscht.',
    lines: [{ status: 'aktiv', refunded: 0 }],
  });
  // What begins or began keeps the run of its booking.
  const run = async (banner: number) => {
    const times = world.db.selectFrom('banner_booking').select(['start_at', 'end_at']);
    return times.where('banner_id', '=', banner).executeTakeFirst();
  };
  const start_at = instantOf('2026-11-25', '08:30');
  expect(await run(planned)).toEqual({ start_at, end_at: addCalendarMonths(start_at, 1) });
  expect(await run(running)).toEqual({ start_at: START, end_at: addCalendarMonths(START, 1) });

  // With everything offline its start passes and it never begins.
  const paused = (await order({ ...PLAN, text: 'Pausiert' })).body.banner.ID as number;
  const shown = (await order({ text: 'Pausiert' })).body.banner.ID as number;
  expect((await user.raw('goOffline')).status).toBe(200);
  world.clock.set(instantOf('2026-11-27', '10:00'));
  expect(await deleted(paused)).toMatchObject({ refunded: 60, credits: 880 });
  const never = new Date(+world.clock.now() + 1);
  const length = +addCalendarMonths(start_at, 1) - +start_at;
  expect(await run(paused)).toEqual({ start_at: never, end_at: new Date(+never + length) });
  expect(await deleted(shown)).toMatchObject({ refunded: 0, credits: 880 });
  expect(await run(shown)).toEqual({ start_at: START, end_at: addCalendarMonths(START, 1) });
});

test('a planned banner that was held at its start never began when it is deleted [INV-13, BAN-23]', async () => {
  const id = (await order({ ...PLAN, text: 'Gesperrt' })).body.banner.ID as number;
  const team = house(world);
  await team.hold(await team.person(), 'banner', id, { fields: ['url'] });
  world.clock.set(instantOf('2026-11-27', '10:00'));
  expect((await user.call(deleteBanner, { banner_id: id })).body.refunded).toBe(60);
  const { start_at } = await world.db
    .selectFrom('banner_booking')
    .select('start_at')
    .where('banner_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(start_at.getTime()).toBeGreaterThan(world.clock.now().getTime());
  expect(await on.wrongBooks()).toEqual([]);
});
