import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { SEEN_EVERY_MS } from '@samtrot/shared/access/session-rules.ts';
import { SAVED_NAMES } from '@samtrot/shared/health/full-disk-rules.ts';
import { errors } from '@samtrot/shared/kernel/errors.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadyResponse } from '../modules/delivery/response-cache/cache.ts';
import { connect as connectPool } from '../platform/db.ts';
import { staffOf } from '../testing/world/staff.ts';
import { PASSWORD, testWorld, type World } from '../testing/world/world.ts';
import { compose } from './compose.ts';
import { buildServer } from './server.ts';

let world: World;
let port: number;
beforeAll(async () => {
  world = await testWorld({ PUBLIC_URL: 'https://portal.example' });
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as { port: number }).port;
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends raw bytes and returns all responses until the server closes the connection. */
function exchange(
  ...chunks: (string | Buffer)[]
): Promise<{ status: number; head: string; body: string }> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = () => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      done({
        status: Number(head.split(' ')[1]),
        head: head.toLowerCase(),
        body: rest.join('\r\n\r\n'),
      });
    };
    socket.setTimeout(20_000, () => fail(new Error(`no end after ${text}`)));
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', finish).on('close', finish);
    for (const chunk of chunks) socket.write(chunk);
  });
}

describe('bytes on the wire', () => {
  const close = 'connection: close\r\n';
  const json = 'host: x\r\ncontent-type: application/json\r\n';

  function expectShape(
    { status, head, body }: Awaited<ReturnType<typeof exchange>>,
    expected: number,
    code: string,
  ) {
    expect(status).toBe(expected);
    expect(head).toContain('content-type: application/json; charset=utf-8');
    expect(head).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toEqual({
      success: false,
      code,
      message: errors[code as 'MALFORMED'].text,
    });
  }

  const responses: Record<string, ReadyResponse> = {
    '/large': { status: 200, headers: {}, body: Buffer.alloc(64 * 1024 * 1024) },
    '/small': { status: 200, headers: { 'content-length': 5 }, body: 'klein' },
    '/unchanged': { status: 304, headers: {}, body: undefined },
  };
  /** A server with these cached responses. */
  async function knowing() {
    const { config, db, pool, clock } = world;
    const app = compose({ config, db, pool, clock, log: world.app.log });
    const own = await buildServer({ ...app, fromMemory: (request) => responses[request.url!] });
    await own.listen({ port: 0, host: '127.0.0.1' });
    const client = () => connect((own.server.address() as AddressInfo).port, '127.0.0.1');
    return { own, client, [Symbol.asyncDispose]: () => own.close() };
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

  test.each([
    ['that is made', '/healthz', true],
    ['from memory that is not read', '/large', true],
    ['from memory that is taken at once', '/unchanged', false],
  ])(
    'an unread response %s blocks its connection for at most a minute',
    async (_title, path, watched) => {
      await using it = await knowing();
      const set: unknown[] = [];
      it.own.server.on('connection', (socket) => {
        const setTimeout = socket.setTimeout.bind(socket);
        socket.setTimeout = (ms, ...more) => {
          set.push(ms);
          return setTimeout(ms, ...more);
        };
      });
      const client = it.client();
      client.write(get(path));
      await once(client, 'data');
      client.pause();
      if (watched) await expect.poll(() => set).toContain(60_000);
      else expect(set).not.toContain(60_000);
      client.destroy();
    },
  );

  test('a pipelining client that reads nothing is timed out, too', async () => {
    await using it = await knowing();
    const connected = once(it.own.server, 'connection') as Promise<[Socket]>;
    const client = it.client().pause();
    client.write(get('/unchanged') + get('/large'));
    const [socket] = await connected;
    await expect.poll(() => socket.writableLength).toBeGreaterThan(0);
    expect(socket.timeout).toBe(60_000);
    client.destroy();
  });

  test('pipelined requests are answered in order, cached or not', async () => {
    await using it = await knowing();
    const client = it.client();
    let text = '';
    client.on('data', (chunk) => {
      text += chunk.toString();
    });
    client.write(
      ['/small', '/healthz', '/unchanged', '/small', '/nothing', '/small'].map(get).join(''),
    );
    await expect.poll(() => text.match(/klein/g)?.length).toBe(3);
    expect(text.match(/HTTP\/1\.1 \d+/g)!.map((line) => line.slice(-3))).toEqual([
      ...['200', '200', '304', '200', '404', '200'],
    ]);
    expect(text.split(/(?=HTTP\/1\.1 )/).map((answer) => answer.endsWith('\r\nklein'))).toEqual([
      ...[true, false, false, true, false, true],
    ]);
    client.destroy();
  });

  test('an answer from memory, to a malformed address or to no HTTP has HSTS and no frames [T-AUTH-04]', async () => {
    await using it = await knowing();
    const client = it.client();
    client.write(get('/small'));
    const [cached] = await once(client, 'data');
    client.destroy();
    const malformed = await exchange(`GET /% HTTP/1.1\r\nhost: x\r\n${close}\r\n`);
    const noHttp = await exchange('hello\r\n\r\n');
    for (const head of [String(cached).toLowerCase(), malformed.head, noHttp.head]) {
      expect(head).toContain('strict-transport-security: max-age=31536000; includesubdomains');
      expect(head).toContain("frame-ancestors 'none'");
      expect(head).toContain('x-content-type-options: nosniff');
    }
  });

  test('a stopping server responds to requests on connections accepted before [T-FLT-04]', async () => {
    await using it = await knowing();
    const connected = once(it.own.server, 'connection');
    const client = it.client();
    await connected;
    const closing = it.own.close();
    // After the stop hooks the framework counts as closing.
    await expect.poll(() => it.own.server.listening).toBe(false);
    client.write(get('/healthz'));
    const [answer] = await once(client, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    await closing;
  });

  test('a client that disconnects before a cached response is written has no effect', async () => {
    await using it = await knowing();
    const doomed = new Set<number | undefined>();
    // The request is answered a moment later, when this connection is closed.
    it.own.server.on('request', ({ socket }) => doomed.has(socket.remotePort) && socket.destroy());
    for (let round = 0; round < 20; round++) {
      const gone = it.client();
      gone.on('error', () => {});
      await once(gone, 'connect');
      doomed.add(gone.localPort);
      gone.write(get('/small').repeat(3));
      if (round % 2) await once(gone, 'close');
      else gone.resetAndDestroy();
      const stays = it.client();
      stays.write(get('/small'));
      const [answer] = await once(stays, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200 .*klein$/s);
      stays.destroy();
    }
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    [
      'two lengths',
      `POST /api?action=login HTTP/1.1\r\n${json}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    ],
    [
      'a length and chunks',
      `POST /api?action=login HTTP/1.1\r\n${json}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a negative length', `POST /api?action=login HTTP/1.1\r\n${json}content-length: -2\r\n\r\n{}`],
    [
      'a broken chunk',
      `POST /api?action=login HTTP/1.1\r\n${json}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a NUL in a header', `GET /healthz HTTP/1.1\r\nhost: x\r\nx: a\u0000b\r\n\r\n`],
  ])('%s returns 400 in the wire format', async (_title, bytes) => {
    const answer = await exchange(bytes);
    expect(answer.status).toBe(400);
    // Node itself rejects a request without a host, with an empty body.
    if (!bytes.includes('HTTP/1.1') || bytes.includes('host:'))
      expectShape(answer, 400, 'MALFORMED');
  });

  test('TRACE is unknown and echoes no header', async () => {
    for (const path of ['/healthz', '/api?action=state', '/home']) {
      const answer = await exchange(
        `TRACE ${path} HTTP/1.1\r\nhost: x\r\nx-secret: geheim\r\n${close}\r\n`,
      );
      expectShape(answer, 404, 'NOT_FOUND');
      expect(answer.head).not.toContain('geheim');
    }
  });

  test('headers of 17 kB return 431', async () => {
    expectShape(
      await exchange(`GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(17_000)}\r\n\r\n`),
      431,
      'TOO_LARGE',
    );
  });

  test.each(['/%', '/%zz', '/api/%ff', '/%c0%af', '//api?action=state'])(
    'the address %s is malformed or unknown',
    async (path) => {
      const answer = await exchange(`GET ${path} HTTP/1.1\r\nhost: x\r\n${close}\r\n`);
      expect([400, 404]).toContain(answer.status);
      expect(JSON.parse(answer.body)).toMatchObject({ success: false });
      expect(answer.body).not.toContain(path);
    },
  );

  test('a chunked body is cut off at the limit', async () => {
    const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`;
    const answer = await exchange(
      `POST /api?action=login HTTP/1.1\r\n${json}${close}transfer-encoding: chunked\r\n\r\n`,
      ...Array<string>(40).fill(chunk),
    );
    expectShape(answer, 413, 'TOO_LARGE');
  });

  test('a Content-Length over the limit is refused before the body arrives', async () => {
    const answer = await exchange(
      `POST /api?action=login HTTP/1.1\r\n${json}content-length: 100000000\r\n\r\n{`,
    );
    expectShape(answer, 413, 'TOO_LARGE');
  });

  test('a chunked body under the limit is read', async () => {
    const body = '{"log":"niemand","pwd":"x"}';
    const answer = await exchange(
      `POST /api?action=login HTTP/1.1\r\n${json}${close}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(answer.status).toBe(401);
  });

  test('several requests on one connection are answered in order', async () => {
    const call = (action: string, more = '') =>
      `GET /api?action=${action} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
    const { head, body } = await exchange(call('state') + call('nothing') + call('state', close));
    expect(
      [head, body]
        .join()
        .match(/HTTP\/1\.1 \d+/gi)
        ?.map((line) => line.slice(-3)),
    ).toEqual(['200', '404', '200']);
  });
});

test('/readyz tells nothing of lag and disk to another machine, directly or through the proxy', async () => {
  const config = { ...world.config, mode: 'production' as const, trustedProxies: ['127.0.0.0/8'] };
  const production = await buildServer({ ...world.app, config, routes: [] });
  const asked = async (remoteAddress: string, forwarded?: string) => {
    const headers = { ...(forwarded && { 'x-forwarded-for': forwarded }) };
    const { statusCode, body } = await production.inject({
      url: '/readyz',
      remoteAddress,
      headers,
    });
    expect([200, 503]).toContain(statusCode);
    return Object.keys(JSON.parse(body)).sort();
  };
  try {
    expect(await asked('127.0.0.1')).toEqual(
      expect.arrayContaining(['clock_lag_ms', 'database', 'storage', 'storage_used']),
    );
    for (const [address, forwarded] of [
      ['198.51.100.7'],
      ['198.51.100.7', '127.0.0.1'],
      ['127.0.0.1', '198.51.100.7'],
      ['127.0.0.1', '127.0.0.1, 198.51.100.7'],
    ] as const)
      expect(await asked(address, forwarded), forwarded).toEqual(['healthy', 'ready']);
  } finally {
    await production.close();
  }
});

test('a database that is set read-only lets known sessions read, and says that nothing is saved [RUN-04]', async () => {
  await using house = await testWorld();
  const user = await house.user();
  const staff = await staffOf(house, 'owner');
  const name = new URL(house.url).pathname.slice(1);
  const owner = new pg.Client(house.url);
  await owner.connect();
  await owner.query(`alter database ${name} set default_transaction_read_only = on`);
  await owner.end();
  // A connection keeps the setting it has begun with, so this server has its own.
  const { db, pool } = connectPool(house.url);
  const server = await buildServer(compose({ ...house.app, db, pool }));
  // So long after that the sessions would be noted as seen.
  house.clock.advance(SEEN_EVERY_MS);
  const call = async (url: string, cookie: string, payload?: object) => {
    const method = payload ? ('POST' as const) : ('GET' as const);
    const answer = await server.inject({
      url,
      method,
      headers: { cookie },
      ...(payload && { payload }),
    });
    const { code, message } = answer.json();
    return [answer.statusCode, code, message];
  };
  expect(await call('/api?action=state', user.cookie)).toEqual([200, undefined, undefined]);
  const overview = `/betrieb/api?action=${getStaffOverview.name}`;
  expect(await call(overview, staff.cookie)).toEqual([200, undefined, undefined]);
  const refused = [503, 'NOT_WRITABLE', 'Im Moment können wir nichts speichern.'];
  const login = { log: user.email, pwd: PASSWORD };
  expect(await call('/api?action=login', '', login)).toEqual(refused);
  expect(await call('/api?action=goOffline', user.cookie, {})).toEqual(refused);
  const ready = await server.inject('/readyz');
  expect([ready.statusCode, ready.json().database]).toEqual([503, 'not writable']);
  await server.close();
  await db.destroy();
  expect((await house.server.inject('/readyz')).statusCode).toBe(200);
});

test('with the disk reserve in use ads still leave the websites; nothing else is saved [RUN-04]', async () => {
  await using house = await testWorld();
  const user = await house.user();
  let spent = false;
  const reserve = { isSpent: () => spent, look: async () => {} };
  const server = await buildServer(compose({ ...house.app, reserve }));
  const call = async (url: string, cookie: string, payload?: object) => {
    const method = payload ? ('POST' as const) : ('GET' as const);
    const asked = { url, method, headers: { cookie }, ...(payload && { payload }) };
    const answer = await server.inject(asked);
    return [answer.statusCode, answer.json().code];
  };
  const login = { log: user.email, pwd: PASSWORD };
  expect(await call('/api?action=login', '', login)).toEqual([200, undefined]);
  spent = true;
  expect(await call('/api?action=login', '', login)).toEqual([503, 'NOT_WRITABLE']);
  expect(await call('/api?action=state', user.cookie)).toEqual([200, undefined]);
  expect(await call('/api?action=goOnline', user.cookie, {})).toEqual([503, 'NOT_WRITABLE']);
  expect(await call('/api?action=goOffline', user.cookie, {})).toEqual([200, undefined]);
  const ready = await server.inject('/readyz');
  expect([ready.statusCode, ready.json().storage]).toEqual([503, 'full']);
  spent = false;
  expect(await call('/api?action=goOnline', user.cookie, {})).toEqual([200, undefined]);
  await server.close();
});

test('each call that is saved on a full disk is a call of the product [RUN-04]', () => {
  const calls = [...world.app.handlers, ...world.app.staffHandlers].map(({ spec }) => spec.name);
  expect(nonEmpty(SAVED_NAMES).filter((name) => !calls.includes(name))).toEqual([]);
});
