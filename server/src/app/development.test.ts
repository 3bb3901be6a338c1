import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { OPEN_DEVELOPMENT_TEXT } from '@samtrot/shared/kernel/open-development.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWebsite, issueKey } from '../modules/partners/service.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';

let closed: World;
let open: World;
beforeAll(async () => {
  closed = await testWorld({ NODE_ENV: 'development', API_HOST: 'api.beispiel.ch' });
  open = await testWorld({
    NODE_ENV: 'development',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'http://samtrot.lan:3000',
    ALLOW_OPEN_DEVELOPMENT: '1',
  });
});
afterAll(() => Promise.all([closed[Symbol.asyncDispose](), open[Symbol.asyncDispose]()]));

const ADDRESSES = ['/', '/api?action=state', '/dev/mailbox.json', '/healthz', '/partner/v1', '/x'];
const FOREIGN: Record<string, string>[] = [
  { host: 'evil.example' },
  { host: 'evil.example:3000' },
  { host: 'localhost.evil.example' },
  { host: '127.0.0.1.evil.example' },
  { host: '192.168.1.7:3000' },
  { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' },
  { host: 'localhost:3000', 'x-forwarded-for': '' },
  { host: 'localhost:3000', forwarded: 'for=203.0.113.9' },
];

test.each(FOREIGN)(
  'in development a request with %j gets 421 everywhere [ACC-54]',
  async (headers) => {
    for (const url of ADDRESSES) {
      const answer = await closed.send('', { method: 'GET', url, headers });
      expect([answer.status, answer.body.code], url).toEqual([421, 'MISDIRECTED']);
    }
  },
);

test.each(['localhost:3000', 'LOCALHOST', '127.0.0.1:9999', '[::1]:3000', 'api.beispiel.ch'])(
  'in development the host %s is answered [ACC-54]',
  async (host) => {
    expect((await closed.send('', { url: '/healthz', headers: { host } })).status).toBe(200);
  },
);

test('a response kept for websites is not given to another host [ACC-54]', async () => {
  const key = await closed.db.transaction().execute(async (db) => {
    const ctx = { db, now: START, actor: { kind: 'cli' } } as const;
    await addWebsite(ctx, { name: 'Mond', url: 'http://mond.example' });
    return issueKey(ctx, 'Mond');
  });
  await closed.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = closed.server.server.address() as { port: number };
  const ask = (host: string) =>
    new Promise<number>((done, fail) => {
      const headers = { host, authorization: `Bearer ${key}` };
      request({ port, path: '/partner/v1/ads', headers }, (answer) => {
        answer.resume().on('end', () => done(answer.statusCode!));
      })
        .on('error', fail)
        .end();
    });
  const kept = [await ask(`localhost:${port}`), await ask(`localhost:${port}`)];
  expect([...kept, await ask('evil.example')]).toEqual([200, 200, 421]);
});

test('an open one answers every host and warns on every page, once [ACC-54]', async () => {
  const account = await open.user();
  await open.registered({ email: 'mona@beispiel.ch' });
  const [mail] = (await open.send('', { url: '/dev/mailbox' })).body.match(/\/dev\/mailbox\/\d+/);
  const pages = [
    ...['/dev/mailbox', mail, '/partner/v1'],
    ...['/', '/auth/login', '/datenschutz', '/home', '/gibt-es-nicht', '/betrieb', '/partner'],
  ];
  const built = (await open.send('', { url: '/' })).status === 200;
  for (const url of nonEmpty(built ? pages : pages.slice(0, 3))) {
    const headers = {
      host: 'samtrot.lan:3000',
      'x-forwarded-for': '203.0.113.9',
      accept: 'text/html',
    };
    // Who is logged in is led home from there.
    const missing = url === '/gibt-es-nicht';
    for (const encoding of ['identity', 'gzip']) {
      const answer = await open.server.inject({
        url,
        headers: {
          ...headers,
          'accept-encoding': encoding,
          ...(!missing && { cookie: account.cookie }),
        },
      });
      expect(answer.statusCode, url).toBe(missing ? 404 : 200);
      const packed = answer.headers['content-encoding'] === 'gzip';
      const document = packed ? gunzipSync(answer.rawPayload) : answer.rawPayload;
      expect(String(document).split(OPEN_DEVELOPMENT_TEXT), `${url} ${encoding}`).toHaveLength(2);
    }
  }
});

test('a closed one warns nowhere [ACC-54]', async () => {
  for (const url of ['/dev/mailbox', '/partner/v1'])
    expect((await closed.send('', { url })).body).not.toContain(OPEN_DEVELOPMENT_TEXT);
});
