import { createInserat } from '@samtrot/shared/inserate/contract.ts';
import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Effects } from '../../../platform/action.ts';
import { hashPassword, hashToken } from '../../../platform/crypto.ts';
import { behindGate } from '../../../testing/process/gate.ts';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import { linkEmail } from '../link-store.ts';
import { clearSession, endAccess } from '../service.ts';

let world: World;
let user: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld({ LEGACY_GET_LOGIN: '1' });
  user = await world.user({ username: 'Lena', email: 'lena@beispiel.ch' });
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie'] ?? '').split(';')[0]!;
const tokenOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
const login = (log = 'lena@beispiel.ch', pwd = PASSWORD, cookie = '') =>
  world.send(cookie, {
    method: 'POST',
    url: '/api',
    query: { action: 'login' },
    payload: { log, pwd },
  });
const getLogin = (
  query: Record<string, string>,
  headers: Record<string, string> = {},
  cookie = '',
) =>
  world.send(cookie, { method: 'GET', url: '/api', query: { action: 'login', ...query }, headers });
const isLoggedIn = async (cookie: string) =>
  (await world.send(cookie, { url: '/api', query: { action: 'state' } })).body.state.user_id !==
  undefined;
const sessions = () => world.db.selectFrom('session').selectAll().orderBy('token_hash').execute();

test('a login stores its session; a later call, when it was last seen [T-AUTH-03]', async () => {
  world.clock.advance(5 * MINUTE_MS);
  const cookie = cookieOf(await login());
  const row = (await sessions()).find(({ token_hash }) =>
    token_hash.equals(hashToken(tokenOf(cookie))),
  );
  expect(row).toMatchObject({
    account_id: user.userId,
    created_at: world.clock.now(),
  });
  world.clock.advance(29 * MINUTE_MS);
  expect(await isLoggedIn(cookie)).toBe(true);
  const later = (await sessions()).find(({ token_hash }) =>
    token_hash.equals(hashToken(tokenOf(cookie))),
  );
  expect(later).toMatchObject({
    last_seen_at: world.clock.now(),
  });
});

test('a login leaves one line in the audit, written by the system; a refused one leaves none [INV-13]', async () => {
  const { userId, email } = await world.user();
  await login(email, 'Falsch-Gewaehlt-26');
  await login(email);
  const lines = await world.db
    .selectFrom('audit')
    .select(['actor', 'action'])
    .where('object', '=', `account:${userId}`)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([{ actor: 'system', action: 'login' }]);
});

describe('after a change of the password', () => {
  const end = (accountId: number, except?: string, links?: 'all' | 'none') =>
    world.db.transaction().execute((db) =>
      endAccess({ db }, accountId, {
        exceptHash: except ? hashToken(tokenOf(except)) : undefined,
        ...(links && { links }),
      }),
    );

  test('every session of the account ends but the one it was changed in, and nobody else notices [T-AUTH-14]', async () => {
    const other = await world.user();
    const [here, there, elsewhere] = [
      cookieOf(await login()),
      cookieOf(await login()),
      cookieOf(await login()),
    ];
    await end(user.userId, here);
    expect(await Promise.all([here, there, elsewhere, other.cookie].map(isLoggedIn))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    await end(user.userId);
    expect(await isLoggedIn(here)).toBe(false);
    expect(await isLoggedIn(other.cookie)).toBe(true);
  });

  test('mailed links that set another password or address end too, or all, or none [T-AUTH-11]', async () => {
    const { userId, email } = await world.user();
    const purposes = ['reset', 'change', 'confirm'];
    for (const purpose of purposes) {
      const row = {
        token_hash: hashToken(`${purpose}${userId}`),
        account_id: userId,
        purpose,
        email: linkEmail.encrypt(email, userId, purpose),
        email_hash: linkEmail.lookup(email),
      };
      await world.db
        .insertInto('account_link')
        .values({ ...row, created_at: START, expires_at: new Date(START.getTime() + DAY_MS) })
        .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doNothing())
        .execute();
    }
    const left = async () => {
      const links = world.db.selectFrom('account_link').select('purpose').orderBy('purpose');
      return (await links.where('account_id', '=', userId).execute()).map(({ purpose }) => purpose);
    };
    await end(userId, undefined, 'none');
    expect(await left()).toEqual(purposes.toSorted());
    await end(userId);
    expect(await left()).toEqual(['confirm']);
    await end(userId, undefined, 'all');
    expect(await left()).toEqual([]);
  });

  test('its page forgets it, whatever token the call gave it before', () => {
    const startSession = { token: 'new', remember: true, expiresAt: START };
    const effects: Effects = { startSession };
    clearSession({ effects });
    expect(effects).toEqual({ endSession: true });
  });

  test('a login with the old password that is under way does not outlive the change [T-AUTH-11]', async () => {
    const { userId, email } = await world.user();
    const changed = await hashPassword('Ganz-Anders-2027');
    const locks = [
      ['update account set password_hash = $1 where id = $2', changed, userId],
      ['delete from session where account_id = $1', userId],
    ] as const;
    const underWay = behindGate(world.pool, { locks, waiting: 1 }, () => login(email));
    expect(await underWay).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } });
    expect((await sessions()).filter(({ account_id }) => account_id === userId)).toEqual([]);
    expect(await login(email, 'Ganz-Anders-2027')).toMatchObject({ status: 200 });
  });

  test('a session that ended is a visitor: no state, no writing [FRM-27]', async () => {
    const cookie = cookieOf(await login());
    await end(user.userId);
    const answer = await world.send(cookie, { url: '/api', query: { action: 'state' } });
    expect(answer.body).toEqual({ success: true, state: { webseiten: expect.any(Array) } });
    const claimed = { action: 'state', user_id: String(user.userId) };
    expect(await world.send(cookie, { url: '/api', query: claimed })).toMatchObject({
      status: 401,
    });
    const write = await world.send(cookie, {
      method: 'POST',
      url: '/api',
      query: { action: createInserat.name },
      payload: {},
    });
    expect(write).toMatchObject({ status: 401, body: { code: 'NOT_LOGGED_IN' } });
  });
});

test('a login never says which rule a password breaks [X-04, AUT-12]', async () => {
  for (const pwd of ['ohnegrossbuchstabe', 'x', 'A'.repeat(129), `${PASSWORD}\u0000`, '  ']) {
    await world.db.deleteFrom('rate_limit').execute();
    const answer = await login('lena@beispiel.ch', pwd);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      success: false,
      code: 'LOGIN_FAILED',
      message: 'Ungültige Anmeldedaten',
    });
  }
});

describe('the older login by GET', () => {
  const GOOD = { username: 'lena@beispiel.ch', password: PASSWORD };

  test.each(['lena@beispiel.ch', 'Lena'])(
    '%s logs in and gets the cookie of the POST [API-04]',
    async (username) => {
      const answer = await getLogin({ ...GOOD, username });
      expect(answer).toMatchObject({ status: 200, body: { success: true, user_id: user.userId } });
      expect([answer.headers['set-cookie']].flat()[0]).toMatch(
        /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(String(answer.headers['cache-control'])).toContain('no-store');
      expect(await isLoggedIn(cookieOf(answer))).toBe(true);
      expect((await user.call(state, {})).status).toBe(200);
    },
  );

  test('the session that the browser had ends [API-04, T-AUTH-03]', async () => {
    const first = cookieOf(await login());
    const second = cookieOf(await getLogin(GOOD, { [OWN_HEADER]: '1' }, first));
    expect([await isLoggedIn(first), await isLoggedIn(second)]).toEqual([false, true]);
  });

  test.each([
    ['wrong password', { password: 'Falsch-Gewaehlt-26' }, 401],
    ['unknown name', { username: 'niemand@beispiel.ch' }, 401],
    ['empty name', { username: '' }, 422],
    ['empty password', { password: '' }, 422],
    ['password with NUL', { password: `${PASSWORD}\u0000` }, 401],
  ])('%s is refused [API-04]', async (_title, change, status) => {
    const before = await sessions();
    const answer = await getLogin({ ...GOOD, ...change });
    expect(answer).toMatchObject({ status, body: { success: false } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await sessions()).toEqual(before);
  });

  test('the names of the POST do not count here, nor doubled ones [API-04]', async () => {
    expect(await getLogin({ log: 'lena@beispiel.ch', pwd: PASSWORD })).toMatchObject({
      status: 422,
    });
    const doubled = `/api?action=login&username=Lena&password=x&password=${encodeURIComponent(PASSWORD)}`;
    expect(await world.send('', { url: doubled })).toMatchObject({ status: 422 });
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    ],
    [{ origin: 'https://evil.example' }],
  ] as Record<string, string>[][])('%j is refused [API-05, T-CSRF-01]', async (headers) => {
    const before = await sessions();
    const answer = await getLogin(GOOD, headers);
    expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await sessions()).toEqual(before);
  });

  test('no line of the log holds the password or the name [API-05]', async () => {
    const from = world.lines.length;
    await getLogin(GOOD);
    await getLogin({ ...GOOD, password: 'Falsch-Gewaehlt-26' });
    await getLogin({ ...GOOD, username: 'x'.repeat(300) });
    const lines = world.lines.slice(from).join('');
    expect(lines).toContain('"action":"login"');
    expect(lines).not.toMatch(/Gut-Gew|Falsch-Gew|lena@|xxx|password|username/i);
  });

  test('attempts by either way count together [API-04, T-AUTH-01]', async () => {
    await using strict = await testWorld({ LIMIT_FACTOR: '1', LEGACY_GET_LOGIN: '1' });
    await strict.user({ email: 'lena@beispiel.ch' });
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const wrong = 'Falsch-Gewaehlt-26';
        const answer =
          n % 2
            ? await strict.visitor.raw('login', {
                payload: { log: 'lena@beispiel.ch', pwd: wrong },
              })
            : await strict.visitor.raw('login', {
                method: 'GET',
                query: { username: ' LENA@beispiel.ch', password: wrong },
              });
        return answer.status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    expect(statuses.filter((status) => status === 428)).toHaveLength(46);
  });

  test('a call by a third method names both allowed ones [API-02, API-04]', async () => {
    const answer = await world.visitor.raw('login', { method: 'PUT', payload: GOOD });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST, GET' } });
  });

  test('without the setting it is not there [API-04, API-05]', async () => {
    await using plain = await testWorld();
    await plain.user({ email: 'lena@beispiel.ch' });
    const answer = await plain.visitor.raw('login', { method: 'GET', query: GOOD });
    expect(answer).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
      body: { code: 'WRONG_METHOD' },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(plain.lines.join('')).not.toContain('Gut-Gew');
  });
});
