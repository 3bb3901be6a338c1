import { expect, test } from 'vitest';
import { ad, ask, eachTestItsOwn, fake, here } from './fake-portal.ts';

eachTestItsOwn();

const LISTS = {
  cantons: [
    { id: 'ZH', name: 'Zürich' },
    { id: 'BE', name: 'Bern' },
  ],
  categories: [
    { id: 1, name: 'Begleitung' },
    { id: 2, name: 'Massage' },
  ],
  offerings: [],
};
const page = async (path: string) => (await ask(path)).text();
const part = (html: string, pattern: RegExp) => html.match(pattern)?.[0] ?? '';
const bar = (html: string) => part(html, /<nav class="filters".*?<\/nav>/s);
/** Of each link its address and text, without tags. */
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, text]) => [
    href!.replaceAll('&amp;', '&'),
    text!.replace(/<[^>]*>/g, ''),
  ]);
const status = (html: string) => part(html, /role="status">[^<]*/).slice('role="status">'.length);
const saved = (ids: string[], headers: Record<string, string> = {}) =>
  fetch(`${here.at}/merkliste`, {
    method: 'POST',
    body: new URLSearchParams({ ids: ids.join(' ') }),
    headers: { cookie: 'alter=18', ...headers },
  });

test('count, chips, reset and order are those of the address and need no script [EXP-103]', async () => {
  fake.lists = LISTS;
  fake.counts = (query) =>
    query.get('canton') === 'ZH' ? { total: 1128, new_today: 14 } : { total: 1, new_today: 0 };
  const html = await page('/?kanton=ZH&kategorie=1&suche=see&sortierung=name');
  expect(status(html)).toBe('1’128 Inserate, heute 14 neu');
  expect(status(await page('/'))).toBe('1 Inserat');
  expect(links(bar(html))).toEqual([
    ['/?kategorie=1&suche=see&sortierung=name', 'Zürich entfernen'],
    ['/?kanton=ZH&suche=see&sortierung=name', 'Begleitung entfernen'],
    ['/?kanton=ZH&kategorie=1&sortierung=name', 'see entfernen'],
    ['/?kanton=ZH&kategorie=2&suche=see&sortierung=name', 'Massage'],
  ]);
  expect(links(html)).toContainEqual(['/?sortierung=name', 'Filter zurücksetzen']);
  expect(await page('/')).not.toContain('Filter zurücksetzen');
  const orders = links(part(html, /<summary class="select">.*?<\/details>/s));
  expect(orders).toEqual([
    ['/?kanton=ZH&kategorie=1&suche=see', 'Neueste zuerst'],
    ['/?kanton=ZH&kategorie=1&suche=see&sortierung=aktualisiert', 'Zuletzt aktualisiert'],
    ['/?kanton=ZH&kategorie=1&suche=see&sortierung=name', 'Name'],
  ]);
  // The form beside the list keeps the order; that of a phone chooses it.
  expect(html).toContain('<input type="hidden" name="sortierung" value="name"/>');
  expect(html).toContain('<option value="name" selected="">Name</option>');
  fake.asked = [];
  for (const [path] of orders) await page(path!);
  const sorts = fake.asked.flatMap(({ query }) => new URLSearchParams(query).get('sort') ?? []);
  expect(sorts).toEqual(['lifted', 'updated', 'name']);
});

test('nothing found: up to three ways out, each with what it leads to [EXP-104]', async () => {
  fake.lists = LISTS;
  fake.ads = [];
  fake.counts = (query) => ({
    total: query.has('category') ? (query.has('q') ? 0 : 3) : query.has('q') ? 41 : 0,
    new_today: 0,
  });
  const empty = async (path: string) => {
    const html = part(await page(path), /<div class="empty">.*?<\/div>.*?<\/div>/s);
    expect(html).toContain('Keine Inserate gefunden');
    return links(html);
  };
  expect(await empty('/?kanton=ZH&kategorie=1&suche=see')).toEqual([
    ['/?kanton=ZH&suche=see', 'Ohne «Begleitung»: 41'],
    ['/?kanton=ZH&kategorie=1', 'Ohne «see»: 3'],
  ]);
  fake.counts = (query) => ({ total: query.size < 3 ? 7 : 0, new_today: 0 });
  expect(await empty('/?kanton=ZH&kategorie=1&suche=see')).toHaveLength(3);
  fake.counts = () => ({ total: 0, new_today: 0 });
  expect(await empty('/?kanton=ZH')).toEqual([['/', 'Alle Inserate zeigen']]);
  expect(await empty('/')).toEqual([]);
});

test('«Neu» marks a card for 24 hours after its publication, whatever was lifted since [EXP-105]', async () => {
  const published_at = '2026-11-19T20:00:00.000Z';
  fake.ads = [ad({ published_at, lifted_at: '2026-11-20T19:00:00.000Z' })];
  const marks = async () => (await page('/')).match(/badge-new/g)?.length ?? 0;
  here.now = new Date('2026-11-20T19:59:59Z');
  expect(await marks()).toBe(1);
  here.now = new Date('2026-11-20T20:00:00Z');
  expect(await marks()).toBe(0);
});

test('one TopAd of the hour is a panel, the others stand in a row, marked as such [EXP-101]', async () => {
  fake.ads = [1, 2, 3].map((n) => ad({ name: `Top ${n}`, topad: true })).concat(ad());
  const panels = new Set<string>();
  for (let hour = 0; hour < 3; hour++) {
    here.now = new Date(Date.UTC(2026, 10, 20, hour, 30));
    const tops = part(await page('/'), /<section[^>]* class="tops".*?<\/section>/s);
    expect(tops.match(/velvet top/g)).toHaveLength(1);
    expect(tops.match(/<li><article class="mini">/g)).toHaveLength(2);
    expect(tops.match(/>TopAd<|<\/svg>TopAd/g)).toHaveLength(3);
    panels.add(part(tops, /Top \d/));
  }
  expect(panels.size).toBe(3);
  fake.ads = [ad({ topad: true })];
  expect(await page('/')).not.toContain('class="swipe"');
});

test('the Merkliste is read by ids in a body; of them nothing is kept, counted or cached [EXP-106]', async () => {
  const [mine, other, gone] = [ad({ name: 'Mira' }), ad({ name: 'Lena' }), crypto.randomUUID()];
  fake.ads = [other, mine];
  const empty = await page('/merkliste');
  expect(empty).toContain('Nur auf diesem Gerät gespeichert.');
  expect(fake.asked).toEqual([]);
  const answer = await saved([gone, mine.id, 'x', mine.id, other.id]);
  const html = await answer.text();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(links(part(html, /<section class="saved".*<\/section>/s)).map(([, text]) => text)).toEqual(
    expect.arrayContaining(['Mira', 'Lena']),
  );
  expect(html.indexOf('Mira')).toBeLessThan(html.indexOf('>Lena<'));
  expect(html.match(/Nicht mehr online/g)).toHaveLength(1);
  expect(html).toContain(`data-forget="${gone}"`);
  // The portal is asked in another order than that of remembering, and what it says is not kept.
  expect(fake.asked.map(({ query }) => new URLSearchParams(query).get('ids'))).toEqual([
    [gone, mine.id, other.id].toSorted().join(','),
  ]);
  expect(here.door.kept()).toBe(0);
  const many = Array.from({ length: 150 }, () => crypto.randomUUID());
  expect((await saved(many.slice(0, 100))).status).toBe(200);
  fake.asked = [];
  const gate = await (await saved([mine.id], { cookie: '' })).text();
  expect(gate).toContain('Bist du 18 oder älter?');
  expect(fake.asked).toEqual([]);
});

test('an ad that is gone answers 410 with four similar ones [EXP-111]', async () => {
  fake.ads = Array.from({ length: 6 }, (_, n) => ad({ name: `Nähe ${n}` }));
  const id = crypto.randomUUID();
  for (const path of [`/inserat/${id}`, `/story/${id}`]) {
    const answer = await ask(path);
    const html = await answer.text();
    expect(answer.status).toBe(410);
    expect(html).toContain('<h1 class="h1">Dieses Inserat ist nicht mehr online.</h1>');
    expect(html.match(/<article class="li"/g)).toHaveLength(4);
  }
  expect(fake.asked.map(({ path }) => path)).toContain(`/partner/v1/ads/${id}/similar`);
});

test('an ad that never was answers 404, without ads beside it [EXP-111]', async () => {
  fake.hadAll = false;
  for (const path of ['inserat', 'story']) {
    const answer = await ask(`/${path}/${crypto.randomUUID()}`);
    const html = await answer.text();
    expect([answer.status, html.includes('Inserat nicht gefunden')]).toEqual([404, true]);
    expect(html).not.toContain('nicht mehr online');
    expect(html).not.toContain('<article');
  }
});

test('a small TopAd says so where its pictures are made by AI [EXP-100]', async () => {
  const ai = { originalbilder: 'KI-generierte Bilder' as const };
  // Which of them is the large one changes with the time.
  fake.ads = [ad({ topad: true, ...ai }), ad({ topad: true, ...ai })];
  const row = part(await page('/'), /<ul class="swipe">.*?<\/ul>/s);
  expect(row).toContain('<p class="mini-l">KI-generierte Bilder</p>');
});

test('a card that was drawn before shows the ad as it is now, and leads back to its own list', async () => {
  fake.lists = LISTS;
  const lena = ad({ name: 'Lena', titel: 'Vorher' });
  fake.ads = [lena];
  const cardIn = async (path: string) =>
    part(await page(path), /<section[^>]* class="grid" aria-label="Inserate">.*?<\/section>/s);
  const first = await cardIn('/?kanton=ZH&suche=a%26b');
  expect(first).toContain('Vorher');
  expect(links(first)[0]).toEqual([`/inserat/${lena.id}?kanton=ZH&suche=a%26b`, 'Lena']);
  expect(links(await cardIn('/'))[0]).toEqual([`/inserat/${lena.id}`, 'Lena']);
  // The same time of change: what counts is what it says.
  fake.ads = [{ ...lena, titel: 'Nachher' }];
  const second = await cardIn('/');
  expect([second.includes('Vorher'), second.includes('Nachher')]).toEqual([false, true]);
});
