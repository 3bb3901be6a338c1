import { get as httpGet } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, type ErrorCode, errors } from '@samtrot/shared/kernel/errors.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CALLS } from '../testing/world/calls.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { routesOf } from '../testing/world/routes.ts';
import { type Answer, testWorld, type World } from '../testing/world/world.ts';
import { bareHeaders } from './failures.ts';

let world: World;
let fresh: () => Promise<Owner>;
let owner: Owner;
/** Existing items, for addresses with an id. */
const places: Record<string, string> = {};
beforeAll(async () => {
  world = await testWorld({ PUBLIC_URL: 'https://portal.example' });
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  fresh = owners(world);
  owner = await fresh();
  // The mailbox shows their mails.
  await world.registered();
  await world.runTasks('mail/send');
  const image = await owner.raw('saveInseratImage', {
    payload: await CALLS['POST saveInseratImage']!.prepare(owner),
  });
  places['/media/:name'] = new URL(image.body.image.url, 'https://portal.example').pathname;
  const opened = await owner.raw('wallet_topup', { payload: { topup_option_id: 1 } });
  places['/sandbox-pay/:id'] = new URL(opened.body.payment_url).pathname;
  const { id } = await world.db
    .selectFrom('mail')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  places['/dev/mailbox/:id'] = `/dev/mailbox/${id}`;
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const get = (url: string, accept: string, cookie = '') =>
  world.send(cookie, { method: 'GET', url, headers: { accept } });
const text = ({ body }: Answer) => (typeof body === 'string' ? body : JSON.stringify(body));
const isPersonal = (answer: Answer) =>
  text(answer).includes(owner.email) || /"user_id":\d/.test(text(answer));

/** The headers of every response. */
function expectHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });
  expect(headers['cross-origin-resource-policy']).toMatch(/^(same-origin|same-site|cross-origin)$/);
  for (const power of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(headers['permissions-policy']).toContain(`${power}=()`);
  expect([headers['x-powered-by'], headers.server]).toEqual([undefined, undefined]);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy.match(/script-src[^;]*/)?.[0] ?? '').not.toMatch(/unsafe|\*|https?:/);
}

/** Chosen addresses; those listed by the server are added. */
const ROUTES = [
  ...[
    '/',
    '/kontakt',
    '/datenschutz',
    '/rechtliches',
    '/impressum',
    '/login',
    '/auth/login',
    '/auth/register',
  ],
  ...[
    '/auth/forgot',
    '/auth/reset-password?token=x',
    '/auth/confirm?token=x',
    '/home',
    '/guthaben',
    '/inserate',
  ],
  ...[
    '/guthaben?status=success&payment=x',
    '/rabota/1',
    '/banner',
    '/clubs',
    '/profil',
    '/dashboard/kontakt',
  ],
  ...[
    '/nirgends',
    '/.env',
    '/favicon.svg',
    '/assets/nothing.js',
    '/../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
  ],
  ...[
    '/?x=<script>',
    '/api?action=state',
    '/api?action=nothing',
    '/api?action=login',
    '/api/users?search=x@y.ch',
  ],
];

describe('security headers [T-AUTH-04]', () => {
  test('on every address: pages, calls, 404', async () => {
    const listed = routesOf(world.server)
      .filter(({ path, methods }) => methods.includes('GET') && !path.endsWith('*'))
      .map(({ path }) => places[path] ?? path.replace(/:\w+/, 'x'));
    const all = [...new Set([...ROUTES, ...listed])];
    expect(all.length).toBeGreaterThan(45);
    const statuses = new Set<number>();
    for (const url of all) {
      for (const accept of ['text/html', '*/*']) {
        for (const cookie of ['', owner.cookie]) {
          const answer = await get(url, accept, cookie);
          statuses.add(answer.status);
          try {
            expectHeaders(answer);
            expect(answer.headers['set-cookie']).toBeUndefined();
            expectGoodToKeep(url, answer, await get(url, accept));
          } catch (cause) {
            throw new Error(`${url} (${accept}) returned ${answer.status}`, { cause });
          }
        }
      }
    }
    for (const status of [200, 401, 404, 405, 422]) expect(statuses).toContain(status);
  });

  /** Only public responses are cacheable; failures and personal data never are. */
  function expectGoodToKeep(url: string, answer: Answer, asVisitor: Answer): void {
    const kept = String(answer.headers['cache-control']);
    if (kept.includes('public')) {
      expect([answer.status, text(answer)]).toEqual([200, text(asVisitor)]);
      return;
    }
    const isDocument =
      answer.status < 500 && String(answer.headers['content-type']).startsWith('text/html');
    if (!isDocument || isPersonal(answer)) expect(kept).toContain('no-store');
    else expect(kept).toMatch(/no-store|no-cache/);
    if (
      answer.status >= 400 &&
      !isDocument &&
      !url.startsWith('/token-api') &&
      !url.startsWith('/sandbox-pay/api')
    )
      expect(answer.body).toMatchObject({
        success: false,
        code: expect.any(String),
        message: expect.any(String),
      });
  }

  test.each(nonEmpty(Object.keys(errors) as ErrorCode[]))('on the failure %s', async (code) => {
    const handler = world.app.handlers.find(({ spec }) => spec.name === 'state')!;
    using _failing = vi.spyOn(handler, 'run').mockRejectedValueOnce(new AppError(code));
    const answer = await owner.raw('state', { method: 'GET' });
    expect(answer).toMatchObject({ status: errors[code].status, body: { success: false, code } });
    expectHeaders(answer);
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  test('on a defect', async () => {
    const handler = world.app.handlers.find(({ spec }) => spec.name === 'state')!;
    using _broken = vi.spyOn(handler, 'run').mockRejectedValueOnce(new Error('broken'));
    const answer = await owner.raw('state', { method: 'GET' });
    expect(answer.status).toBe(500);
    expectHeaders(answer);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(world.defects.splice(0)).toHaveLength(1);
  });

  test('HSTS is absent on a laptop', async () => {
    await using laptop = await testWorld();
    expect(
      (await laptop.send('', { url: '/healthz' })).headers['strict-transport-security'],
    ).toBeUndefined();
    expect(bareHeaders(laptop.config.publicUrl)['strict-transport-security']).toBeUndefined();
  });
});

describe('the cookie [T-AUTH-04]', () => {
  const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']);

  test('is bound to this host, to https and HttpOnly, as the one of the browser beside it', async () => {
    const session =
      /^__Host-sid=[\w-]{43}(; Max-Age=7776000)?; Path=\/; HttpOnly; Secure; SameSite=Lax,__Host-browser=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/;
    for (const rememberme of ['0', '1']) {
      const payload = { ...(await CALLS['POST login']!.prepare(owner)), rememberme };
      expect(cookieOf(await world.visitor.raw('login', { payload }))).toMatch(session);
    }
    expect(owner.cookie).toMatch(/^__Host-sid=/);
    for (const name of nonEmpty(
      Object.keys(CALLS).filter(
        (known) => !/GET|login|logout|reset_password|second_factor|add_passkey/.test(known),
      ),
    )) {
      const caller = await fresh();
      const payload = await CALLS[name]!.prepare(caller);
      const [method, action] = name.split(' ') as ['POST' | 'DELETE', string];
      const answer = await caller.raw(action, { method, payload });
      expect(answer.status, name).toBe(200);
      // A call may end or renew a session or rename the browser; none starts a session.
      expect(cookieOf(answer), name).toMatch(
        /^undefined$|^__Host-sid=; .*Expires=Thu, 01 Jan 1970|^(__Host-sid=[\w-]{43}(; Max-Age=7776000)?; Path=\/; HttpOnly; Secure; SameSite=Lax(,|$))?(__Host-browser=[^,]+, [^,]+; HttpOnly; Secure; SameSite=Lax)?$/,
      );
    }
  });

  test('has another name on a laptop, and that is refused here', async () => {
    const token = owner.cookie.split('=')[1];
    const state = await get('/api?action=state', '*/*', `sid=${token}`);
    expect(state.body.state.user_id).toBeUndefined();
  });
});

describe('no other site may frame [T-CSRF-03]', () => {
  const FRAMED = [
    ...[
      '/',
      '/auth/login',
      '/auth/reset-password?token=x',
      '/home',
      '/guthaben',
      '/guthaben?status=success&payment=x',
    ],
    ...[
      '/inserate',
      '/rabota/1',
      '/profil',
      '/dashboard/kontakt',
      '/nirgends',
      '/api?action=state',
      '/healthz',
    ],
    ...[
      '/sandbox-pay/:id',
      '/dev/mailbox',
      '/dev/mailbox/:id',
      '/partner/v1/ads',
      '/token-api/auth/login',
    ],
  ];

  test.each(FRAMED)('%s', async (route) => {
    for (const cookie of ['', owner.cookie]) {
      for (const dest of ['iframe', 'object', 'embed', 'frame']) {
        const headers = {
          accept: 'text/html',
          'sec-fetch-dest': dest,
          'sec-fetch-site': 'cross-site',
        };
        const answer = await world.send(cookie, {
          method: 'GET',
          url: places[route] ?? route,
          headers,
        });
        expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(answer.headers['x-frame-options']).toBe('DENY');
      }
    }
  });
});

describe('responses with personal data are not cached [T-CSRF-04]', () => {
  test.each([
    '/api?action=state',
    '/api?action=state&.jpg',
    '/api?action=state&x=.css',
    '/api?x=/home/x.css&action=state',
    '/api?action=state#.css',
  ])('%s', async (url) => {
    const answer = await get(url, '*/*', owner.cookie);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store, private', vary: expect.stringContaining('Cookie') },
    });
    expect(answer.body.state.user_id).toBe(owner.userId);
  });

  test.each([
    ...[
      '/home/x.css',
      '/home.css',
      '/home;.css',
      '/home%2fx.css',
      '/home/%0a.js',
      '/home/..%2fassets/x.js',
      '/home%00.css',
    ],
    ...[
      '/guthaben/avatar.jpg',
      '/profil/x.woff2',
      '/inserate/x.svg',
      '/dashboard/kontakt/x.png',
      '/auth/login/x.css',
    ],
    ...[
      '/api/x.css?action=state',
      '/api;.css?action=state',
      '/api.css?action=state',
      '/api%3faction=state.css',
    ],
    ...[
      '/api%2fx.css?action=state',
      '/assets/..%2fapi?action=state',
      '/assets/%2e%2e/api?action=state&.js',
    ],
    ...[
      '/media/..%2fapi?action=state',
      '/api/users/x.css?search=lena1@beispiel.ch',
      '/public/x.css',
      '/static/../home',
    ],
  ])('%s shows nothing personal, and is not downloadable', async (path) => {
    for (const accept of ['text/html', 'text/css,*/*']) {
      const answer = await getAsWritten(path, { accept, cookie: owner.cookie });
      expect(answer.headers['cache-control']).toMatch(/no-store|no-cache/);
      expect(isPersonal(answer), answer.body).toBe(false);
    }
  });

  /** Over a real connection: the test server would normalise the address. */
  const getAsWritten = (path: string, headers: Record<string, string>) =>
    new Promise<Answer>((done, fail) => {
      const { port } = world.server.server.address() as AddressInfo;
      httpGet({ host: '127.0.0.1', port, path, headers }, async (answer) => {
        const body = (await answer.toArray()).join('');
        done({ status: answer.statusCode!, headers: answer.headers, body });
      }).on('error', fail);
    });
});
