import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LOOK_DELAY_DAYS } from '@samtrot/shared/access/looks.ts';
import { loginFor } from '@samtrot/shared/access/wanted-page.ts';
import { DELETION_WAITS_MS, EMAIL_CHANGE_SENTENCE } from '@samtrot/shared/accounts/change-rules.ts';
import {
  AUTOMATIC_SENTENCES,
  filledReasons,
  HOLD_SENTENCES,
} from '@samtrot/shared/holds/sentences.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { BROWSER_STORAGE } from '@samtrot/shared/legal/browser-storage-rules.ts';
import { PERSONAL_DATA } from '@samtrot/shared/legal/personal-data-rules.ts';
import { HOLD_REASONS } from '@samtrot/shared/testing/hold-reasons.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { getText } from '@samtrot/shared/texts/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releasedVersion } from '../testing/world/catalogue.ts';
import { releasedText } from '../testing/world/texts.ts';
import { testWorld } from '../testing/world/world.ts';
import { buildIfStale } from './build.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
let cookie: string;
beforeAll(async () => {
  await buildIfStale('web');
  world = await testWorld({ PUBLIC_URL: 'http://localhost:3000' });
  cookie = (await world.user()).cookie;
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const open = (url: string, session = '') =>
  world.server.inject({
    url,
    headers: { accept: 'text/html', ...(session && { cookie: session }) },
  });

test('the landing page is static HTML for everybody [PUB-04, PUB-12]', async () => {
  for (const session of ['', cookie]) {
    const page = await open('/', session);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<html lang="de-CH">');
    expect(page.body).toContain('Dein erstes Inserat ist gratis.');
    expect(page.body).toContain('<link rel="canonical" href="http://localhost:3000/"');
    expect(page.body).toContain('RTA-5042-1996-1400-1577-RTA');
  }
});

test('the contact page is static HTML for everybody and names the operator [PUB-13]', async () => {
  for (const session of ['', cookie]) {
    const page = await open('/kontakt', session);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<link rel="canonical" href="http://localhost:3000/kontakt"');
    expect(page.body).toContain('<h1 class="h1">Kontakt</h1>');
    expect(page.body).toContain('href="mailto:kontakt@samtrot.example"');
    expect(page.body).toContain('href="tel:+41440000000">+41 44 000 00 00</a>');
    expect(page.body).not.toMatch(/%[A-Z_]+%/);
  }
  expect((await open('/kontakt/')).headers.location).toBe('/kontakt');
});

test('public pages have the prices of the moment, also when another version begins [BOF-117]', async () => {
  const shown = async () =>
    (await Promise.all(['/', '/kontakt'].map((path) => open(path)))).map(({ body }) => {
      expect(body).not.toMatch(/%(PRICE|CREDITS)/);
      return [body.includes('100 Credits'), body.includes('120 Credits')];
    });
  expect(await shown()).toEqual([
    [true, false],
    [true, false],
  ]);
  const begins = new Date(world.clock.now().getTime() + HOUR_MS);
  const packages = { ...PRICES.packages, '1_month': 120 };
  await releasedVersion(world, 'packages', packages, begins);
  world.clock.set(new Date(begins.getTime() + 2_000));
  expect(await shown()).toEqual([
    [false, true],
    [false, true],
  ]);
});

test('a page shows the valid version of its text within a second of its date, with the others [BOF-128]', async () => {
  const validFrom = new Date(world.clock.now().getTime() + HOUR_MS);
  const words = 'Das ist ganz neu.';
  const shown = async (path: string) => {
    const { body, statusCode } = await open(path);
    const [, main = ''] = /<main[^>]*id="inhalt"[^>]*>(.*?)<\/main>/s.exec(body) ?? [];
    return {
      status: statusCode,
      text: main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '),
      links: [...main.matchAll(/href="(\/impressum[^"]*)"/g)].map(([, href]) => href),
    };
  };
  const first = await shown('/impressum');
  expect(first.text).toContain('Gültig ab 24.11.2026');
  expect([first.links, (await shown('/impressum/2')).status]).toEqual([[], 404]);
  const { number } = await releasedText(world, 'imprint', { words, validFrom });
  world.clock.set(new Date(validFrom.getTime() - 1));
  const before = await shown('/impressum');
  expect([before.text.includes(words), before.links]).toEqual([false, [`/impressum/${number}`]]);
  const coming = await shown(`/impressum/${number}`);
  expect([coming.status, coming.text.includes(words), coming.links]).toEqual([
    200,
    true,
    ['/impressum'],
  ]);
  world.clock.set(new Date(validFrom.getTime() + 1_000));
  for (const path of ['/impressum', '/public/impressum']) {
    const after = await shown(path);
    expect([path, after.text.includes(words), after.links]).toEqual([path, true, ['/impressum/1']]);
    expect(after.text).toContain('Gültig ab 20.11.2026');
  }
  const past = await shown('/impressum/1');
  expect([past.text.includes(words), past.links]).toEqual([false, ['/impressum']]);
  for (const path of ['/impressum/0', '/impressum/99', '/impressum/x', '/rechtliches/2'])
    expect((await open(path)).statusCode, path).toBe(404);
  const { body } = await world.server.inject('/api?action=get_text&text=imprint');
  expect(body).toContain(words);
});

test('public pages and login pages show maintenance and notices, as text [BOF-131, BOF-132]', async () => {
  const now = world.clock.now();
  const until_at = new Date(now.getTime() + HOUR_MS);
  const shown = async () => {
    world.clock.set(new Date(world.clock.now().getTime() + 2_000));
    const paths = ['/', '/kontakt', '/datenschutz', '/auth/login', '/auth/register'];
    const bodies = (await Promise.all(paths.map((path) => open(path)))).map(({ body }) => body);
    return bodies.map(
      (body) => /data-slot="notices">(.*?)<\/div>(?!<\/div>)\s*<(?:header|div id)/s.exec(body)?.[1],
    );
  };
  expect(await shown()).toEqual(Array(5).fill(''));
  await world.db.insertInto('maintenance').values({ from_at: now, until_at }).execute();
  const notice = { kind: 'info', text: '<b>Netz</b>', from_at: now, until_at };
  await world.db
    .insertInto('portal_notice')
    .values([
      { ...notice, place: 'all' },
      { ...notice, place: 'logged_in', text: 'Nur innen' },
    ])
    .execute();
  for (const bars of await shown()) {
    expect(bars).toMatch(
      /role="status"><p class="grow">Wartung bis 1\d:\d\d\. Ansehen geht, ändern danach wieder\.<\/p>/,
    );
    expect(bars).toContain('<p class="grow">&lt;b&gt;Netz&lt;/b&gt;</p>');
    expect(bars).not.toContain('Nur innen');
  }
  for (const table of ['maintenance', 'portal_notice'] as const)
    await world.db.deleteFrom(table).execute();
  expect(await shown()).toEqual(Array(5).fill(''));
});

test("the operator's settings are inserted into the pages, escaped", async () => {
  await using other = await testWorld({
    OPERATOR_PHONE: '044 <b>0</b> & "1"',
    OPERATOR_EMAIL: 'hilfe@haus.example',
    OPERATOR_NAME: '</script><script>x',
  });
  const headers = { accept: 'text/html', cookie: (await other.user()).cookie };
  const contact = await other.server.inject({ url: '/kontakt', headers });
  expect(contact.body).toContain('044 &lt;b&gt;0&lt;/b&gt; &amp; "1"');
  expect(contact.body).toContain('mailto:hilfe@haus.example');
  const imprint = await other.server.inject({ url: '/impressum', headers });
  expect(imprint.body).toContain('&lt;/script&gt;&lt;script&gt;x');
});

test.each([
  ['datenschutz', 'Datenschutz', 'PUB-14, PUB-17'],
  ['rechtliches', 'Rechtliches', 'PUB-15, PUB-18'],
  ['impressum', 'Impressum', 'PUB-16, PUB-19'],
])(
  '/%s and /public/… have the same text and one canonical address: %s [%s]',
  async (path, title) => {
    const [first, second] = [await open(`/${path}`), await open(`/public/${path}`)];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.body).toBe(first.body);
    expect(first.body).toContain(`<title>${title} – Samtrot</title>`);
    expect(first.body).toContain(`<link rel="canonical" href="http://localhost:3000/${path}"`);
    expect(first.body).toContain('Samtrot Demo GmbH');
    expect(first.body).not.toMatch(/%[A-Z]{3}/);
    expect(first.headers.rating).toBe('RTA-5042-1996-1400-1577-RTA');
    expect((await open(`/public/${path}/`)).headers.location).toBe(`/public/${path}`);
  },
);

test('every page of the portal has the adults-only label', async () => {
  const urls = [
    '/',
    '/kontakt',
    '/impressum',
    '/auth/login',
    '/auth/newsletter-off',
    '/gibt-es-nicht',
    '/partner/v1',
  ];
  for (const url of [...urls, '/b/c/kein-link']) {
    const { body } = await open(url);
    expect(body, url).toMatch(/<meta name="RATING" content="RTA-5042-1996-1400-1577-RTA"/);
  }
});

test('the privacy page has every table, every browser key and the disclosure settings [FIX-42]', async () => {
  await using other = await testWorld({
    OPERATOR_ABROAD: 'an den Zahlungsdienst in Irland, gestützt auf Anhang 1 DSV.',
    OPERATOR_EU_REPRESENTATIVE: 'Vertretung Muster, Wien.',
  });
  const { body } = await other.server.inject({
    url: '/datenschutz',
    headers: { accept: 'text/html' },
  });
  const text = body
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
  for (const { title, what, purpose, basis, kept, tables } of nonEmpty(PERSONAL_DATA))
    expect(text).toContain(
      `${title} Was ${what} Wozu ${purpose} Grundlage ${basis} Wie lange ${kept} Tabellen ${tables.join(', ')}`,
    );
  for (const { key, what, until } of nonEmpty(BROWSER_STORAGE)) {
    expect(text).toMatch(new RegExp(`${key} Was`));
    for (const part of [what, until]) expect(text).toContain(part);
  }
  expect(text).toContain(
    'Bekanntgabe ins Ausland: an den Zahlungsdienst in Irland, gestützt auf Anhang 1 DSV.',
  );
  expect(text).toContain('(Art. 27 DSGVO): Vertretung Muster, Wien.');
  for (const section of [
    'Besuche und Statistik',
    'Prüfsumme mit einem Geheimnis',
    'Dieser Nachweis',
  ])
    expect(text).toContain(section);
  expect(body).not.toMatch(/keine Statistik/);
});

test('every part of the legal texts has content, and they name the operator [PUB-20]', async () => {
  const operator = {
    OPERATOR_NAME: 'Haus am See AG',
    OPERATOR_STREET: 'Seeweg 7',
    OPERATOR_CITY: '6300 Zug',
    OPERATOR_UID: 'CHE-7',
    OPERATOR_REGISTER: 'Register von Zug',
    OPERATOR_REPRESENTATIVE: 'Lena Vertretung',
    OPERATOR_EMAIL: 'haus@see.example',
    OPERATOR_PHONE: '041 555 01 42',
  };
  await using other = await testWorld(operator);
  const pages: string[] = [];
  for (const path of ['/datenschutz', '/rechtliches', '/impressum']) {
    const { body } = await other.server.inject({ url: path, headers: { accept: 'text/html' } });
    const parts = nonEmpty(
      body.matchAll(/<section id="([^"]+)"[^>]*><h2.*?<\/h2>(.*?)<\/section>/gs),
    );
    expect(parts.map(([, id]) => id)).toEqual(
      [...body.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id),
    );
    for (const [, id, markup] of parts) {
      const text = markup!.replace(/<[^>]*>/g, ' ');
      expect(text.match(/\p{L}{2,}/gu)?.length ?? 0, `${path}#${id}`).toBeGreaterThan(5);
      expect(text, `${path}#${id}`).not.toMatch(
        /%[A-Z]|Lorem|TODO|XXX|undefined|null|\[\w+\]|Samtrot Demo/,
      );
    }
    expect(parts.length, path).toBeGreaterThan(3);
    expect(body, path).toContain(operator.OPERATOR_NAME);
    pages.push(body);
  }
  for (const value of Object.values(operator)) expect(pages[2]).toContain(value);
});

test('the terms state the configured tax rate, inside and outside the application [FIX-45]', async () => {
  await using other = await testWorld({ VAT_PERCENT: '7.7' });
  const headers = { accept: 'text/html', cookie: (await other.user()).cookie };
  const terms = (await other.server.inject({ url: '/rechtliches', headers })).body;
  expect(terms).toContain('enthält 7.7 % Mehrwertsteuer');
  expect(terms).not.toContain('8.1');
  const inside = await other.visitor.call(getText, { text: 'terms' });
  expect(inside.body.html).toContain('enthält 7.7 % Mehrwertsteuer');
});

test('the privacy page states the configured months of reports, inside too [BOF-66, FIX-42]', async () => {
  await using other = await testWorld({ REPORT_KEEP_MONTHS: '36' });
  const headers = { accept: 'text/html', cookie: (await other.user()).cookie };
  const { body } = await other.server.inject({ url: '/datenschutz', headers });
  expect(body).toContain('bis 36 Monate nach dem Entscheid');
  expect(body).not.toContain('24 Monate');
  const inside = await other.visitor.call(getText, { text: 'privacy' });
  expect(inside.body.html).toContain('bis 36 Monate nach dem Entscheid');
});

test('the legal texts say what is looked at, held, decided by programs and encrypted [FIX-40, FIX-42]', async () => {
  const textOf = async (url: string) =>
    (await open(url)).body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const [terms, privacy] = [await textOf('/rechtliches'), await textOf('/datenschutz')];
  for (const sentence of nonEmpty(HOLD_SENTENCES).map((said) =>
    filledReasons(said, HOLD_REASONS, String),
  ))
    expect(terms).toContain(sentence);
  for (const sentence of nonEmpty(AUTOMATIC_SENTENCES)) expect(privacy).toContain(sentence);
  for (const text of [terms, privacy]) {
    expect(text).toContain(EMAIL_CHANGE_SENTENCE);
    expect(text).toContain(`${DELETION_WAITS_MS / HOUR_MS} Stunden lang kannst du`);
  }
  expect(privacy).toContain(`bis zu ${LOOK_DELAY_DAYS} Tage später`);
  expect(privacy).toContain('In der Datenbank verschlüsseln wir');
  expect(privacy).toContain('unser Postfach');
  const cookies = BROWSER_STORAGE.filter(({ place }) => place === 'Cookie');
  expect(privacy).toContain(
    `wenn du dich anmeldest oder mit unserem Link ein neues Passwort setzt: ${nonEmpty(cookies)
      .map(({ key }) => key)
      .join(' und ')} .`,
  );
});

test('a document is compressed for clients that accept it [PUB-12]', async () => {
  const plain = await open('/datenschutz');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const asked = (encoding: string) =>
    world.server.inject({
      url: '/datenschutz',
      headers: { accept: 'text/html', 'accept-encoding': encoding },
    });
  const [br, gzip, none] = [
    await asked('gzip, deflate, br'),
    await asked('gzip'),
    await asked('br;q=0'),
  ];
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect([br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ]);
  expect(none.body).toBe(plain.body);
  expect(br.headers.vary).toContain('accept-encoding');
});

test('a setting that looks like a placeholder or markup stays text', async () => {
  await using other = await testWorld({
    OPERATOR_NAME: '<b>%OPERATOR_UID%</b>',
    OPERATOR_UID: 'CHE-1',
    OPERATOR_HOSTING: '%OPERATOR_EMAIL%',
  });
  const { body } = await other.server.inject({
    url: '/impressum',
    headers: { accept: 'text/html' },
  });
  expect(body).toContain('&lt;b&gt;%OPERATOR_UID%&lt;/b&gt;');
  const privacy = await other.server.inject({
    url: '/datenschutz',
    headers: { accept: 'text/html' },
  });
  expect(privacy.body).toContain('Standort der Server: %OPERATOR_EMAIL%.');
});

test('the sitemap lists exactly the public pages [PUB-04]', async () => {
  const robots = await open('/robots.txt');
  expect(robots.headers['content-type']).toContain('text/plain');
  expect(robots.body).toContain('Disallow: /api\n');
  expect(robots.body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
  const sitemap = await open('/sitemap.xml');
  expect(sitemap.headers['content-type']).toContain('application/xml');
  const paths = [...sitemap.body.matchAll(/<loc>http:\/\/localhost:3000(.*?)<\/loc>/g)].map(
    ([, path]) => path!,
  );
  expect(paths).toEqual([
    '/',
    '/kontakt',
    '/datenschutz',
    '/rechtliches',
    '/impressum',
    '/auth/login',
    '/auth/register',
  ]);
  for (const path of paths) {
    const page = await open(path);
    expect(page.statusCode, path).toBe(200);
    expect(page.headers['x-robots-tag'], path).toBeUndefined();
    expect(page.body, path).not.toMatch(/<meta name="robots" content="[^"]*noindex/);
    expect(page.body, path).toMatch(/<meta name="description" content=".{50,200}"/);
    // Hours and promises are texts of the house, which change.
    expect(page.body, path).not.toMatch(/<meta name="description" content="[^"]*Stunden/);
  }
  for (const path of [
    '/auth/forgot',
    '/auth/reset-password?token=x',
    '/auth/confirm?token=x',
    '/auth/login-link?token=x',
    '/gibt-es-nicht',
  ]) {
    expect((await open(path)).headers['x-robots-tag'], path).toBe('noindex');
  }
  expect((await open('/home', cookie)).headers['x-robots-tag']).toBe('noindex');
});

test('the login pages are public [AUT-01, AUT-17]', async () => {
  for (const path of ['/auth/login', '/auth/register', '/auth/login/'])
    expect((await open(path)).statusCode).toBe(200);
});

test.each(['*/*', undefined])(
  'with accept: %s a program gets the same pages, and HEAD their headers [PUB-12, AUT-01, FRM-01]',
  async (accept) => {
    const headers = { ...(accept && { accept }) };
    for (const path of ['/', '/kontakt', '/impressum', '/auth/login', '/auth/forgot']) {
      const page = await world.server.inject({ url: path, headers });
      expect([page.statusCode, page.body], path).toEqual([200, (await open(path)).body]);
      const head = await world.server.inject({ url: path, headers, method: 'HEAD' });
      expect([head.statusCode, head.body, head.headers['content-type']], path).toEqual([
        200,
        '',
        'text/html; charset=utf-8',
      ]);
    }
    expect((await world.server.inject({ url: '/home', headers })).headers.location).toBe(
      '/auth/login',
    );
    expect(
      (await world.server.inject({ url: '/home', headers: { ...headers, cookie } })).statusCode,
    ).toBe(200);
    const gone = await world.server.inject({
      url: '/assets/weg.js',
      headers: { ...headers, cookie },
    });
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'NOT_FOUND']);
  },
);

test('/login redirects to /auth/login [PRO-24]', async () => {
  expect((await open('/login')).headers.location).toBe('/auth/login');
});

const EXAMPLES: Record<string, string> = { id: '12', kind: 'inserat', ticket: 'S-10042' };
/** Every path that the router of the dashboard knows. */
const PROTECTED = nonEmpty(
  [
    ...readFileSync(join(import.meta.dirname, '../../../web/src/routes.tsx'), 'utf8').matchAll(
      /(?:page|[aA]ddress)\('(\/[^']+)'/g,
    ),
  ].map(([, path = '']) => path.replaceAll(/\$(\w+)/g, (_, name: string) => EXAMPLES[name]!)),
);

test.each(PROTECTED)(
  '%s is for advertisers; a visitor is led to the login, and from there to it [FRM-01, FRM-27, EXP-67]',
  async (path) => {
    const visitor = await open(path);
    expect(visitor.headers.location).toBe(loginFor(path));
    expect(visitor.headers['cache-control']).toBe('no-store');
    expect((await open(path, cookie)).statusCode).toBe(200);
    expect((await open(path, 'sid=made-up')).headers.location).toBe(visitor.headers.location);
  },
);

test('an unknown path is 404 for visitors and redirects advertisers home [PUB-21, PUB-24]', async () => {
  for (const path of ['/gibt-es-nicht', '/rabota/abc', '/home/x', '/%F0%9F%8D%92']) {
    expect((await open(path)).statusCode, path).toBe(404);
    expect((await open(path, cookie)).headers.location, path).toBe('/home');
  }
});

test('inline scripts are allowed by their hash only', async () => {
  for (const path of ['/', '/auth/login', '/gibt-es-nicht']) {
    const page = await open(path);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/);
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain('unsafe');
    expect(page.body).not.toMatch(/\son\w+="/);
  }
});

test('build files are compressed and cached; unknown files are 404', async () => {
  const page = await open('/');
  const script = page.body.match(/src="(\/assets\/[^"]+\.js)"/)![1]!;
  const file = await world.server.inject({ url: script, headers: { 'accept-encoding': 'br' } });
  expect(file.headers['content-encoding']).toBe('br');
  expect(file.headers['cache-control']).toContain('immutable');
  expect((await world.server.inject({ url: '/assets/missing.js' })).statusCode).toBe(404);
  expect(
    (
      await world.server.inject({ url: '/gibt-es-nicht', headers: { accept: 'application/json' } })
    ).json(),
  ).toMatchObject({ success: false, code: 'NOT_FOUND' });
});
