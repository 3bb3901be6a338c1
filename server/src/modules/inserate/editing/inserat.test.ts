import {
  createInserat,
  getInserat,
  Inserat,
  saveInserat,
} from '@samtrot/shared/inserate/contract.ts';
import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ad, advertisers, type Saving } from '../../../testing/listings/inserate.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(() => world.clock.set(START));
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('ads are for those who are logged in [API-26, API-27, EDI-01]', async () => {
  for (const call of [
    () => world.visitor.call(createInserat, {}),
    () => world.visitor.call(saveInserat, ad(20001)),
  ]) {
    expect(await call()).toMatchObject({
      status: 401,
      body: { success: false, code: 'NOT_LOGGED_IN' },
    });
  }
  const user = await on.rich(0);
  const query = { user_id: String(user.userId + 1) };
  expect(await user.raw('createInserat', { query })).toMatchObject({ status: 403 });
});

test('a new ad has an id before anything is typed, is not listed, and there is one of it [EDI-04, API-26]', async () => {
  const user = await on.rich(0);
  const ids = await Promise.all(Array.from({ length: 10 }, () => user.call(createInserat, {})));
  expect(new Set(ids.map(({ status, body }) => `${status}:${body.inserat_id}`)).size).toBe(1);
  expect(await on.list(user)).toEqual([]);
  await on.place(user, { post_status: 'draft' });
  expect(await on.blank(user)).not.toBe(ids[0]!.body.inserat_id);
});

test('an untouched draft goes after 24 hours, a used one stays [EDI-04]', async () => {
  const user = await on.rich(0);
  const { id } = await on.place(user, { post_status: 'draft', name: 'Lena' });
  const blank = await on.blank(user);
  world.clock.advance(DAY_MS);
  await world.runTasks('publication/sweep');
  expect(await on.blank(user)).toBe(blank);
  // Requesting it has restarted its day.
  world.clock.advance(DAY_MS);
  await world.runTasks('publication/sweep');
  expect(await on.blank(user)).toBe(blank);
  world.clock.advance(DAY_MS + 1);
  await world.runTasks('publication/sweep');
  expect(await on.blank(user)).not.toBe(blank);
  expect((await on.list(user)).map(({ ID }) => ID)).toEqual([id]);
});

test('a draft keeps everything that was typed, however little [EDI-21, EDI-22, MED-15]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const empty = await user.call(saveInserat, { inserat_id: id, post_status: 'draft' });
  expect(empty).toMatchObject({
    status: 200,
    body: { charged: 0, inserat: { originalbilder: 'Keine Angaben' } },
  });
  const typed: Partial<Saving> = {
    inserat_typ: '1_week',
    name: 'L',
    titel: '',
    beschreibung: '<p>Erste Zeile</p><p>zweite</p>',
    telefon: '079',
    cantons: ['ZH', 'BE'],
    categories: [2],
    offerings: [1, 3],
    originalbilder: 'KI-generierte Bilder',
    publish_option: 'Planen',
    publish_date: '2020-01-01',
    publish_time: '',
  };
  const answer = await user.call(saveInserat, { inserat_id: id, post_status: 'draft', ...typed });
  expect(answer.body.message).toBe(
    'Inserat wurde als Entwurf gespeichert. Sie können es später bearbeiten, wenn Sie genügend Credits haben.',
  );
  const [listed] = await on.list(user);
  expect(listed).toMatchObject({
    ID: id,
    inserat_status: 'entwurf',
    post_status: 'draft',
    paid: null,
    ...typed,
    beschreibung: 'Erste Zeile\nzweite',
  });
  expect({ ...listed, beschreibung: typed.beschreibung }).toEqual(answer.body.inserat);
});

test('a draft normalizes complete numbers and stores known choices once [EDI-21]', async () => {
  const user = await on.rich(0);
  const { body } = await on.place(user, {
    post_status: 'draft',
    telefon: '0041 79 123 45 67',
    cantons: ['ZH', 'ZH', 'XX'],
    categories: [1, 1, 999],
  });
  expect(body.inserat).toMatchObject({ telefon: '+41791234567', cantons: ['ZH'], categories: [1] });
});

test('a placed free ad is online for 30 days, in the words of the list [API-28, INS-06, EDI-19, INS-42]', async () => {
  const user = await on.rich(0);
  const { body, status, id } = await on.place(user);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    charged: 0,
    credits: 0,
    message: 'Dein Inserat ist online.',
  });
  const [listed] = await on.list(user);
  expect(Inserat.safeParse(listed).success).toBe(true);
  expect(listed).toMatchObject({
    ID: id,
    inserat_status: 'aktiv',
    post_status: 'publish',
    inserat_typ: 'free',
    titel: 'Ruhige Stunden am See',
    start_zeit: '20.11.2026 13:00',
    end_zeit: '20.12.2026 13:00',
    telefon: '+41791234567',
    views: 0,
    push_taglich: false,
    inserat_farbe: false,
    inserat_topad: false,
    inserat_story: false,
    reaktivierung: false,
    imageSources: [],
    reactivation_date: '',
  });
});

test.each([
  ['1_day', 1],
  ['3_days', 3],
  ['5_days', 5],
  ['1_week', 7],
  ['1_month', 30],
] as const)(
  'a premium ad %s runs %i days [INS-43, EDI-101, EDI-102, CON-71]',
  async (inserat_typ, days) => {
    const user = await on.rich(100);
    const { body } = await on.place(user, { inserat_typ });
    const end = addCalendarDays(START, days);
    expect(body.inserat).toMatchObject({ end_at: end.toISOString() });
    expect(body.inserat.reactivation_date).toBe(end.toISOString().slice(0, 10));
  },
);

test('packages across daylight saving changes end at the same wall time [INS-43, EDI-101]', async () => {
  const user = await on.rich(40);
  world.clock.set(new Date('2027-03-27T11:00:00Z'));
  const spring = await on.place(user, { inserat_typ: '1_day' });
  expect(spring.body.inserat).toMatchObject({
    start_zeit: '27.03.2027 12:00',
    end_zeit: '28.03.2027 12:00',
  });
  expect(spring.body.inserat.end_at).toBe('2027-03-28T10:00:00.000Z');
  world.clock.set(new Date('2027-10-30T10:00:00Z'));
  const autumn = await on.place(user, { inserat_typ: '1_day' });
  expect(autumn.body.inserat.end_at).toBe('2027-10-31T11:00:00.000Z');
});

test("another account's, an unknown and a deleted ad return the same error [API-27, EDI-02, ERR-095]", async () => {
  const owner = await on.rich(0);
  const other = await on.rich(0);
  const { id } = await on.place(owner);
  const deleted = (await on.place(owner, { post_status: 'draft' })).id;
  await world.db
    .updateTable('inserat')
    .set({ status: 'geloescht' })
    .where('id', '=', deleted)
    .execute();
  const answers = [
    await other.call(saveInserat, ad(id, { name: 'Fremd' })),
    await other.call(saveInserat, ad(999_999_999)),
    await owner.call(saveInserat, ad(deleted)),
  ];
  for (const answer of answers) expect(answer).toEqual({ ...answers[0]!, headers: answer.headers });
  expect(answers[0]).toMatchObject({
    status: 404,
    body: { code: 'INSERAT_NOT_FOUND', message: 'Kein Inserat ausgewählt' },
  });
  expect((await on.list(owner)).map(({ name }) => name)).toEqual(['Lena']);
});

test.each<[string, Record<string, unknown>, string]>([
  ['a short name [EDI-46, ERR-080]', { name: 'Le' }, 'name'],
  ['white space is no name [EDI-46, ERR-079]', { name: '   ' }, 'name'],
  ['a long name [EDI-46, ERR-081]', { name: 'x'.repeat(21) }, 'name'],
  ['control characters [EDI-47, ERR-082]', { titel: 'Guten\u0000 Tag' }, 'titel'],
  ['text that turns its direction [EDI-47]', { titel: 'Guten \u202e Tag' }, 'titel'],
  ['no description [EDI-48, ERR-083]', { beschreibung: '' }, 'beschreibung'],
  ['markup alone [EDI-50]', { beschreibung: '<p>kurz</p>' }, 'beschreibung'],
  ['a long description [EDI-49, ERR-081]', { beschreibung: 'x'.repeat(5001) }, 'beschreibung'],
  ['letters in the phone number [EDI-58, ERR-082]', { telefon: 'ruf mich an' }, 'telefon'],
  ['digits of another script [EDI-58]', { telefon: '٠٧٩١٢٣٤٥٦٧' }, 'telefon'],
  ['no region [EDI-83]', { cantons: [] }, 'cantons'],
  ['an unknown region [EDI-83]', { cantons: ['XX'] }, 'cantons'],
  ['an unknown category [EDI-83]', { categories: [999] }, 'categories'],
  ['an unknown offering [EDI-83]', { offerings: [999] }, 'offerings'],
  ['an unknown package [EDI-19]', { inserat_typ: '2_weeks' }, 'inserat_typ'],
  ['an unknown state [EDI-19]', { post_status: 'aktiv' }, 'post_status'],
  ['an unknown kind of pictures [MED-16]', { originalbilder: 'Echt' }, 'originalbilder'],
  ['an unknown language', { sprachen: ['de', 'tlh'] }, 'sprachen'],
  ['a number instead of a name [EDI-46]', { name: 7 }, 'name'],
  ['a list instead of a name [EDI-46]', { name: ['Lena'] }, 'name'],
  ['a wrong id [API-27]', { inserat_id: 'x' }, 'inserat_id'],
  ['a negative id [API-27]', { inserat_id: -1 }, 'inserat_id'],
  [
    'a planned free ad [EDI-97]',
    { publish_option: 'Planen', publish_date: '2026-12-01', publish_time: '10:00' },
    'publish_option',
  ],
  [
    'a NUL in the day of a draft [EDI-96]',
    { post_status: 'draft', publish_date: '\u0000' },
    'publish_date',
  ],
  ['markup in the day [EDI-96]', { publish_date: '<b>' }, 'publish_date'],
  [
    'a time of another script [EDI-96]',
    { post_status: 'draft', publish_time: '٠٨:٣٠' },
    'publish_time',
  ],
  ['a forbidden offer in the name [INS-51]', { name: 'Lena AO' }, 'name'],
  ['in the title [INS-51]', { titel: 'gerne ohne Kondom' }, 'titel'],
  [
    'in the description [INS-51]',
    { beschreibung: 'Ich komme zu dir. o h n e  G u m m i möglich.' },
    'beschreibung',
  ],
])('%s is refused at its field, and nothing happens', async (_title, changes, field) => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const payload = { ...ad(id), ...changes };
  const answer = await user.raw('saveInserat', { payload });
  expect(answer).toMatchObject({ status: 422, body: { success: false, code: 'INVALID_INPUT' } });
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  expect(await on.list(user)).toEqual([]);
});

test('the message of a forbidden offer says why; as a draft the text is kept [INS-51]', async () => {
  const user = await on.rich(0);
  const { body, id } = await on.place(user, { titel: 'gerne ohne Kondom' });
  expect(body.errors.titel).toContain('nicht erlaubt');
  const kept = await on.place(user, {
    inserat_id: id,
    titel: 'gerne ohne Kondom',
    post_status: 'draft',
  });
  expect(kept.status).toBe(200);
});

test('of the markup only what the editor offers is kept; a plain text becomes paragraphs [EDI-51, EDI-52]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const kept = async (beschreibung: string) =>
    (await on.place(user, { inserat_id: id, post_status: 'draft', beschreibung })).body.inserat
      .beschreibung;
  expect(await kept('Erste & letzte\n\nZeile < 3\nhier')).toBe(
    '<p>Erste &amp; letzte</p><p>Zeile &lt; 3<br>hier</p>',
  );
  const rich =
    '<h1 class="align-center">Hallo</h1><p class="align-right"><strong>stark</strong> <em>schräg</em></p><ul><li>eins</li></ul>';
  expect(await kept(rich)).toBe(rich);
  expect(
    await kept(
      '<p onclick="x()" style="color:red" class="align-center fremd">Hallo <script>alert(1)</script><a href="https://x.example">Link</a><img src=x onerror=alert(1)> <b>fett</b></p><iframe></iframe>',
    ),
  ).toBe('<p class="align-center">Hallo Link <strong>fett</strong></p>');
  expect(await kept('<p><br></p><p>&nbsp;</p>')).toBe('');
});

test('status, dates, prices and ownership from the client mean nothing [EDI-19, API-27]', async () => {
  const user = await on.rich(0);
  const other = await on.rich(0);
  const id = await on.blank(user);
  const payload = {
    ...ad(id),
    inserat_status: 'ausgeblendet',
    start_at: '2020-01-01',
    end_zeit: '01.01.2099 00:00',
    views: 9999,
    paid: {},
    imageSources: [{ url: 'https://fremd.example/x.png' }],
  };
  const unknown = { price: -5, charged: 0, account_id: other.userId, status: 'aktiv' };
  const refused = await user.raw('saveInserat', { payload: { ...payload, ...unknown } });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, Object.keys(unknown)]);
  const { body } = await user.raw('saveInserat', { payload });
  expect(body.inserat).toMatchObject({
    inserat_status: 'aktiv',
    views: 0,
    inserat_topad: false,
    inserat_farbe: false,
    imageSources: [],
    end_zeit: '20.12.2026 13:00',
  });
});

test.each<[string, object]>([
  [
    'by the names of lists',
    { inserat_topad: true, inserat_farbe: true, inserat_story: true, reaktivierung: true },
  ],
  [
    'by the names of the editor',
    { top_ad_enabled: true, color_enabled: true, story_posted: true, auto_extend: true },
  ],
  [
    'by both, of which the editor counts',
    {
      top_ad_enabled: true,
      color_enabled: true,
      story_posted: true,
      auto_extend: true,
      selectedRegions: ['BE'],
      inserat_topad: false,
      inserat_farbe: false,
      inserat_story: false,
      reaktivierung: false,
    },
  ],
])('what is wanted of an ad may be said %s [X-29, FIX-32]', async (_title, wanted) => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const { cantons: _, ...content } = ad(id, { post_status: 'draft', inserat_typ: '1_week' });
  const payload = {
    ...content,
    ...('selectedRegions' in wanted ? { cantons: ['ZH'] } : { selectedRegions: ['ZH'] }),
  };
  for (const action of ['saveInserat', 'keepInserat']) {
    expect((await user.raw(action, { payload: { ...payload, ...wanted } })).status).toBe(200);
    expect((await user.call(getInserat, { inserat_id: id })).body.inserat).toMatchObject({
      top_ad_enabled: true,
      color_enabled: true,
      story_posted: true,
      auto_extend: true,
      cantons: ['ZH'],
    });
  }
});

test('an ad has its regions by both names, the date of its first push, and the packages [FIX-30, EDI-39, EDI-40, EDI-89]', async () => {
  const user = await on.rich(200);
  const id = await on.blank(user);
  const pushes = [
    { date: '2026-11-24', time: '18:00' },
    { date: '2026-11-22', time: '09:30' },
  ];
  const sent = {
    ...ad(id, { inserat_typ: '1_week', cantons: ['ZH', 'BE'] }),
    date_time_pushes: pushes,
  };
  const { body } = await user.raw('saveInserat', { payload: sent });
  expect(body.inserat).toMatchObject({
    cantons: ['ZH', 'BE'],
    selectedRegions: ['ZH', 'BE'],
    push_date: '2026-11-22',
  });
  const week = body.inserat.price_options.find((option: { id: string }) => option.id === '1_week');
  expect(week).toEqual({
    id: '1_week',
    name: '1 Woche Premium',
    price: 40,
    duration: 7,
    features: [
      '3 Regionen',
      '3 Kategorien',
      '10 Bilder',
      '2 Videos',
      'Start planbar',
      'Automatisch reaktivieren',
    ],
  });
  const [listed] = await on.list(user);
  expect(listed).toMatchObject({
    selectedRegions: ['ZH', 'BE'],
    push_date: '2026-11-22',
    price_options: body.inserat.price_options,
  });
  const blank = await user.call(getInserat, { inserat_id: await on.blank(user) });
  expect(blank.body.inserat).toMatchObject({ selectedRegions: [], push_date: '' });
});

/** Part 2, section 3 of the specification: every field of an ad that it names. */
const SPECIFIED =
  'ID titel name beschreibung telefon sms_erlaubt whatsapp whatsapp_erlaubt homepage strasse_und_nummer adressezusatz postleitzahl ort land cantons categories offerings selectedRegions imageSources videoSources inserat_typ inserat_status post_status price_options push_taglich push_times push_date date_time_pushes inserat_topad inserat_farbe inserat_story story_image story_video story_title story_posted originalbilder publish_option publish_date publish_time auto_extend reaktivierung reactivation_date color_enabled top_ad_enabled'.split(
    ' ',
  );

test('an ad has every field of the specification, in its spelling of the picture kinds [FIX-30, MED-16]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const payload = ad(id, { post_status: 'draft', originalbilder: 'Typenänliche Bilder' });
  expect((await user.raw('saveInserat', { payload })).status).toBe(200);
  const { inserat } = (await user.call(getInserat, { inserat_id: id })).body;
  expect(SPECIFIED.filter((field) => !(field in inserat))).toEqual([]);
  expect(inserat.originalbilder).toBe('Typenänliche Bilder');
  const right = { ...payload, originalbilder: 'Typenähnliche Bilder' };
  expect((await user.raw('saveInserat', { payload: right })).status).toBe(422);
});

test('a TopAd by its other name is bought and shown, and an ad may be sent as it was read [X-29, FIX-32]', async () => {
  const user = await on.rich(200);
  const id = await on.blank(user);
  const payload = { ...ad(id, { inserat_typ: '1_week' }), inserat_topad: true };
  const { body } = await user.raw('saveInserat', { payload });
  expect(body).toMatchObject({
    charged: 120,
    inserat: { inserat_topad: true, top_ad_enabled: true },
  });
  const again = await user.raw('saveInserat', {
    payload: { inserat_id: id, ...body.inserat, publish_option: 'Sofort' },
  });
  expect(again).toMatchObject({ status: 200, body: { charged: 0 } });
});

test('an ad that is online cannot become a draft, and its text stays as it was [EDI-21]', async () => {
  const user = await on.rich(0);
  const { id } = await on.place(user);
  const answer = await on.place(user, { inserat_id: id, name: 'Anders', post_status: 'draft' });
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { post_status: expect.any(String) } },
  });
  expect((await on.list(user))[0]).toMatchObject({ name: 'Lena', inserat_status: 'aktiv' });
});

test('the body ends at its limit, and only JSON objects are read [API-27]', async () => {
  const user = await on.rich(0);
  const id = await on.blank(user);
  const large = await user.raw('saveInserat', {
    payload: { ...ad(id), beschreibung: 'x'.repeat(270_000) },
  });
  expect(large.status).toBe(413);
  const headers = { 'content-type': 'application/json' };
  expect((await user.raw('saveInserat', { payload: '[1]', headers })).status).toBe(400);
  expect((await user.raw('saveInserat', { payload: '{', headers })).status).toBe(400);
});
