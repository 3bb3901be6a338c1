import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../testing/services/smtp.ts';
import { probeProxy } from './probe.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
/** As `deploy/nginx/samtrot.conf` has them. */
const MODERN: ServerOptions = {
  minVersion: 'TLSv1.2',
  ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:TLS_AES_128_GCM_SHA256',
};

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});
async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

const CALL = /^\/(api|token-api|partner\/v1|webhooks)(\/|$)/;
const plain: RequestListener = ({ method, url, headers }, response) => {
  if (method !== 'GET' || CALL.test(url!) || headers.host === 'api.portal.test')
    response.writeHead(403).end();
  else response.writeHead(301, { location: `https://127.0.0.1${url}` }).end();
};

interface Proxy {
  tls?: ServerOptions;
  hsts?: string | false;
  plain?: RequestListener | null;
  now?: Date;
  apiHost?: string;
  ca?: string;
  /** Which connection gets no answer: after the first one come old versions, 1.3 and weak suites. */
  silent?: number;
}

/** Passes connections on to this port, but for the one that gets no answer. */
const passing = (port: number, silent: number) => {
  let count = 0;
  return listening(
    createTcpServer((client): unknown => {
      client.on('error', () => undefined);
      // What is not read would keep the connection from closing.
      if (++count === silent) return client.resume();
      const server = connect(port, '127.0.0.1');
      server.on('error', () => undefined);
      client.on('close', () => server.destroy());
      return client.pipe(server).pipe(client);
    }),
  );
};

async function found(proxy: Proxy): Promise<Record<string, string>> {
  const options = { key: CERTIFICATE_KEY, cert: CERTIFICATE, ...MODERN, ...proxy.tls };
  const port = await listening(
    createTlsServer(options, (_, response) => {
      const { hsts = 'max-age=1' } = proxy;
      if (hsts !== false) response.setHeader('strict-transport-security', hsts);
      response.end('');
    }),
  );
  const plainPort = await listening(createServer(proxy.plain ?? plain));
  if (proxy.plain === null) await new Promise((closed) => servers.pop()!.close(closed));
  const { silent } = proxy;
  const findings = await probeProxy({
    publicUrl: `https://127.0.0.1:${silent ? await passing(port, silent) : port}`,
    ...(silent && { timeoutMs: 2000 }),
    plainPort,
    now: proxy.now ?? NOW,
    apiHost: proxy.apiHost,
    address: '127.0.0.1',
    ca: 'ca' in proxy ? proxy.ca : CERTIFICATE,
  });
  return Object.fromEntries(findings.map(({ subject, ok, text }) => [subject, ok ? 'good' : text]));
}
const GOOD = {
  certificate: 'good',
  versions: 'good',
  ciphers: 'good',
  hsts: 'good',
  pages: 'good',
  calls: 'good',
};

test('a proxy as the documentation asks for it is good in everything [RUN-17]', async () => {
  expect(await found({})).toEqual(GOOD);
  expect(await found({ apiHost: 'api.portal.test' })).toEqual({ ...GOOD, api_host: 'good' });
});

test('one that has no plain text at all is good, too [RUN-17]', async () => {
  expect(await found({ plain: null })).toEqual(GOOD);
});

test.each<[string, Proxy, Record<string, string>]>([
  [
    'a certificate that nobody trusts',
    { ca: undefined },
    { certificate: 'Browser vertrauen dem Zertifikat nicht: DEPTH_ZERO_SELF_SIGNED_CERT.' },
  ],
  [
    'a certificate that ends soon',
    { now: new Date('2126-10-25T12:00:00Z') },
    { certificate: 'Das Zertifikat läuft in 5 Tagen ab.' },
  ],
  [
    'TLS 1.1',
    { tls: { minVersion: 'TLSv1', ciphers: 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0' } },
    {
      versions: 'TLS 1.1 oder 1.0 wird angenommen.',
      ciphers: 'Verfahren, die Mozilla nicht empfiehlt, werden angenommen.',
    },
  ],
  ['no TLS 1.3', { tls: { maxVersion: 'TLSv1.2' } }, { versions: 'TLS 1.3 wird abgelehnt.' }],
  [
    'a cipher suite without forward secrecy or authenticated encryption',
    { tls: { ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256' } },
    { ciphers: 'Verfahren, die Mozilla nicht empfiehlt, werden angenommen.' },
  ],
  ['pages without HSTS', { hsts: false }, { hsts: 'Seiten kommen ohne HSTS an.' }],
  ['HSTS that is switched off', { hsts: 'max-age=0' }, { hsts: 'Seiten kommen ohne HSTS an.' }],
  [
    'pages that are redirected to another house',
    {
      plain: (request, response) =>
        CALL.test(request.url!)
          ? plain(request, response)
          : response.writeHead(301, { location: `https://other.test${request.url}` }).end(),
    },
    { pages: 'Seiten im Klartext werden auf https://other.test/auth/login umgeleitet.' },
  ],
  [
    'calls that are passed on to the portal',
    {
      plain: (request, response) =>
        CALL.test(request.url!)
          ? response.writeHead(401, { 'strict-transport-security': 'max-age=1' }).end()
          : plain(request, response),
    },
    { calls: 'GET /api im Klartext erreicht das Portal, statt abgelehnt zu werden.' },
  ],
  [
    'pages in plain text',
    { plain: ({ url }, response) => response.writeHead(CALL.test(url!) ? 403 : 200).end() },
    { pages: 'Eine Seite im Klartext bekommt 200 statt einer Umleitung auf https.' },
  ],
  [
    'pages that are redirected for now only',
    {
      plain: (request, response) =>
        CALL.test(request.url!)
          ? plain(request, response)
          : response.writeHead(302, { location: `https://127.0.0.1${request.url}` }).end(),
    },
    { pages: 'Eine Seite im Klartext bekommt 302 statt einer Umleitung auf https.' },
  ],
  [
    'calls that are redirected',
    {
      plain: ({ url }, response) =>
        response.writeHead(301, { location: `https://127.0.0.1${url}` }).end(),
    },
    { calls: 'GET /api im Klartext bekommt 301 statt einer Ablehnung.' },
  ],
  [
    'an API host that is redirected',
    {
      apiHost: 'api.portal.test',
      plain: ({ url, headers, method }, response) =>
        headers.host === 'api.portal.test'
          ? response.writeHead(301, { location: 'https://api.portal.test/' }).end()
          : plain({ url, headers, method } as never, response as never),
    },
    { api_host: 'GET / im Klartext bekommt 301 statt einer Ablehnung.' },
  ],
])('finds %s, and nothing else wrong [RUN-17]', async (_, proxy, wrong) => {
  const expected = { ...GOOD, ...(proxy.apiHost && { api_host: 'good' }), ...wrong };
  expect(await found(proxy)).toEqual(expected);
});

test('no answer to a handshake is no refusal [RUN-17]', async () => {
  const silence = 'antwortet niemand: Ob der Proxy das ablehnt, ist offen.';
  const wrong = [
    { versions: `Auf TLS 1.1 und 1.0 ${silence}` },
    { versions: `Auf TLS 1.3 ${silence}` },
    { ciphers: `Auf Verfahren, die Mozilla nicht empfiehlt, ${silence}` },
  ];
  const all = await Promise.all(wrong.map((_, n) => found({ silent: n + 2 })));
  expect(all).toEqual(wrong.map((one) => ({ ...GOOD, ...one })));
});

test('says when nothing speaks TLS there [RUN-17]', async () => {
  const port = await listening(createServer(plain));
  await expect(
    probeProxy({ publicUrl: `https://127.0.0.1:${port}`, plainPort: port, now: NOW }),
  ).rejects.toThrow();
});
