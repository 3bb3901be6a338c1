import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import {
  type DeliveredAd,
  type DeliveredImage,
  type DeliveredVideo,
  portal,
} from '@samtrot/partner';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { render } from './entry-server.tsx';
import { listed } from './fake-portal.ts';
import { createSite } from './site.ts';

/** A fake delivery API: returns what a test sets, and records the requests. */
const fake = {
  ads: [] as DeliveredAd[],
  newToday: 0,
  corrected: null as string | null,
  next: null as string | null,
  status: 200,
  garbage: false,
  asked: [] as IncomingMessage[],
};
let api: Server;
let site: FastifyInstance;
const failures: unknown[] = [];
const OPEN = 'alter=18';
const VEILED = `${OPEN}; verdeckt=1`;
const KEY = `sr_${'k'.repeat(43)}`;
const CURSOR = 'c'.repeat(40);

const ad = (values: Partial<DeliveredAd> = {}): DeliveredAd => ({
  id: crypto.randomUUID(),
  name: 'Lena',
  titel: 'Entspannte Stunden',
  beschreibung: 'Erste Zeile\nZweite Zeile',
  beschreibung_html: '<p>Erste Zeile<br>Zweite Zeile</p>',
  telefon: '+41791234567',
  sms: false,
  whatsapp: null,
  homepage: null,
  standort: null,
  adresse: null,
  erreichbar: { zeiten: [], nach_absprache: false },
  cantons: [{ id: 'ZH', name: 'Zürich' }],
  categories: [{ id: 2, name: 'Massage' }],
  offerings: [{ id: 8, name: 'Gespräch' }],
  sprachen: ['de', 'th'],
  originalbilder: 'Typenänliche Bilder',
  images: [
    {
      urls: {
        '320': 'http://portal.example/media/x-320.webp',
        '1200': 'http://portal.example/media/x-1200.webp',
      },
      width: 1200,
      height: 1500,
      placeholder: 'data:image/webp;base64,AAAA',
    },
  ],
  videos: [],
  topad: false,
  topad_until: null,
  farbe: false,
  story: null,
  published_at: '2026-11-20T12:00:00.000Z',
  lifted_at: '2026-11-20T12:00:00.000Z',
  end_at: '2026-11-27T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  ...values,
});
const picture = (name: string): DeliveredImage => ({
  urls: { '640': `http://portal.example/media/${name}-640.webp` },
  width: 640,
  height: 800,
  placeholder: '',
});
const film = (name: string): DeliveredVideo => ({
  urls: {
    '480': `http://portal.example/media/${name}-480.mp4`,
    '720': `http://portal.example/media/${name}-720.mp4`,
  },
  poster: `http://portal.example/media/${name}-poster.webp`,
  width: 1280,
  height: 720,
  seconds: 65.4,
});
const story = (values: Partial<NonNullable<DeliveredAd['story']>> = {}) => ({
  title: 'Heute am See',
  until: '2026-11-21T12:00:00.000Z',
  image: picture('s'),
  video: null,
  ...values,
});
const get = (url: string, { cookie = OPEN, ...headers }: Record<string, string> = {}) =>
  site.inject({ method: 'GET', url, headers: { cookie, ...headers } });
const post = (url: string, form: Record<string, string>) =>
  site.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/**
 * The page without its permitted scripts: the site's own file, and structured data without a
 * tag.
 */
const inert = (html: string) =>
  html
    .replace('<script type="module" src="/assets/site.js"></script>', '')
    .replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '');
const askedFor = () => fake.asked.map(({ url }) => decodeURIComponent(url ?? ''));

beforeAll(async () => {
  api = createServer((request, response) => {
    fake.asked.push(request);
    const path = new URL(request.url!, 'http://api').pathname;
    const answer = path.endsWith('/lists')
      ? {
          success: true,
          cantons: [
            { id: 'ZH', name: 'Zürich' },
            { id: 'BE', name: 'Bern' },
          ],
          categories: [{ id: 2, name: 'Massage' }],
          offerings: [],
        }
      : path.endsWith('/banners')
        ? { success: true, banners: [] }
        : path.endsWith('/stories')
          ? {
              success: true,
              ads: fake.ads.filter(({ story }) => story),
              next_cursor: null,
              more: false,
            }
          : path.endsWith('/ads')
            ? {
                success: true,
                ads: listed(request.url!, fake.ads),
                corrected: fake.corrected,
                next_cursor: fake.next,
                next_since: 's'.repeat(20),
                more: fake.next !== null,
              }
            : path.endsWith('/count')
              ? {
                  success: true,
                  total: fake.ads.length,
                  new_today: fake.newToday,
                  corrected: fake.corrected,
                }
              : path.endsWith('/similar')
                ? { success: true, ads: fake.ads.slice(0, 4) }
                : { success: true, ad: fake.ads.find(({ id }) => path.endsWith(id)) };
    const refused = request.url?.includes('cursor=') && !request.url.includes(`cursor=${CURSOR}`);
    const status =
      fake.status !== 200
        ? fake.status
        : refused
          ? 422
          : 'ad' in answer && !answer.ad && !fake.garbage
            ? 404
            : 200;
    const body = fake.garbage ? '{"success":true,"ads":"viele"}' : JSON.stringify(answer);
    const etag = `"${body.length}-${body.slice(-200)}"`.replace(/[^\x20-\x7e]/g, '');
    if (status === 200 && request.headers['if-none-match'] === etag)
      return response.writeHead(304, { etag }).end();
    response.writeHead(status, { 'content-type': 'application/json', etag }).end(body);
  });
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  site = await createSite({
    portal: portal({ url: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, key: KEY }),
    portalPublicUrl: 'http://portal.example',
    render,
    stylesheet: '/assets/site.css',
    fonts: ['/assets/text.woff2'],
    script: '/assets/site.js',
    leaveUrl: 'https://wetter.example/',
    secureCookies: false,
    onFailure: (error) => failures.push(error),
  });
});
afterAll(async () => {
  await site.close();
  api.close();
});
beforeEach(() => {
  Object.assign(fake, {
    ads: [ad()],
    newToday: 0,
    corrected: null,
    next: null,
    status: 200,
    garbage: false,
    asked: [],
  });
  failures.length = 0;
});

test('nothing is shown before the visitor has said to be 18; the answer needs no script [PUB-02, decisions 7]', async () => {
  for (const url of ['/', '/?kanton=ZH', `/inserat/${fake.ads[0]!.id}`]) {
    const page = await get(url, { cookie: '' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Bist du 18 oder älter?');
    expect(page.body).not.toContain('Lena');
    expect(page.body).toContain(`name="ziel" value="${url}"`);
  }
  expect(fake.asked).toEqual([]);
  for (const cookie of ['alter=17', 'alter=', 'alter=true', 'Alter=18'])
    expect((await get('/', { cookie })).body).not.toContain('Lena');
  const yes = await post('/alter', { ziel: '/?kanton=ZH' });
  expect([yes.statusCode, yes.headers.location]).toEqual([303, '/?kanton=ZH']);
  expect(String(yes.headers['set-cookie'])).toMatch(
    /^alter=18; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect((await get('/')).body).toContain('Lena');
});

test('the gate leads nowhere but to this site [decisions 7]', async () => {
  const targets = [
    'https://fremd.example/',
    '//fremd.example',
    '/\\fremd.example',
    'javascript:alert(1)',
    '/%09/fremd.example',
    '\\\\fremd',
    '',
    '/x\r\nset-cookie: a=b',
    '/\t/fremd.example',
    '/.//fremd.example',
  ];
  for (const ziel of targets) {
    for (const action of ['/alter', '/ansicht']) {
      const { location } = (await post(action, { ziel })).headers;
      const target = new URL(String(location), 'http://mondgarten.example');
      expect(target.origin, `${action} ${ziel}`).toBe('http://mondgarten.example');
    }
  }
});

test('a line of the settings stands above every page, also before the gate [ACC-54]', async () => {
  const marked = await createSite({
    portal: portal({ url: 'http://127.0.0.1:1', key: KEY }),
    portalPublicUrl: 'http://portal.example',
    render,
    stylesheet: '/x.css',
    script: '/x.js',
    leaveUrl: 'https://wetter.example/',
    secureCookies: false,
    warning: 'Nur zum <Ausprobieren>',
    onFailure: () => {},
  });
  for (const [url, cookie] of [
    ['/', ''],
    ['/', OPEN],
    ['/gibt-es-nicht', OPEN],
  ] as const) {
    const { body } = await marked.inject({ url, headers: { cookie } });
    expect(body, url).toMatch(/<body[^>]*><p class="warning" role="note">Nur zum &lt;Ausprob/);
  }
  await marked.close();
  expect((await site.inject({ url: '/' })).body).not.toContain('class="warning"');
});

test('"Seite verlassen" is on every page, forgets the confirmation and leads to a neutral page [decisions 7]', async () => {
  for (const url of [
    '/',
    `/inserat/${fake.ads[0]!.id}`,
    '/gibt-es-nicht',
    '/nutzungsbedingungen',
  ]) {
    expect((await get(url)).body).toMatch(/href="\/verlassen"[\s\S]*Seite verlassen/);
  }
  const left = await get('/verlassen');
  expect([left.statusCode, left.headers.location]).toEqual([303, 'https://wetter.example/']);
  expect(String(left.headers['set-cookie'])).toMatch(
    /^alter=; .*(Expires=Thu, 01 Jan 1970|Max-Age=0)/,
  );
  // Nothing of it stays on a shared computer.
  expect([left.headers['clear-site-data'], left.headers['cache-control']]).toEqual([
    '"cache"',
    'no-store',
  ]);
});

test('and 7: the list shows the ads in the order of the portal, TopAds on velvet, colour marked [decisions 5]', async () => {
  fake.ads = [
    ad({ name: 'Valentina', topad: true }),
    ad({ name: 'Mira' }),
    ad({ name: 'Sofia', farbe: true }),
  ];
  const { body } = await get('/');
  expect(body.match(/velvet top/g)).toHaveLength(1);
  expect(body.match(/class="li farbe"/g)).toHaveLength(1);
  expect(['Valentina', 'Mira', 'Sofia'].map((name) => body.indexOf(`>${name}<`))).toEqual(
    ['Valentina', 'Mira', 'Sofia'].map((name) => body.indexOf(`>${name}<`)).sort((a, b) => a - b),
  );
  expect(body).toContain('Typenähnliche Bilder');
  expect(body).toContain('href="tel:+41791234567"');
  expect(body).toMatch(/srcSet="http:\/\/portal\.example\/media\/x-320\.webp 320w, /i);
});

test('members that the portal adds one day are passed over [decisions 10]', async () => {
  fake.ads = [{ ...ad({ name: 'Mira' }), neu: { tief: 1 } } as never];
  const answer = await get('/');
  expect([answer.statusCode, answer.body.includes('Mira')]).toEqual([200, true]);
});

test('the filters of the address become those of the API; what does not exist is left out [decisions 10]', async () => {
  const { body } = await get('/?kanton=BE&kategorie=2&suche=%20ruhig%00er%20&fremd=1');
  const filter = 'canton=BE&category=2&q=ruhig+er';
  expect(askedFor()).toEqual(
    expect.arrayContaining([
      `/partner/v1/ads?limit=24&${filter}&topad=none&sort=lifted`,
      `/partner/v1/ads?limit=24&${filter}&topad=only`,
      `/partner/v1/ads/count?${filter}`,
    ]),
  );
  expect(fake.asked.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  expect(body).toContain('Inserate in Bern');
  expect(body).toMatch(/<option value="BE" selected="">Bern/);
  await get('/?kanton=XX&kategorie=%27&suche=&sortierung=preis');
  expect(askedFor()).toContain('/partner/v1/ads?limit=24&topad=none&sort=lifted');
});

test('a corrected spelling is shown above the list, on every page of it, escaped [decisions 10]', async () => {
  expect((await get('/?suche=massage')).body).not.toContain('Keine Treffer');
  Object.assign(fake, { corrected: 'massage', next: CURSOR });
  const first = (await get('/?suche=masage')).body;
  expect(first).toContain(
    '<p class="muted">Keine Treffer für «masage». Gezeigt wird «massage».</p>',
  );
  expect(first).toContain('name="suche" value="masage"');
  // The next page is requested with the same words and shows the same correction.
  expect(first).toContain(`href="/?suche=masage&amp;weiter=${CURSOR}"`);
  expect((await get(`/?suche=masage&weiter=${CURSOR}`)).body).toContain('Gezeigt wird «massage».');
  fake.corrected = '<b>ruhe</b>';
  expect((await get('/?suche=ruhee')).body).toContain('Gezeigt wird «&lt;b&gt;ruhe&lt;/b&gt;».');
});

test('"Weitere Inserate" follows the cursor with the filters; an old cursor restarts the list [decisions 10]', async () => {
  fake.next = CURSOR;
  const { body } = await get('/?kanton=ZH');
  expect(body).toMatch(
    new RegExp(`href="/\\?kanton=ZH&amp;weiter=${CURSOR}"[^>]*>Weitere Inserate`),
  );
  const second = await get(`/?kanton=ZH&weiter=${CURSOR}`);
  expect(second.statusCode).toBe(200);
  expect(second.body).toContain('Zum Anfang');
  const old = await get(`/?kanton=ZH&weiter=${'x'.repeat(40)}`);
  expect([old.statusCode, old.headers.location]).toEqual([303, '/?kanton=ZH']);
});

test('without ads the list says so [decisions 7]', async () => {
  fake.ads = [];
  expect((await get('/')).body).toContain('Keine Inserate gefunden');
});

test('an ad shows its pictures, telephone and facts; an address of none is a 404 [decisions 7]', async () => {
  const { body, statusCode } = await get(`/inserat/${fake.ads[0]!.id}`);
  expect(statusCode).toBe(200);
  for (const text of [
    'Lena',
    'Entspannte Stunden',
    '079 123 45 67',
    'Zürich',
    'Massage',
    'Gespräch',
    'Deutsch, Thailändisch',
    '20.11.2026',
    'Inserat melden',
  ])
    expect(body).toContain(text);
  expect(body).toContain(`class="report" href="/inserat/${fake.ads[0]!.id}/melden"`);
  expect(body).toContain('<p>Erste Zeile<br/>Zweite Zeile</p>');
  for (const id of ['1', '..%2fads', '%27']) {
    const missing = await get(`/inserat/${id}`);
    expect([missing.statusCode, missing.body.includes('Inserat nicht gefunden')], id).toEqual([
      404,
      true,
    ]);
  }
  const page = await get('/nirgends');
  expect([page.statusCode, page.body.includes('Seite nicht gefunden')]).toEqual([404, true]);
});

test('and 7: TopAd, colour and story are to be seen in the list and on the page of the ad [INS-43, decisions 5]', async () => {
  fake.ads = [
    ad({ name: 'Valentina', topad: true }),
    ad({ name: 'Mira', story: story() }),
    ad({ name: 'Sofia', farbe: true }),
  ];
  const { body } = await get('/');
  expect(body.match(/<nav class="stories"[\s\S]*?<\/nav>/)?.[0]).toContain(
    `href="/story/${fake.ads[1]!.id}"`,
  );
  expect(body.match(/class="li-story"/g)).toHaveLength(1);
  expect((await get(`/inserat/${fake.ads[1]!.id}`)).body).toContain('Heute am See');
  expect((await get(`/inserat/${fake.ads[0]!.id}`)).body).toContain('tag-top');
  expect((await get(`/inserat/${fake.ads[2]!.id}`)).body).toContain('class="detail farbe"');
  fake.ads = [ad()];
  expect((await get('/')).body).not.toContain('class="stories"');
});

test('the text has its form, and every way to reach the advertiser is a plain link [EDI-51, EDI-61, decisions 7]', async () => {
  fake.ads = [
    ad({
      beschreibung_html:
        '<h1 class="align-center">Über mich</h1><ul><li>Ruhe &amp; Zeit</li></ul><p>Bis <strong>bald</strong></p>',
      sms: true,
      whatsapp: '+41791112233',
      homepage: 'https://mara.example/ueber',
      adresse: {
        strasse: 'Seeweg 4',
        zusatz: '2. Stock',
        plz: '8001',
        ort: 'Zürich',
        land: 'Schweiz',
      },
    }),
  ];
  const { body } = await get(`/inserat/${fake.ads[0]!.id}`);
  for (const part of [
    '<h2 class="align-center">Über mich</h2><ul><li>Ruhe &amp; Zeit</li></ul><p>Bis <strong>bald</strong></p>',
    'href="tel:+41791234567"',
    'href="sms:+41791234567"',
    `href="/inserat/${fake.ads[0]!.id}/whatsapp" rel="noopener noreferrer nofollow sponsored ugc"`,
    `href="/inserat/${fake.ads[0]!.id}/homepage" rel="noopener noreferrer nofollow sponsored ugc"`,
    '<span class="host">mara.example</span>',
    '<span>Seeweg 4</span><span>2. Stock</span><span>8001 Zürich</span>',
  ])
    expect(body, part).toContain(part);
  expect(body).not.toContain('>Schweiz<');
  fake.ads = [ad()];
  const bare = (await get(`/inserat/${fake.ads[0]!.id}`)).body;
  for (const part of ['sms:', '/whatsapp', '/homepage', '<address', 'sponsored'])
    expect(bare, part).not.toContain(part);
});

test('whatever stands in a text of the portal, the page holds only the tags it knows [T-IN-06, EDI-52, decisions 7]', async () => {
  const samples: [string, string][] = [
    ['<p>a</p><script>alert(1)</script>', '<p>a</p>&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<p onclick="x()">a</p>', '&lt;p onclick=&quot;x()&quot;&gt;a'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['<p class="top velvet">a</p>', '&lt;p class=&quot;top velvet&quot;&gt;a'],
    ['<p class="velvet">a</p>', '<p>a</p>'],
    ['<ul><li>a</ul>b</li></p>', '<ul><li>a</li></ul>b'],
    ['<strong><em>a</strong>b', '<strong><em>a</em></strong>b'],
    ['<svg><p>a</p></svg>', '&lt;svg&gt;<p>a</p>&lt;/svg&gt;'],
    ['&lt;b&gt; &#60;i&#62; &quot;', '&lt;b&gt; &lt;i&gt; &quot;'],
  ];
  for (const [html, shown] of samples) {
    fake.ads = [ad({ beschreibung_html: html })];
    expect((await get(`/inserat/${fake.ads[0]!.id}`)).body, html).toContain(
      `<div class="prose desc">${shown}`,
    );
  }
  fake.ads = [ad({ beschreibung_html: '<ul><li>'.repeat(5000) })];
  expect((await get(`/inserat/${fake.ads[0]!.id}`)).statusCode).toBe(200);
});

test('hostile texts stay text [decisions 7]', async () => {
  const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u2028&lt;b&gt;`;
  const hostile = ad({
    name: evil,
    titel: evil,
    beschreibung: evil,
    beschreibung_html: evil,
    whatsapp: '+41"onclick="x',
    homepage: 'javascript:alert(1)',
    adresse: { strasse: evil, zusatz: evil, plz: evil, ort: evil, land: evil },
    videos: [
      { ...film('x'), urls: { '480': 'javascript:alert(1)' } },
      { ...film('"><script>'), poster: 'javascript:alert(3)' },
    ],
    story: story({
      title: evil,
      image: null,
      video: { ...film('x'), poster: 'javascript:alert(3)' },
    }),
    telefon: '+41"onclick="x',
    cantons: [{ id: 'ZH', name: evil }],
    offerings: [{ id: 1, name: evil }],
    images: [
      {
        urls: { '320': 'javascript:alert(1)' },
        width: 1,
        height: 1,
        placeholder: 'javascript:alert(2)',
      },
    ],
    topad: true,
  });
  fake.ads = [hostile, { ...hostile, id: crypto.randomUUID(), topad: false }];
  for (const page of [
    await get('/'),
    await get(`/inserat/${hostile.id}`),
    await get(`/story/${hostile.id}`),
    await get(`/?suche=${encodeURIComponent(evil)}`),
    await get(`/${encodeURIComponent(evil)}`),
  ]) {
    expect(inert(page.body)).not.toMatch(/<script|<img src=x|\sonerror=\w*[^&]*>|onclick="/i);
    expect(page.body).not.toMatch(/(href|poster|src)="javascript:[^"]*[13]\)/i);
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data: http://portal.example; media-src http://portal.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  }
});

test('with the portal unreachable, a refused key or an invalid response the page is a 503 [decisions 7]', async () => {
  for (const trouble of [
    { status: 500 },
    { status: 503 },
    { status: 401 },
    { status: 429 },
    { garbage: true },
  ]) {
    Object.assign(fake, { status: 200, garbage: false, ads: [ad()], ...trouble });
    for (const url of ['/', `/inserat/${crypto.randomUUID()}`]) {
      const page = await get(url);
      expect([page.statusCode, page.headers['retry-after']], JSON.stringify(trouble)).toEqual([
        503,
        '10',
      ]);
      expect(page.body).toContain('Gerade nicht erreichbar');
      expect(page.body).toContain('Seite verlassen');
      expect(page.body).not.toContain(KEY);
    }
  }
  const away = await createSite({
    portal: portal({ url: 'http://127.0.0.1:1', key: KEY }),
    portalPublicUrl: 'http://portal.example',
    render,
    stylesheet: '/x.css',
    script: '/x.js',
    leaveUrl: 'https://wetter.example/',
    secureCookies: true,
    onFailure: () => {},
  });
  expect((await away.inject({ url: '/', headers: { cookie: OPEN } })).statusCode).toBe(503);
  expect((await away.inject({ url: '/' })).statusCode).toBe(200);
  const yes = await away.inject({
    method: 'POST',
    url: '/alter',
    payload: 'ziel=/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(String(yes.headers['set-cookie'])).toContain('Secure');
  await away.close();
});

test('an unchanged response is revalidated by its ETag; a hidden ad is gone at once [decisions 10]', async () => {
  await get('/');
  fake.asked = [];
  expect((await get('/')).body).toContain('Lena');
  const kept = fake.asked.filter(({ url }) => !url?.includes('/banners'));
  for (const { headers } of nonEmpty(kept))
    expect(headers['if-none-match']).toEqual(expect.any(String));
  fake.ads = [];
  expect((await get('/')).body).not.toContain('Lena');
});

test('every page is marked for adults, noindex, uncached, and loads nothing from other origins [PUB-02]', async () => {
  for (const url of ['/', `/inserat/${fake.ads[0]!.id}`, '/nutzungsbedingungen']) {
    const page = await get(url, { 'accept-encoding': 'gzip' });
    const html = gunzipSync(page.rawPayload).toString();
    expect(html).toContain('<html lang="de-CH"');
    expect(html).toContain('<meta name="rating" content="RTA-5042-1996-1400-1577-RTA"/>');
    expect(html).toContain('content="noindex, noai, noimageai"');
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(inert(html)).not.toMatch(/<script|<style| style="|<iframe/);
    const hosts = [...html.matchAll(/(?:src|srcset|href)="(https?:\/\/[^/"]+)/gi)].map(
      ([, host]) => host,
    );
    expect(new Set(hosts)).toEqual(new Set(['http://portal.example']));
  }
  expect((await get('/robots.txt')).body).toContain('Disallow: /');
});

test('the terms name each cookie with its time, what the portal receives, and where it says more [FIX-42]', async () => {
  const { body } = await get('/nutzungsbedingungen');
  const text = body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  const answers = [
    await post('/alter', { ziel: '/' }),
    await post('/ansicht', { verdeckt: '1', ziel: '/' }),
  ];
  const cookies = nonEmpty(answers.map(({ headers }) => String(headers['set-cookie'])));
  for (const cookie of cookies) {
    const [, name, seconds] = /^(\w+)=.*Max-Age=(\d+)/.exec(cookie)!;
    expect(body).toContain(`<code>${name}</code>`);
    expect(text).toContain(`jedes ${Number(seconds) / 3600} Stunden lang`);
  }
  expect(body).toContain('<code>popup</code>');
  expect(text).not.toContain('lädt nichts von Dritten');
  for (const part of [
    'Bilder, Videos und Anzeigen kommen vom Portal',
    'IP-Adresse und Browser bildet',
  ])
    expect(text).toContain(part);
  expect(body).toContain('href="http://portal.example/datenschutz"');
});

test('pictures can be covered without a script, and stay so [decisions 7]', async () => {
  expect((await get('/')).body).toContain('aria-checked="false"');
  const covered = await post('/ansicht', { verdeckt: '1', ziel: '/?kanton=ZH' });
  expect([covered.statusCode, covered.headers.location]).toEqual([303, '/?kanton=ZH']);
  const page = await get('/', { cookie: VEILED });
  expect(page.body).toContain('<body class="veiled">');
  expect(page.body).toContain('aria-checked="true"');
});

test('videos show on the page of the ad with native controls, and nothing is preloaded [MED-21, decisions 7]', async () => {
  fake.ads = [
    ad({ videos: [film('a'), film('b')] }),
    ad({ images: [], videos: [{ ...film('c'), height: 480 }] }),
  ];
  const { body } = await get(`/inserat/${fake.ads[0]!.id}`);
  const [first, second, ...others] = body.match(/<video[\s\S]*?<\/video>/g) ?? [];
  expect(others).toEqual([]);
  for (const part of [
    'controls=""',
    'playsInline=""',
    'preload="none"',
    'poster="http://portal.example/media/a-poster.webp"',
    'width="1280" height="720"',
    'aria-label="Video 1 von Lena, 1 Minute 5 Sekunden"',
    '<source src="http://portal.example/media/a-720.mp4" type="video/mp4" media="(min-width: 700px)"/><source src="http://portal.example/media/a-480.mp4" type="video/mp4"/>',
  ])
    expect(first).toContain(part);
  expect(second).toContain('b-poster.webp');
  expect(inert(body)).not.toMatch(/autoplay|<track|<script/i);
  // No empty frame for pictures where a video is all there is.
  expect((await get(`/inserat/${fake.ads[1]!.id}`)).body).not.toContain('Kein Bild');
  const list = (await get('/')).body;
  expect(list).toMatch(/<span class="sr">Bilder: <\/span>1.*?<span class="sr">Videos: <\/span>2/s);
  expect(list).not.toContain('<video');
  expect(list).toContain('src="http://portal.example/media/c-poster.webp"');
});

test('a story leads to a page with its picture or its video, its title and the way to the ad [MED-23, MED-25, decisions 7]', async () => {
  fake.ads = [
    ad({ name: 'Mira', story: story() }),
    ad({ name: 'Sofia', story: story({ title: 'Am Abend', image: null, video: film('v') }) }),
    ad({ name: 'Nora', story: story({ title: '', image: null }) }),
  ];
  const row = (await get('/')).body.match(/<nav class="stories"[\s\S]*?<\/nav>/)?.[0];
  for (const { id } of fake.ads) expect(row).toContain(`href="/story/${id}"`);
  for (const file of ['s-640.webp', 'v-poster.webp'])
    expect(row).toContain(`src="http://portal.example/media/${file}"`);
  expect(row).not.toContain('<video');
  const [mira = '', sofia = '', nora = ''] = await Promise.all(
    fake.ads.map(async ({ id }) => {
      const { body, statusCode } = await get(`/story/${id}`);
      expect(statusCode).toBe(200);
      expect(body).toMatch(new RegExp(`href="/inserat/${id}"[^>]*>Weiter zum Inserat`));
      return body;
    }),
  );
  expect(mira).toContain('<h1 class="h1">Heute am See</h1>');
  expect(mira).toContain('src="http://portal.example/media/s-640.webp"');
  expect(mira).toContain('Zu sehen bis 21.11.2026, 13:00');
  expect(mira).not.toContain('<video');
  expect(sofia).toContain('<h1 class="h1">Am Abend</h1>');
  expect(sofia).toMatch(
    /<video class="video" controls=""[^>]*preload="none" poster="http:\/\/portal.example\/media\/v-poster.webp"/,
  );
  expect(nora).toContain('<h1 class="h1">Nora</h1>');
  expect(nora).toContain('<p class="story-words">Nora</p>');
  expect(nora).not.toContain('Kein Bild');
  for (const page of [mira, sofia, nora])
    expect(inert(page)).not.toMatch(/<script|<style| style="/);
});

test('a story that was opened on its ad leads back there, any other to the list [MED-25]', async () => {
  fake.ads = [ad({ story: story() })];
  const { id } = fake.ads[0]!;
  const [link = ''] = (await get(`/inserat/${id}`)).body.match(/\/story\/[^"]*/) ?? [];
  expect(link).toBe(`/story/${id}?von=inserat`);
  const back = async (path: string) =>
    (await get(path)).body.match(/<a class="back" href="([^"]*)"/)?.[1];
  expect([await back(link), await back(`/story/${id}`)]).toEqual([`/inserat/${id}`, '/']);
});

test('covered pictures of an ad are uncovered on its page and over it [decisions 7]', async () => {
  const image = { urls: { 640: 'http://portal.example/media/1.webp' }, placeholder: '' };
  fake.ads = [ad({ images: [{ ...image, width: 640, height: 800 }] })];
  const { id } = fake.ads[0]!;
  const forms = async (cookie: string) =>
    (await get(`/inserat/${id}`, { cookie })).body.match(/(?:gallery|large)-unveil"><form /g)
      ?.length ?? 0;
  expect([await forms(VEILED), await forms(OPEN)]).toEqual([2, 0]);
});

test('an expired story redirects to its ad, an unknown one is gone, none shows before the gate [MED-25]', async () => {
  fake.ads = [ad({ name: 'Mira', story: story() }), ad()];
  const over = await get(`/story/${fake.ads[1]!.id}`);
  expect([over.statusCode, over.headers.location]).toEqual([303, `/inserat/${fake.ads[1]!.id}`]);
  for (const id of ['1', '%27']) expect((await get(`/story/${id}`)).statusCode, id).toBe(404);
  expect((await get(`/story/${crypto.randomUUID()}`)).statusCode).toBe(410);
  fake.asked = [];
  const gate = await get(`/story/${fake.ads[0]!.id}`, { cookie: '' });
  expect(gate.body).toContain('Bist du 18 oder älter?');
  expect(gate.body).not.toContain('Mira');
  expect(fake.asked).toEqual([]);
});

test('each picture opens large over the page, without a script and without leaving it [decisions 7]', async () => {
  const { id, images } = fake.ads[0]!;
  const { body } = await get(`/inserat/${id}`);
  expect(images.length).toBeGreaterThan(0);
  const [dialog = ''] =
    body.match(/<dialog class="large" id="gross" popover="auto".*?<\/dialog>/s) ?? [];
  expect(dialog.match(/<img /g)).toHaveLength(images.length);
  expect(dialog.match(/popoverTarget="gross" popoverTargetAction="hide"/gi)).toHaveLength(1);
  const openers = body.match(/class="slide-open" popoverTarget="gross"/gi);
  expect(openers).toHaveLength(images.length);
  expect(body).not.toMatch(/<a [^>]*href="[^"]*\/media\//);
});

test('veiled, no page holds a player; what stands there leads back uncovered [decisions 7]', async () => {
  fake.ads = [ad({ videos: [film('a')], story: story({ image: null, video: film('v') }) })];
  for (const url of [`/inserat/${fake.ads[0]!.id}`, `/story/${fake.ads[0]!.id}`, '/']) {
    const { body } = await get(url, { cookie: VEILED });
    expect(body, url).toContain('<body class="veiled">');
    expect(body, url).not.toMatch(/<video|\.mp4/);
    // Every picture is the covered variant, except the placeholders, which are blurred already.
    for (const [image] of nonEmpty(body.matchAll(/<img [^>]*>/g)))
      expect(image).toMatch(/class="(photo|placeholder)"/);
    if (url !== '/') {
      expect(body, url).toContain(`<input type="hidden" name="ziel" value="${url}"/>`);
      expect(body, url).toMatch(/value="0" name="verdeckt">Bilder und Videos zeigen/);
    }
  }
});

test('performance: the fonts of a page are asked for together with it', async () => {
  const { body } = await site.inject({ url: '/', headers: { cookie: 'alter=18' } });
  expect(body).toContain(
    '<link rel="preload" href="/assets/text.woff2" as="font" type="font/woff2" crossorigin=""/>',
  );
});
