import { WRONG_CODES, WRONG_CODES_A_DAY } from '@samtrot/shared/access/factor-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { behindGate } from '../../../testing/process/gate.ts';
import { workOf } from '../../../testing/process/work.ts';
import { codeAt, confirmed, pendingOf, withApp } from '../../../testing/world/factors.ts';
import {
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

const STEP_MS = 30_000;
const WRONG = { status: 422, body: { errors: { code: 'Dieser Code stimmt nicht.' } } };
const EXPIRED = { status: 401, body: { code: 'LOGIN_EXPIRED' } };

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'mail'] as const) await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function person() {
  const user = await world.user();
  const app = await withApp(world, user);
  world.clock.advance(10 * STEP_MS);
  return { user, ...app };
}
const second = (payload: object) => world.visitor.raw('second_factor', { payload });
const stateOf = (cookie: string) => world.send(cookie, { url: '/api', query: { action: 'state' } });
const cookieOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((line) => line.startsWith('sid='));
const browserOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0]!)
    .find((line) => line.startsWith('browser='));
const kinds = async ({ userId }: Caller) =>
  (
    await world.db
      .selectFrom('account_event')
      .select('kind')
      .where('account_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);
/** So many wrong codes of browsers that nobody knows; the password asks for no work meanwhile. */
async function guess(email: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += WRONG_CODES - 1) {
    await world.db.deleteFrom('rate_limit').where('key', 'like', 'login/account:%').execute();
    await world.db.deleteFrom('rate_limit').where('key', 'like', 'login/network:%').execute();
    const pending = await pendingOf(world, email);
    for (let wrong = n; wrong < Math.min(n + WRONG_CODES - 1, times); wrong++)
      expect(await second({ pending, code: '000000' })).toMatchObject(WRONG);
  }
  await world.db.deleteFrom('rate_limit').where('key', 'like', 'login/account:%').execute();
  await world.db.deleteFrom('rate_limit').where('key', 'like', 'login/network:%').execute();
}
const subjects = async (to: string) => (await world.mails(to)).map(({ subject }) => subject);

describe('a login with a second step', () => {
  test('the password gives no session, the code does, for the browser that was asked [ACC-31]', async () => {
    const { user, secret } = await person();
    const first = await world.visitor.raw('login', {
      payload: { log: user.email, pwd: PASSWORD, rememberme: '1' },
    });
    expect(first).toMatchObject({
      status: 403,
      body: {
        success: false,
        code: 'SECOND_FACTOR_REQUIRED',
        pending: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(first.headers['set-cookie']).toBeUndefined();
    const done = await second({ pending: first.body.pending, code: codeAt(world, secret) });
    expect(done).toMatchObject({ status: 200, body: { user_id: user.userId } });
    const sid = cookieOf(done.headers)!;
    expect(sid).toContain('Max-Age=7776000');
    expect((await stateOf(sid.split(';')[0]!)).body.state.user_id).toBe(user.userId);
    expect(await kinds(user)).toEqual(['factor_added', 'login']);
    expect(
      await second({ pending: first.body.pending, code: codeAt(world, secret, 1) }),
    ).toMatchObject(EXPIRED);
  });

  test('one that waits for the account is refused when its log-ins end meanwhile [ACC-06, ACC-31]', async () => {
    const { user, secret } = await person();
    const pending = await pendingOf(world, user.email);
    const gate = {
      locks: [['select from account where id = $1 for no key update', user.userId]],
      waiting: 1,
      meanwhile: [
        ['update account set password_hash = $2 where id = $1', user.userId, ''],
        ['delete from pending_login where account_id = $1', user.userId],
      ],
    } as const;
    const code = codeAt(world, secret);
    expect(await behindGate(world.pool, gate, () => second({ pending, code }))).toMatchObject(
      EXPIRED,
    );
  });

  test('a code that waits for the factor is refused when the factor is removed meanwhile [ACC-31]', async () => {
    const { user, secret } = await person();
    const pending = await pendingOf(world, user.email);
    const gate = {
      locks: [['select from second_factor where account_id = $1 for update', user.userId]],
      waiting: 1,
      meanwhile: [['delete from second_factor where account_id = $1', user.userId]],
    } as const;
    const code = codeAt(world, secret);
    expect(await behindGate(world.pool, gate, () => second({ pending, code }))).toMatchObject(
      EXPIRED,
    );
  });

  test('a password that waits for the account is asked for a factor switched on meanwhile [ACC-31]', async () => {
    const user = await world.user();
    const gate = {
      locks: [['select from account where id = $1 for no key update', user.userId]],
      waiting: 1,
      meanwhile: [
        [
          "insert into second_factor (account_id, secret, since, last_step) values ($1, '1.0000000000000000.none', $2, 0)",
          user.userId,
          START,
        ],
      ],
    } as const;
    const payload = { log: user.email, pwd: PASSWORD };
    const logIn = () => world.visitor.raw('login', { payload });
    expect(await behindGate(world.pool, gate, logIn)).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    });
  });

  test('six statements do for each step, and only the session waits for the disk [ACC-31]', async () => {
    const { user, secret } = await person();
    const steps = async (n: number) => {
      const who = world.caller(0, cookie);
      let pending = '';
      const first = await workOf(async () => {
        const answer = await who.raw('login', { payload: { log: user.email, pwd: PASSWORD } });
        pending = answer.body.pending;
      });
      world.clock.advance(n * STEP_MS);
      const payload = { pending, code: codeAt(world, secret) };
      const second = await workOf(async () => {
        const answer = await who.raw('second_factor', { payload });
        expect(answer.status).toBe(200);
        cookie = browserOf(answer.headers) ?? cookie;
      });
      return [first.statements, second.statements];
    };
    let cookie = '';
    const isOld = { created_at: new Date(START.getTime() - 2 * DAY_MS) };
    await world.db.updateTable('account').set(isOld).where('id', '=', user.userId).execute();
    // The browser is known and statements are joined from the third time on.
    for (let n = 1; n <= 3; n++) await steps(n);
    const [first, then] = await steps(4);
    expect(first).toHaveLength(6);
    expect(then).toHaveLength(6);
    const isLater = (text: string) => text.includes('synchronous_commit');
    expect(first!.findIndex(isLater)).toBe(1);
    expect(first!.filter(isLater)).toHaveLength(2);
    expect(then!.findIndex(isLater)).toBe(0);
    expect(then!.filter(isLater)).toHaveLength(1);
  });

  test('an account without a factor logs in as before [ACC-31]', async () => {
    const user = await world.user();
    const answer = await world.visitor.raw('login', {
      payload: { log: user.email, pwd: PASSWORD },
    });
    expect(answer).toMatchObject({ status: 200, body: { user_id: user.userId } });
  });

  test('a wrong password says nothing about a second step [ACC-33]', async () => {
    const { user } = await person();
    const answer = await world.visitor.raw('login', {
      payload: { log: user.email, pwd: 'Falsch-Gewaehlt-26' },
    });
    expect(answer).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } });
    expect(answer.body.pending).toBeUndefined();
  });

  test.each([
    [-1, 200],
    [0, 200],
    [1, 200],
    [-2, 422],
    [2, 422],
    [-10, 422],
    [10, 422],
  ])('a clock that is %i steps off: %i [ACC-31, EXP-81]', async (steps, status) => {
    const { user, secret } = await person();
    const pending = await pendingOf(world, user.email);
    expect((await second({ pending, code: codeAt(world, secret, steps) })).status).toBe(status);
  });

  test('a code counts once, and no earlier one after it [ACC-31, EXP-81]', async () => {
    const { user, secret } = await person();
    const code = codeAt(world, secret);
    expect((await second({ pending: await pendingOf(world, user.email), code })).status).toBe(200);
    for (const steps of [0, -1])
      expect(
        await second({
          pending: await pendingOf(world, user.email),
          code: codeAt(world, secret, steps),
        }),
      ).toMatchObject(WRONG);
    expect(
      (
        await second({
          pending: await pendingOf(world, user.email),
          code: codeAt(world, secret, 1),
        })
      ).status,
    ).toBe(200);
  });

  test('of two logins with one code at the same moment one wins [ACC-31]', async () => {
    const { user, secret } = await person();
    const code = codeAt(world, secret);
    const waiting = [await pendingOf(world, user.email), await pendingOf(world, user.email)];
    const answers = await Promise.all(waiting.map((pending) => second({ pending, code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('the code that switched it on does not count again [ACC-31]', async () => {
    const user = await world.user();
    const { secret } = await withApp(world, user);
    const pending = await pendingOf(world, user.email);
    expect(await second({ pending, code: codeAt(world, secret) })).toMatchObject(WRONG);
  });

  test('five wrong codes end this login, not the account, and its owner is notified [ACC-33]', async () => {
    const { user, secret } = await person();
    const pending = await pendingOf(world, user.email);
    const other = await pendingOf(world, user.email);
    for (let n = 1; n < WRONG_CODES; n++)
      expect(await second({ pending, code: codeAt(world, secret, 10 + n) })).toMatchObject(WRONG);
    expect(await second({ pending, code: codeAt(world, secret, 20) })).toMatchObject(EXPIRED);
    expect(await second({ pending, code: codeAt(world, secret) })).toMatchObject(EXPIRED);
    expect((await kinds(user)).filter((kind) => kind === 'code_failed')).toHaveLength(WRONG_CODES);
    expect((await subjects(user.email)).slice(1)).toEqual(['Mehrere falsche Codes beim Anmelden']);
    expect((await second({ pending: other, code: codeAt(world, secret) })).status).toBe(200);
  });

  test('after a hundred wrong codes a day only a recovery code helps [ACC-33]', async () => {
    const { user, secret, recoveryCodes } = await person();
    await guess(user.email, WRONG_CODES_A_DAY);
    const pending = await pendingOf(world, user.email);
    expect(await second({ pending, code: codeAt(world, secret) })).toMatchObject({ status: 429 });
    expect((await second({ pending, recovery_code: recoveryCodes[0] })).status).toBe(200);
    world.clock.advance(24 * HOUR_MS);
    const later = await pendingOf(world, user.email);
    expect((await second({ pending: later, code: codeAt(world, secret) })).status).toBe(200);
  });

  test('of twelve wrong codes at once none after the hundredth is looked at [ACC-33]', async () => {
    const { user } = await person();
    await guess(user.email, WRONG_CODES_A_DAY - 2);
    const waiting: string[] = [];
    for (let n = 0; n < 12; n++) waiting.push(await pendingOf(world, user.email));
    const lock = [
      'select from second_factor where account_id = $1 for update',
      user.userId,
    ] as const;
    const answers = await behindGate(world.pool, { locks: [lock], waiting: 4 }, () =>
      Promise.all(waiting.map((pending) => second({ pending, code: '000000' }))),
    );
    const counted = answers.filter(({ status }) => status === 422);
    expect(counted).toHaveLength(2);
    for (const { status } of answers) expect([422, 429]).toContain(status);
  });

  test('a known browser has a count of its own, and goes on when strangers used up theirs [ACC-33]', async () => {
    const { user, secret } = await person();
    const first = await second({
      pending: await pendingOf(world, user.email),
      code: codeAt(world, secret),
    });
    const browser = browserOf(first.headers)!;
    await guess(user.email, WRONG_CODES_A_DAY);
    world.clock.advance(10 * STEP_MS);
    const code = codeAt(world, secret);
    const stranger = await second({ pending: await pendingOf(world, user.email), code });
    expect(stranger.status).toBe(429);
    const payload = { pending: await pendingOf(world, user.email), code };
    const here = await world.caller(0, browser).raw('second_factor', { payload });
    expect(here.status).toBe(200);
  });

  test('wrong codes count as wrong passwords do: after four the password asks for work [ACC-20, ACC-33]', async () => {
    const { user } = await person();
    const login = () => world.visitor.raw('login', { payload: { log: user.email, pwd: PASSWORD } });
    const pending = await pendingOf(world, user.email);
    for (let n = 2; n < WRONG_CODES; n++) await second({ pending, code: '000000' });
    expect(await login()).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    await second({ pending, code: '000000' });
    expect(await login()).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } });
    // Nor is a recovery code guessed for nothing.
    await world.db.deleteFrom('rate_limit').execute();
    const next = await pendingOf(world, user.email);
    for (let n = 1; n < WRONG_CODES; n++) await second({ pending: next, recovery_code: 'FALSCH' });
    expect(await login()).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } });
  });

  test('it waits ten minutes, and a row that is over is purged [ACC-33]', async () => {
    const { user, secret } = await person();
    const [late, soon] = [await pendingOf(world, user.email), await pendingOf(world, user.email)];
    world.clock.advance(10 * MINUTE_MS - 1);
    expect((await second({ pending: soon, code: codeAt(world, secret) })).status).toBe(200);
    world.clock.advance(1);
    expect(await second({ pending: late, code: codeAt(world, secret, 1) })).toMatchObject(EXPIRED);
    await world.runTasks('housekeeping');
    const rows = world.db.selectFrom('pending_login').selectAll();
    expect(await rows.where('account_id', '=', user.userId).execute()).toEqual([]);
  });

  test.each([
    ['neither', {}],
    ['both', { code: '123456', recovery_code: 'ABCD' }],
    ['five digits', { code: '12345' }],
    ['letters', { code: 'abcdef' }],
  ])('%s of the codes is refused and counts as no guess [ACC-33]', async (_title, codes) => {
    const { user } = await person();
    const pending = await pendingOf(world, user.email);
    for (let n = 0; n <= WRONG_CODES; n++)
      expect(await second({ pending, ...codes })).toMatchObject({ status: 422 });
  });

  test('a new password ends it, and the factor stays on [ACC-13]', async () => {
    const { user, secret } = await person();
    await world.db
      .updateTable('account')
      .set({ email_confirmed_at: START })
      .where('id', '=', user.userId)
      .execute();
    const before = await pendingOf(world, user.email);
    await world.visitor.raw('lostpassword', { payload: { user_login: user.email } });
    await world.runTasks('accounts/password-reset-requests');
    const token = (await world.mails(user.email)).at(-1)!.text.match(/token=([\w-]{43})/)![1];
    const password = 'Ganz-Anders-2027';
    const reset = await world.visitor.raw('reset_password', { payload: { token, password } });
    expect(reset.status).toBe(200);
    expect(await second({ pending: before, code: codeAt(world, secret) })).toMatchObject(EXPIRED);
    const login = await world.visitor.raw('login', { payload: { log: user.email, pwd: password } });
    expect(login).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    const { pending } = login.body;
    expect((await second({ pending, code: codeAt(world, secret) })).status).toBe(200);
  });
});

describe('recovery codes', () => {
  test('ten of at least 112 bits, stored as hashes, each good once [ACC-32, EXP-81]', async () => {
    const { user, recoveryCodes } = await person();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const [code] = recoveryCodes;
    const stored = await world.db.selectFrom('recovery_code').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code!.replaceAll('-', ''));
    const use = async (recovery_code: string) =>
      second({ pending: await pendingOf(world, user.email), recovery_code });
    expect(await use(` ${code!.toLowerCase().replaceAll('-', ' ')} `)).toMatchObject({
      status: 200,
      body: { recovery_codes_left: 9 },
    });
    expect(await use(code!)).toMatchObject({
      status: 422,
      body: { errors: { recovery_code: 'Dieser Code gilt nicht oder ist schon benutzt.' } },
    });
    expect(await kinds(user)).toEqual([
      'factor_added',
      'recovery_code_used',
      'login',
      'code_failed',
    ]);
    expect(await subjects(user.email)).toContain('Ein Wiederherstellungscode wurde benutzt');
  });

  test('of two logins with one code at the same moment one wins [ACC-32]', async () => {
    const { user, recoveryCodes } = await person();
    const waiting = [await pendingOf(world, user.email), await pendingOf(world, user.email)];
    const answers = await Promise.all(
      waiting.map((pending) => second({ pending, recovery_code: recoveryCodes[3] })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('a stolen list that is half used is void with the new codes [ACC-32]', async () => {
    const { user, secret, recoveryCodes } = await person();
    for (const recovery_code of recoveryCodes.slice(0, 5))
      expect(
        (await second({ pending: await pendingOf(world, user.email), recovery_code })).status,
      ).toBe(200);
    const pending = await pendingOf(world, user.email);
    const login = await second({ pending, code: codeAt(world, secret) });
    const owner = world.caller(user.userId, cookieOf(login.headers)!.split(';')[0]!);
    expect(await owner.raw('new_recovery_codes')).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    await confirmed(world, owner, 'recovery_codes');
    const { body } = await owner.raw('new_recovery_codes');
    expect(body.recovery_codes).toHaveLength(10);
    for (const recovery_code of recoveryCodes) {
      await world.db.deleteFrom('rate_limit').execute();
      expect(
        (await second({ pending: await pendingOf(world, user.email), recovery_code })).status,
      ).toBe(422);
    }
    await world.db.deleteFrom('rate_limit').execute();
    const fresh = {
      pending: await pendingOf(world, user.email),
      recovery_code: body.recovery_codes[0],
    };
    expect((await second(fresh)).status).toBe(200);
  });

  test('the code of another account does not count [ACC-32]', async () => {
    const [one, two] = [await person(), await person()];
    const pending = await pendingOf(world, one.user.email);
    expect((await second({ pending, recovery_code: two.recoveryCodes[0] })).status).toBe(422);
  });
});
