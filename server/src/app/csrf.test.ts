import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEEP } from '../testing/process/deep.ts';
import { snapshot } from '../testing/process/snapshot.ts';
import { CALLS } from '../testing/world/calls.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { routesOf } from '../testing/world/routes.ts';
import { type Answer, testWorld, type World } from '../testing/world/world.ts';
import { buildIfStale } from './build.ts';

const HERE = 'http://localhost:3000';
/** Origins similar to ours, and what browsers send for pages without one. */
const ORIGINS = [
  ...['null', 'https://evil.example', 'http://evil.example', 'http://localhost:3000.evil.example'],
  ...[
    'http://evil-localhost:3000',
    'http://sub.localhost:3000',
    'https://localhost:3000',
    'http://localhost:3001',
  ],
  ...[
    'http://localhost',
    'file://',
    'about:blank',
    'http://localhost:3000@evil.example',
    'chrome-extension://abc',
  ],
  ...['', 'http://127.0.0.1:9999'],
];
const EVIL = { origin: 'https://evil.example' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };
const TEXT = { 'content-type': 'text/plain' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const JSON_TYPE = { 'content-type': 'application/json' };

let world: World;
let fresh: () => Promise<Owner>;
beforeAll(async () => {
  // The form for reports is a page, and only a built one has an address.
  await buildIfStale('web');
  world = await testWorld({ LEGACY_GET_LOGIN: '1', API_HOST: 'api.beispiel.ch' });
  fresh = owners(world);
});
afterEach(() => expect(world.defects).toEqual([]));
afterAll(() => world[Symbol.asyncDispose]());

type Params = Record<string, unknown>;
const asText = (params: Params) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
const asForm = (params: Params) => new URLSearchParams(asText(params)).toString();
const asMultipart = (params: Params) =>
  `${Object.entries(asText(params))
    .map(
      ([name, value]) =>
        `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--x--\r\n`;
const corsHeaders = ({ headers }: Answer) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'));

interface Forgery {
  title: string;
  options: Partial<InjectOptions>;
  refused: 'CROSS_SITE' | 'WRONG_CONTENT_TYPE' | 'WRONG_METHOD';
}

/** Requests another site can make a logged-in browser send. */
function forgeries(method: 'POST' | 'DELETE', action: string, params: Params): Forgery[] {
  const headed = (headers: Record<string, string>, payload: string) => ({
    method,
    headers,
    payload,
  });
  const json = JSON.stringify(params);
  const sites = ['cross-site', 'same-site', 'evil', ''];
  // The legacy login by GET is a separate call.
  const others = METHODS.filter((other) => !CALLS[`${other} ${action}`]);
  const named = (headers: Record<string, string>) => JSON.stringify(headers);
  const everywhere = [
    ...ORIGINS.map((origin): Record<string, string> => ({ origin })),
    ...sites.map((site) => ({ 'sec-fetch-site': site })),
    { origin: HERE, 'sec-fetch-site': 'cross-site' },
    { ...EVIL, 'sec-fetch-site': 'same-origin' },
    { ...EVIL, host: 'evil.example' },
  ];
  return [
    ...everywhere.flatMap((headers): Forgery[] => [
      {
        title: named(headers),
        options: headed({ ...headers, ...JSON_TYPE }, json),
        refused: 'CROSS_SITE',
      },
      {
        title: `form, ${named(headers)}`,
        options: headed({ ...headers, ...FORM }, asForm(params)),
        refused: 'CROSS_SITE',
      },
    ]),
    ...[{}, EVIL].flatMap((headers): Forgery[] => [
      {
        title: 'plain text',
        options: headed({ ...headers, ...TEXT }, json),
        refused: 'WRONG_CONTENT_TYPE',
      },
      {
        title: 'multipart',
        options: headed({ ...headers, ...MULTIPART }, asMultipart(params)),
        refused: 'WRONG_CONTENT_TYPE',
      },
      {
        title: 'no type',
        options: headed({ ...headers, 'content-type': '' }, json),
        refused: 'WRONG_CONTENT_TYPE',
      },
    ]),
    ...others.map(
      (other): Forgery => ({
        title: other,
        options: {
          method: other,
          headers: {
            'x-http-method-override': 'POST',
            'x-method-override': 'POST',
            'x-http-method': 'POST',
          },
          query: { ...asText(params), _method: 'POST' },
        },
        refused: 'WRONG_METHOD',
      }),
    ),
  ];
}

const names = [
  ...['GET login', 'GET clearCart'],
  ...Object.keys(CALLS).filter((name) => name.startsWith('POST ') || name.startsWith('DELETE ')),
];

/** So many calls meet every forgery in each run. */
const WHOLE = 4;
const SHARE = 6;
/**
 * Of the many origins a call meets every sixth in the ordinary run, the next call the next ones, so
 * that each is refused by a dozen calls; all of them in the deep run.
 */
const sampled = (tries: readonly Forgery[], name: string): readonly Forgery[] => {
  const nth = names.indexOf(name);
  if (DEEP || nth < WHOLE) return tries;
  return tries.filter(
    ({ refused }, index) => refused !== 'CROSS_SITE' || index % SHARE === nth % SHARE,
  );
};

describe('a cross-site write [T-CSRF-01]', () => {
  test('the suite contains every action that changes something', () => {
    const changing = world.app.handlers
      .filter(({ spec }) => spec.method !== 'GET' || spec.changes)
      .map(({ spec }) => `${spec.method} ${spec.name}`);
    expect(names.toSorted()).toEqual(changing.toSorted());
  });

  test.each(names)(
    '%s is refused in every form and changes nothing; same-origin it succeeds',
    async (name) => {
      const [method, action] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
      const owner = await fresh();
      const params = await CALLS[name]!.prepare(owner);
      const before = await snapshot(world);
      const tries = method === 'GET' ? getForgeries(params) : forgeries(method, action, params);
      expect(tries.length).toBeGreaterThan(10);
      for (const { title, options, refused } of nonEmpty(sampled(tries, name))) {
        const answer = await owner.raw(action, options);
        expect(answer.body, title).toMatchObject({ success: false, code: refused });
        expect([answer.headers['set-cookie'], corsHeaders(answer)], title).toEqual([undefined, []]);
      }
      expect(await snapshot(world)).toEqual(before);

      const headers = { origin: HERE, 'sec-fetch-site': 'same-origin' };
      const own =
        method === 'GET' ? { method, query: asText(params) } : { method, payload: params };
      expect(await owner.raw(action, { ...own, headers })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      if (CALLS[name]!.onlyAsks) expect(await snapshot(world)).toEqual(before);
      else expect(await snapshot(world)).not.toEqual(before);
    },
  );

  /** A GET needs neither body nor script: an image or a link is enough. */
  const getForgeries = (params: Params): Forgery[] =>
    [
      ...ORIGINS.map((origin) => ({ origin })),
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '' },
    ].map((headers) => ({
      title: JSON.stringify(headers),
      options: { method: 'GET', query: asText(params), headers: headers as Record<string, string> },
      refused: 'CROSS_SITE',
    }));

  test.each([
    [{}],
    [{ origin: HERE }],
    [{ origin: HERE, 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'http://127.0.0.1:9999', host: '127.0.0.1:9999' }],
  ])('%j is same-origin', async (headers) => {
    const answer = await world.visitor.raw('login', {
      headers,
      payload: { log: `niemand ${JSON.stringify(headers)}`, pwd: 'x' },
    });
    expect(answer.status).toBe(401);
  });

  describe('a GET that changes something', () => {
    const clear = async (headers: Record<string, string>, withCookie = true) => {
      const owner = await fresh();
      const params = asText(await CALLS['GET clearCart']!.prepare(owner));
      const cart = () =>
        owner.raw('getCart', { method: 'GET', query: params }).then(({ body }) => body.cart);
      expect(await cart()).not.toBeNull();
      const token = owner.cookie.split('=')[1]!;
      const answer = await world.send(withCookie ? owner.cookie : '', {
        method: 'GET',
        url: '/api',
        query: { action: 'clearCart', ...params },
        headers: withCookie ? headers : { authorization: `Bearer ${token}`, ...headers },
      });
      return { ...answer, cart: await cart() };
    };

    test.each([
      [{}],
      [{ 'sec-fetch-site': 'none' }],
      [{ origin: HERE }],
      [{ referer: `${HERE}/inserate` }],
      [{ 'x-requested-with': 'XMLHttpRequest' }],
      [{ 'x-portal': '1', ...EVIL }],
      [{ 'x-portal': '1', 'sec-fetch-site': 'cross-site' }],
    ])('with a cookie and %j is refused and changes nothing [ACC-57]', async (headers) => {
      const { status, body, cart } = await clear(headers as unknown as Record<string, string>);
      expect([status, body.code]).toEqual([403, 'CROSS_SITE']);
      expect(cart).not.toBeNull();
    });

    test.each([
      [{ 'x-portal': '1' }],
      [{ 'sec-fetch-site': 'same-origin' }],
      [{ 'x-portal': '1', origin: HERE }],
    ])('with a cookie and %j is carried out [ACC-57]', async (headers) => {
      const { status, cart } = await clear(headers as unknown as Record<string, string>);
      expect([status, cart]).toEqual([200, null]);
    });

    test('with a bearer token, which no link carries, is carried out [ACC-57]', async () => {
      const { status, cart } = await clear({}, false);
      expect([status, cart]).toEqual([200, null]);
    });

    test('that logs in with a cookie is refused, without one it is carried out [ACC-57]', async () => {
      const owner = await fresh();
      const query = asText(await CALLS['GET login']!.prepare(owner));
      const login = (cookie: string) =>
        world.send(cookie, { method: 'GET', url: '/api', query: { action: 'login', ...query } });
      expect(await login(owner.cookie)).toMatchObject({
        status: 403,
        body: { code: 'CROSS_SITE' },
      });
      expect((await login('')).status).toBe(200);
    });
  });

  test('in production no other name of this machine is accepted', async () => {
    const { buildServer } = await import('./server.ts');
    const config = {
      ...world.config,
      mode: 'production' as const,
      publicUrl: 'https://portal.example',
    };
    const server = await buildServer({ ...world.app, config, routes: [] });
    const login = (headers: Record<string, string>) =>
      server.inject({
        method: 'POST',
        url: '/api?action=login',
        headers,
        payload: { log: 'niemand', pwd: 'x' },
      });
    for (const [origin, status] of [
      ['https://portal.example', 401],
      ['http://portal.example', 403],
      ['http://localhost:3000', 403],
      ['http://127.0.0.1:9999', 403],
    ] as const)
      expect((await login({ origin, host: new URL(origin).host })).statusCode, origin).toBe(status);
    await server.close();
  });
});

describe('addresses other than actions [T-CSRF-01]', () => {
  /** Writable addresses, and their protection where it differs from that of actions. */
  const WRITABLE = {
    '/api': 'the rule of the actions',
    '/betrieb/api': 'the rule of the actions',
    '/partner/api': 'the rule of the actions',
    '/betrieb/ansicht/:id/api': 'the rule of the actions, and no changing one is carried out',
    '/token-api': 'responds with 404 to everything',
    ...Object.fromEntries(
      ['/token-api', 'API_HOST'].flatMap((place) =>
        ['login', 'second-factor', 'register', 'reset-password', 'forgot-password'].map((name) => [
          `${place}/auth/${name}`,
          'the rule of the actions, and no cookie counts',
        ]),
      ),
    ),
    '/partner/v1/ads/:id/views': 'requires the key of a website',
    '/partner/v1/clubs/:id/views': 'requires the key of a website',
    '/partner/v1/reports': 'requires the key of a website',
    '/melden/:thing/:id': 'the rule of the actions (`report-form.test.ts`); no cookie counts',
    '/media/uploads': 'the rule of the actions',
    '/media/uploads/:id': 'the rule of the actions',
    '/b/v/:token': 'a signed address for one view; no cookie counts',
    '/auth/newsletter-off':
      'the token of a mail, which ends the newsletter and does nothing else; no cookie counts',
    '/dev/account': 'the rule of the actions, and no production has it',
    '/dev/staff': 'the rule of the actions, and no production has it',
    '/webhooks/payments/:provider': 'the signature of the provider',
    '/sandbox-pay/api/payments': 'the secret of the merchant',
    '/sandbox-pay/api/payments/:id/refunds': 'the secret of the merchant',
    '/sandbox-pay/:id': 'an address nobody can guess; no cookie counts, and no production has it',
  };
  const TOKEN_CALLS = Object.entries(WRITABLE).flatMap(([path, guard]) =>
    guard === 'the rule of the actions, and no cookie counts' ? path : [],
  );

  test('every writable address is listed', () => {
    const writable = routesOf(world.server).filter(
      ({ path, methods }) =>
        !path.endsWith('*') && methods.some((method) => method !== 'GET' && method !== 'HEAD'),
    );
    expect(writable.map(({ path }) => path).toSorted()).toEqual(Object.keys(WRITABLE).toSorted());
  });

  test('all others return 404', async () => {
    const before = await snapshot(world);
    for (const url of [
      '/',
      '/home',
      '/token-api',
      '/token-api/x',
      '/api/users',
      '/auth/x',
      '/media/x',
      '/dev/mailbox',
    ])
      for (const host of ['localhost:3000', 'api.beispiel.ch'])
        expect(
          (await world.send('', { method: 'POST', url, headers: { host } })).status,
          `${host}${url}`,
        ).toBe(404);
    expect(await snapshot(world)).toEqual(before);
  });

  test.each(nonEmpty(TOKEN_CALLS))(
    '%s refuses cross-site requests and changes nothing',
    async (path) => {
      const owner = await fresh();
      const payload = {
        email: owner.email,
        password: 'Gut-Gewählt-2026',
        username: 'Anders',
        token: 'x'.repeat(43),
      };
      const [, place, url] = /^(API_HOST)?(.*)$/.exec(path)!;
      const host: Record<string, string> = place ? { host: 'api.beispiel.ch' } : {};
      const before = await snapshot(world);
      const headers = [
        ...ORIGINS.map((origin) => ({ origin })),
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const header of headers) {
        const answer = await world.send(owner.cookie, {
          method: 'POST',
          url: url!,
          payload,
          headers: { ...host, ...(header as Record<string, string>) },
        });
        expect(answer, JSON.stringify(header)).toMatchObject({
          status: 403,
          body: { code: 'CROSS_SITE' },
        });
      }
      for (const [type, body] of [
        [TEXT, JSON.stringify(payload)],
        [FORM, asForm(payload)],
        [MULTIPART, asMultipart(payload)],
      ] as const) {
        const answer = await world.send(owner.cookie, {
          method: 'POST',
          url: url!,
          payload: body,
          headers: { ...host, ...type },
        });
        expect(answer).toMatchObject({ status: 415, body: { code: 'WRONG_CONTENT_TYPE' } });
      }
      expect(
        await world.send(owner.cookie, { method: 'GET', url: url!, headers: host }),
      ).toMatchObject({ status: 405 });
      expect(await snapshot(world)).toEqual(before);
    },
  );
});

describe('no origin gets CORS access [T-CSRF-02]', () => {
  const ADDRESSES = [
    ...[
      '/api?action=state',
      '/api?action=login',
      '/api/users?search=lena@beispiel.ch',
      '/token-api/auth/login',
    ],
    ...[
      '/partner/v1/ads',
      '/',
      '/home',
      '/healthz',
      `/media/${'a'.repeat(64)}-320.webp`,
      '/sandbox-pay/pay_x',
    ],
  ];

  test.each([...ORIGINS, HERE])('%j', async (origin) => {
    const owner = await fresh();
    for (const url of ADDRESSES) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const headers = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-proof',
        };
        const answer = await world.send(owner.cookie, { method, url, headers });
        expect(corsHeaders(answer), `${method} ${url}`).toEqual([]);
        expect(method === 'OPTIONS' && answer.status < 400, `${method} ${url}`).toBe(false);
      }
    }
  });
});
