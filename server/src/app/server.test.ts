import { type AddressInfo, connect } from 'node:net';
import { errors } from '@samtrot/shared/kernel/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadyAnswer } from '../modules/delivery/answers.ts';
import { testWorld, type World } from '../testing/world.ts';
import { buildServer } from './server.ts';

let world: World;
let port: number;
beforeAll(async () => {
  world = await testWorld({ PUBLIC_URL: 'https://portal.example' });
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as { port: number }).port;
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends bytes as they are and answers everything that comes back until the server closes. */
function exchange(...chunks: (string | Buffer)[]): Promise<{ status: number; head: string; body: string }> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = () => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      done({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: rest.join('\r\n\r\n') });
    };
    socket.setTimeout(5_000, () => fail(new Error(`no end after ${text}`)));
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

  function expectShape({ status, head, body }: Awaited<ReturnType<typeof exchange>>, expected: number, code: string) {
    expect(status).toBe(expected);
    expect(head).toContain('content-type: application/json; charset=utf-8');
    expect(head).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toEqual({ success: false, code, message: errors[code as 'MALFORMED'].text });
  }

  test.each([
    ['that is made', '/healthz', 60_000],
    ['from memory that is not read', '/unread', 60_000],
    ['from memory that is taken at once', '/read', 0],
  ])(
    'T-LOAD an answer %s lets its connection stand still for at most a minute, or needs no watch',
    async (_title, url, watch) => {
      const answers: Record<string, ReadyAnswer> = {
        '/unread': { status: 200, headers: {}, body: Buffer.alloc(64 * 1024 * 1024) },
        '/read': { status: 304, headers: {}, body: undefined },
      };
      const own = await buildServer({ ...world.app, fromMemory: (request) => answers[request.url!] });
      await own.listen({ port: 0, host: '127.0.0.1' });
      const watched = new Promise<number | undefined>((seen) =>
        own.server.on('request', ({ socket }) => seen(socket.timeout)),
      );
      const client = connect((own.server.address() as AddressInfo).port, '127.0.0.1').pause();
      client.write(`GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`);
      expect((await watched) ?? 0).toBe(watch);
      client.destroy();
      await own.close();
    },
  );

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two lengths', `POST /api?action=login HTTP/1.1\r\n${json}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
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
  ])('%s answers 400 in the one shape', async (_title, bytes) => {
    const answer = await exchange(bytes);
    expect(answer.status).toBe(400);
    // Node itself answers a request without a host, with nothing in it.
    if (!bytes.includes('HTTP/1.1') || bytes.includes('host:')) expectShape(answer, 400, 'MALFORMED');
  });

  test('headers of 17 kB answer 431', async () => {
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

  test('a chunked body is cut at the limit', async () => {
    const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`;
    const answer = await exchange(
      `POST /api?action=login HTTP/1.1\r\n${json}${close}transfer-encoding: chunked\r\n\r\n`,
      ...Array<string>(40).fill(chunk),
    );
    expectShape(answer, 413, 'TOO_LARGE');
  });

  test('an announced length over the limit is answered before the body comes', async () => {
    const answer = await exchange(`POST /api?action=login HTTP/1.1\r\n${json}content-length: 100000000\r\n\r\n{`);
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
    const call = (action: string, more = '') => `GET /api?action=${action} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
    const { head, body } = await exchange(call('state') + call('nothing') + call('state', close));
    expect(
      [head, body]
        .join()
        .match(/HTTP\/1\.1 \d+/gi)
        ?.map((line) => line.slice(-3)),
    ).toEqual(['200', '404', '200']);
  });
});
