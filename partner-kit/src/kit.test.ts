import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as contract from '@samtrot/shared/delivery/contract.ts';
import type * as reports from '@samtrot/shared/reports/contract.ts';
import { afterAll, beforeAll, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { buildKit } from '../scripts/build.ts';
import { generatedTypes, TYPES_FILE } from '../scripts/types.ts';
import type * as kit from './index.ts';
import { portal, webhookVerifier } from './index.ts';

/** Bytes of the built program that a partner runs. */
const MOST_BYTES = 15_000;
const ROOT = join(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'samtrot-kit-'));
  await buildKit(join(folder, 'built'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the types of the package are those of the contract [BOF-124]', () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(generatedTypes());
  expectTypeOf<kit.DeliveredAd>().toEqualTypeOf<contract.DeliveredAd>();
  expectTypeOf<kit.DeliveredClub>().toEqualTypeOf<contract.DeliveredClub>();
  expectTypeOf<kit.DeliveredBanner>().toEqualTypeOf<contract.DeliveredBanner>();
  expectTypeOf<kit.AdsAnswer>().toEqualTypeOf<contract.AdsAnswer>();
  expectTypeOf<kit.ListsAnswer>().toEqualTypeOf<contract.ListsAnswer>();
  expectTypeOf<kit.PartnerReportBody>().toEqualTypeOf<reports.PartnerReportBody>();
});

test('the built package is one small file that needs no other package [BOF-124]', async () => {
  const built = join(folder, 'built');
  const program = readFileSync(join(built, 'index.js'));
  expect(program.length).toBeLessThan(MOST_BYTES);
  for (const [, from] of program.toString().matchAll(/\b(?:from|import)\s*["']([^"']+)["']/g))
    expect(from).toMatch(/^node:/);
  const own = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
  expect([own.name, own.dependencies, own.private]).toEqual([
    '@samtrot/partner',
    undefined,
    undefined,
  ]);
  const loaded = (await import(pathToFileURL(join(built, 'index.js')).href)) as typeof kit;
  const message = signed('{"type":"ad.changed","data":{"id":"x"}}');
  expect(loaded.webhookVerifier(SECRET)(message.headers, message.body, NOW)).toEqual({
    id: 'msg_1',
    type: 'ad.changed',
    about: { list: 'ads', id: 'x' },
  });
});

test('the types of the built package are enough for a strict program [BOF-124]', () => {
  const home = join(folder, 'strict');
  mkdirSync(join(home, 'node_modules/@samtrot'), { recursive: true });
  execFileSync('cp', ['-r', join(folder, 'built'), join(home, 'node_modules/@samtrot/partner')]);
  const readme = readFileSync(join(ROOT, 'partner-kit/README.md'), 'utf8');
  const [, store] = /```ts\n([\s\S]+?)```/.exec(readme)!;
  const use = `import { mirror, portal, shownAds, webhookVerifier } from '@samtrot/partner';
const api = portal({ url: 'https://portal.example', key: 'sr_x' });
export const copy = mirror({ portal: api, list: 'ads', store, filter: { canton: 'ZH' } });
// @ts-expect-error: names are texts
export const numbers: number[] = shownAds([]).map(({ name }) => name);
export const names: string[] = shownAds([]).map(({ name }) => name);
export const about: 'ads' | 'clubs' | undefined = webhookVerifier('whsec_')({}, '')?.about?.list;
`;
  const body = store!.replace('async since() {}', 'async since() { return null; }');
  writeFileSync(join(home, 'use.ts'), `${body}\n${use}`);
  const checked = execFileSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext'],
      ...['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'],
      join(home, 'use.ts'),
    ],
    { cwd: home, encoding: 'utf8' },
  );
  expect(checked).toBe('');
  expect(readdirSync(join(folder, 'built'))).toContain('README.md');
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOW = new Date('2026-11-20T19:30:00Z');
const signed = (body: string, { seconds = 0, secret = SECRET } = {}) => {
  const timestamp = String(NOW.getTime() / 1000 + seconds);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { body, headers };
};

test('a message counts within five minutes of its time, with headers of Node and of the web [BOF-122]', () => {
  const verify = webhookVerifier(SECRET);
  const body = '{"type":"club.taken_down","data":{"id":"y"}}';
  for (const [seconds, isGood] of [
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ] as const) {
    const { headers } = signed(body, { seconds });
    expect(verify(headers, body, NOW) !== null, `${seconds}`).toBe(isGood);
    expect(verify(new Headers(headers), Buffer.from(body), NOW) !== null).toBe(isGood);
  }
  const { headers } = signed(body);
  expect(verify(headers, `${body} `, NOW)).toBeNull();
  expect(verify({ ...headers, 'webhook-id': 'msg_2' }, body, NOW)).toBeNull();
  const foreign = signed(body, { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` });
  expect(verify(foreign.headers, body, NOW)).toBeNull();
  const both = `${foreign.headers['webhook-signature']} ${headers['webhook-signature']}`;
  expect(verify({ ...headers, 'webhook-signature': both }, body, NOW)?.about?.list).toBe('clubs');
});

test('a signed body of another form is a message about nothing [BOF-122]', () => {
  for (const body of [
    '',
    'x',
    'null',
    '{}',
    '{"type":"test"}',
    '{"type":"ad.changed","data":{}}',
  ]) {
    const { headers } = signed(body);
    expect(webhookVerifier(SECRET)(headers, body, NOW), body).toMatchObject({ about: null });
  }
  for (const secret of ['geheim', 'whsec_', 'whsec_AAAA'])
    expect(() => webhookVerifier(secret)).toThrow('WEBHOOK_SECRET');
});

test('an id stays one part of the address, whatever it holds [BOF-124]', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const api = portal({ url: `http://127.0.0.1:${port}`, key: 'sr_x' });
  const id = '../lists?x=1#ü';
  const visit = { id, kind: 'view', visitor: 'v'.repeat(43), user_agent: 'x' } as const;
  expect([await api.ad(id), await api.club(id)]).toEqual([null, null]);
  await api.similarAds(id, 3).catch(() => {});
  await api.adsById([id, 'a&b']).catch(() => {});
  await api.count({ list: 'ads', ...visit });
  const part = '..%2Flists%3Fx%3D1%23%C3%BC';
  expect(asked).toEqual([
    `/partner/v1/ads/${part}`,
    `/partner/v1/clubs/${part}`,
    `/partner/v1/ads/${part}/similar?limit=3`,
    `/partner/v1/ads?ids=${part},a%26b&limit=2`,
    `/partner/v1/ads/${part}/views`,
  ]);
});

test('an unchanged copy that is confirmed late takes no newer one away [EXP-108, BOF-124]', async () => {
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  let version = 1;
  const server = createServer((request, response) => {
    if (request.headers['if-none-match'] === '"1"' && version === 1) {
      holding.resolve();
      void held.promise.then(() => response.writeHead(304).end());
      return;
    }
    const answer = { success: true, ads: [], next_cursor: String(version) };
    response.writeHead(200, { etag: `"${version}"` }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const api = portal({ url: `http://127.0.0.1:${port}`, key: 'sr_x' });
  const next = async (within?: number) =>
    (await api.ads({}, 1, within === undefined ? undefined : { within }))?.next;
  expect(await next()).toBe('1');
  const late = next();
  await holding.promise;
  version = 2;
  expect(await next()).toBe('2');
  held.resolve();
  expect(await late).toBe('1');
  expect(await next(60_000)).toBe('2');
});
