import { REAUTHENTICATION_KINDS, REAUTHENTICATION_VALID_MS } from '@samtrot/shared/access/rules.ts';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../platform/crypto.ts';
import { meeting } from '../../testing/process/gate.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';

const NEW = 'Neues-Wort-27';
const WRONG = 'Falsch-Gewaehlt-26';
const REAUTH = {
  status: 403,
  body: { code: 'REAUTHENTICATION_REQUIRED', message: 'Bitte gib dein aktuelles Passwort ein.' },
};
const WRONG_NOW = {
  status: 422,
  body: {
    code: 'INVALID_INPUT',
    errors: { current_password: 'Das aktuelle Passwort stimmt nicht.' },
  },
};

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

type Person = Awaited<ReturnType<World['user']>>;

const save = (who: Caller & { email: string }, changes: object = {}) =>
  who.raw('update_profile', { payload: { nickname: 'Lena', email: who.email, ...changes } });
/** With the current password in the call. */
const proven = (who: Caller & { email: string }, changes: object) =>
  save(who, { current_password: PASSWORD, ...changes });
const confirm = (who: Caller, kind: string, password = PASSWORD) =>
  who.raw('reauthenticate', { payload: { kind, password } });
const stateOf = async (who: Caller) => (await who.call(state, {})).body.state;
const login = (log: string, pwd: string) => world.visitor.raw('login', { payload: { log, pwd } });
const loginStatus = async (log: string, pwd: string) => (await login(log, pwd)).status;
const isLoggedIn = async (who: Caller) => (await stateOf(who)).user_id !== undefined;
const subjects = async (to: string) => (await world.mails(to)).map(({ subject }) => subject);
const deeds = (who: Caller) =>
  world.db
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('object', '=', `account:${who.userId}`)
    .orderBy('id')
    .execute();
const proofsOf = (who: Caller) =>
  world.db
    .selectFrom('reauthentication')
    .selectAll()
    .where('session_hash', '=', hashToken(who.cookie.slice(who.cookie.indexOf('=') + 1)))
    .orderBy('kind')
    .execute();
const accountOf = (who: Caller) =>
  world.db.selectFrom('account').selectAll().where('id', '=', who.userId).executeTakeFirstOrThrow();
/** Another session of the same person, begun now. */
async function again(person: Person, password = PASSWORD): Promise<Person> {
  const answer = await login(person.email, password);
  expect(answer.status).toBe(200);
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
  const raw: Caller['raw'] = (action, { query, ...options } = {}) =>
    world.send(cookie, {
      method: 'POST',
      url: '/api',
      ...options,
      query: { action, ...(query as Record<string, string> | undefined) },
    });
  const call: Caller['call'] = (spec, params) =>
    spec.method === 'GET'
      ? raw(spec.name, { method: 'GET' })
      : raw(spec.name, { payload: params as object });
  return { ...person, cookie, raw, call };
}
test('an unconfirmed mailbox gets five mails a day about its account, a confirmed one all [T-AUTH-14, SUP-09]', async () => {
  const user = await world.registered();
  const unproven = [];
  for (let n = 0; n < 4; n++) {
    const current_password = n === 0 ? PASSWORD : `Neues-Wort-${n - 1}`;
    unproven.push(await save(user, { password: `Neues-Wort-${n}`, current_password }));
  }
  for (let n = 0; n < 2; n++)
    unproven.push(
      await proven(user, { email: `fremd${n}@beispiel.ch`, current_password: 'Neues-Wort-3' }),
    );
  unproven.push(
    await user.raw('support', {
      payload: { subject: 'other', message: 'Guten Tag, ich habe eine Frage.' },
    }),
  );
  expect(unproven.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200]);
  const [welcome, ...others] = await subjects(user.email);
  expect([welcome, others.length]).toEqual(['Dein Konto ist bereit', 5]);

  await world.db
    .updateTable('account')
    .set({ email_confirmed_at: START })
    .where('id', '=', user.userId)
    .execute();
  for (let n = 4; n < 6; n++)
    expect(
      (
        await proven(user, {
          password: `Neues-Wort-${n}`,
          current_password: `Neues-Wort-${n - 1}`,
        })
      ).status,
    ).toBe(200);
  expect(await subjects(user.email)).toHaveLength(8);
});

describe('a new password', () => {
  test('it counts at once, ends the other sessions, and the owner is notified [PRO-26, API-35, INV-14, T-AUTH-14]', async () => {
    const here = await world.user();
    const [there, elsewhere, stranger] = [await again(here), await again(here), await world.user()];
    const from = world.lines.length;
    expect(
      await here.call(updateProfile, {
        nickname: 'Lena',
        email: here.email,
        password: NEW,
        current_password: PASSWORD,
      }),
    ).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Profil erfolgreich gespeichert und aktualisiert',
        pending_email: null,
      },
    });
    const alive = [];
    for (const who of [here, there, elsewhere, stranger]) alive.push(await isLoggedIn(who));
    expect(alive).toEqual([true, false, false, true]);
    for (const old of [there, elsewhere]) {
      expect(await save(old, { nickname: 'Zurück' })).toMatchObject({
        status: 401,
        body: { code: 'NOT_LOGGED_IN' },
      });
    }
    expect([await loginStatus(here.email, PASSWORD), await loginStatus(here.email, NEW)]).toEqual([
      401, 200,
    ]);
    expect(await loginStatus(stranger.email, PASSWORD)).toBe(200);
    const [mail, ...more] = (await world.mails(here.email)).filter(({ cause }) =>
      cause.startsWith('password_changed'),
    );
    expect([mail!.subject, more]).toEqual(['Dein Passwort wurde geändert', []]);
    expect(mail!.text).toContain(`${world.config.publicUrl}/auth/forgot`);
    expect(mail!.text).not.toMatch(/inserat|samtrot|lena|nutzer|Neues-Wort/i);
    expect(await deeds(here)).toContainEqual({ action: 'password_changed', details: {} });
    expect(world.lines.slice(from).join('')).not.toMatch(/Neues-Wort|Gut-Gew/);
  });

  test.each([['missing'], ['empty', '']])(
    'one that is %s changes nothing [PRO-10, PRO-26]',
    async (_title, password?) => {
      const user = await world.user();
      const there = await again(user);
      const before = await accountOf(user);
      expect(
        await save(user, { nickname: before.nickname, password, current_password: WRONG }),
      ).toMatchObject({
        status: 200,
      });
      expect(await accountOf(user)).toEqual(before);
      expect(await isLoggedIn(there)).toBe(true);
      expect(await subjects(user.email)).not.toContain('Dein Passwort wurde geändert');
    },
  );

  test.each([
    ['twelve characters [PRO-10, CON-32, X-01]', 'Wolke-Tis-27'],
    ['umlauts and emoji [T-AUTH-16]', 'Äpfel-😀-Wolke-27'],
    ['128 characters [T-AUTH-16]', `Grün-Wolke-7-Tisch${'😀x'.repeat(55)}`],
    ['another script [PRO-11]', 'Ёлка-игрушк-Мост-1'],
    ['HTML', '<B>Wolke-fett</B>1'],
  ])('%s is kept to the letter', async (_title, password) => {
    const user = await world.user();
    expect(await proven(user, { password })).toMatchObject({ status: 200 });
    expect(await loginStatus(user.email, password)).toBe(200);
    for (const near of [
      `${password}x`,
      [...password].slice(0, -1).join(''),
      password.toLowerCase(),
    ])
      expect(await loginStatus(user.email, near)).toBe(401);
  });

  test('it ends what was mailed to set another [T-AUTH-11, T-AUTH-14]', async () => {
    const user = await world.user();
    await world.visitor.raw('lostpassword', { payload: { user_login: user.email } });
    await world.runTasks('accounts/password-reset-requests');
    const token = (await world.mails(user.email))
      .at(-1)!
      .text.match(/reset-password\?token=([\w-]{43})/)![1]!;
    expect(await proven(user, { password: NEW })).toMatchObject({ status: 200 });
    const reset = await world.visitor.raw('reset_password', {
      payload: { token, password: 'Ganz-Anders-2027' },
    });
    expect(reset).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
    expect(await loginStatus(user.email, NEW)).toBe(200);
  });
});

describe('the proof of ownership [T-AUTH-14]', () => {
  const CHANGES = [
    ['a new password', { password: NEW }, ['password']],
    ['a new address', { email: 'neu@beispiel.ch' }, ['email']],
    ['both', { password: NEW, email: 'neu@beispiel.ch' }, ['email', 'password']],
  ] as const;
  const everything = async (who: Person) => {
    const { loaded_at: _, ...shown } = await stateOf(who);
    return [await accountOf(who), await proofsOf(who), shown];
  };

  test.each(CHANGES)(
    '%s right after a login: refused without the password, and nothing changes [ACC-10, PRO-26]',
    async (_title, change) => {
      const user = await again(await world.user());
      const before = await everything(user);
      for (const current of [{}, { current_password: '' }]) {
        const answer = await save(user, { nickname: 'Halb', ...change, ...current });
        expect(answer).toMatchObject({ ...REAUTH, body: { success: false, ...REAUTH.body } });
      }
      expect(
        await save(user, { nickname: 'Halb', ...change, current_password: WRONG }),
      ).toMatchObject(WRONG_NOW);
      expect(await everything(user)).toEqual(before);
      expect(await subjects('neu@beispiel.ch')).toEqual([]);
      expect(await proven(user, change)).toMatchObject({ status: 200 });
    },
  );

  test.each(CHANGES)(
    'confirmed for five minutes: %s needs no password until then [ACC-10, EXP-84]',
    async (_title, change, kinds) => {
      for (const [ms, status] of [
        [REAUTHENTICATION_VALID_MS, 200],
        [REAUTHENTICATION_VALID_MS + 1, 403],
      ] as const) {
        world.clock.set(START);
        const user = await world.user();
        for (const kind of kinds) expect(await confirm(user, kind)).toMatchObject({ status: 200 });
        world.clock.advance(ms);
        expect((await save(user, change)).status).toBe(status);
      }
    },
  );

  test('a proof given for every other kind of change does not count [ACC-10]', async () => {
    const user = await world.user();
    for (const kind of nonEmpty(REAUTHENTICATION_KINDS.filter((kind) => kind !== 'email')))
      expect((await confirm(user, kind)).status).toBe(200);
    expect(await save(user, { email: 'andere@beispiel.ch' })).toMatchObject(REAUTH);
    expect(await save(user, { email: 'andere@beispiel.ch', password: NEW })).toMatchObject(REAUTH);
    expect(await save(user, { password: NEW })).toMatchObject({ status: 200 });
  });

  test('a proof counts in its session and no other, and once given in a call also later [ACC-10]', async () => {
    const here = await world.user();
    const there = await again(here);
    expect(await proven(here, { email: 'wunsch@beispiel.ch' })).toMatchObject({ status: 200 });
    expect(await save(there, { email: 'wunsch2@beispiel.ch' })).toMatchObject(REAUTH);
    world.clock.advance(REAUTHENTICATION_VALID_MS);
    expect(await save(here, { email: 'wunsch3@beispiel.ch' })).toMatchObject({ status: 200 });
    world.clock.advance(1);
    expect(await save(here, { email: 'wunsch4@beispiel.ch' })).toMatchObject(REAUTH);
  });

  test('reauthenticate with a wrong password or an unknown kind is refused at its field [ACC-10]', async () => {
    const user = await world.user();
    expect(await confirm(user, 'email', WRONG)).toMatchObject({
      status: 422,
      body: { errors: { password: 'Das aktuelle Passwort stimmt nicht.' } },
    });
    for (const kind of ['everything', '', null])
      expect((await confirm(user, kind as string)).body.errors).toHaveProperty('kind');
    expect(await proofsOf(user)).toEqual([]);
    expect((await confirm(world.visitor, 'email')).status).toBe(401);
  });

  test('a wrong one is refused even while nobody would have asked [PRO-26]', async () => {
    const user = await world.user();
    await confirm(user, 'password');
    expect(await save(user, { password: NEW, current_password: WRONG })).toMatchObject(WRONG_NOW);
    expect(await loginStatus(user.email, PASSWORD)).toBe(200);
  });

  test('the nickname alone needs none, nor does going back to the own address [API-35]', async () => {
    const user = await world.user();
    expect(await proven(user, { email: 'kurz@beispiel.ch' })).toMatchObject({
      body: { pending_email: 'kurz@beispiel.ch' },
    });
    world.clock.advance(REAUTHENTICATION_VALID_MS + 1);
    expect(await save(user, { nickname: 'Später', email: 'kurz@beispiel.ch' })).toMatchObject({
      status: 200,
      body: { pending_email: 'kurz@beispiel.ch' },
    });
    expect(await save(user)).toMatchObject({ status: 200, body: { pending_email: null } });
  });

  test('after ten wrong ones even the right one waits a quarter of an hour, in every session [API-35]', async () => {
    const user = await world.user();
    const there = await again(user);
    for (let n = 0; n < 10; n++) {
      expect(
        await save(n % 2 ? user : there, { password: NEW, current_password: `${WRONG}${n}` }),
      ).toMatchObject(WRONG_NOW);
    }
    for (const current_password of [WRONG, PASSWORD]) {
      expect(await save(there, { password: NEW, current_password })).toMatchObject({
        status: 429,
        headers: { 'retry-after': '900' },
        body: {
          success: false,
          code: 'TOO_MANY_ATTEMPTS',
          message: 'Zu viele Versuche. Bitte versuche es in 15 Minuten noch einmal.',
        },
      });
    }
    expect(await loginStatus(user.email, PASSWORD)).toBe(200);
    const stranger = await world.user();
    expect(await save(stranger, { password: NEW, current_password: PASSWORD })).toMatchObject({
      status: 200,
    });
    world.clock.advance(15 * MINUTE_MS);
    expect(await save(user, { password: NEW, current_password: PASSWORD })).toMatchObject({
      status: 200,
    });
  });

  test('of twenty guesses at the same instant ten are looked at [T-AUTH-01, API-35]', async () => {
    const user = await world.user();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        save(user, { password: NEW, current_password: `${WRONG}${n}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(10).fill(429)]);
  });
});

describe('at the same instant', () => {
  test('two saves of one session end as one of the two, whole [API-35]', async () => {
    const user = await world.user();
    for (let round = 0; round < 5; round++) {
      const answers = await meeting(world.pool, user.userId, [
        () => proven(user, { nickname: 'Eins', email: `eins${round}@beispiel.ch` }),
        () => proven(user, { nickname: 'Zwei', email: `zwei${round}@beispiel.ch` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { user_meta, pending_email } = await stateOf(user);
      expect(`${user_meta.nickname}`.toLowerCase() + round).toBe(pending_email.split('@')[0]);
      expect(answers.map(({ body }) => body.pending_email)).toContain(pending_email);
    }
  });

  test('of two sessions that change the password one ends the other, and it changes nothing more [INV-14, T-AUTH-14]', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await world.user();
      const second = await again(first);
      const passwords = [`Erstes-Wort-${round}`, `Zweites-Wort-${round}`];
      const people = [first, second];
      const answers = await meeting(
        world.pool,
        first.userId,
        people.map(
          (who, i) => () => proven(who, { password: passwords[i]!, nickname: `Leni ${i}` }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(await isLoggedIn(people[winner]!)).toBe(true);
      expect(await isLoggedIn(people[1 - winner]!)).toBe(false);
      expect((await stateOf(people[winner]!)).user_meta.nickname).toBe(`Leni ${winner}`);
      expect(await loginStatus(first.email, passwords[winner]!)).toBe(200);
      expect(await loginStatus(first.email, passwords[1 - winner]!)).toBe(401);
    }
  });

  test('of two in one session that name the current password one counts [T-AUTH-14]', async () => {
    const user = await world.user();
    const passwords = ['Erstes-Wort-1', 'Zweites-Wort-2'];
    const answers = await meeting(
      world.pool,
      user.userId,
      passwords.map((password) => () => save(user, { password, current_password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers[1 - winner]).toMatchObject(WRONG_NOW);
    expect(await loginStatus(user.email, passwords[winner]!)).toBe(200);
    expect(
      (await subjects(user.email)).filter((subject) => subject === 'Dein Passwort wurde geändert'),
    ).toHaveLength(1);
  });

  test('a session that ended during its request changes nothing [INV-14]', async () => {
    const user = await world.user();
    const thief = await again(user);
    const [saved, stolen] = await meeting(world.pool, user.userId, [
      () => proven(user, { password: NEW }),
      () => proven(thief, { email: 'dieb@beispiel.ch', nickname: 'Dieb' }),
    ]);
    expect(saved!.status).toBe(200);
    // Whichever came first: the request is refused, or cancelled by the new password.
    expect([200, 401]).toContain(stolen!.status);
    expect(await stateOf(user)).toMatchObject({ user_email: user.email, pending_email: null });
    expect(await isLoggedIn(thief)).toBe(false);
  });
});
