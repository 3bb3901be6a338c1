import { REPORT_REASON_IDS, reportThanks } from '@samtrot/shared/reports/rules.ts';
import { expect, test } from 'vitest';
import {
  AGENT,
  ad,
  ask,
  club,
  eachTestItsOwn,
  failures,
  fake,
  here,
  openSite,
} from './fake-portal.ts';

eachTestItsOwn();

test('a report of an ad or a club works without a script and goes to the portal [PUB-13, BOF-55, decisions 7]', async () => {
  fake.ads = [ad({ name: 'Lena <b>' })];
  const [{ id }, { id: clubId }] = [fake.ads[0]!, fake.clubs[0]!];
  for (const [path, type, one] of [
    [`/inserat/${id}`, 'inserat', id],
    [`/club/${clubId}`, 'club', clubId],
  ] as const) {
    expect(await (await ask(path)).text()).toContain(`class="report" href="${path}/melden"`);
    const page = await ask(`${path}/melden`);
    const html = await page.text();
    expect(html).toContain(`action="${path}/melden"`);
    expect(html.match(/name="reason"/g)).toHaveLength(REPORT_REASON_IDS.length);
    expect(html).toContain('href="tel:117"');
    expect(html).not.toContain('Lena <b>');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self';");
    const sent = await send(`${path}/melden`, { reason: 'betrug', message: 'Vorauszahlung' });
    const to = `${path}/melden?nummer=M-7&innert=24`;
    expect([sent.status, sent.headers.get('location')]).toEqual([303, to]);
    const thanks = await (await ask(to)).text();
    expect(thanks).toContain(reportThanks(7, 'betrug'));
    expect(thanks).toContain('Notiere dir die Nummer.');
    expect(thanks).toContain('href="http://portal.example/kontakt"');
    expect(fake.reports.pop()).toEqual({
      object: { type, id: one },
      reason: 'betrug',
      message: 'Vorauszahlung',
      name: '',
      email: '',
      send_key: expect.stringMatching(/^[\da-f-]{36}$/),
      visitor: expect.stringMatching(/^[\w-]{43}$/),
    });
  }
  expect((await ask(`/inserat/${crypto.randomUUID()}/melden`)).status).toBe(404);
});

test('the key of a form goes with its report, also when it is sent again [BOF-55]', async () => {
  const path = `/inserat/${fake.ads[0]!.id}/melden`;
  const keyIn = (html: string) => / name="send_key" value="([\da-f-]{36})"/.exec(html)?.[1];
  const send_key = keyIn(await (await ask(path)).text())!;
  expect(keyIn(await (await ask(path)).text())).not.toBe(send_key);
  const without = await (await send(path, { reason: '', send_key })).text();
  expect(keyIn(without)).toBe(send_key);
  for (let times = 0; times < 2; times++) await send(path, { reason: 'betrug', send_key });
  const keys = fake.reports.splice(0).map((report) => (report as { send_key: string }).send_key);
  expect(keys).toEqual([send_key, send_key]);
});

test('two browsers of one address report as one visit [BOF-64]', async () => {
  const path = `/inserat/${fake.ads[0]!.id}/melden`;
  for (const agent of [AGENT, 'Anderer Browser'])
    await send(path, { reason: 'zwang', message: '' }, { agent });
  const visits = fake.reports.splice(0).map((report) => (report as { visitor: string }).visitor);
  expect(visits).toHaveLength(2);
  expect(visits[0]).toBe(visits[1]);
});

test('the page of thanks takes no words from its address, and loaded again it sends nothing [BOF-55]', async () => {
  const path = `/inserat/${fake.ads[0]!.id}/melden`;
  for (const query of [
    'nummer=M-7',
    'nummer=<b>&innert=2',
    'nummer=M-7&innert=3',
    'nummer=7&innert=2',
  ])
    expect(await (await ask(`${path}?${query}`)).text(), query).toContain('name="reason"');
  for (let times = 0; times < 2; times++) {
    const html = await (await ask(`${path}?nummer=M-41&innert=2`)).text();
    expect(html).toContain(reportThanks(41, 'zwang'));
  }
  expect(fake.reports).toEqual([]);
});

test('somebody who has not confirmed an age can report, and sees no picture [PUB-02, BOF-55]', async () => {
  const images = [
    {
      urls: { 640: 'http://portal.example/media/1.webp' },
      width: 640,
      height: 800,
      placeholder: '',
    },
  ];
  fake.ads = [ad({ images })];
  fake.clubs = [club({ images })];
  for (const item of [`/inserat/${fake.ads[0]!.id}`, `/club/${fake.clubs[0]!.id}`]) {
    const gate = await (await ask(item, { cookie: '' })).text();
    expect(gate).toContain('Bist du 18 oder älter?');
    expect(gate).toContain(`href="${item}/melden"`);
    const form = await (await ask(`${item}/melden`, { cookie: '' })).text();
    expect(form).toContain('name="reason"');
    expect(form).not.toContain('/media/');
    const sent = await send(`${item}/melden`, { reason: 'zwang' }, { cookie: '' });
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `${item}/melden?nummer=M-7&innert=2`,
    ]);
    const thanks = await (await ask(sent.headers.get('location')!, { cookie: '' })).text();
    expect(thanks).toContain('M-7');
  }
  expect(await (await ask('/', { cookie: '' })).text()).not.toContain('/melden');
});

test('a report without a reason says so at the question, and goes nowhere [BOF-55]', async () => {
  for (const reason of ['', 'langweilig', 'toString']) {
    const page = await send(`/inserat/${fake.ads[0]!.id}/melden`, { reason, message: 'Mein Text' });
    const html = await page.text();
    expect(page.status).toBe(422);
    for (const part of [
      'Bitte wähle einen Grund aus.',
      'aria-describedby="kein-grund"',
      'Mein Text',
    ])
      expect(html).toContain(part);
    expect(html.match(/autofocus=""/gi)).toHaveLength(1);
  }
  expect(fake.reports).toEqual([]);
  expect(await (await ask(`/inserat/${fake.ads[0]!.id}/melden`)).text()).not.toContain(
    'kein-grund',
  );
});

test('the help lines beside the form are those of the house, the last ones while it is away [BOF-127]', async () => {
  const path = `/inserat/${fake.ads[0]!.id}/melden`;
  const shown = async () => (await ask(path)).text();
  fake.help = null;
  expect(await shown()).not.toContain('class="emergency"');
  expect(failures.splice(0)).toHaveLength(1);
  fake.help = '<p>Ruf <a href="tel:143">143</a> an.</p>';
  expect(await shown()).toContain('href="tel:143"');
  fake.help = null;
  expect(await shown()).toContain('href="tel:143"');
});

test('a report that is refused or does not arrive keeps what was typed [BOF-55]', async () => {
  const path = `/inserat/${fake.ads[0]!.id}/melden`;
  const typed = { reason: 'zwang', message: '<b>Text', email: 'mira@beispiel.ch' };
  for (const [status, words] of [
    [422, 'Ungültiges Format'],
    [429, 'Zu viele Versuche'],
    [500, 'ruf gleich eine der Nummern auf dieser Seite an'],
  ] as const) {
    fake.takesReport = { status, message: words };
    const page = await send(path, typed);
    const html = await page.text();
    expect(page.status).toBe(422);
    for (const part of [words, '&lt;b&gt;Text', 'mira@beispiel.ch', 'checked=""'])
      expect(html, `${status}`).toContain(part);
  }
  fake.takesReport = { status: 404, message: '' };
  expect((await send(path, typed)).status).toBe(404);
  // It went offline while the form was open.
  fake.takesReport = { status: 202, message: 'Danke. Nummer M-7.' };
  fake.ads = [];
  const late = (await send(path, typed)).headers.get('location')!;
  expect(await (await ask(late)).text()).toContain('M-7');
  expect(failures).toHaveLength(1);
  failures.length = 0;
});

const send = (
  path: string,
  fields: Record<string, string>,
  { cookie = 'alter=18', agent = AGENT } = {},
) =>
  fetch(here.at + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'user-agent': agent },
    body: new URLSearchParams(fields),
  });

const data = (html: string) => {
  const [, json = 'null'] =
    html.match(/<script type="application\/ld\+json">([^<]*)<\/script>/) ?? [];
  return JSON.parse(json) as { '@graph': Record<string, unknown>[] } | null;
};

test('every page is labelled for adults, in text and data, and describes only what it shows [PUB-02, decisions 7]', async () => {
  const evil = '</script><script>alert(1)</script>';
  fake.ads = [ad({ name: evil, adresse: null })];
  fake.clubs = [club({ oeffnungszeiten: [{ tag: 5, von: '18:00', bis: '02:00' }] })];
  const { id } = fake.ads[0]!;
  const gate = await (await ask(`/inserat/${id}`, { cookie: '' })).text();
  expect(data(gate)!['@graph'].map((one) => one['@type'])).toEqual(['WebSite']);
  for (const hidden of ['alert', 'og:image', 'site.js']) expect(gate).not.toContain(hidden);
  const list = await ask(`/?weiter=${'x'.repeat(30)}&kanton=ZH&suche=wort`);
  const listed = data(await list.text())!['@graph'][1]!;
  expect(listed).toMatchObject({ '@type': 'ItemList', numberOfItems: 1 });
  const detail = await (await ask(`/inserat/${id}`)).text();
  expect(data(detail)!['@graph'][1]).toMatchObject({
    '@type': 'WebPage',
    name: evil,
    isFamilyFriendly: false,
  });
  for (const secret of ['41791234567', 'lena.example', 'image'])
    expect(JSON.stringify(data(detail))).not.toContain(secret);
  const ofClub = data(await (await ask(`/club/${fake.clubs[0]!.id}`)).text())!['@graph'][1]!;
  expect(ofClub.mainEntity).toMatchObject({
    '@type': 'LocalBusiness',
    openingHoursSpecification: [{ dayOfWeek: 'Friday', opens: '18:00', closes: '02:00' }],
  });
  expect(ofClub.mainEntity).not.toHaveProperty('address');
  for (const html of [gate, detail]) {
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('<meta name="rating" content="adult"/>');
    expect(html).toContain('<meta name="rating" content="RTA-5042-1996-1400-1577-RTA"/>');
    expect(html, 'half an address is none').not.toContain('rel="canonical"');
    expect(html).toContain('<meta property="og:title" content="Mondgarten"/>');
    expect(html).not.toContain('og:image');
  }
  expect(list.headers.get('rating')).toBe('RTA-5042-1996-1400-1577-RTA');
});

test('an address that is none leads to a page that says so [PUB-13]', async () => {
  for (const path of ['//', '//[', '///x', '//:99999/']) {
    const page = await ask(path);
    expect([page.status, page.headers.get('content-type')], path).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
  }
});

test('the canonical link is the whole address of the page, without words that were searched for', async () => {
  await here.site.close();
  await openSite({ publicUrl: 'https://mondgarten.example' });
  const { id } = fake.ads[0]!;
  for (const cookie of ['', 'alter=18'])
    for (const [path, address] of [
      ['/', '/'],
      ['/?suche=wort&kanton=ZH', '/?kanton=ZH'],
      [`/inserat/${id}?von=liste`, `/inserat/${id}`],
    ] as const)
      expect(await (await ask(path, { cookie })).text(), path).toContain(
        `<link rel="canonical" href="https://mondgarten.example${address}"/>`,
      );
});

test('search engines find nothing unless the site wants it, and then lists only, never a person [decisions 7]', async () => {
  const robots = async (path: string) => {
    const page = await ask(path, { cookie: '' });
    const inPage = (await page.text()).match(/<meta name="robots" content="([^"]*)"/)?.[1];
    expect(inPage).toBe(page.headers.get('x-robots-tag'));
    return inPage;
  };
  const { id } = fake.ads[0]!;
  expect(await robots('/')).toBe('noindex, noai, noimageai');
  expect((await ask('/sitemap.xml')).status).toBe(404);
  await here.site.close();
  await expect(openSite({ searchEngines: true })).rejects.toThrow();
  await openSite({ searchEngines: true, publicUrl: 'https://mondgarten.example' });
  for (const path of ['/', '/clubs', '/?kanton=ZH', '/clubs?kanton=BE']) {
    expect(await robots(path), path).toBe('noai, noimageai');
    expect(await (await ask(path, { cookie: '' })).text()).toContain(
      `<link rel="canonical" href="https://mondgarten.example${path}"/>`,
    );
  }
  for (const path of [
    `/inserat/${id}`,
    '/?suche=wort',
    `/?weiter=${'x'.repeat(30)}`,
    `/story/${id}`,
    '/nirgends',
  ])
    expect(await robots(path), path).toBe('noindex, noai, noimageai');
  const map = await (await ask('/sitemap.xml', { cookie: '' })).text();
  expect(map).toContain('<loc>https://mondgarten.example/clubs</loc>');
  expect(map).not.toContain('/inserat/');
  expect(await (await ask('/robots.txt')).text()).toContain(
    'Sitemap: https://mondgarten.example/sitemap.xml',
  );
});
