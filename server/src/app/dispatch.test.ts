import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { login, logout } from '@samtrot/shared/access/contract.ts';
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Actor, implement } from '../platform/action.ts';
import { network } from '../platform/limits.ts';
import { CLIENT } from '../testing/world/client.ts';
import { type Answer, type Caller, START, testWorld, type World } from '../testing/world/world.ts';

let world: World;
let user: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld();
  user = await world.user({ email: 'lena@beispiel.ch' });
});
afterAll(() => world[Symbol.asyncDispose]());

const JSON_TYPE = 'application/json; charset=utf-8';
const JSON_BODY = { 'content-type': 'application/json' };

/** Every failure has the one shape, its own status and nothing else. */
function expectFailure(answer: Answer, status: number, code: string) {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe(JSON_TYPE);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(String(answer.headers['cache-control'])).toContain('no-store');
  expect(answer.body).toMatchObject({ success: false, code, message: expect.stringMatching(/\S/) });
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|at .*\.ts|statusCode|Error:/);
}

test('the account is compressed for who accepts that, and the same for everybody else', async () => {
  const ask = (encoding?: string) =>
    world.server.inject({
      url: '/api?action=state',
      headers: { cookie: user.cookie, ...(encoding && { 'accept-encoding': encoding }) },
    });
  const plain = await ask();
  const [br, gzip] = [await ask('gzip, deflate, br'), await ask('gzip')];
  expect(plain.json()).toMatchObject({ success: true, state: { user_email: 'lena@beispiel.ch' } });
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ]);
  for (const { headers } of [plain, br, gzip]) {
    expect(headers['content-type']).toBe(JSON_TYPE);
    expect(headers['cache-control']).toBe('no-store, private');
    expect(headers.vary).toBe('Cookie, Authorization, accept-encoding');
  }
});

describe('the name of the action [API-01, API-02]', () => {
  test.each(['', 'unknown', 'STATE', 'state ', '__proto__', 'constructor', 'toString', 'state%00'])(
    '%j is unknown',
    async (action) => {
      expectFailure(await world.visitor.raw(action), 404, 'UNKNOWN_ACTION');
    },
  );

  test.each([
    '/api',
    '/api?',
    '/api?action',
    '/api?action=state&action=state',
    '/api?action[]=state',
    '/api?ACTION=state',
  ])('%s names none', async (url) => {
    expectFailure(await world.send('', { method: 'GET', url }), 404, 'UNKNOWN_ACTION');
  });

  test.each(['/api/', '/api/state', '/API?action=state', '/api;x?action=state'])(
    '%s is no address',
    async (url) => {
      expectFailure(await world.send('', { method: 'GET', url }), 404, 'NOT_FOUND');
    },
  );
});

describe('the method [API-02]', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s on a POST call responds with 405 and names the right one',
    async (method) => {
      const answer = await world.send('', { method, url: '/api', query: { action: 'login' } });
      expectFailure(answer, 405, 'WRONG_METHOD');
      expect(answer.headers.allow).toBe('POST');
    },
  );

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s on a GET call responds with 405',
    async (method) => {
      const answer = await world.send('', { method, url: '/api', query: { action: 'state' } });
      expectFailure(answer, 405, 'WRONG_METHOD');
      expect(answer.headers.allow).toBe('GET');
    },
  );

  test('HEAD responds with 405 without a body', async () => {
    const answer = await world.server.inject({
      method: 'HEAD',
      url: '/api',
      query: { action: 'state' },
    });
    expect([answer.statusCode, answer.headers.allow, answer.body]).toEqual([405, 'GET', '']);
  });

  test.each(['x-http-method-override', 'x-method-override', 'x-http-method'])(
    '%s overrides nothing',
    async (header) => {
      const options = { method: 'GET' as const, url: '/api', headers: { [header]: 'POST' } };
      expectFailure(
        await world.send('', { ...options, query: { action: 'login' } }),
        405,
        'WRONG_METHOD',
      );
      expectFailure(
        await world.send('', { ...options, query: { action: 'login', _method: 'POST' } }),
        405,
        'WRONG_METHOD',
      );
    },
  );
});

test('a response is not cacheable and varies by cookie; a call may come without a body [API-02]', async () => {
  const answer = await world.visitor.raw('logout');
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store, private' });
  expect(String(answer.headers.vary).split(/, */)).toEqual(
    expect.arrayContaining(['Cookie', 'Authorization']),
  );
});

describe('a call of two methods [API-02]', () => {
  const EVIL = { origin: 'https://evil.example' };
  const clear = (method: 'GET' | 'POST' | 'PUT', headers = {}) => {
    const inserat = { inserat_id: '999999999' };
    return method === 'GET'
      ? user.raw('clearCart', { method, query: inserat, headers })
      : user.raw('clearCart', { method, payload: { inserat_id: 999_999_999 }, headers });
  };

  test('takes either and names both', async () => {
    for (const method of ['GET', 'POST'] as const)
      expectFailure(await clear(method), 404, 'INSERAT_NOT_FOUND');
    const answer = await clear('PUT');
    expectFailure(answer, 405, 'WRONG_METHOD');
    expect(answer.headers.allow).toBe('GET, POST');
  });

  test('that changes something is refused from another site by both; looking is not [T-CSRF-01]', async () => {
    for (const method of ['GET', 'POST'] as const)
      expectFailure(await clear(method, EVIL), 403, 'CROSS_SITE');
    const looking = await user.raw('state', { method: 'GET', headers: EVIL });
    expect(looking).toMatchObject({
      status: 200,
      body: { success: true, state: { user_id: user.userId } },
    });
  });
});

describe('the body [API-02]', () => {
  const send = (payload: string | Buffer, contentType?: string) =>
    world.visitor.raw('login', {
      payload,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });

  test.each([
    ['cut off', '{'],
    ['trailing comma', '{"log":"x",}'],
    ['wrong quotes', "{'log':'x'}"],
    ['no JSON number', '{"log":NaN}'],
    ['no value', 'undefined'],
    ['NUL', '\u0000'],
    ['__proto__', '{"__proto__":{"polluted":true},"log":"x"}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['__proto__ deep inside', '{"a":{"__proto__":{"polluted":true}}}'],
    ['a list', '[]'],
    ['a list of calls', '[{"log":"x","pwd":"y"}]'],
    ['a text', '"text"'],
    ['a number', '5'],
    ['a flag', 'true'],
    ['30 000 brackets', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('%s is malformed', async (_label, payload) => {
    expectFailure(await send(payload, 'application/json'), 400, 'MALFORMED');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    ['null', 422],
    ['{}', 422],
    ['{"log":"x","pwd":"y","log":"niemand@beispiel.ch"}', 401],
    ['\ufeff{"log":"niemand","pwd":"y"}', 401],
  ])('%j is read', async (payload, status) => {
    expect((await send(payload, 'application/json')).status).toBe(status);
  });

  test('and compressed bytes are malformed [UTF-16]', async () => {
    expectFailure(
      await send(Buffer.from('{"log":"x"}', 'utf16le'), 'application/json'),
      400,
      'MALFORMED',
    );
    const { gzipSync } = await import('node:zlib');
    const answer = await world.visitor.raw('login', {
      payload: gzipSync('{"log":"x"}'),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expectFailure(answer, 400, 'MALFORMED');
  });

  test.each([
    ...[
      'text/plain',
      'text/plain; charset=utf-8',
      'text/html',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
    ],
    ...[
      'application/json garbage',
      'application/jsonx',
      'text/json',
      'application/json/x',
      'application',
      '*/*',
      'image/png',
    ],
    ...[
      'application/problem+json',
      'application/json,text/plain',
      'text/plain;application/json',
      'application/csp-report',
    ],
  ])('%j is no accepted type', async (contentType) => {
    expectFailure(await send('{"log":"x","pwd":"y"}', contentType), 415, 'WRONG_CONTENT_TYPE');
  });

  test.each([
    'application/json\t',
    ' application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;',
  ])('%j is JSON or refused, and validated either way', async (contentType) => {
    const answer = await send('{"log":5,"pwd":"y"}', contentType);
    expect([415, 422]).toContain(answer.status);
    expect(answer.body.success).toBe(false);
  });

  test('a body without a type is refused', async () => {
    const answer = await world.visitor.raw('login', {
      payload: Buffer.from('{"log":"x"}'),
      headers: { 'content-type': '' },
    });
    expectFailure(answer, 415, 'WRONG_CONTENT_TYPE');
  });

  test('a field that comes twice in a form or in the address is a list, not the last one', async () => {
    const twice = await send('log=lena&log=mona&pwd=x', 'application/x-www-form-urlencoded');
    expect(twice).toMatchObject({ status: 422, body: { errors: { log: 'Ungültiges Format' } } });
    const inBoth = await world.visitor.raw('login', {
      query: { log: 'lena' },
      payload: { log: ['a'], pwd: 'x' },
    });
    expect(inBoth.status).toBe(422);
  });

  test('a form with broken percent signs, NUL and __proto__ is read as text', async () => {
    for (const payload of [
      'log=%E0%A4%A&pwd=x',
      'log=a%00b&pwd=x',
      '__proto__[log]=x&pwd=y',
      '__proto__=x&log=y',
    ])
      expect([401, 422]).toContain(
        (await send(payload, 'application/x-www-form-urlencoded')).status,
      );
  });
});

describe('the size of a body [API-02]', () => {
  const LIMIT = 64 * 1024;
  const bodyOf = (bytes: number) => {
    const frame = JSON.stringify({ log: '', pwd: 'x' });
    return JSON.stringify({ log: 'a'.repeat(bytes - frame.length), pwd: 'x' });
  };

  test('the limit is the announced byte', async () => {
    expect(
      (await world.visitor.raw('login', { payload: bodyOf(LIMIT), headers: JSON_BODY })).status,
    ).toBe(422);
    expectFailure(
      await world.visitor.raw('login', { payload: bodyOf(LIMIT + 1), headers: JSON_BODY }),
      413,
      'TOO_LARGE',
    );
  });

  test('a length that is only announced is refused unread', async () => {
    const answer = await world.visitor.raw('login', {
      payload: '{}',
      headers: { ...JSON_BODY, 'content-length': '9999999' },
    });
    expectFailure(answer, 413, 'TOO_LARGE');
  });
});

describe('a large body [T-LOAD-06]', () => {
  const large = async (cookie: string, held: Promise<void>) => {
    let read = 0;
    const payload = Readable.from(
      (async function* () {
        for (; read < 15; read++) yield Buffer.alloc(1024 * 1024, 'a');
        await held;
      })(),
    );
    const url = '/api?action=saveInseratImage';
    const { status, body } = await world.send(cookie, {
      method: 'POST',
      url,
      headers: JSON_BODY,
      payload,
    });
    return { status, code: body.code, read };
  };

  test('is not read for a visitor', async () => {
    const { read, ...answer } = await large('', Promise.resolve());
    expect(answer).toEqual({ status: 401, code: 'NOT_LOGGED_IN' });
    expect(read).toBeLessThan(4);
  });

  test('is read for an account three at a time', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const started = Array.from({ length: 4 }, () => large(user.cookie, held));
    expect(await Promise.race(started)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    // One that says it is small is read all the same.
    expect(await user.raw('saveInseratImage', { payload: {} })).toMatchObject({ status: 422 });
    release();
    const statuses = (await Promise.all(started)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([400, 400, 400, 503]);
    expect((await large(user.cookie, Promise.resolve())).status).toBe(400);
  });
});

test('attempts to act as another account are noted, but cannot fill the log', async () => {
  const other = await world.user();
  const statuses = [];
  for (let n = 0; n < 110; n++)
    statuses.push((await other.raw('state', { method: 'GET', query: { user_id: '1' } })).status);
  expect(statuses).toEqual(Array(110).fill(403));
  const lines = await world.db
    .selectFrom('audit')
    .select('id')
    .where('actor', '=', `user:${other.userId}`)
    .orderBy('id')
    .execute();
  expect(lines).toHaveLength(100);
});

describe('a user_id [API-01]', () => {
  const ask = (
    who: Pick<Caller, 'raw'>,
    action: string,
    query: Record<string, string>,
    payload?: object,
  ) => who.raw(action, payload ? { query, payload } : { method: 'GET', query });

  test('of the session itself means nothing, as number and as text', async () => {
    for (const user_id of [user.userId, String(user.userId)])
      expect(await ask(user, 'createInserat', {}, { user_id })).toMatchObject({ status: 200 });
    expect(await ask(user, 'state', { user_id: String(user.userId) })).toMatchObject({
      status: 200,
    });
  });

  test('a foreign user_id is refused wherever it stands, and logged with the call', async () => {
    const other = await world.user();
    const own = String(other.userId);
    const responses = [
      await ask(other, 'state', { user_id: '1' }),
      await ask(other, 'createInserat', {}, { user_id: 1 }),
      await ask(other, 'createInserat', { user_id: own }, { user_id: 1 }),
      await ask(other, 'createInserat', { user_id: '1' }, { user_id: own }),
    ];
    for (const answer of responses) expectFailure(answer, 403, 'WRONG_USER');
    const lines = await world.db
      .selectFrom('audit')
      .select(['action', 'object'])
      .where('actor', '=', `user:${other.userId}`)
      .orderBy('id')
      .execute();
    const of = (object: string) => ({ action: 'tamper_suspected', object });
    expect(lines).toEqual([
      of('state'),
      of('createInserat'),
      of('createInserat'),
      of('createInserat'),
    ]);
  });

  test('that is a value in one place and none in the other is malformed', async () => {
    const query = { user_id: String(user.userId) };
    expectFailure(
      await ask(user, 'createInserat', query, { user_id: [user.userId] }),
      400,
      'MALFORMED',
    );
  });

  test('that is no value is malformed, with a session and without', async () => {
    for (const user_id of [null, [user.userId], { id: user.userId }])
      for (const who of [user, world.visitor])
        expectFailure(await ask(who, 'createInserat', {}, { user_id }), 400, 'MALFORMED');
  });

  test('of a visitor requires a login, but for logging out', async () => {
    const query = { user_id: String(user.userId) };
    expectFailure(await ask(world.visitor, 'state', query), 401, 'NOT_LOGGED_IN');
    expectFailure(
      await ask(world.visitor, 'login', query, { log: 'x', pwd: 'y' }),
      401,
      'NOT_LOGGED_IN',
    );
    expect(await ask(world.visitor, 'logout', {}, query)).toMatchObject({ status: 200 });
  });
});

describe('who may call', () => {
  const session = { userId: 0, sessionHash: Buffer.alloc(32) };
  const run = (spec: Partial<Action>, kind: Actor['kind'], userId = user.userId) => {
    const probe = {
      name: 'probe',
      method: 'GET',
      audience: 'visitor',
      summary: 'A call of this test.',
      input: z.object({}),
      output: z.object({}),
      errors: [],
      ...spec,
    } as Action;
    const [handler] = implement({ probe }, { probe: async () => ({}) });
    const actor = (kind === 'visitor' ? { kind } : { ...session, kind, userId }) as Actor;
    return handler!.run({ db: world.db, now: START, actor, client: CLIENT, effects: {} }, {});
  };

  test('is said by its audience [API-01]', async () => {
    for (const [audience, allowed] of [
      ['visitor', ['visitor', 'user']],
      ['user', ['user']],
    ] as const)
      for (const kind of ['visitor', 'user'] as const) {
        const answer = await run({ audience }, kind).catch((error) => error.code);
        expect(answer, `${kind} at ${audience}`).toEqual(
          (allowed as readonly string[]).includes(kind) ? {} : 'NOT_LOGGED_IN',
        );
      }
  });

  test('is asked again where something changes: an account that was closed meanwhile may only look [API-01]', async () => {
    const { userId } = await world.user();
    await world.db
      .updateTable('account')
      .set({ closed_at: START })
      .where('id', '=', userId)
      .execute();
    const asked = (spec: Partial<Action>) => run({ audience: 'user', ...spec }, 'user', userId);
    expect(await asked({ method: 'GET' })).toEqual({});
    for (const spec of [
      { method: 'POST' },
      { method: 'DELETE' },
      { method: 'GET', changes: true },
    ] as const)
      await expect(asked(spec)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect(await run({ audience: 'visitor', method: 'POST' }, 'user', userId)).toEqual({});
  });
});

test('an IPv6 network with zeros in it counts as one address too [T-AUTH-01]', () => {
  const of = (...addresses: string[]) => new Set(addresses.map(network)).size;
  expect(of('2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:9::1', '2001:db8::2:0:0:1')).toBe(1);
  expect(of('2001:db8::1', '2001:db8:0:1::1', '2001:db8:1::1')).toBe(3);
  expect(of('::1', '::2')).toBe(1);
  expect(of('::ffff:203.0.113.9', '::ffff:203.0.113.10', '203.0.113.9')).toBe(3);
});

describe('a defect', () => {
  test('responds with 500, with a reference to the log, and no detail [T-AUTH-04, API-02]', async () => {
    const handler = world.app.handlers.find(({ spec }) => spec.name === 'state')!;
    using _broken = vi
      .spyOn(handler, 'run')
      .mockRejectedValueOnce(new Error('secret lena@beispiel.ch detail'));
    const answer = await user.call(state, {});
    expectFailure(answer, 500, 'INTERNAL');
    expect(answer.body).toEqual({
      success: false,
      code: 'INTERNAL',
      message: 'Ein unbekannter Fehler ist aufgetreten.',
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(world.defects.splice(0)).toMatchObject([
      { reference: answer.body.reference, err: { message: expect.any(String) } },
    ]);
  });

  test('an undeclared failure and a misshapen answer are defects', async () => {
    const run = (output: unknown) =>
      implement({ state }, { state: async () => output as never })[0]!.run(
        {
          db: world.db,
          now: world.clock.now(),
          actor: { kind: 'visitor' },
          client: CLIENT,
          effects: {},
        },
        {},
      );
    await expect(run({ state: { webseiten: 'none' } })).rejects.toThrow();
    const { AppError } = await import('@samtrot/shared/kernel/errors.ts');
    const [handler] = implement(
      { state },
      {
        state: async () => {
          throw new AppError('EMAIL_TAKEN');
        },
      },
    );
    const call = {
      db: world.db,
      now: world.clock.now(),
      actor: { kind: 'visitor' as const },
      client: CLIENT,
      effects: {},
    };
    await expect(handler!.run(call, {})).rejects.toThrow(
      'state failed with undeclared EMAIL_TAKEN',
    );
  });

  test('a failing call leaves nothing of its transaction behind', async () => {
    const [handler] = implement(
      { logout },
      {
        logout: async (ctx) => {
          await sql`insert into audit (at, actor, action, object) values (now(), 'x', 'half', 'x')`.execute(
            ctx.db,
          );
          throw new Error('in the middle');
        },
      },
    );
    const call = {
      db: world.db,
      now: world.clock.now(),
      actor: { kind: 'visitor' as const },
      client: CLIENT,
      effects: {},
    };
    await expect(handler!.run(call, {})).rejects.toThrow('in the middle');
    expect(
      await world.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'half')
        .orderBy('id')
        .execute(),
    ).toEqual([]);
  });

  test('a lock timeout responds with 503 and may be retried [T-FLT-06]', async () => {
    await using busy = await testWorld();
    const handler = busy.app.handlers.find(({ spec }) => spec.name === login.name)!;
    const { default: pg } = await import('pg');
    const timeout = Object.assign(
      new pg.DatabaseError('canceling statement due to lock timeout', 0, 'error'),
      {
        code: '55P03',
      },
    );
    using _busy = vi.spyOn(handler, 'run').mockRejectedValueOnce(timeout);
    const answer = await busy.visitor.call(login, { log: 'lena', pwd: 'x' });
    expectFailure(answer, 503, 'UNAVAILABLE');
    expect(answer.headers['retry-after']).toBe('2');
    expect(busy.defects).toEqual([]);
  });
});
