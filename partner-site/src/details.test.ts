import type { Portal } from '@samtrot/partner';
import { expect, test } from 'vitest';
import { AGENT, ad, ask, eachTestItsOwn, failures, fake, here } from './fake-portal.ts';
import { similarTo } from './lists.ts';

eachTestItsOwn();

const page = async (path: string) => (await ask(path)).text();
const part = (html: string, pattern: RegExp) => html.match(pattern)?.[0] ?? '';
const text = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const addresses = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
const bar = (html: string) => part(html, /<nav class="ad-bar".*?<\/nav>/s);
const hop = (html: string) => part(html, /<nav class="hop".*?<\/nav>/s);
const ZURICH = [{ id: 'ZH', name: 'Zürich' }];
const four = () => ['Anna', 'Bea', 'Cleo', 'Dora'].map((name) => ad({ name, cantons: ZURICH }));

test('an ad leads back to the list it was found in, and to those beside it [EXP-108]', async () => {
  fake.lists = { cantons: ZURICH, categories: [{ id: 1, name: 'Massage' }], offerings: [] };
  fake.counts = () => ({ total: 128, new_today: 0 });
  fake.ads = [...four(), ad({ name: 'Zoé', topad: true })];
  const [anna, bea, cleo, , zoe] = fake.ads.map(({ id }) => id);
  const query = '?kanton=ZH&kategorie=1&suche=see';
  const list = await page(`/${query}`);
  for (const id of [anna, bea, zoe]) expect(addresses(list)).toContain(`/inserat/${id}${query}`);
  const html = await page(`/inserat/${bea}${query}`);
  const around = [`/inserat/${anna}${query}`, `/inserat/${cleo}${query}`];
  expect(addresses(bar(html))).toEqual([`/${query}`, ...around]);
  expect(addresses(hop(html))).toEqual(around);
  expect(text(hop(html))).toBe('Vorheriges Anna Nächstes Cleo');
  // TopAds stand above the others.
  expect(text(bar(html))).toContain('Inserate in Zürich');
  expect(text(bar(html))).toContain('3 von 128');
  const top = await page(`/inserat/${zoe}${query}`);
  expect(text(hop(top))).toBe('Nächstes Anna');
  // Its address is shared without the list.
  expect(html).toContain(`data-share="/inserat/${bea}"`);
});

test('the last ad of a page leads to the first of the next, and behind it no place is told [EXP-108]', async () => {
  fake.ads = four();
  const cursor = 'c'.repeat(40);
  fake.next = cursor;
  const last = await page(`/inserat/${fake.ads[3]!.id}`);
  // The fake portal has the same ads on every page.
  expect(addresses(hop(last))[1]).toBe(`/inserat/${fake.ads[0]!.id}?weiter=${cursor}`);
  const behind = await page(`/inserat/${fake.ads[1]!.id}?weiter=${cursor}`);
  expect(text(bar(behind))).not.toMatch(/\d von \d/);
  expect(addresses(bar(behind))[0]).toBe(`/?weiter=${cursor}`);
});

test('four to eight similar ads stand below, fewer are no choice, and a failure costs nothing [EXP-108]', async () => {
  const shown = async () => {
    // What stands beside an ad is kept for half a minute.
    here.door.invalidate('ads', fake.ads[0]!.id);
    const html = await page(`/inserat/${fake.ads[0]!.id}`);
    const below = part(html, /<section class="similar".*?<\/section>/s);
    return [below.match(/<article/g)?.length ?? 0, below] as const;
  };
  fake.ads = four().slice(0, 3);
  expect((await shown())[0]).toBe(0);
  fake.ads = [...four(), ...four(), ...four()];
  const [count, html] = await shown();
  expect(count).toBe(8);
  expect(text(html)).toContain('Ähnliche Inserate in Zürich');
  expect(addresses(html)[0]).toBe('/?kanton=ZH');
  // One of them is elsewhere: the heading names no canton.
  fake.ads = [...four(), ad({ cantons: [{ id: 'BE', name: 'Bern' }] })];
  const [, mixed] = await shown();
  expect(text(mixed)).toContain('Ähnliche Inserate');
  expect(text(mixed)).not.toContain('Zürich Alle');
  expect(text(part(mixed, /<h2.*?<\/h2>/s)).trim()).toBe('Ähnliche Inserate');
  fake.failing = ['ads'];
  fake.ads = four();
  here.door.invalidate('ads', fake.ads[0]!.id);
  const bare = await ask(`/inserat/${fake.ads[0]!.id}`);
  const body = await bare.text();
  expect([bare.status, body.includes('Anna'), body.includes('class="similar"')]).toEqual([
    200,
    true,
    false,
  ]);
  expect(addresses(bar(body))).toEqual(['/']);
  expect(failures).toHaveLength(2);
});

test('what stands beside an ad is asked for once in half a minute, the ad itself each time [EXP-108]', async () => {
  fake.ads = four();
  const asked = async () => {
    fake.asked = [];
    await ask(`/inserat/${fake.ads[0]!.id}`);
    return fake.asked.map(({ path }) => path.replace('/partner/v1/', '')).sort();
  };
  expect((await asked()).length).toBeGreaterThan(3);
  expect(await asked()).not.toContain('ads');
  expect(await asked()).toContain(`ads/${fake.ads[0]!.id}`);
  // Another ad of the same place has the same beside it.
  fake.ads.reverse();
  expect(await asked()).not.toContain('ads');
});

test('similar ads are those of the place, then of the canton, then of the category [EXP-108]', async () => {
  const [zurich, bern] = [
    { id: 'ZH', name: 'Zürich' },
    { id: 'BE', name: 'Bern' },
  ];
  const [one, two] = [
    { id: 1, name: 'Massage' },
    { id: 2, name: 'Begleitung' },
  ];
  const of = (name: string, canton: typeof zurich, category: typeof one) =>
    ad({ name, cantons: [canton], categories: [category] });
  const mine = of('Ich', zurich, one);
  const all = [
    ...['K1', 'K2', 'K3'].map((name) => of(name, zurich, two)),
    mine,
    ...['A1', 'A2'].map((name) => of(name, bern, one)),
    of('Fern', bern, two),
    of('Nah', zurich, one),
  ];
  const portal = {
    ads: async ({ canton, category }: { canton?: string; category?: string }, limit: number) => ({
      ads: all
        .filter(({ cantons }) => !canton || cantons[0]!.id === canton)
        .filter(({ categories }) => !category || String(categories[0]!.id) === category)
        .slice(0, limit),
      next: null,
    }),
  } as unknown as Portal;
  const names = async (limit: number) =>
    (await similarTo(portal, mine, limit)).map(({ name }) => name);
  expect(await names(8)).toEqual(['Nah', 'K1', 'K2', 'K3', 'A1', 'A2']);
  expect(await names(2)).toEqual(['Nah', 'K1']);
});

const PLACE = { strasse: 'Seeweg 1', zusatz: '', plz: '8004', ort: 'Zürich', land: 'Schweiz' };
const STANDORT = { plz: '8004', ort: 'Zürich' };

test.each([
  ['region', {}, 'Zürich Den genauen Ort sagt Lena am Telefon.', null],
  [
    'place',
    { standort: STANDORT },
    '8004 Zürich Die genaue Adresse sagt Lena am Telefon. In der Karten-App öffnen',
    '8004 Zürich',
  ],
  [
    'address',
    { standort: STANDORT, adresse: PLACE },
    'Seeweg 1 8004 Zürich In der Karten-App öffnen',
    'Seeweg 1, 8004 Zürich, Schweiz',
  ],
  [
    'place without a telephone',
    { standort: STANDORT, telefon: '' },
    '8004 Zürich Die genaue Adresse sagt dir Lena. In der Karten-App öffnen',
    '8004 Zürich',
  ],
])(
  'the chosen %s is all that is said, and a map is a link by the device [EXP-108, EXP-51]',
  async (_, values, words, query) => {
    fake.ads = [ad({ cantons: ZURICH, ...values })];
    const path = `/inserat/${fake.ads[0]!.id}`;
    const html = await page(path);
    const panel = part(html, /<section class="panel" aria-labelledby="ort">.*?<\/section>/s);
    expect(text(panel)).toBe(`Ort ${words}`);
    expect(html).not.toMatch(/openstreetmap|apple\.com|geo:/);
    const target = async (agent: string) =>
      (await ask(`${path}/karte`, { 'user-agent': agent })).headers.get('location');
    const encoded = query && encodeURIComponent(query);
    expect(await target('Mozilla/5.0 (Linux; Android 15)')).toBe(
      query ? `geo:0,0?q=${encoded}` : path,
    );
    expect(await target('Mozilla/5.0 (iPhone)')).toBe(
      query ? `https://maps.apple.com/?q=${encoded}` : path,
    );
    expect(await target(AGENT)).toBe(
      query ? `https://www.openstreetmap.org/search?query=${encoded}` : path,
    );
    expect(await (await ask(`${path}/karte`, { cookie: '' })).text()).toContain('Bist du 18');
  },
);

test.each([
  // Over midnight, on the first of two summer times, and in the hour that comes twice.
  ['2026-11-20T19:30:00Z', 'Jetzt erreichbar bis 2 Uhr'],
  ['2026-11-21T00:59:59Z', 'Jetzt erreichbar bis 2 Uhr'],
  ['2026-11-21T01:00:00Z', null],
  ['2026-10-25T00:30:00Z', null],
])('at %s it says %s [EXP-108]', async (now, words) => {
  const zeiten = [{ tage: [5], von: '18:00', bis: '02:00' }];
  fake.ads = [ad({ erreichbar: { zeiten, nach_absprache: false } })];
  here.now = new Date(now);
  const html = await page(`/inserat/${fake.ads[0]!.id}`);
  expect(html.includes('Jetzt erreichbar')).toBe(words !== null);
  if (words) expect(html).toContain(words);
  expect(text(part(html, /<table class="week">.*?<\/table>/s))).toContain('18 bis 2 Uhr');
});

test.each([
  [{}, ['tel:+41791234567', 'whatsapp', 'sms:+41791234567']],
  [{ sms: false, whatsapp: null }, ['tel:+41791234567']],
  [{ telefon: '' }, ['whatsapp']],
  [{ telefon: '', whatsapp: null, homepage: null }, []],
])(
  'of the contacts only the allowed ones appear, in one bar: %j [EXP-107]',
  async (values, ways) => {
    fake.ads = [ad(values)];
    const { id } = fake.ads[0]!;
    const html = await page(`/inserat/${id}`);
    const shown = addresses(part(html, /<div class="ways">.*?<\/div>/s));
    expect(shown.map((href) => href.replace(`/inserat/${id}/`, ''))).toEqual(ways);
    expect(html.match(/href="(tel|sms):/g)?.length ?? 0).toBe(
      ways.filter((way) => way.includes(':')).length,
    );
  },
);

test('each slide says which of how many it is, and videos come after the pictures [EXP-107]', async () => {
  const picture = (name: string) => ({
    urls: { 640: `http://portal.example/media/${name}.webp` },
    width: 640,
    height: 800,
    placeholder: '',
  });
  const film = {
    urls: { 480: 'http://portal.example/media/v.mp4' },
    poster: 'http://portal.example/media/p.webp',
    width: 640,
    height: 480,
    seconds: 9,
  };
  fake.ads = [ad({ images: [picture('a'), picture('b')], videos: [film] })];
  const slides = part(await page(`/inserat/${fake.ads[0]!.id}`), /<ul class="slides">.*?<\/ul>/s);
  expect(text(slides).match(/\d \/ \d/g)).toEqual(['1 / 3', '2 / 3', '3 / 3']);
  expect(slides).toMatch(
    /<video [^>]*preload="none" poster="http:\/\/portal.example\/media\/p.webp"/,
  );
  expect(slides.indexOf('<video')).toBeGreaterThan(slides.lastIndexOf('<button'));
});

test('a story names whose it is and leads to those beside it in its canton [EXP-110]', async () => {
  fake.lists = { cantons: ZURICH, categories: [], offerings: [] };
  const story = { title: 'Heute', until: '2026-11-21T12:00:00.000Z', image: null, video: null };
  fake.ads = four().map((one, index) => ({ ...one, story: index < 3 ? story : null }));
  const [anna, bea, cleo] = fake.ads.map(({ id }) => id);
  const list = await page('/?kanton=ZH');
  const row = part(list, /<nav class="stories".*?<\/nav>/s);
  expect(addresses(row)).toEqual([anna, bea, cleo].map((id) => `/story/${id}?kanton=ZH`));
  expect(text(row)).toBe('Anna Bea Cleo');
  const asked = fake.asked.filter(({ path }) => path.endsWith('/stories'));
  expect(asked.map(({ query }) => query)).toEqual(['limit=24&canton=ZH']);
  const html = await page(`/story/${bea}?kanton=ZH`);
  expect(text(html)).toContain('Bea · Zürich');
  expect(html).toContain('Story 2 von 3');
  expect(part(html, /<a class="story-side story-prev"[^>]*>/)).toContain(
    `href="/story/${anna}?kanton=ZH" rel="prev" aria-label="Vorherige Story: Anna"`,
  );
  expect(part(html, /<a class="story-side story-next"[^>]*>/)).toContain(
    `/story/${cleo}?kanton=ZH`,
  );
  expect(addresses(part(html, /<a class="back".*?<\/a>/s))).toEqual(['/?kanton=ZH']);
  expect(await page(`/story/${cleo}`)).not.toContain('story-next');
  fake.failing = ['stories'];
  const alone = await ask(`/story/${anna}`);
  expect([alone.status, (await alone.text()).includes('story-side')]).toEqual([200, false]);
  expect((await ask('/')).status).toBe(200);
});
