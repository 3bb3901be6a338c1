import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testWorld, type World } from '../testing/world/world.ts';
import { readConfig } from './config.ts';
import { buildServer } from './server.ts';

const ATTEMPTS = 20;
const PROXY = '127.0.0.1';
const STRANGER = '198.51.100.7';
const CLAIMS = [
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'forwarded',
];

/** Balancers of a network of their own, as nginx on another machine or a load balancer is. */
const BALANCERS = '10.20.0.0/16, 192.0.2.10, 2001:db8:ba1a::/48';
/** As the system writes the address of an IPv4 peer of a socket for both families. */
const PEERS = ['10.20.0.1', '10.20.255.254', '192.0.2.10', '::ffff:10.20.0.9', '2001:db8:ba1a::7'];
const OTHERS = ['10.21.0.1', '192.0.2.11', '::ffff:10.21.0.9', '2001:db8:ba1b::7', PROXY, '::1'];

let world: World;
let production: FastifyInstance;
let balanced: FastifyInstance;
beforeAll(async () => {
  world = await testWorld({ LIMIT_FACTOR: '1' });
  const { dataDir: DATA_DIR } = world.config;
  const trusting = (TRUSTED_PROXIES: string) => {
    const { trustedProxies } = readConfig({ DATA_DIR, TRUSTED_PROXIES });
    const config = { ...world.config, mode: 'production' as const, trustedProxies };
    return buildServer({ ...world.app, config, routes: [] });
  };
  production = await trusting('127.0.0.0/8, ::1/128');
  balanced = await trusting(BALANCERS);
});
beforeEach(() => world.db.deleteFrom('rate_limit').execute());
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await production.close();
  await balanced.close();
  await world[Symbol.asyncDispose]();
});

/** A call with a limit of twenty per hour and address. */
const call = async (
  server: FastifyInstance,
  remoteAddress: string,
  headers: Record<string, string> = {},
) => {
  const payload = { user_login: 'niemand@beispiel.ch' };
  const options = {
    method: 'POST' as const,
    url: '/api?action=lostpassword',
    remoteAddress,
    headers,
    payload,
  };
  return (await server.inject(options)).statusCode;
};
const counted = async (addresses: number) =>
  expect(await world.db.selectFrom('rate_limit').selectAll().execute()).toHaveLength(addresses);

describe("the client address is the connection's, or that named by the own proxy [T-AUTH-02]", () => {
  test.each(CLAIMS)(
    'a direct client counts as one address, whatever 50 addresses are in %s',
    async (header) => {
      for (const server of [production, world.server]) {
        await world.db.deleteFrom('rate_limit').execute();
        const statuses: number[] = [];
        for (let n = 0; n < 50; n++) {
          const claimed = header === 'forwarded' ? `for=203.0.113.${n}` : `203.0.113.${n}`;
          statuses.push(await call(server, STRANGER, { [header]: claimed }));
        }
        expect(statuses).toEqual([...Array(ATTEMPTS).fill(200), ...Array(50 - ATTEMPTS).fill(429)]);
        await counted(1);
      }
    },
  );

  test('a direct client claiming to be behind the proxy counts as itself', async () => {
    for (let n = 0; n < ATTEMPTS; n++)
      await call(production, STRANGER, { 'x-forwarded-for': `203.0.113.${n}, ${PROXY}` });
    expect(await call(production, STRANGER)).toBe(429);
    expect(await call(production, '198.51.100.8', { 'x-forwarded-for': STRANGER })).toBe(200);
    await counted(2);
  });

  test('behind the proxy the address seen by the proxy counts, not those sent by the client', async () => {
    const through = (seen: string, written = '') =>
      call(production, PROXY, { 'x-forwarded-for': `${written}${written && ', '}${seen}` });
    for (let n = 0; n < ATTEMPTS; n++) expect(await through(STRANGER, `203.0.113.${n}`)).toBe(200);
    expect(await through(STRANGER, '10.0.0.1, 127.0.0.1')).toBe(429);
    expect(await through(STRANGER)).toBe(429);
    expect(await through('198.51.100.8', STRANGER)).toBe(200);
    await counted(2);
  });

  test('behind the proxy each client is counted separately, an IPv6 network once', async () => {
    const through = (seen: string) => call(production, PROXY, { 'x-forwarded-for': seen });
    for (let n = 0; n < ATTEMPTS; n++)
      expect(await through(`2001:db8:1:2::${n.toString(16)}`)).toBe(200);
    expect(await through('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await through('2001:db8:1:3::1')).toBe(200);
    await counted(2);
  });

  test('without a configured proxy no header counts, not even from this machine', async () => {
    for (let n = 0; n < ATTEMPTS; n++)
      await call(world.server, PROXY, { 'x-forwarded-for': `203.0.113.${n}` });
    expect(await call(world.server, PROXY, { 'x-forwarded-for': '203.0.113.99' })).toBe(429);
    await counted(1);
  });

  test.each(PEERS)(
    'a visitor counts as itself behind the trusted peer %s [RUN-12]',
    async (peer) => {
      for (const visitor of [STRANGER, '2001:db8:1:2::1']) {
        const through = (seen: string) => call(balanced, peer, { 'x-forwarded-for': seen });
        for (let n = 0; n < ATTEMPTS; n++) expect(await through(visitor)).toBe(200);
        expect(await through(visitor)).toBe(429);
        expect(await through('198.51.100.8')).toBe(200);
        // What the visitor wrote stands before what the balancers have seen.
        expect(await through(`203.0.113.1, ${visitor}, 10.20.0.3`)).toBe(429);
        await counted(2);
        await world.db.deleteFrom('rate_limit').execute();
      }
    },
  );

  test.each(OTHERS)('a header from the foreign peer %s is ignored [RUN-12]', async (peer) => {
    for (let n = 0; n < ATTEMPTS; n++)
      expect(await call(balanced, peer, { 'x-forwarded-for': `203.0.113.${n}` })).toBe(200);
    expect(await call(balanced, peer, { 'x-forwarded-for': '203.0.113.99' })).toBe(429);
    expect(await call(balanced, PEERS[0]!, { 'x-forwarded-for': `${STRANGER}, ${peer}` })).toBe(
      429,
    );
    await counted(1);
  });

  test.each([
    '',
    ',',
    'unknown',
    'x'.repeat(5000),
    "1' or 1=1",
    '203.0.113.1:8080',
    '<script>',
    '999.999.999.999',
  ])('an invalid address (%j) causes no defect', async (claimed) => {
    expect(await call(production, PROXY, { 'x-forwarded-for': claimed })).toBe(200);
    expect(await call(production, STRANGER, { 'x-forwarded-for': claimed })).toBe(200);
  });
});
