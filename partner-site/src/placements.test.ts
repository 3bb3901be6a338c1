import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DeliveredBanner, type DeliveredClub, portal } from '@samtrot/partner';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { render } from './entry-server.tsx';
import { createSite } from './site.ts';
import { openText, week } from './views/openings.ts';

/** A fake delivery API: returns what a test sets, and records the requests. */
const fake = {
  banners: [] as DeliveredBanner[],
  clubs: [] as DeliveredClub[],
  status: 200,
  adsStatus: 200,
  asked: [] as string[],
};
const failures: unknown[] = [];
let api: Server;
let site: FastifyInstance;
/** A Friday evening in Switzerland. */
const NOW = new Date('2026-11-20T19:30:00Z');
const CURSOR = 'c'.repeat(40);
const CANTONS = [
  { id: 'ZH', name: 'Zürich' },
  { id: 'BE', name: 'Bern' },
];

const image = (width = 1248, height = 244) => ({
  urls: {
    '640': 'http://portal.example/media/b-640.webp',
    '1248': 'http://portal.example/media/b-1248.webp',
  },
  width,
  height,
  placeholder: 'data:image/webp;base64,AAAA',
});
const banner = (slot: DeliveredBanner['slot'], text = ''): DeliveredBanner => ({
  id: crypto.randomUUID(),
  slot,
  text,
  image: slot === 'a4' ? null : image(),
  click_url: `http://portal.example/b/c/${slot}${text}`,
  impression_url: `http://portal.example/b/v/${slot}${text}`,
  end_at: '2026-12-20T12:00:00.000Z',
});
const club = (values: Partial<DeliveredClub> = {}): DeliveredClub => ({
  id: crypto.randomUUID(),
  name: 'Haus Linde',
  titel: 'Ruhe am See',
  beschreibung: 'Erste Zeile\nZweite <b>Zeile</b>',
  telefon: '+41443334455',
  homepage: 'https://haus-linde.example/',
  adresse: { strasse: 'Seeweg 4', zusatz: '', plz: '8001', ort: 'Zürich', land: 'Schweiz' },
  canton: { id: 'ZH', name: 'Zürich' },
  oeffnungszeiten: [{ tag: 5, von: '18:00', bis: '02:00' }],
  images: [image(1200, 900)],
  end_at: null,
  updated_at: '2026-11-20T12:00:00.000Z',
  ...values,
});
const get = (url: string, { cookie = 'alter=18', ...headers }: Record<string, string> = {}) =>
  site.inject({ method: 'GET', url, headers: { cookie, ...headers } });

beforeAll(async () => {
  api = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://api');
    fake.asked.push(`${pathname}${decodeURIComponent(new URL(request.url!, 'http://api').search)}`);
    const slots =
      searchParams
        .get('slot')
        ?.split(',')
        .map((place) => place.slice(0, 2)) ?? [];
    const responses: Record<string, object> = {
      lists: { success: true, cantons: CANTONS, categories: [], offerings: [] },
      ads: {
        success: true,
        ads: [],
        corrected: null,
        next_cursor: null,
        next_since: 's'.repeat(20),
        more: false,
      },
      stories: { success: true, ads: [], next_cursor: null, more: false },
      banners: { success: true, banners: fake.banners.filter(({ slot }) => slots.includes(slot)) },
      clubs: {
        success: true,
        clubs: fake.clubs,
        next_cursor: CURSOR,
        next_since: 's'.repeat(20),
        more: true,
      },
    };
    if (pathname.endsWith('/count'))
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"success":true,"total":0,"new_today":0,"corrected":null}');
    const [name = '', id] = pathname.split('/').slice(3);
    const found = id && fake.clubs.find((one) => one.id === id);
    const refused = id
      ? !found
      : searchParams.has('cursor') && searchParams.get('cursor') !== CURSOR;
    const status =
      name === 'banners'
        ? fake.status
        : name === 'ads' && !refused
          ? fake.adsStatus
          : refused
            ? 422
            : 200;
    response
      .writeHead(id && !found ? 404 : status, { 'content-type': 'application/json' })
      .end(JSON.stringify(id ? { success: true, club: found } : responses[name]));
  });
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  site = await createSite({
    portal: portal({
      url: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      key: `sr_${'k'.repeat(43)}`,
    }),
    portalPublicUrl: 'http://portal.example',
    render,
    stylesheet: '/assets/site.css',
    script: '/assets/site.js',
    leaveUrl: 'https://wetter.example/',
    secureCookies: false,
    now: () => NOW,
    onFailure: (error) => failures.push(error),
  });
});
afterAll(async () => {
  await site.close();
  api.close();
});
beforeEach(() => {
  Object.assign(fake, {
    banners: (['a1', 'a2', 'a3'] as const).map((slot) => banner(slot)),
    clubs: [club()],
    status: 200,
    adsStatus: 200,
    asked: [],
  });
  fake.banners.push(banner('a4', 'Studio <Linde>'), banner('a4', 'Sommerfest'));
  failures.length = 0;
});

test('all four banner places show on the list, marked as ads, linked only to the counted address [BAN-35, decisions 7]', async () => {
  const { body } = await get('/');
  const links = body.match(/<a [^>]*\/b\/c\/[^>]*>/g)!;
  // The first is drawn twice; the width of the window decides which one shows.
  expect(links).toHaveLength(6);
  for (const link of links) {
    expect(link).toContain('target="_blank"');
    expect(link).toContain('rel="noopener noreferrer nofollow sponsored"');
  }
  for (const seen of ['a1', 'a2', 'a3', 'a4Sommerfest'])
    expect(body).toContain(`src="http://portal.example/b/v/${seen}"`);
  const places = body.match(/<(?:aside|dialog) [^>]*aria-label="Anzeige[^"]*"/g);
  expect([places?.length, new Set(places).size]).toEqual([5, 5]);
  expect(body).toContain('Studio &lt;Linde&gt;');
  // Above the list, between, at the foot.
  const order = [
    'ad ad-a1 wide',
    '<h1',
    'ad ad-a1 narrow',
    'ad ad-a2',
    'class="links"',
    '<footer',
  ].map((mark) => body.indexOf(mark));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(body.match(/<script [^>]*>/g)).toEqual([
    '<script type="module" src="/assets/site.js">',
    '<script type="application/ld+json">',
  ]);
  expect(fake.asked.filter((url) => url.includes('/banners'))).toEqual([
    '/partner/v1/banners?slot=a1,a2,a3,a4:6&count=1',
  ]);
});

test('the popup comes closed, is opened by the script alone and is asked for once a day [EXP-109]', async () => {
  const first = await get('/');
  expect(first.body).toMatch(/<dialog class="popup" id="anzeige" aria-label="[^"]+">/);
  expect(first.body.match(/<a [^>]*class="skip"|<dialog/)?.[0]).toContain('skip');
  // Nothing of it is loaded, so nothing of it counts, before it opens.
  const [popup = ''] = first.body.match(/<dialog class="popup".*?<\/dialog>/s) ?? [];
  const pictures = popup.match(/<img [^>]*src="http[^>]*>/g) ?? [];
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) expect(picture).toContain('loading="lazy"');
  expect(first.cookies).toEqual([]);
  fake.asked = [];
  const second = await get('/', { cookie: 'alter=18; popup=1' });
  expect(second.body).not.toContain('popup');
  expect(fake.asked).toContain('/partner/v1/banners?slot=a1,a2,a4:6&count=1');
});

test('before the gate nothing is asked for, shown, counted or set; a prefetch uses up no overlay [decisions 7]', async () => {
  const gate = await get('/', { cookie: '' });
  expect([gate.cookies, fake.asked]).toEqual([[], []]);
  expect(gate.body).not.toContain('/b/v/');
  const ahead = await get('/', { 'sec-purpose': 'prefetch;prerender' });
  expect([ahead.cookies, ahead.body.includes('popup')]).toEqual([[], false]);
});

test('the page stands without banners when none run and when the portal does not answer for them [decisions 7]', async () => {
  fake.banners = [];
  const none = await get('/');
  expect([none.statusCode, none.body.includes('<aside'), none.cookies]).toEqual([200, false, []]);
  fake.status = 429;
  const refused = await get('/');
  expect([refused.statusCode, refused.body.includes('/b/c/')]).toEqual([200, false]);
  expect(failures).toHaveLength(1);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//boese.example'])(
  'whatever the answer holds, %s becomes no address of a banner [T-DEL-08]',
  async (address) => {
    fake.banners = [{ ...banner('a1'), click_url: address, impression_url: address }];
    expect((await get('/')).body).not.toContain(`"${address}"`);
  },
);

test('clubs stand behind the gate, narrowed by canton, with hours and telephone [CLU-01, CLU-03, decisions 7]', async () => {
  expect((await get('/clubs', { cookie: '' })).body).toContain('Bist du 18 oder älter?');
  const { body } = await get('/clubs?kanton=BE');
  expect(body).toContain('Clubs in Bern');
  expect(body).toContain(`href="/club/${fake.clubs[0]!.id}"`);
  expect(body).toContain('Heute geöffnet bis 02:00');
  expect(body).toContain('href="tel:+41443334455"');
  expect(body).toContain(`href="/clubs?kanton=BE&amp;weiter=${CURSOR}"`);
  expect(fake.asked).toContain('/partner/v1/clubs?limit=24&canton=BE');
  await get('/clubs?kanton=XX');
  expect(fake.asked).toContain('/partner/v1/clubs?limit=24');
  expect((await get(`/clubs?kanton=BE&weiter=${'x'.repeat(40)}`)).headers.location).toBe(
    '/clubs?kanton=BE',
  );
});

test('an empty list of clubs says so and leads on [CLU-18]', async () => {
  fake.clubs = [];
  expect((await get('/clubs')).body).toContain('Keine Clubs gefunden');
  expect((await get('/clubs?kanton=BE')).body).toContain('Alle Clubs zeigen');
});

test('the page of a club has all a visitor needs, every text inert; one that is over says so [CLU-04, CLU-05]', async () => {
  const [{ id }] = fake.clubs as [DeliveredClub];
  const { body } = await get(`/club/${id}`);
  for (const text of [
    'Haus Linde',
    '044 333 44 55',
    'Seeweg 4',
    '8001 Zürich',
    'Zweite &lt;b&gt;Zeile&lt;/b&gt;',
  ])
    expect(body).toContain(text);
  expect(body).toContain('<dt>Freitag</dt><dd>18:00 bis 02:00</dd>');
  expect(body).toContain('<dt>Montag</dt><dd>geschlossen</dd>');
  expect(body).toContain(
    `href="/club/${id}/homepage" rel="noopener noreferrer nofollow sponsored ugc"`,
  );
  expect(body).toContain('http://portal.example/media/b-1248.webp');
  expect(body).toContain(`class="report" href="/club/${id}/melden"`);
  for (const gone of [`/club/${crypto.randomUUID()}`, '/club/7', '/club/%27']) {
    const answer = await get(gone);
    expect([answer.statusCode, answer.body.includes('Club nicht gefunden')]).toEqual([404, true]);
  }
});

const span = (tag: number, von: string, bis: string) => ({ tag, von, bis });
test.each([
  ['2026-11-20T19:30:00Z', [span(5, '10:00', '23:00')], 'Heute geöffnet bis 23:00'],
  [
    '2026-11-20T22:00:00Z',
    [span(5, '10:00', '23:00'), span(6, '10:00', '23:00')],
    'Geschlossen, öffnet morgen um 10:00',
  ],
  ['2026-11-20T21:59:59Z', [span(5, '10:00', '23:00')], 'Heute geöffnet bis 23:00'],
  [
    '2026-11-20T08:00:00Z',
    [span(5, '14:00', '20:00'), span(5, '10:00', '12:00')],
    'Heute geöffnet ab 10:00',
  ],
  [
    '2026-11-20T12:00:00Z',
    [span(5, '14:00', '20:00'), span(5, '10:00', '12:00')],
    'Heute geöffnet ab 14:00',
  ],
  ['2026-11-21T00:30:00Z', [span(5, '18:00', '02:00')], 'Heute geöffnet bis 02:00'],
  ['2026-11-21T01:00:00Z', [span(5, '18:00', '02:00')], 'Geschlossen, öffnet am Freitag um 18:00'],
  ['2026-11-23T00:30:00Z', [span(7, '18:00', '02:00')], 'Heute geöffnet bis 02:00'],
  ['2026-11-20T03:00:00Z', [span(5, '00:00', '00:00')], 'Heute durchgehend geöffnet'],
  ['2026-11-20T03:00:00Z', [], null],
])('at %s with %j: %s [CLU-08]', (at, openings, expected) => {
  expect(openText(openings, new Date(at))).toBe(expected);
});

test('the week as it stands on a door [CLU-08]', () => {
  const lines = week([
    span(1, '10:00', '12:00'),
    span(1, '14:00', '18:00'),
    span(7, '00:00', '00:00'),
  ]);
  expect(lines.map(({ day, hours }) => `${day} ${hours}`)).toEqual([
    'Montag 10:00 bis 12:00, 14:00 bis 18:00',
    ...['Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'].map(
      (day) => `${day} geschlossen`,
    ),
    'Sonntag durchgehend',
  ]);
});
