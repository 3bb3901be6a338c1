import argon2 from '@node-rs/argon2';
import { login, logout } from '@samtrot/shared/access/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashToken } from '../../../platform/crypto.ts';
import { workOf } from '../../../testing/process/work.ts';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

let world: World;
let user: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld();
  user = await world.user({ username: 'Lena', email: 'lena@beispiel.ch' });
});
beforeEach(() => world.db.deleteFrom('rate_limit').execute());
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const GOOD = { log: 'lena@beispiel.ch', pwd: PASSWORD };
const post = (payload: unknown, cookie = '') =>
  world.send(cookie, {
    method: 'POST',
    url: '/api',
    query: { action: 'login' },
    payload: payload as object,
  });
const cookieOf = (answer: Answer) => String([answer.headers['set-cookie'] ?? ''].flat()[0]);
const sessionOf = (answer: Answer) => cookieOf(answer).split(';')[0]!;
const browserOf = (answer: Answer) =>
  String([answer.headers['set-cookie']].flat()[1]).split(';')[0]!;
const isLoggedIn = async (cookie: string) =>
  (await world.send(cookie, { url: '/api', query: { action: 'state' } })).body.state.user_id !==
  undefined;
const sessions = () => world.db.selectFrom('session').selectAll().execute();

test.each(['lena@beispiel.ch', 'LENA@Beispiel.CH', '  lena@beispiel.ch ', 'Lena'])(
  '%j logs in [API-03, AUT-08, AUT-81]',
  async (log) => {
    const answer = await world.visitor.call(login, { log, pwd: PASSWORD });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, user_id: user.userId, message: 'Du bist angemeldet.' },
    });
    expect(await isLoggedIn(sessionOf(answer))).toBe(true);
  },
);

test('a form logs in as JSON does [API-03, FIX-48]', async () => {
  const answer = await world.visitor.raw('login', {
    payload: new URLSearchParams({ ...GOOD, rememberme: '1' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
  });
  expect(answer).toMatchObject({ status: 200, body: { user_id: user.userId } });
  expect(cookieOf(answer)).toMatch(
    /^sid=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test('the composed and the separate form of a letter are the same password [API-03]', async () => {
  expect(PASSWORD.normalize('NFD')).not.toBe(PASSWORD);
  expect((await post({ ...GOOD, pwd: PASSWORD.normalize('NFD') })).status).toBe(200);
});

test.each([
  ...['1', 1, true].map((value) => [value, true] as const),
  ...['0', 0, false, undefined].map((value) => [value, false] as const),
])('rememberme %j keeps the session: %s [API-03, FRM-33]', async (rememberme, kept) => {
  const answer = await post({ ...GOOD, rememberme });
  expect(answer.status).toBe(200);
  if (kept) expect(cookieOf(answer)).toContain('Max-Age=7776000');
  else expect(cookieOf(answer)).not.toMatch(/Max-Age|Expires/);
});

test.each(['2', 'true', '', null, [], {}, 1.5, '1 '])(
  'rememberme %j is refused [API-03]',
  async (rememberme) => {
    expect(await post({ ...GOOD, rememberme })).toMatchObject({
      status: 422,
      body: { errors: { rememberme: expect.any(String) } },
    });
  },
);

test.each([
  ['missing name [ERR-001]', { log: undefined }, 'log', 'Dieses Feld ist erforderlich'],
  ['empty name [ERR-001]', { log: '  ' }, 'log', 'E-Mail-Adresse ist erforderlich.'],
  ['name as list [API-03]', { log: ['lena'] }, 'log', 'Ungültiges Format'],
  ['name as object [API-03]', { log: { $gt: '' } }, 'log', 'Ungültiges Format'],
  ['name too long [API-03]', { log: 'a'.repeat(255) }, 'log', 'Ungültiges Format'],
  ['name with NUL [API-03]', { log: 'lena\u0000' }, 'log', 'Ungültiges Format'],
  ['name with half an emoji [API-03]', { log: 'lena\ud83d' }, 'log', 'Ungültiges Format'],
  ['empty password [AUT-10, ERR-014]', { pwd: '' }, 'pwd', 'Passwort ist erforderlich.'],
  ['missing password [AUT-10, ERR-014]', { pwd: undefined }, 'pwd', 'Dieses Feld ist erforderlich'],
  ['password as number [AUT-10]', { pwd: 5 }, 'pwd', 'Ungültiges Format'],
  ['password of 1001 [AUT-10]', { pwd: 'a'.repeat(1001) }, 'pwd', 'Maximal 128 Zeichen erlaubt'],
])('%s is refused at its field', async (_title, change, field, message) => {
  const before = (await sessions()).length;
  const answer = await post({ ...GOOD, ...change });
  expect(answer).toMatchObject({
    status: 422,
    body: { success: false, errors: { [field]: message } },
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await sessions()).toHaveLength(before);
});

test.each([
  ['wrong password', { pwd: 'falsch' }],
  ['password in other letters', { pwd: PASSWORD.toUpperCase() }],
  ['password with NUL behind', { pwd: `${PASSWORD}\u0000` }],
  ['password of one character', { pwd: 'x' }],
  ['unknown address', { log: 'niemand@beispiel.ch' }],
  ['unknown name', { log: 'Niemand' }],
  ['name in other letters', { log: 'lEnA' }],
  ['name with HTML', { log: '<script>alert(1)</script>' }],
  ['name in another script', { log: 'Лена' }],
  ['name as SQL', { log: "' or 1=1 --" }],
])(
  '%s gets the one answer [API-03, AUT-12, ERR-020, ERR-021, T-AUTH-07]',
  async (_title, change) => {
    const answer = await post({ ...GOOD, ...change });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      success: false,
      code: 'LOGIN_FAILED',
      message: 'Ungültige Anmeldedaten',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  },
);

test('an unknown name costs the same hash and the same statements as a wrong password [T-AUTH-07]', async () => {
  const attempt = async (log: string) => {
    await world.db.deleteFrom('rate_limit').execute();
    return workOf(() => post({ log, pwd: 'Falsch-Gewaehlt-26' }));
  };
  await attempt('niemand0@beispiel.ch');
  const [known, unknown] = [
    await attempt('lena@beispiel.ch'),
    await attempt('niemand@beispiel.ch'),
  ];
  expect(known.hashes).toEqual(['$argon2id$v=19$m=8,t=1,p=1']);
  expect(unknown.hashes).toEqual(known.hashes);
  expect(nonEmpty(unknown.statements)).toEqual(known.statements);
});

test('a refused password is written once more, with and without an account [ACC-24]', async () => {
  const written = async () =>
    (await sql<{ xmin: string }>`select xmin::text from rate_limit`.execute(world.db)).rows;
  const look = argon2.verify;
  for (const log of ['lena@beispiel.ch', 'niemand@beispiel.ch']) {
    await world.db.deleteFrom('rate_limit').execute();
    let counted: Awaited<ReturnType<typeof written>> = [];
    using _verify = vi.spyOn(argon2, 'verify').mockImplementation(async (...given) => {
      counted = await written();
      return look(...given);
    });
    expect((await post({ log, pwd: 'Falsch-Gewaehlt-26' })).status).toBe(401);
    const after = await written();
    expect(nonEmpty(counted)).toHaveLength(2);
    expect(after.filter(({ xmin }) => !counted.some((row) => row.xmin === xmin))).toHaveLength(1);
  }
});

test('six statements log in from a known browser, and its session waits for the disk [ACC-20]', async () => {
  const browser = browserOf(await post(GOOD));
  // Columns are known and statements joined from the second time on.
  for (let n = 0; n < 2; n++) await post(GOOD, browser);
  const isNew = { created_at: START };
  await world.db
    .updateTable('account')
    .set({ created_at: new Date(0) })
    .execute();
  const { statements } = await workOf(() => post(GOOD, browser));
  await world.db.updateTable('account').set(isNew).execute();
  const [read, count, ...session] = statements.map((text) => text.replaceAll(/\s+/g, ' '));
  expect(read).toContain('from "account"');
  expect(count).toMatch(/synchronous_commit.* from count_guess/);
  expect(session).toEqual([
    'begin',
    expect.stringContaining('for share'),
    expect.stringContaining('insert into "session"'),
    'commit',
  ]);
  expect(session.join()).not.toContain('synchronous_commit');
  const wrong = await workOf(() => post({ ...GOOD, pwd: 'Falsch-Gewaehlt-26' }, browser));
  expect(wrong.statements.slice(2).join()).not.toContain('synchronous_commit');
});

test('the older GET login answers 405 and evaluates nothing [API-03, API-05]', async () => {
  const query = {
    action: 'login',
    username: 'Lena',
    password: PASSWORD,
    log: 'Lena',
    pwd: PASSWORD,
  };
  const answer = await world.send('', { method: 'GET', url: '/api', query });
  expect(answer).toMatchObject({
    status: 405,
    headers: { allow: 'POST' },
    body: { success: false, code: 'WRONG_METHOD' },
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

describe('a hash of other parameters', () => {
  const OLD_COST = { algorithm: 2, memoryCost: 16, timeCost: 1, parallelism: 1 } as const;
  const stored = async () =>
    (
      await world.db
        .selectFrom('account')
        .select('password_hash')
        .where('id', '=', user.userId)
        .executeTakeFirstOrThrow()
    ).password_hash;
  const store = async (password: string) =>
    world.db
      .updateTable('account')
      .set({ password_hash: await argon2.hash(password, OLD_COST) })
      .where('id', '=', user.userId)
      .execute();
  const NEW = /^\$argon2id\$v=19\$m=8,t=1,p=1\$/;

  test('is rewritten by a login, once, and no session ends [ACC-42]', async () => {
    const earlier = sessionOf(await post(GOOD));
    await store(PASSWORD);
    expect((await post(GOOD)).status).toBe(200);
    const rewritten = await stored();
    expect(rewritten).toMatch(NEW);
    expect((await post(GOOD)).status).toBe(200);
    expect(await stored()).toBe(rewritten);
    expect(await isLoggedIn(earlier)).toBe(true);
  });

  test('is kept by a wrong password [ACC-42]', async () => {
    await store(PASSWORD);
    const before = await stored();
    expect((await post({ ...GOOD, pwd: 'Falsch-Gewaehlt-26' })).status).toBe(401);
    expect(await stored()).toBe(before);
  });

  test('is rewritten by concurrent logins, and all of them succeed [ACC-42]', async () => {
    await store(PASSWORD);
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(GOOD)));
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(await stored()).toMatch(NEW);
  });

  test('does not undo a change of the password in the same moment [ACC-42]', async () => {
    await store(PASSWORD);
    const changed = await argon2.hash('Ganz-Anders-2027', OLD_COST);
    const hash = argon2.hash;
    using _ = vi.spyOn(argon2, 'hash').mockImplementation(async (...args) => {
      await world.db
        .updateTable('account')
        .set({ password_hash: changed })
        .where('id', '=', user.userId)
        .execute();
      return hash(...args);
    });
    expect((await post(GOOD)).status).toBe(401);
    expect(await stored()).toBe(changed);
    vi.restoreAllMocks();
    await store(PASSWORD);
  });
});

describe('the session', () => {
  test('a login ends the session the browser had and starts another [T-AUTH-03]', async () => {
    const first = sessionOf(await post(GOOD));
    const second = sessionOf(await post(GOOD, first));
    expect(second).not.toBe(first);
    expect(await isLoggedIn(first)).toBe(false);
    expect(await isLoggedIn(second)).toBe(true);
  });

  test('a cookie set by somebody else is never adopted [T-AUTH-03]', async () => {
    const planted = `sid=${'A'.repeat(43)}`;
    const answer = await post(GOOD, planted);
    expect(sessionOf(answer)).not.toBe(planted);
    expect(await isLoggedIn(planted)).toBe(false);
  });

  test('forged, long, doubled and misnamed cookies are visitors [T-AUTH-03, FRM-27]', async () => {
    const real = sessionOf(await post(GOOD));
    const token = real.slice('sid='.length);
    const flipped = token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.at(-1);
    const hash = hashToken(token).toString('base64url');
    const forged = [
      `sid=${flipped}`,
      `sid=${hash}`,
      'sid=',
      'sid=%00',
      `sid=${'x'.repeat(4096)}`,
      `SID=${token}`,
      `__Host-sid=${token}`,
    ];
    for (const cookie of forged) expect(await isLoggedIn(cookie), cookie.slice(0, 60)).toBe(false);
    expect(await isLoggedIn(`sid=${flipped}; ${real}`)).toBe(false);
    expect(await isLoggedIn(`${real}; sid=${flipped}`)).toBe(true);
    const byUrl = await world.send('', { url: '/api', query: { action: 'state', sid: token } });
    expect(byUrl.body.state.user_id).toBeUndefined();
  });

  test('after the logout the cookie is dead, and the browser deletes what it stored [FRM-30, FRM-32]', async () => {
    const cookie = sessionOf(await post(GOOD));
    const answer = await world.send(cookie, {
      method: 'POST',
      url: '/api',
      query: { action: 'logout' },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: 'Du bist abgemeldet.' },
    });
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(cookieOf(answer)).toMatch(/^sid=; .*Expires=Thu, 01 Jan 1970/);
    expect(await isLoggedIn(cookie)).toBe(false);
  });

  test('a logout without a session succeeds, also with the user_id of an old client [FRM-32]', async () => {
    const answer = await world.visitor.call(logout, {});
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect([answer.headers['set-cookie'], answer.headers['clear-site-data']]).toEqual([
      undefined,
      undefined,
    ]);
    const query = { user_id: String(user.userId) };
    expect(await world.visitor.raw('logout', { query })).toMatchObject({ status: 200 });
  });

  test('a logout ends this session only [FRM-30]', async () => {
    const [here, there] = [sessionOf(await post(GOOD)), sessionOf(await post(GOOD))];
    await world.send(here, { method: 'POST', url: '/api', query: { action: 'logout' } });
    expect(await isLoggedIn(there)).toBe(true);
  });

  test('a session ends after a day, a remembered one after 90 [FRM-33]', async () => {
    const short = sessionOf(await post(GOOD));
    const long = sessionOf(await post({ ...GOOD, rememberme: '1' }));
    const begin = world.clock.now();
    const DAY = 24 * 3600_000;
    for (const [ms, shortLives, longLives] of [
      [DAY - 1, true, true],
      [DAY, false, true],
      [90 * DAY - 1, false, true],
      [90 * DAY, false, false],
    ] as const) {
      const at = new Date(begin.getTime() + ms);
      await world.db
        .updateTable('session')
        .set({ last_seen_at: new Date(at.getTime() - 1) })
        .execute();
      world.clock.set(at);
      expect([await isLoggedIn(short), await isLoggedIn(long)]).toEqual([shortLives, longLives]);
    }
    world.clock.set(begin);
  });

  test('only the hash of a token is kept', async () => {
    const token = sessionOf(await post(GOOD)).slice('sid='.length);
    const { rows } = await world.pool.query(
      'select encode(token_hash, $1) as hash, s::text as row from session s',
      ['hex'],
    );
    expect(rows.map(({ hash }) => hash)).toContain(hashToken(token).toString('hex'));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('over https the cookie is bound to the host, and http turns into https [T-AUTH-04]', async () => {
    await using secure = await testWorld({ PUBLIC_URL: 'https://portal.example' });
    const { cookie } = await secure.user();
    expect(cookie).toMatch(/^__Host-sid=/);
    const answer = await secure.send('', {
      method: 'POST',
      url: '/api',
      query: { action: 'login' },
      payload: { log: 'nutzer1@beispiel.ch', pwd: PASSWORD },
    });
    expect(cookieOf(answer)).toMatch(
      /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const out = await secure.send(cookie, {
      method: 'POST',
      url: '/api',
      query: { action: 'logout' },
    });
    expect(cookieOf(out)).toMatch(/^__Host-sid=; .*Secure/);
  });
});

describe('who asks', () => {
  test('the owner gets the account as a whole [FRM-34, FRM-35, API-06, API-38]', async () => {
    const answer = await user.call(state, { user_id: user.userId });
    expect(answer.status).toBe(200);
    expect(answer.body.state).toMatchObject({
      user_id: user.userId,
      user_login: 'Lena',
      user_email: 'lena@beispiel.ch',
      user_meta: {
        nickname: 'Lena',
        benutzerrabatt_prozent: '0',
        expiry_alert: 'false',
        disable_messages: 'false',
        newsletter: 'true',
      },
      credits: 0,
      Inserats: [],
      Banners: [],
      Clubs: [],
      webseiten: expect.any(Array),
    });
    // What the editor offers.
    const { cantons, categories, offerings } = answer.body.state;
    for (const offered of [cantons, categories, offerings])
      expect(offered.length).toBeGreaterThan(3);
  });

  test('a visitor gets the websites only [API-07, FRM-35]', async () => {
    const answer = await world.visitor.call(state, {});
    expect(answer.body).toEqual({ success: true, state: { webseiten: expect.any(Array) } });
  });

  test('a user_id without a session answers 401 [FRM-27, API-06]', async () => {
    const answer = await world.visitor.raw('state', {
      method: 'GET',
      query: { user_id: String(user.userId) },
    });
    expect(answer).toMatchObject({ status: 401, body: { success: false, code: 'NOT_LOGGED_IN' } });
  });

  test.each([['query'], ['body']])(
    'somebody else as user_id in the %s answers 403 and is noted [FRM-36, API-06]',
    async (place) => {
      const other = await world.user();
      const trail = () =>
        world.db
          .selectFrom('audit')
          .selectAll()
          .where('action', '=', 'tamper_suspected')
          .orderBy('id')
          .execute();
      const before = (await trail()).length;
      const foreign = { user_id: String(other.userId) };
      const answer =
        place === 'query'
          ? await user.raw('state', { method: 'GET', query: foreign })
          : await user.raw('logout', { payload: foreign });
      expect(answer).toMatchObject({ status: 403, body: { success: false, code: 'WRONG_USER' } });
      expect((await trail()).slice(before)).toMatchObject([
        {
          actor: `user:${user.userId}`,
          object: place === 'query' ? 'state' : 'logout',
          at: world.clock.now(),
          details: {},
        },
      ]);
      expect(await isLoggedIn(user.cookie)).toBe(true);
    },
  );

  test.each(['0', '-1', '1 OR 1=1', '', 'null', `${10 ** 20}`])(
    'user_id %j is not this user [FRM-36]',
    async (user_id) => {
      expect(await user.raw('state', { method: 'GET', query: { user_id } })).toMatchObject({
        status: 403,
      });
    },
  );

  test('a doubled user_id is refused [FRM-36]', async () => {
    const url = `/api?action=state&user_id=${user.userId}&user_id=${user.userId}`;
    expect(await world.send(user.cookie, { url })).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED' },
    });
  });
});
