import { CALLS_PER_MINUTE } from '@samtrot/shared/delivery/rules.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { FastifyInstance } from 'fastify';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { type App, compose } from '../../../app/compose.ts';
import { buildServer } from '../../../app/server.ts';
import { adBuilder } from '../../../testing/listings/ads.ts';
import { memoryRequest, partnerKey } from '../../../testing/partners/partner.ts';
import { eventually } from '../../../testing/process/eventually.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';
import { setStatus } from '../../partners/service.ts';

const ADDRESS = '/partner/v1/ads?limit=100';

/** Process time, stopped. */
let processMs = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => processMs));
afterEach(() => vi.restoreAllMocks());

let world: World;
let server: FastifyInstance;
let app: App;
let key: string;
beforeAll(async () => {
  world = await testWorld();
  const { config, db, pool, clock } = world;
  // Counts the calls per minute, which other tests disable.
  app = compose({ config: { ...config, limitFactor: 1 }, db, pool, clock, log: world.app.log });
  server = await buildServer(app);
  await server.ready();
  key = await partnerKey(world);
});
afterAll(async () => {
  await server.close();
  await world[Symbol.asyncDispose]();
});

test('a cached response counts as a call and ends with a hidden ad or a disabled website [T-LOAD-02, T-DEL-01]', async () => {
  const status = (now: 'on' | 'off') =>
    world.db
      .transaction()
      .execute((db) => setStatus({ db, now: START, actor: { kind: 'cli' } }, 'Mondgarten', now));
  onTestFinished(() => status('on'));
  const ad = await adBuilder(world.db).add({});
  const headers = { authorization: `Bearer ${key}` };
  const request = memoryRequest(ADDRESS, headers);
  const memory = () => app.fromMemory(request)?.body?.toString();
  const warm = (there: boolean) =>
    eventually(async () => {
      await server.inject({ url: ADDRESS, headers });
      expect(memory()?.includes(ad.publicId)).toBe(there);
    });
  await warm(true);
  await adBuilder(world.db).change(ad, { status: 'ausgeblendet' });
  await eventually(() => expect(memory()?.includes(ad.publicId) ?? false).toBe(false));
  await warm(false);
  for (let call = 0; call < CALLS_PER_MINUTE; call++) memory();
  expect(memory()).toBeUndefined();
  expect((await server.inject({ url: ADDRESS, headers })).statusCode).toBe(429);
  processMs += MINUTE_MS;
  await warm(false);
  await status('off');
  // Each poll counts as a call; fewer would not reach the limit.
  let looks = 0;
  await vi.waitFor(() => expect([++looks, memory()]).toEqual([expect.any(Number), undefined]), {
    timeout: 60_000,
    interval: 100,
  });
  expect(looks).toBeLessThan(CALLS_PER_MINUTE / 2);
  expect((await server.inject({ url: ADDRESS, headers })).statusCode).toBe(403);
});
