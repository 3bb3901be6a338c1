import { expect, test } from 'vitest';
import {
  AGENT,
  ad,
  ask,
  eachTestItsOwn,
  failures,
  fake,
  here,
  openSite,
  receivedVisits,
} from './fake-portal.ts';

eachTestItsOwn();

test('a page view of an ad or a club is reported with an id of the visitor and the browser [decisions 7]', async () => {
  const [{ id }, { id: clubId }] = [fake.ads[0]!, fake.clubs[0]!];
  await ask(`/inserat/${id}`);
  await ask(`/club/${clubId}`);
  await ask('/');
  await ask('/clubs');
  await ask(`/inserat/${id}/melden`);
  expect(await receivedVisits()).toEqual([`ads/${id}/views view`, `clubs/${clubId}/views view`]);
  const [first, second] = fake.received;
  expect(first).toMatchObject({ user_agent: AGENT, visitor: second!.visitor });
  expect(first!.visitor).toMatch(/^[\w-]{43}$/);
});

test('views before the gate, of missing pages, by HEAD or prefetch are not counted [decisions 7]', async () => {
  const { id } = fake.ads[0]!;
  await ask(`/inserat/${id}`, { cookie: '' });
  await ask(`/inserat/${crypto.randomUUID()}`);
  await ask(`/inserat/${id}`, { method: 'HEAD' });
  for (const [name, value] of [
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
  ] as const) {
    await ask(`/inserat/${id}`, { [name]: value });
    const ahead = await ask(`/inserat/${id}/homepage`, { [name]: value });
    expect([ahead.status, ahead.headers.get('location')]).toEqual([204, null]);
  }
  const head = await ask(`/inserat/${id}/whatsapp`, { method: 'HEAD' });
  expect([head.status, head.headers.get('location')]).toEqual([303, 'https://wa.me/41791112233']);
  expect(await receivedVisits()).toEqual([]);
});

test('a visitor id lasts a day and differs by browser and by site [decisions 7]', async () => {
  const { id } = fake.ads[0]!;
  const seen = async (agent = AGENT) => {
    await ask(`/inserat/${id}`, { 'user-agent': agent });
  };
  await seen();
  await seen();
  await seen('Mozilla/5.0 (Anderer)');
  // 23:30 in Switzerland is the same day; an hour later it is not.
  here.now = new Date('2026-11-20T22:30:00Z');
  await seen();
  here.now = new Date('2026-11-20T23:30:00Z');
  await seen();
  await here.site.close();
  await openSite();
  await seen();
  await here.site.close();
  const words = fake.received.map(({ visitor }) => visitor);
  expect(words).toHaveLength(6);
  expect(new Set([words[0], words[1], words[3]]).size).toBe(1);
  expect(new Set(words).size).toBe(4);
  expect(JSON.stringify([...fake.received, ...failures])).not.toContain('127.0.0.1');
});

test('behind its own proxy the site reads visitors from its header and ignores foreign ones [decisions 7]', async () => {
  const { id } = fake.ads[0]!;
  const from = (address: string) => ask(`/inserat/${id}`, { 'x-forwarded-for': address });
  await from('203.0.113.1');
  await from('203.0.113.2');
  await here.site.close();
  expect(new Set(fake.received.map(({ visitor }) => visitor)).size).toBe(1);
  fake.received = [];
  await openSite({ trustedProxies: '127.0.0.1' });
  await from('203.0.113.1');
  await from('203.0.113.2');
  await from('203.0.113.2');
  await here.site.close();
  expect(new Set(fake.received.map(({ visitor }) => visitor)).size).toBe(2);
});

test('WhatsApp and homepage lead over a counted address to what the ad holds now [T-DEL-05, EDI-61, decisions 7]', async () => {
  const { id } = fake.ads[0]!;
  const homepage = await ask(`/inserat/${id}/homepage`);
  expect([homepage.status, homepage.headers.get('location')]).toEqual([
    303,
    'https://lena.example/ueber?a=1&b=2',
  ]);
  expect(homepage.headers.get('referrer-policy')).toBe('no-referrer');
  expect(homepage.headers.get('cache-control')).toBe('no-store');
  const chat = await ask(`/inserat/${id}/whatsapp?ziel=https://boese.example`);
  expect([chat.status, chat.headers.get('location')]).toEqual([303, 'https://wa.me/41791112233']);
  const ofClub = await ask(`/club/${fake.clubs[0]!.id}/homepage`);
  expect([ofClub.status, ofClub.headers.get('location')]).toEqual([303, 'https://linde.example/']);
  // Changed a moment ago, then taken away, then the ad is gone.
  fake.ads = [{ ...fake.ads[0]!, homepage: 'https://neu.example/' }];
  expect((await ask(`/inserat/${id}/homepage`)).headers.get('location')).toBe(
    'https://neu.example/',
  );
  fake.ads = [{ ...fake.ads[0]!, homepage: null, whatsapp: null }];
  for (const contact of ['homepage', 'whatsapp'])
    expect((await ask(`/inserat/${id}/${contact}`)).headers.get('location')).toBe(`/inserat/${id}`);
  fake.ads = [];
  const gone = await ask(`/inserat/${id}/homepage`);
  expect([gone.status, gone.headers.get('location')]).toEqual([404, null]);
  expect(await receivedVisits()).toEqual([
    `ads/${id}/views homepage`,
    `ads/${id}/views whatsapp`,
    `clubs/${fake.clubs[0]!.id}/views homepage`,
    `ads/${id}/views homepage`,
  ]);
});

test.each([
  'javascript:alert(1)',
  'http://lena.example/',
  '//boese.example',
  'https://a:b@boese.example/',
  '/alter',
])('an ad with the homepage %s leads nowhere [T-DEL-05, decisions 7]', async (homepage) => {
  fake.ads = [ad({ homepage })];
  const { id } = fake.ads[0]!;
  expect((await ask(`/inserat/${id}/homepage`)).headers.get('location')).toBe(`/inserat/${id}`);
  expect(await receivedVisits()).toEqual([]);
});

test('before the gate a contact address leads to the page of the ad, and no cookie is set [decisions 7]', async () => {
  const { id } = fake.ads[0]!;
  for (const path of [`/inserat/${id}`, `/inserat/${id}/homepage`, `/inserat/${id}/whatsapp`]) {
    const gate = await ask(path, { cookie: '' });
    expect([gate.status, gate.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await gate.text()).toContain(`name="ziel" value="/inserat/${id}"`);
  }
  expect(fake.asked).toEqual([]);
});

test('a telephone is a plain link that reports its press; foreign origins and kinds are refused [decisions 7]', async () => {
  const [{ id }, { id: clubId }] = [fake.ads[0]!, fake.clubs[0]!];
  for (const [page, section, item] of [
    ['/', 'inserat', id],
    [`/inserat/${id}`, 'inserat', id],
    ['/clubs', 'club', clubId],
    [`/club/${clubId}`, 'club', clubId],
  ])
    expect(await (await ask(page!)).text()).toMatch(
      new RegExp(`<a [^>]*href="tel:\\+41\\d{9}"[^>]*ping="/${section}/${item}/telefon"`),
    );
  await here.site.close();
  fake.received = [];
  await openSite();
  const press = (path: string, headers: Record<string, string> = {}) =>
    fetch(here.at + path, { method: 'POST', headers: { cookie: 'alter=18', ...headers } });
  const ping = { body: 'PING', 'content-type': 'text/ping' };
  const responses = [
    fetch(`${here.at}/inserat/${id}/telefon`, {
      method: 'POST',
      body: ping.body,
      headers: { cookie: 'alter=18', 'content-type': 'text/ping', 'sec-fetch-site': 'same-origin' },
    }),
    press(`/club/${clubId}/telefon`),
    press(`/inserat/${id}/telefon`, { 'sec-fetch-site': 'cross-site' }),
    press(`/inserat/${id}/telefon`, { cookie: '' }),
    press('/inserat/7/telefon'),
  ];
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([
    204, 204, 404, 404, 404,
  ]);
  expect((await receivedVisits()).sort()).toEqual(
    [`ads/${id}/views phone`, `clubs/${clubId}/views phone`].sort(),
  );
});

test('an unreachable portal costs the visitor nothing and receives the visits later [decisions 7]', async () => {
  const { id } = fake.ads[0]!;
  fake.takes = 503;
  expect((await ask(`/inserat/${id}`)).status).toBe(200);
  await expect.poll(() => fake.received.length).toBeGreaterThan(0);
  for (let n = 0; n < 20; n++) expect((await ask(`/inserat/${id}`)).status).toBe(200);
  // One after each pause, not one for each visitor.
  const tries = fake.received.length;
  expect(tries).toBeLessThan(6);
  fake.takes = 202;
  await expect.poll(() => fake.received.length - tries).toBe(21);
  expect(failures).toEqual([]);
});
