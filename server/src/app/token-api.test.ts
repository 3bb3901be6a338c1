import { login, logout } from '@samtrot/shared/access/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { TOKEN_CALLS } from '@samtrot/shared/token-api/contract.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../platform/crypto.ts';
import { proofFor } from '../testing/partners/delivery-receipts.ts';
import { workOf } from '../testing/process/work.ts';
import { rowsInClear } from '../testing/world/encrypted-rows.ts';
import { type Answer, PASSWORD, START, testWorld, type World } from '../testing/world/world.ts';

const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'Ganz-Anders-2027';
const SOMETHING = expect.stringMatching(/\S/);
const CHECK = 'Bitte überprüfe deine Angaben.';
const LENA = { email: 'lena@beispiel.ch', password: PASSWORD };

let world: World;
let lena: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld({ API_HOST: 'API.beispiel.ch' });
  lena = await world.user({ username: 'Lena', email: LENA.email });
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'mail', 'used_challenge'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const post = (path: string, payload?: unknown, options: Partial<InjectOptions> = {}) =>
  world.send('', {
    method: 'POST',
    url: `/token-api/auth/${path}`,
    payload: payload as object,
    ...options,
  });
const enter = async (more: object = {}): Promise<string> =>
  (await post('login', { ...LENA, ...more })).body.data.token.token;
const withBearer = (token: string, options: Partial<InjectOptions> = {}) => ({
  ...options,
  headers: { authorization: `Bearer ${token}`, ...options.headers },
});
const stateOf = (token: string, options: Partial<InjectOptions> = {}) =>
  world.send('', {
    ...withBearer(token, options),
    method: 'GET',
    url: '/api',
    query: { action: state.name },
  });
const sessions = () =>
  world.db.selectFrom('session').selectAll().where('account_id', '=', lena.userId).execute();
const refused = (status: number, code: string, message: unknown = SOMETHING) => ({
  status,
  body: { code, message },
});

describe('login', () => {
  test('returns a token of one day for an ordinary session [AUT-80, AUT-75, CON-30]', async () => {
    const before = (await sessions()).length;
    const answer = await post('login', LENA);
    expect(answer.status).toBe(200);
    const { token } = answer.body.data.token;
    expect(answer.body).toEqual({
      data: { token: { token, expiresAt: '2026-11-21T12:00:00.000Z' } },
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    const rows = await sessions();
    expect(rows).toHaveLength(before + 1);
    expect(rows.find(({ token_hash }) => token_hash.equals(hashToken(token)))).toMatchObject({
      expires_at: new Date(START.getTime() + DAY_MS),
      // It does not end by rest.
      remember: true,
    });
    expect(world.lines.join('')).not.toContain(token);
  });

  test('with rememberMe the token is valid for 90 days [AUT-80]', async () => {
    const { body } = await post('login', { ...LENA, rememberMe: true });
    expect(body.data.token.expiresAt).toBe(new Date(START.getTime() + 90 * DAY_MS).toISOString());
    expect((await post('login', { ...LENA, rememberMe: false })).body.data.token.expiresAt).toBe(
      new Date(START.getTime() + DAY_MS).toISOString(),
    );
  });

  test('accepts the address in any case, and the username [AUT-80]', async () => {
    for (const email of ['  LENA@Beispiel.CH ', 'Lena'])
      expect((await post('login', { ...LENA, email })).status).toBe(200);
  });

  test('unknown account and wrong password get the same response [AUT-84, ERR-020]', async () => {
    const seen = ({ status, headers: { date: _, ...headers }, body }: Answer) => ({
      status,
      headers,
      body,
    });
    const wrong = seen(await post('login', { ...LENA, password: 'Falsch-Gewählt-26' }));
    const unknown = seen(await post('login', { ...LENA, email: 'niemand@beispiel.ch' }));
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'LOGIN_FAILED', message: 'Ungültige Anmeldedaten' },
    });
    expect(Object.keys(wrong.body)).toEqual(['code', 'message']);
    expect(unknown).toEqual(wrong);
  });

  test('and cost the same hash and the same statements [AUT-84]', async () => {
    const costs = (email: string) =>
      workOf(async () =>
        expect((await post('login', { email, password: 'Falsch-Gewählt-26' })).status).toBe(401),
      );
    await world.db.deleteFrom('rate_limit').execute();
    await costs('niemand0@beispiel.ch');
    const [wrong, unknown] = [await costs(LENA.email), await costs('niemand@beispiel.ch')];
    expect(wrong.hashes).toEqual(['$argon2id$v=19$m=8,t=1,p=1']);
    expect(unknown.hashes).toEqual(wrong.hashes);
    expect(nonEmpty(unknown.statements)).toEqual(wrong.statements);
  });

  test.each<[string, object, string[]]>([
    ['nothing', {}, ['email', 'password']],
    ['no address', { password: PASSWORD }, ['email']],
    ['an empty address', { ...LENA, email: '' }, ['email']],
    ['a blank address', { ...LENA, email: '  ' }, ['email']],
    ['an empty password', { ...LENA, password: '' }, ['password']],
    ['a long password', { ...LENA, password: 'x'.repeat(1001) }, ['password']],
    [
      'wrong types',
      { email: 5, password: { $ne: '' }, rememberMe: 'perhaps' },
      ['email', 'password', 'rememberMe'],
    ],
    ['lists', { email: ['a@b.ch'], password: [PASSWORD] }, ['email', 'password']],
    ['NUL', { ...LENA, email: 'lena@beispiel.ch\u0000' }, ['email']],
    ['the names of the action', { log: LENA.email, pwd: PASSWORD }, ['email', 'password']],
  ])(
    '%s is a VALIDATION_ERROR at the fields of the body [AUT-84, ERR-034, ERR-035]',
    async (_title, body, fields) => {
      const before = await sessions();
      const answer = await post('login', body);
      expect(answer).toMatchObject(refused(422, 'VALIDATION_ERROR', CHECK));
      expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'errors', 'message']);
      expect(await sessions()).toEqual(before);
    },
  );

  test('wrong passwords by either API count together, and a proof goes along [ACC-20]', async () => {
    const wrong = { ...LENA, password: 'Falsch-Gewählt-26' };
    for (let n = 0; n < 2; n++) expect((await post('login', wrong)).status).toBe(401);
    for (let n = 0; n < 2; n++)
      expect(
        (await world.visitor.call(login, { log: LENA.email, pwd: wrong.password })).status,
      ).toBe(401);
    const answer = await post('login', LENA);
    expect(answer).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } });
    expect((await world.visitor.call(login, { log: LENA.email, pwd: PASSWORD })).status).toBe(428);
    const proof = await proofFor(answer.body.challenge);
    expect((await post('login', { ...LENA, proof })).status).toBe(200);
  });

  test('a cookie or an old token of the request is ignored and stays valid', async () => {
    const old = await enter();
    const answer = await post('login', LENA, {
      headers: { cookie: lena.cookie, authorization: `Bearer ${old}` },
    });
    expect(answer.status).toBe(200);
    expect(
      (await post('login', LENA, { headers: { authorization: 'Bearer nonsense' } })).status,
    ).toBe(200);
    expect((await lena.call(state, {})).body.state.user_email).toBe(LENA.email);
    expect((await stateOf(old)).body.state.user_email).toBe(LENA.email);
  });
});

describe('register', () => {
  const MARTA = { username: 'Marta', email: 'marta@beispiel.ch', password: PASSWORD };

  test('creates an ordinary account, whatever accountType is [AUT-81, AUT-85]', async () => {
    const answer = await post('register', {
      ...MARTA,
      accountType: 'operator',
      role: 'operator',
      discount_percent: 100,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { message: expect.stringContaining('Konto') } },
    });
    expect(answer.body.data.confirmFirst).toBeUndefined();
    const rows = await rowsInClear(world.db, 'account');
    const account = rows.find(({ email }) => email === MARTA.email);
    expect(account).toMatchObject({
      username: 'Marta',
      nickname: 'Marta',
      discount_percent: 0,
    });
    expect((await world.mails(MARTA.email)).map(({ subject }) => subject)).toEqual([
      'Dein Konto ist bereit',
    ]);
    expect((await post('login', MARTA)).status).toBe(200);
    for (const accountType of [5, null, ['x'], { a: 1 }, '', 'x'.repeat(1000)]) {
      await world.db.deleteFrom('rate_limit').execute();
      expect((await post('register', { ...MARTA, accountType })).body.code).toBe('EMAIL_TAKEN');
    }
  });

  test('a taken address or name is reported at its field [AUT-84]', async () => {
    expect(await post('register', { ...MARTA, email: LENA.email })).toMatchObject({
      status: 409,
      body: {
        code: 'EMAIL_TAKEN',
        message: 'Diese E-Mail-Adresse ist bereits registriert.',
        errors: { email: expect.stringContaining('registriert') },
      },
    });
    expect(
      await post('register', { ...MARTA, email: 'neu@beispiel.ch', username: 'LENA' }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'USERNAME_TAKEN',
        errors: { username: 'Dieser Benutzername ist bereits vergeben.' },
      },
    });
  });

  test.each<[string, object, object]>([
    ['nothing', {}, { username: /./, email: /./, password: /./ }],
    ['a weak password', { ...MARTA, password: 'kurz' }, { password: 'Mindestens 12 Zeichen' }],
    ['a short name', { ...MARTA, username: 'abc' }, { username: /4 Zeichen/ }],
    ['HTML', { ...MARTA, username: '<b>Marta' }, { username: /./ }],
    ['another script', { ...MARTA, username: 'Мarta' }, { username: /./ }],
    ['a disposable address', { ...MARTA, email: 'x@mailinator.com' }, { email: /temporäre/ }],
  ])('%s is a VALIDATION_ERROR [AUT-84, ERR-034]', async (_title, body, errors) => {
    const answer = await post('register', body);
    expect(answer).toMatchObject(refused(422, 'VALIDATION_ERROR', CHECK));
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(errors));
    for (const [field, text] of Object.entries(errors))
      expect(answer.body.errors[field]).toMatch(text);
  });

  test("beyond the free calls of an hour it requires the action's proof of work [AUT-81]", async () => {
    await using strict = await testWorld({ LIMIT_FACTOR: '1' });
    const wish = (n: number, more: object = {}) =>
      strict.send('', {
        method: 'POST',
        url: '/token-api/auth/register',
        payload: {
          username: `Zora ${n}`,
          email: `zora${n}@beispiel.ch`,
          password: PASSWORD,
          ...more,
        },
      });
    for (let n = 1; n <= 3; n++) expect((await wish(n)).status).toBe(200);
    expect(await wish(4)).toMatchObject(refused(428, 'PROOF_REQUIRED'));
    expect((await wish(4, { proof: await strict.proof('register') })).status).toBe(200);
  });

  test('with discreet registration the response is the same for every address [AUT-81]', async () => {
    await using discreet = await testWorld({ REGISTRATION_PRIVACY: 'discreet' });
    const payload = { username: 'Lena', email: 'lena@beispiel.ch', password: PASSWORD };
    const answer = await discreet.send('', {
      method: 'POST',
      url: '/token-api/auth/register',
      payload,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { message: expect.stringContaining('Link'), confirmFirst: true } },
    });
    expect(await discreet.db.selectFrom('account').select('id').execute()).toEqual([]);
  });
});

describe('a forgotten password', () => {
  const SENT =
    'Wir haben dir einen Link zum Zurücksetzen deines Passworts gesendet. Bitte überprüfe dein Postfach.';
  const ask = async (email = LENA.email) => {
    expect(await post('forgot-password', { email })).toMatchObject({
      status: 200,
      body: { data: { message: SENT } },
    });
    await world.runTasks('accounts/password-reset-requests');
    return (await world.mails(email)).at(-1)?.text.match(/token=([\w-]{43})$/m)?.[1];
  };

  test('mails a link to a known address; an unknown one gets the same response [AUT-82]', async () => {
    expect(await ask()).toMatch(/^[\w-]{43}$/);
    const before = await world.mails();
    expect(await ask('niemand@beispiel.ch')).toBeUndefined();
    expect(await world.mails()).toEqual(before);
  });

  test('without an address it is a VALIDATION_ERROR [AUT-84, ERR-034]', async () => {
    for (const body of [
      {},
      { email: '' },
      { email: ' ' },
      { email: 7 },
      { email: 'x'.repeat(300) },
      { user_login: 'a' },
    ]) {
      const answer = await post('forgot-password', body);
      expect(answer).toMatchObject(refused(422, 'VALIDATION_ERROR', CHECK));
      expect(Object.keys(answer.body.errors)).toEqual(['email']);
    }
  });

  test('sets the password with the mailed token, and ends every token and session [AUT-83]', async () => {
    const user = await world.user({ username: 'Rosa', email: 'rosa@beispiel.ch' });
    const rosa = { email: 'rosa@beispiel.ch', password: PASSWORD };
    const bearer = (await post('login', { ...rosa, rememberMe: true })).body.data.token.token;
    const token = await ask(rosa.email);
    const answer = await post('reset-password', { password: NEW_PASSWORD, token });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { message: 'Dein Passwort wurde erfolgreich zurückgesetzt!' } },
    });
    expect((await stateOf(bearer)).status).toBe(401);
    expect((await user.call(state, {})).body.state).not.toHaveProperty('user_email');
    expect((await post('login', rosa)).status).toBe(401);
    expect((await post('login', { ...rosa, password: NEW_PASSWORD })).status).toBe(200);
    expect(await post('reset-password', { password: PASSWORD, token })).toMatchObject(
      refused(422, 'LINK_INVALID'),
    );
  });

  test('an invalid token and a weak password are refused with different messages [AUT-84, ERR-034]', async () => {
    expect(await post('reset-password', { password: NEW_PASSWORD, token: 'x' })).toMatchObject(
      refused(
        422,
        'LINK_INVALID',
        'Der Link ist ungültig oder abgelaufen. Bitte fordere einen neuen Link an.',
      ),
    );
    const token = await ask();
    for (const body of [
      {},
      { token },
      { token, password: 'kurz' },
      { token: 5, password: NEW_PASSWORD },
    ]) {
      expect(await post('reset-password', body)).toMatchObject(
        refused(422, 'VALIDATION_ERROR', CHECK),
      );
    }
    world.clock.advance(DAY_MS);
    expect(await post('reset-password', { password: NEW_PASSWORD, token })).toMatchObject(
      refused(422, 'LINK_INVALID'),
    );
    expect((await post('login', LENA)).status).toBe(200);
  });
});

describe.each(nonEmpty(Object.values(TOKEN_CALLS)))('every call: $path', ({ path }) => {
  const url = `/token-api${path}`;
  const send = (options: Partial<InjectOptions>) =>
    world.send('', { method: 'POST', url, ...options } as InjectOptions);

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'CORS and %s are not offered',
    async (method) => {
      const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
      const answer = await send({
        method,
        headers,
        query: { email: LENA.email, password: PASSWORD },
      });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('POST');
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([]);
      expect(answer.body).toMatchObject({ code: 'WRONG_METHOD', message: SOMETHING });
    },
  );

  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('a body of type %s is refused', async (type) => {
    const answer = await send({ headers: { 'content-type': type }, payload: 'email=a&password=b' });
    expect(answer).toMatchObject(refused(415, 'WRONG_CONTENT_TYPE'));
    expect(Object.keys(answer.body)).toEqual(['code', 'message']);
  });

  test('anything but a JSON object is a VALIDATION_ERROR [AUT-84, ERR-034]', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    for (const payload of [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '7',
      '[{"email":"a"}]',
      '{"__proto__":{"email":"a"}}',
    ]) {
      const answer = await send({ headers, payload });
      expect(answer, payload).toMatchObject(refused(400, 'VALIDATION_ERROR', CHECK));
      expect(Object.keys(answer.body)).toEqual(['code', 'message']);
    }
    expect(await send({})).toMatchObject(refused(400, 'VALIDATION_ERROR', CHECK));
  });

  test('a body of more than 64 KiB is refused', async () => {
    const answer = await send({ payload: { email: 'x'.repeat(65 * 1024) } });
    expect(answer).toMatchObject(refused(413, 'TOO_LARGE'));
  });

  test.each([
    ['a foreign origin', { origin: 'https://fremd.example' }],
    ['no origin to speak of', { origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sister site', { 'sec-fetch-site': 'same-site' }],
  ])('%s is refused', async (_title, headers) => {
    expect(await send({ headers, payload: LENA })).toMatchObject(refused(403, 'CROSS_SITE'));
  });
});

test('HEAD responds like GET, without a body', async () => {
  for (const { path } of nonEmpty(Object.values(TOKEN_CALLS))) {
    const answer = await world.server.inject({ method: 'HEAD', url: `/token-api${path}` });
    expect([answer.statusCode, answer.headers.allow, answer.body]).toEqual([405, 'POST', '']);
  }
});

describe('where it is served', () => {
  const at = (host: string, options: Partial<InjectOptions> = {}) =>
    world.send('', {
      method: 'POST',
      url: '/auth/login',
      payload: LENA,
      headers: { host },
      ...options,
    } as InjectOptions);

  test.each(['api.beispiel.ch', 'API.Beispiel.CH', 'api.beispiel.ch:8443'])(
    'at the root of its own host name: %s [AUT-78]',
    async (host) => {
      expect(await at(host)).toMatchObject({
        status: 200,
        body: { data: { token: { token: SOMETHING } } },
      });
      expect(await at(host, { method: 'GET', payload: undefined })).toMatchObject(
        refused(405, 'WRONG_METHOD'),
      );
      expect(await at(host, { url: '/auth/else' })).toMatchObject(refused(404, 'NOT_FOUND'));
      expect((await at(host, { url: '/token-api/auth/login' })).status).toBe(200);
    },
  );

  test.each([
    'beispiel.ch',
    'localhost:3000',
    'api.beispiel.ch.fremd.example',
    'xapi.beispiel.ch',
    'api-beispiel.ch',
  ])('not at the root of another: %s', async (host) => {
    expect((await at(host)).status).toBe(404);
    const page = await at(host, {
      method: 'GET',
      payload: undefined,
      headers: { host, accept: 'text/html' },
    });
    expect([200, 404]).toContain(page.status);
    expect(page.body.code).not.toBe('WRONG_METHOD');
  });

  test('unknown paths are refused in its own format', async () => {
    for (const url of [
      '/token-api',
      '/token-api/',
      '/token-api/auth/logout',
      '/token-api/auth/login/x',
    ]) {
      const answer = await world.send('', { method: 'GET', url });
      expect(answer, url).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(Object.keys(answer.body)).toEqual(['code', 'message']);
    }
  });
});

describe("a bearer token on the portal's calls", () => {
  test('replaces the session cookie, for reads and writes [AUT-76]', async () => {
    const token = await enter();
    const answer = await stateOf(token);
    expect(answer).toMatchObject({
      status: 200,
      body: { state: { user_email: LENA.email, user_login: 'Lena' } },
    });
    expect(answer.headers.vary).toContain('Authorization');
    const written = await world.send(
      '',
      withBearer(token, {
        method: 'POST',
        url: '/api',
        query: { action: 'createInserat', user_id: String(lena.userId) },
      }) as InjectOptions,
    );
    expect(written).toMatchObject({ status: 200, body: { success: true } });
    const lower = await world.send('', {
      method: 'GET',
      url: '/api',
      query: { action: state.name },
      headers: { authorization: `bearer   ${token} ` },
    });
    expect(lower.body.state.user_email).toBe(LENA.email);
  });

  test('is refused exactly when it has expired [AUT-76]', async () => {
    const token = await enter();
    world.clock.advance(DAY_MS - 1);
    expect((await stateOf(token)).status).toBe(200);
    world.clock.advance(1);
    expect(await stateOf(token)).toMatchObject({
      status: 401,
      body: { success: false, code: 'NOT_LOGGED_IN' },
    });
  });

  test.each(['x', 'x'.repeat(43), 'x'.repeat(5000), 'Zürich', "' or 1=1"])(
    '"%s" is refused, even on public calls, and the cookie is not used [AUT-76]',
    async (token) => {
      for (const cookie of ['', lena.cookie]) {
        const answer = await stateOf(encodeURI(token).replaceAll("'", '%27'), {
          headers: { ...(cookie && { cookie }) },
        });
        expect(answer).toMatchObject({ status: 401, body: { code: 'NOT_LOGGED_IN' } });
      }
    },
  );

  test('takes precedence over the cookie', async () => {
    const marta = await world.user({ username: 'Zweite', email: 'zweite@beispiel.ch' });
    const token = await enter();
    const answer = await stateOf(token, { headers: { cookie: marta.cookie } });
    expect(answer.body.state.user_email).toBe(LENA.email);
    const other = await world.send('', {
      ...withBearer(token, { headers: { cookie: marta.cookie } }),
      method: 'GET',
      url: '/api',
      query: { action: state.name, user_id: String(marta.userId) },
    });
    expect(other).toMatchObject({ status: 403, body: { code: 'WRONG_USER' } });
  });

  test('another scheme is ignored: the cookie counts', async () => {
    for (const authorization of ['Basic bGVuYTp4', 'Bearer', 'Bearer ', 'Bearerx y']) {
      const answer = await world.send(lena.cookie, {
        method: 'GET',
        url: '/api',
        query: { action: state.name },
        headers: { authorization },
      });
      expect(answer.body.state.user_email, authorization).toBe(LENA.email);
    }
  });

  test('does not enable cross-site requests', async () => {
    const token = await enter();
    for (const headers of [
      { origin: 'https://fremd.example' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await world.send('', {
        ...withBearer(token, { headers }),
        method: 'POST',
        url: '/api',
        query: { action: 'createInserat' },
      });
      expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } });
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([]);
    }
  });

  test('logging out with it ends it, and neither the cookie nor its session', async () => {
    const token = await enter();
    const options = { method: 'POST' as const, url: '/api', query: { action: logout.name } };
    const answer = await world.send('', {
      ...withBearer(token, { headers: { cookie: lena.cookie } }),
      ...options,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['clear-site-data']).toBeUndefined();
    expect((await stateOf(token)).status).toBe(401);
    expect((await lena.call(state, {})).body.state.user_email).toBe(LENA.email);
  });
});
