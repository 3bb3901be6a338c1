import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DeliveredAd,
  fileStore,
  type MirrorStore,
  memoryStore,
  mirror,
  type Portal,
  PortalAway,
  portal,
  shownAds,
} from '@samtrot/partner';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { similarTo } from '../../../../../partner-site/src/lists.ts';
import { freePort } from '../../../platform/free-port.ts';
import { type AdValues, adBuilder, type TestAd } from '../../../testing/listings/ads.ts';
import { partnerKey } from '../../../testing/partners/partner.ts';
import { rounds } from '../../../testing/process/deep.ts';
import { eventually } from '../../../testing/process/eventually.ts';
import { pick, pseudoRandom } from '../../../testing/process/random.ts';
import { SEED } from '../../../testing/process/random-input.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';
import { type issueKey, setStatus } from '../../partners/service.ts';

const KIT = join(import.meta.dirname, '../../../../../partner-kit');
const OPERATIONS = rounds(40, 1000);

let world: World;
let ads: ReturnType<typeof adBuilder>;
let key: string;
let url: string;
let reader: Portal;
let folder: string;

beforeAll(async () => {
  world = await testWorld();
  ads = adBuilder(world.db);
  key = await partnerKey(world);
  url = await world.server.listen({ port: 0, host: '127.0.0.1' });
  folder = mkdtempSync(join(tmpdir(), 'samtrot-partner-'));
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  reader = portal({ url, key });
  await world.db.deleteFrom('image').execute();
  await world.db.deleteFrom('inserat').execute();
});

const manage = <T>(work: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const later = () => new Date(world.clock.now().getTime() + 1);
const copyOf = (
  store: MirrorStore<DeliveredAd>,
  options: Partial<Parameters<typeof mirror>[0]> = {},
) => {
  const failures: unknown[] = [];
  const copy = mirror({
    portal: reader,
    list: 'ads',
    store,
    everyMs: HOUR_MS,
    pauses: { first: 1, longest: 1 },
    now: world.clock.now,
    onFailure: (error) => failures.push(error),
    ...(options as object),
  });
  onTestFinished(() => copy.stop());
  return { ...copy, failures };
};
const listed = async (): Promise<DeliveredAd[]> => {
  const all: DeliveredAd[] = [];
  let cursor: string | undefined;
  do {
    const page = (await portal({ url, key }).ads({ cursor }, 100))!;
    all.push(...page.ads);
    cursor = page.next ?? undefined;
  } while (cursor);
  return all;
};
const inOrder = (items: Iterable<DeliveredAd>) =>
  [...items].sort((a, b) => a.id.localeCompare(b.id));

test('the partner website and the portal choose the same similar ads [EXP-108]', async () => {
  const random = pseudoRandom(SEED);
  const some = <T>(of: readonly T[], most: number) =>
    of.filter(() => random() < 0.5).slice(0, most);
  const names = new Map<string, string>();
  for (let n = 0; n < 40; n++) {
    const { publicId } = await ads.add({
      name: `Ad ${n}`,
      cantons: [pick(random, ['ZH', 'BE', 'VD']), ...some(['GE', 'AG'], 2)],
      categories: some([3, 2, 1], 2),
      lifted_at: new Date(START.getTime() - n * MINUTE_MS),
      topad_until: random() < 0.2 ? new Date(START.getTime() + DAY_MS) : null,
    });
    names.set(publicId, `Ad ${n}`);
  }
  const shown = await listed();
  expect(shown).toHaveLength(40);
  for (const ad of shown)
    for (const limit of [1, 4, 8]) {
      const beside = await similarTo(reader, ad, limit);
      const portals = (await reader.similarAds(ad.id, limit))!;
      const of = (found: readonly DeliveredAd[]) => found.map(({ name }) => name);
      expect(of(beside), `${names.get(ad.id)}, ${limit}`).toEqual(of(portals));
    }
});

test(`a copy equals the list after ${OPERATIONS} changes, through a restart from its file [FIX-20, BOF-124]`, async () => {
  const random = pseudoRandom(SEED);
  const made: TestAd[] = [];
  for (let n = 0; n < 205; n++) made.push(await ads.add());
  const path = join(folder, 'ads.json');
  const memory = memoryStore<DeliveredAd>();
  let file = await fileStore<DeliveredAd>(path);
  const [inMemory, inFile] = [copyOf(memory), copyOf(file)];
  await Promise.all([inMemory.start(), inFile.start()]);
  // More than two pages.
  expect([...memory.all()]).toHaveLength(205);
  const changes: (() => Promise<unknown>)[] = [
    async () => made.push(await ads.add()),
    () => change({ titel: `Neu ${random()}` }),
    () => change({ status: 'ausgeblendet' }),
    () => change({ status: 'aktiv' }),
    () => change({ lifted_at: later() }),
    () => change({ cantons: ['BE'] }),
  ];
  const change = (values: AdValues) =>
    ads.change(pick(random, made), { ...values, changed_at: later() });
  for (let n = 0; n < OPERATIONS; n++) {
    await pick(random, changes)();
    if (n % 10 === 0) inMemory.poll();
  }
  await inFile.stop();
  file = await fileStore<DeliveredAd>(path);
  // What was written goes on where it stood.
  expect([...file.all()]).toHaveLength(205);
  const again = copyOf(file);
  await again.start();
  inMemory.poll();
  const all = inOrder(await listed());
  expect(inOrder(file.all()), `seed ${SEED}`).toEqual(all);
  await eventually(() => expect(inOrder(memory.all()), `seed ${SEED}`).toEqual(all));
  expect([...again.failures, ...inMemory.failures]).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('ads'))).toEqual(['ads.json']);
});

test('a feed that begins anew is loaded again, and what is gone meanwhile goes [decisions 10]', async () => {
  const [stays, goes] = [await ads.add(), await ads.add()];
  const store = memoryStore<DeliveredAd>();
  const copy = copyOf(store);
  await copy.start();
  await copy.stop();
  await world.db.deleteFrom('inserat').where('id', '=', goes.id).execute();
  await store.replace([...store.all()], 'a'.repeat(40));
  await copy.start();
  expect([...store.all()].map(({ id }) => id)).toEqual([stays.publicId]);
  expect(copy.failures).toEqual([]);
});

test('a filtered copy holds what the filter leaves, also after an ad moves away [decisions 10]', async () => {
  const [inZurich] = [await ads.add({ cantons: ['ZH'] }), await ads.add({ cantons: ['BE'] })];
  const store = memoryStore<DeliveredAd>();
  const copy = copyOf(store, { filter: { canton: 'ZH' } });
  await copy.start();
  expect([...store.all()].map(({ id }) => id)).toEqual([inZurich.publicId]);
  await ads.change(inZurich, { cantons: ['BE'], changed_at: later() });
  copy.poll();
  await eventually(() => expect([...store.all()]).toEqual([]));
});

test('a revoked key and a website switched off empty the copy; back on it fills again [BOF-118, BOF-119]', async () => {
  await ads.add();
  const store = memoryStore<DeliveredAd>();
  const copy = copyOf(store);
  await copy.start();
  expect([...store.all()]).toHaveLength(1);
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'off'));
  // It holds within seconds, not with the next question.
  await eventually(() => {
    copy.poll();
    expect([...store.all()]).toEqual([]);
  });
  expect(copy.failures[0]).toBeInstanceOf(PortalAway);
  expect(copy.failures[0]).toMatchObject({ status: 403 });
  await manage((ctx) => setStatus(ctx, 'Mondgarten', 'on'));
  await eventually(() => expect([...store.all()]).toHaveLength(1));
  const refused = copyOf(store, { portal: portal({ url, key: `sr_${'x'.repeat(43)}` }) });
  await refused.start();
  expect([[...store.all()], refused.failures]).toMatchObject([[], [{ status: 401 }]]);
});

test('a key refused while the file cannot be written empties the copy [BOF-118]', async () => {
  await ads.add();
  const home = mkdtempSync(join(folder, 'full-'));
  const store = await fileStore<DeliveredAd>(join(home, 'ads.json'));
  const copy = copyOf(store);
  await copy.start();
  expect([...store.all()]).toHaveLength(1);
  // Nothing can be written there any more.
  rmSync(home, { recursive: true });
  const refused = copyOf(store, { portal: portal({ url, key: `sr_${'x'.repeat(43)}` }) });
  await refused.start();
  expect([[...store.all()], refused.failures]).toMatchObject([
    [],
    [{ code: 'ENOENT' }, { status: 401 }],
  ]);
});

test('a portal that is away keeps the copy for an hour, and is left alone as long as it says [decisions 10]', async () => {
  await ads.add({ end_at: new Date(START.getTime() + 90 * MINUTE_MS) });
  const store = memoryStore<DeliveredAd>();
  const copy = copyOf(store);
  expect(copy.isFresh()).toBe(false);
  await copy.start();
  await copy.stop();
  world.clock.set(new Date(START.getTime() + HOUR_MS - 1));
  expect([copy.isFresh(), shownAds(store.all(), world.clock.now()).length]).toEqual([true, 1]);
  world.clock.set(new Date(START.getTime() + HOUR_MS));
  expect(copy.isFresh()).toBe(false);
  world.clock.set(new Date(START.getTime() + 90 * MINUTE_MS));
  expect([[...store.all()].length, shownAds(store.all(), world.clock.now())]).toEqual([1, []]);
  let asked = 0;
  const busy = createServer((_, response) => {
    asked++;
    response.writeHead(429, { 'retry-after': '3600' }).end('{}');
  });
  await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done));
  onTestFinished(() => void busy.close());
  const { port } = busy.address() as AddressInfo;
  const away = copyOf(store, { portal: portal({ url: `http://127.0.0.1:${port}`, key }) });
  await away.start();
  away.poll();
  await new Promise((go) => setTimeout(go, 20));
  expect([asked, [...store.all()].length]).toEqual([1, 1]);
  expect(away.failures).toMatchObject([{ status: 429, waitMs: HOUR_MS }]);
});

test('extras are off when they ended, TopAds first [decisions 10]', async () => {
  const far = new Date(START.getTime() + 7 * DAY_MS);
  await ads.add({ name: 'Alt', lifted_at: new Date(START.getTime() - 2) });
  await ads.add({ name: 'Neu', lifted_at: new Date(START.getTime() - 1) });
  await ads.add({
    name: 'Oben',
    lifted_at: new Date(START.getTime() - 3),
    topad_until: new Date(START.getTime() + HOUR_MS),
  });
  const all = await listed();
  const namesAt = (at: Date) => shownAds(all, at).map(({ name, topad }) => `${name} ${topad}`);
  expect(namesAt(START)).toEqual(['Oben true', 'Neu false', 'Alt false']);
  expect(namesAt(new Date(START.getTime() + HOUR_MS))).toEqual([
    'Neu false',
    'Alt false',
    'Oben false',
  ]);
  expect(namesAt(far)).toEqual([]);
});

test('the README leads from an empty folder to a running website [BOF-124, FIX-25]', async () => {
  const readme = readFileSync(join(KIT, 'README.md'), 'utf8');
  const home = mkdtempSync(join(tmpdir(), 'samtrot-empty-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--silent', '--offline', '--no-audit', '--no-fund'], {
      cwd: home,
    });
  const { buildKit } = await import('../../../../../partner-kit/scripts/build.ts');
  await buildKit(join(home, 'built'));
  npm('pack', './built');
  // As it stands there, line by line.
  const [, install] = /```sh\n(npm init[\s\S]+?)```/.exec(readme)!;
  for (const line of install!.trim().split('\n')) npm(...line.split(' ').slice(1));
  writeFileSync(join(home, 'website.mjs'), /```js\n([\s\S]+?)```/.exec(readme)![1]!);
  const [port, secret] = [await freePort(), `whsec_${Buffer.alloc(32, 7).toString('base64')}`];
  const far = new Date(Math.max(Date.now(), START.getTime()) + 30 * DAY_MS);
  const ad = await ads.add({ titel: 'Ruhe <b>am See</b>', end_at: far });
  const child: ChildProcess = spawn(process.execPath, ['website.mjs'], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORTAL_URL: url,
      PARTNER_KEY: key,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    },
  });
  const ended = new Promise((done) => child.once('exit', done));
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  child.stderr!.on('data', (part) => (written += part));
  await new Promise((done) => child.stdout!.once('data', done));

  const cookie = 'alter=18';
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
    return { status: answer.status, body: await answer.text() };
  };
  expect((await ask('/')).body).toContain('Bist du 18 oder älter?');
  expect((await ask(`/inserat/${ad.publicId}`)).body).not.toContain('Ruhe');
  const headers = { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  expect((await ask('/', { headers })).body).toContain('Ruhe &#60;b&#62;am See');
  expect((await ask(`/inserat/${ad.publicId}`, { headers })).body).toContain('tel:+41791234567');
  // Told to the portal after the page.
  await eventually(async () => {
    await world.app.writeCounts();
    const seen = await world.db
      .selectFrom('visit_day')
      .select('views')
      .where('item_id', '=', ad.id)
      .execute();
    expect(seen).toEqual([{ views: 1 }]);
  });
  await ads.change(ad, { status: 'ausgeblendet', changed_at: later() });
  const tell = (sign: string) => {
    const body = JSON.stringify({ type: 'ad.taken_down', data: { id: ad.publicId } });
    const stamp = String(Math.floor(Date.now() / 1000));
    const bytes = Buffer.from(sign.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', bytes).update(`m1.${stamp}.${body}`).digest('base64');
    return ask('/webhook', {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'm1',
        'webhook-timestamp': stamp,
        'webhook-signature': `v1,${signature}`,
      },
    });
  };
  expect((await tell(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).status).toBe(401);
  expect((await ask(`/inserat/${ad.publicId}`, { headers })).status).toBe(200);
  expect((await tell(secret)).status).toBe(204);
  await eventually(async () =>
    expect((await ask(`/inserat/${ad.publicId}`, { headers })).status).toBe(410),
  );
  // Neither an address that is none nor a sender who leaves in the middle ends it.
  expect((await ask('//')).status).toBe(500);
  const sender = connect(port, '127.0.0.1');
  sender.write('POST /webhook HTTP/1.1\r\nhost: website\r\ncontent-length: 9\r\n\r\n{', () =>
    sender.destroy(),
  );
  await eventually(() => expect(written).toContain('aborted'));
  expect((await ask('/', { headers })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
