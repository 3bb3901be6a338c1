import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../platform/crypto.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import {
  addWebsite,
  authenticate,
  issueKey,
  onlineWebsites,
  revokeKeys,
  setStatus,
} from './service.ts';

let world: World;
const manage = <T>(work: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));

beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('a website is added once, offered while it is on, and every step is in the audit log [decisions 6]', async () => {
  await manage((ctx) =>
    addWebsite(ctx, { name: '  Mond  garten ', url: ' https://mondgarten.example ' }),
  );
  expect(await manage(({ db }) => onlineWebsites(db))).toEqual([
    {
      id: expect.any(Number),
      name: 'Mond garten',
      url: 'https://mondgarten.example',
      status: 'on',
    },
  ]);
  await expect(
    manage((ctx) => addWebsite(ctx, { name: 'Mond garten', url: 'https://anders.example' })),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', fields: { name: expect.any(String) } });
  await expect(
    manage((ctx) => addWebsite(ctx, { name: '', url: 'javascript:1' })),
  ).rejects.toMatchObject({
    fields: { name: expect.any(String), url: expect.any(String) },
  });
  await manage((ctx) => setStatus(ctx, 'Mond garten', 'off'));
  expect(await manage(({ db }) => onlineWebsites(db))).toEqual([]);
  await manage((ctx) => setStatus(ctx, 'Mond garten', 'on'));
  const lines = await world.db
    .selectFrom('audit')
    .select(['action', 'actor'])
    .orderBy('id')
    .execute();
  expect(lines.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
    'cli website_added',
    'cli website_status',
    'cli website_status',
  ]);
});

test('a key is shown once and kept as its hash; several live side by side; a revoked one is dead [decisions 6]', async () => {
  const [first, second] = [
    await manage((ctx) => issueKey(ctx, 'Mond garten')),
    await manage((ctx) => issueKey(ctx, 'Mond garten')),
  ];
  expect(first).toMatch(/^sr_[\w-]{43}$/);
  expect(first).not.toBe(second);
  const rows = await world.db.selectFrom('website_key').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(first);
  expect(rows.map(({ key_hash }) => key_hash.toString('hex'))).toContain(
    hashToken(first).toString('hex'),
  );
  expect(await authenticate(world.db, first, world.clock.now())).toMatchObject({
    name: 'Mond garten',
  });
  expect(await manage((ctx) => revokeKeys(ctx, 'Mond garten', first.slice(0, 7)))).toBe(1);
  expect(await authenticate(world.db, first, world.clock.now())).toBeNull();
  expect(await authenticate(world.db, second, world.clock.now())).toMatchObject({
    name: 'Mond garten',
  });
  expect(await manage((ctx) => revokeKeys(ctx, 'Mond garten'))).toBe(1);
  expect(await authenticate(world.db, second, world.clock.now())).toBeNull();
  for (const work of [issueKey, revokeKeys]) {
    await expect(
      manage((ctx) => work(ctx, 'Gibt es nicht') as Promise<unknown>),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});
