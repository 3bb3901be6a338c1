import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BANNER_TYPE_IDS, BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import type { DeliveredBanner } from '@samtrot/shared/delivery/contract.ts';
import * as contract from '@samtrot/shared/delivery/contract.ts';
import {
  CALLS_PER_MINUTE,
  MAX_AGE_SECONDS,
  PAGE_LIMIT,
  VISITS_PER_MINUTE,
} from '@samtrot/shared/delivery/rules.ts';
import { partnerReportAnswer, partnerReportBody } from '@samtrot/shared/reports/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { fillDemo } from '../../../seed/demo.ts';
import { exactly } from '../../../testing/partners/partner.ts';
import { eventually } from '../../../testing/process/eventually.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';
import { issueKey, publicIdOf } from '../../partners/service.ts';

const FILE = join(import.meta.dirname, '../../../../../docs/PARTNERS.md');
const PAGE = readFileSync(FILE, 'utf8');
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let world: World;
let key: string;
let names: Record<string, string>;
beforeAll(async () => {
  world = await testWorld();
  await fillDemo({
    db: world.db,
    now: START,
    pictures: world.app.media,
    documents: world.app.documents,
  });
  key = await world.db
    .transaction()
    .execute((db) => issueKey({ db, now: START, actor: { kind: 'cli' } }, 'Mondgarten'));
  const get = async (path: string) =>
    (
      await world.send('', {
        method: 'GET',
        url: `/partner/v1/${path}`,
        headers: { authorization: `Bearer ${key}` },
      })
    ).body;
  const [ads, clubs] = [await get('ads'), await get('clubs')];
  // Banners are served from a snapshot, which is refreshed asynchronously.
  const [banner] = await eventually(async () =>
    nonEmpty((await get('banners?slot=a1')).banners as DeliveredBanner[]),
  );
  names = {
    AD_ID: ads.ads[0].id,
    CLUB_ID: clubs.clubs[0].id,
    CLUBS_SINCE: clubs.next_since,
    SINCE: ads.next_since,
    VIEW_TOKEN: new URL(banner!.impression_url).pathname.split('/').at(-1)!,
    WEBSITE_ID: await world.db.transaction().execute((db) => publicIdOf(db, 'Mondgarten')),
  };
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const examples = [...PAGE.matchAll(/```http\n([\s\S]+?)```/g)].map(([, text]) => {
  const [head = '', body = ''] = text!.trim().split('\n\n');
  const [line = '', ...headers] = head.split('\n');
  const [method = '', path = ''] = line.split(' ');
  return { line, method, path, headers, body };
});

/** The schema of each path's response; null where it is not JSON. */
const RESPONSES: [path: RegExp, status: number, answer: z.ZodMiniType | null][] = [
  [/^\/partner\/v1\/ads(\?|$)/, 200, contract.adsAnswer],
  [/^\/partner\/v1\/ads\/count/, 200, contract.adCountAnswer],
  [/^\/partner\/v1\/ads\/[^/]+\/similar/, 200, contract.similarAnswer],
  [/^\/partner\/v1\/ads\/[^/]+$/, 200, contract.adAnswer],
  [/^\/partner\/v1\/clubs(\?|$)/, 200, contract.clubsAnswer],
  [/^\/partner\/v1\/clubs\/[^/]+$/, 200, contract.clubAnswer],
  [/^\/partner\/v1\/stories/, 200, contract.storiesAnswer],
  [/^\/partner\/v1\/lists$/, 200, contract.listsAnswer],
  [/^\/partner\/v1\/(ads|clubs)\/[^/]+\/views$/, 202, contract.visitAnswer],
  [/^\/partner\/v1\/reports$/, 202, partnerReportAnswer],
  [/^\/partner\/v1\/banners/, 200, contract.bannersAnswer],
  [/^\/b\/v\//, 200, null],
  [/^\/b\/c\//, 303, null],
  [/^\/embed\//, 200, null],
];

test.each(nonEmpty(examples))(
  'the example on line $line runs unchanged [FIX-25]',
  async ({ method, path, headers, body }) => {
    const named = (text: string) =>
      text.replaceAll(/\b[A-Z]+_(ID|SINCE|TOKEN)\b|\bSINCE\b/g, (name) => names[name]!);
    const sent = Object.fromEntries(
      headers.map((header) => header.replace('sr_…', key).split(': ')),
    );
    expect('Authorization' in sent).toBe(path.startsWith('/partner/'));
    const { status, body: answer } = await world.send('', {
      method: method as 'GET',
      url: named(path),
      ...(body && { payload: named(body) }),
      headers: { 'user-agent': BROWSER, ...sent },
    });
    const [, expected, schema] = RESPONSES.find(([pattern]) => pattern.test(path))!;
    expect(status, JSON.stringify(answer)).toBe(expected);
    if (schema) exactly(schema, answer);
    else expect(answer).toEqual(expect.any(String));
  },
);

test('every call of partner websites has an example on the page [FIX-25]', async () => {
  const { paths } = (await world.send('', { method: 'GET', url: '/partner/v1/openapi.json' })).body;
  const called = examples.map(
    ({ method, path }) => `${method} ${path.replace(/\?.*/, '').replace(/(AD|CLUB)_ID/, '{id}')}`,
  );
  const all = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(nonEmpty(all).filter((call) => !called.includes(call))).toEqual([]);
});

const fieldsOf = (schema: z.ZodMiniType): string[] =>
  Object.keys((schema as unknown as { shape: Record<string, unknown> }).shape).toSorted();
const visit = contract.DeliveredAd.shape;
const inner = (schema: unknown) => (schema as { def: { innerType: z.ZodMiniType } }).def.innerType;

/** The first column of each table below a heading of the page. */
function tabled(heading: string): string[][] {
  const [, section = ''] = PAGE.split(`\n${heading}\n`);
  const tables = section.split(/\n#+ /)[0]!.match(/(^\|.*\|\n)+/gm) ?? [];
  return tables.map((table) => {
    const first = table
      .split('\n')
      .slice(2, -1)
      .map((row) => row.split('|')[1]!);
    return first
      .flatMap((cell) => [...cell.matchAll(/`([\w]+)`/g)].map(([, name]) => name!))
      .toSorted();
  });
}

test.each<[string, z.ZodMiniType[]]>([
  ['### The answer with ads', [contract.adsAnswer]],
  ['### The count', [contract.adCountAnswer]],
  ['### An ad', [contract.DeliveredAd]],
  ['### Hours of contact', [contract.DeliveredAd.shape.erreichbar]],
  ['### A picture', [contract.DeliveredImage]],
  ['### A video', [contract.DeliveredVideo]],
  ['### A story', [inner(visit.story)]],
  ['### An address', [inner(visit.adresse)]],
  ['### A club', [contract.DeliveredClub]],
  ['### The lists', [contract.listsAnswer]],
  ['## 5. Telling visits', [contract.visitBody]],
  ['### Reports', [partnerReportBody]],
  ['## 6. Banners', [contract.bannersQuery, contract.DeliveredBanner]],
])('the tables of «%s» have every field and no other [FIX-25]', (heading, schemas) => {
  expect(tabled(heading)).toEqual(schemas.map(fieldsOf));
});

test('the numbers on the page equal the constants of the product [FIX-25]', () => {
  const number = (value: number) => value.toLocaleString('en-US');
  for (const text of [
    `${number(CALLS_PER_MINUTE)} calls in each minute`,
    `${number(VISITS_PER_MINUTE)} visits beside them`,
    `1 to ${PAGE_LIMIT.max}, otherwise ${PAGE_LIMIT.default}`,
    `at most ${MAX_AGE_SECONDS} seconds`,
    ...BANNER_TYPE_IDS.flatMap((slot) => {
      const { size } = BANNER_TYPES[slot];
      return size ? `${size.width} × ${size.height}` : [];
    }),
  ])
    expect(PAGE).toContain(text);
  const takes = (visitor: string) =>
    contract.visitBody.safeParse({ visitor, user_agent: BROWSER }).success;
  expect([8, 200, 7, 201].map((length) => takes('x'.repeat(length)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([takes('mit Leerzeichen'), takes('müssen-ASCII-sein')]).toEqual([false, false]);
  expect(PAGE).toContain('8 to 200 visible ASCII signs without blanks');
});

test("the page names the product's placements and its maximum number of banners", () => {
  const takes = (query: object) => contract.bannersQuery.safeParse(query);
  const slot = 'a1,a2,a3,a4';
  expect(takes({ slot })).toMatchObject({ success: true, data: { slot, count: 1 } });
  const taken = ['1', '10', '0', '11'].map((count) => takes({ slot: 'a1', count }).success);
  expect(taken).toEqual([true, true, false, false]);
  expect(takes({ slot: 'a1,a4:10' }).success).toBe(true);
  const others = ['', 'a5', 'a1,', 'a4:0', 'a4:11', `${slot},a1`].map(
    (each) => takes({ slot: each }).success,
  );
  expect([takes({}).success, ...others]).toEqual(Array(7).fill(false));
  expect(PAGE).toContain('`a1` to `a4`, one or up to four, separated by commas');
  expect(PAGE).toContain('1 to 10, otherwise 1 |');
});

test('every link of the page leads to an existing file or heading [FIX-25]', () => {
  const anchors = [...PAGE.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const [, target = ''] of nonEmpty([...PAGE.matchAll(/\]\((?!https:)([^)]+)\)/g)])) {
    if (target.startsWith('#')) expect(anchors).toContain(target.slice(1));
    else expect(existsSync(join(dirname(FILE), target.split('#')[0]!)), target).toBe(true);
  }
});
