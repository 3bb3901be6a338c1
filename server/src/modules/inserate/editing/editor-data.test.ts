import { clearCart, getCart, updateCart } from '@samtrot/shared/cart/contract.ts';
import { PACKAGE_IDS, PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { getInserat, InseratContent, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ad, advertisers } from '../../../testing/listings/inserate.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';
import { addWebsite, issueKey } from '../../partners/service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const website = (name: string) =>
  world.db.transaction().execute(async (db) => {
    const ctx = { db, now: START, actor: { kind: 'cli' } } as const;
    await addWebsite(ctx, { name, url: `https://${name.toLowerCase()}.example` });
    return issueKey(ctx, name);
  });

test("the session response has the editor's data, with enabled websites only [EDI-30, EDI-31]", async () => {
  const user = await on.rich(70);
  await website('Mondgarten');
  await website('Seeblick');
  await world.db
    .updateTable('website')
    .set({ status: 'off' })
    .where('name', '=', 'Seeblick')
    .execute();
  const { body } = await user.call(state, {});
  expect(body.state).toMatchObject({
    user_id: user.userId,
    user_login: expect.stringMatching(/^Nutzer /),
    credits: 70,
    webseiten: [{ name: 'Mondgarten', url: 'https://mondgarten.example', status: 'on' }],
  });
  for (const list of ['cantons', 'categories', 'offerings'])
    expect(body.state[list].length).toBeGreaterThan(0);
});

test('the lists have the 26 cantons with codes, categories and offerings, each once [EDI-44]', async () => {
  const user = await on.rich(0);
  const { cantons, categories, offerings } = (await user.call(state, {})).body.state;
  const codes = cantons.map(({ id }: { id: string }) => id);
  expect(codes.toSorted()).toEqual(
    'AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH'.split(' '),
  );
  for (const list of [cantons, categories, offerings]) {
    const names = list.map(({ name }: { name: string }) => name);
    expect([new Set(names).size, names.includes('')]).toEqual([list.length, false]);
  }
  // Each of them can be chosen, and nothing else.
  const all = { cantons: codes, categories: categories.map(({ id }: { id: number }) => id) };
  const ids = offerings.map(({ id }: { id: number }) => id);
  const { body } = await on.place(user, { ...all, offerings: ids, post_status: 'draft' });
  expect(body.inserat).toMatchObject({ ...all, offerings: ids });
  const unknown = await on.place(user, { cantons: ['XX'], categories: [9999] });
  expect(Object.keys(unknown.body.errors)).toEqual(['cantons', 'categories']);
});

test('an ad goes to every enabled website; a sent choice of websites is ignored [EDI-32]', async () => {
  const keys = [await website('Nordlicht'), await website('Abendrot')];
  const user = await on.rich(0);
  const id = await on.blank(user);
  const chosen = {
    ...ad(id, { titel: 'Auf allen Webseiten' }),
    webseiten: ['Nordlicht'],
    selectedWebseiten: [1],
  };
  expect((await user.raw('saveInserat', { payload: chosen })).status).toBe(200);
  for (const key of keys) {
    const headers = { authorization: `Bearer ${key}` };
    const { body } = await world.send('', { method: 'GET', url: '/partner/v1/ads', headers });
    expect(body.ads.map(({ titel }: { titel: string }) => titel)).toContain('Auf allen Webseiten');
  }
});

test("packages have the portal's id, name, price and days; sent prices are ignored [EDI-39]", async () => {
  const table = PACKAGE_IDS.map((id) => [
    ...[id, PACKAGES[id].title, PRICES.packages[id], PACKAGES[id].days],
  ]);
  expect(table).toEqual([
    ['free', '30 Tage Gratis', 0, 30],
    ['1_day', '1 Tag Premium', 10, 1],
    ['3_days', '3 Tage Premium', 20, 3],
    ['5_days', '5 Tage Premium', 30, 5],
    ['1_week', '1 Woche Premium', 40, 7],
    ['1_month', '1 Monat Premium', 100, 30],
  ]);
  const user = await on.rich(100);
  const id = await on.blank(user);
  const price_options = [
    { id: '1_week', name: 'Geschenk', price: 0, duration: 365, features: ['alles'] },
  ];
  const payload = { ...ad(id, { inserat_typ: '1_week' }), price_options };
  const { body } = await user.raw('saveInserat', { payload });
  expect(body).toMatchObject({ charged: 40, inserat: { end_zeit: '27.11.2026 13:00' } });
  expect(body.inserat.price_options.map(Object.values)).toEqual(
    table.map((row) => [...row, expect.any(Array)]),
  );
  expect(PRICES.extras.topAd).toBe(80);
});

test('every field that the editor sends is returned as it was sent [EDI-104]', async () => {
  const user = await on.rich(1000);
  const inserat_id = await on.blank(user);
  const sent: Required<Omit<InseratContent, 'reaktivierung'>> = {
    inserat_typ: '1_month',
    name: 'Lena',
    titel: 'Ruhige Stunden',
    beschreibung: '<p>Gute Gespräche am See.</p>',
    telefon: '+41791234567',
    sms_erlaubt: true,
    whatsapp_erlaubt: true,
    whatsapp: '+41791234568',
    homepage: 'https://lena.example',
    adresse_anzeigen: true,
    ort_anzeigen: true,
    erreichbar: {
      zeiten: [{ tage: [1, 2, 7], von: '18:00', bis: '02:00' }],
      nach_absprache: false,
    },
    strasse_und_nummer: 'Seeweg 4',
    adressezusatz: '2. Stock',
    postleitzahl: '8001',
    ort: 'Zürich',
    land: 'Schweiz',
    cantons: ['ZH', 'ZG'],
    categories: [1, 2],
    offerings: [1, 3],
    sprachen: ['de', 'en', 'zh'],
    originalbilder: 'Original Bilder',
    push_times: ['12:00', '18:30'],
    date_time_pushes: [{ date: '2026-12-01', time: '20:15' }],
    top_ad_enabled: true,
    color_enabled: true,
    story_posted: false,
    story_title: 'Heute am See',
    auto_extend: true,
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  };
  // A field that is added to the form is added here.
  expect(Object.keys(sent).toSorted()).toEqual(Object.keys(InseratContent.shape).toSorted());
  for (const post_status of ['draft', 'publish'] as const) {
    const { status, body } = await user.call(saveInserat, { inserat_id, ...sent, post_status });
    expect(status).toBe(200);
    expect(body.inserat).toMatchObject({
      ID: inserat_id,
      ...sent,
      post_status,
      inserat_status: post_status === 'draft' ? 'entwurf' : 'geplant',
    });
    const read = await user.call(getInserat, { inserat_id });
    expect(read.body.inserat).toMatchObject({ ID: inserat_id, ...sent });
  }
});

test('the cart is stored by updateCart, read by getCart and emptied by clearCart only [PRI-27]', async () => {
  const user = await on.rich(0);
  const inserat_id = await on.blank(user);
  const wanted = { inserat_id, base_package: '1_week' as const };
  const cart = (await user.call(updateCart, wanted)).body.cart;
  expect(cart).toMatchObject({ inserat_id, base_package: '1_week', total_credits: 40 });
  expect((await user.call(getCart, { inserat_id })).body.cart).toEqual(cart);
  expect((await user.call(clearCart, { inserat_id })).body.cart).toBeNull();
  expect((await user.call(getCart, { inserat_id })).body.cart).toBeNull();
  for (const name of ['cart', 'update_cart', 'syncCart', 'loadCart']) {
    expect(await user.raw(name, { payload: wanted })).toMatchObject({
      status: 404,
      body: { success: false },
    });
  }
});
