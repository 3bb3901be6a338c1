import { getFactors } from '@samtrot/shared/access/factor-contract.ts';
import { MOST_PASSKEYS } from '@samtrot/shared/access/factor-rules.ts';
import {
  addPasskey,
  loginPasskey,
  passkeyOptions,
  reauthenticatePasskey,
  removePasskey,
  renamePasskey,
} from '@samtrot/shared/access/passkey-contract.ts';
import { errors } from '@samtrot/shared/kernel/errors.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { behindGate } from '../../../testing/process/gate.ts';
import { authenticator } from '../../../testing/world/authenticator.ts';
import {
  challengeFor,
  codeAt,
  confirmed,
  pendingOf,
  withApp,
  withPasskey,
} from '../../../testing/world/factors.ts';
import {
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

const REAUTH = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };
const REFUSED = {
  status: 422,
  body: { code: 'PASSKEY_REFUSED', errors: { passkey: errors.PASSKEY_REFUSED.text } },
};
const FAILED = { status: 401, body: { code: 'LOGIN_FAILED', message: 'Ungültige Anmeldedaten' } };

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

const login = (passkey: object, more: object = {}) =>
  world.visitor.call(loginPasskey, { passkey, ...more } as never);
const listOf = async (who: Caller) => (await who.call(getFactors, {})).body.passkeys;
const kinds = async ({ userId }: Caller) =>
  (
    await world.db
      .selectFrom('account_event')
      .select('kind')
      .where('account_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

describe('adding, naming and removing', () => {
  test('a passkey is listed with its name and last use, renamed and removed [ACC-30, EXP-80]', async () => {
    const user = await world.user();
    const { id, key } = await withPasskey(world, user, '  Handy   von Lena ');
    expect(await listOf(user)).toEqual([
      { id, name: 'Handy von Lena', created_at: START.toISOString(), last_used_at: null },
    ]);
    world.clock.advance(MINUTE_MS);
    expect((await login(key.get(await challengeFor(world.visitor)))).status).toBe(200);
    expect((await user.call(renamePasskey, { passkey_id: id, name: 'Telefon' })).status).toBe(200);
    expect(await listOf(user)).toMatchObject([
      { name: 'Telefon', last_used_at: world.clock.now().toISOString() },
    ]);
    expect((await user.call(removePasskey, { passkey_id: id })).status).toBe(200);
    expect(await listOf(user)).toEqual([]);
    expect(await login(key.get(await challengeFor(world.visitor)))).toMatchObject(FAILED);
    expect(await kinds(user)).toEqual(['passkey_added', 'login', 'passkey_removed']);
    expect((await world.mails(user.email)).map(({ subject }) => subject)).toEqual([
      'Ein Passkey wurde hinzugefügt',
      'Ein Passkey wurde entfernt',
    ]);
  });

  test('a change that waits for what ends its session is refused [ACC-06, ACC-10]', async () => {
    const user = await world.user();
    await confirmed(world, user, 'passkeys');
    const { options } = (await user.call(passkeyOptions, { name: 'Dieb' })).body;
    const passkey = authenticator(new URL(world.config.publicUrl).origin).create(options);
    const { userId } = user;
    const gate = {
      locks: [['select from account where id = $1 for no key update', userId]],
      waiting: 1,
      meanwhile: [['delete from session where account_id = $1', userId]],
    } as const;
    const adding = () => user.call(addPasskey, { name: 'Dieb', passkey });
    expect((await behindGate(world.pool, gate, adding)).status).toBe(401);
    const passkeys = world.db.selectFrom('passkey').select('name');
    expect(await passkeys.where('account_id', '=', user.userId).execute()).toEqual([]);
  });

  test('each change asks for a proof of its kind, and nothing changes without [ACC-10, ACC-30]', async () => {
    const user = await world.user();
    await confirmed(world, user, 'factor');
    expect(await user.call(passkeyOptions, { name: 'Handy' })).toMatchObject(REAUTH);
    const { id } = await withPasskey(world, user);
    const sent = authenticator().create(
      (await user.call(passkeyOptions, { name: 'X' })).body.options,
    );
    world.clock.advance(5 * MINUTE_MS + 1);
    expect(await user.call(addPasskey, { name: 'X', passkey: sent })).toMatchObject(REAUTH);
    expect(await user.call(removePasskey, { passkey_id: id })).toMatchObject(REAUTH);
    expect(await listOf(user)).toHaveLength(1);
  });

  test('the options ask for user verification, name the host and no address [ACC-30]', async () => {
    const user = await world.user();
    await confirmed(world, user, 'passkeys');
    const { options } = (await user.call(passkeyOptions, { name: 'Handy' })).body;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Konto' },
      user: { name: 'Handy', displayName: 'Handy' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(JSON.stringify(options)).not.toMatch(/@|samtrot|nutzer/i);
    expect(await challengeFor(world.visitor)).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
    });
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }, 'none'],
    ['another host', { rpId: 'evil.example' }, 'none'],
    ['no user verification', { verified: false }, 'none'],
    ['a challenge of nobody', { challenge: 'AAAA' }, 'none'],
    ['an attestation nobody asked for', {}, 'apple'],
  ])('one of %s is refused [ACC-30]', async (_title, flaws, format) => {
    const user = await world.user();
    await confirmed(world, user, 'passkeys');
    const { options } = (await user.call(passkeyOptions, { name: 'Handy' })).body;
    const passkey = authenticator().create(options, flaws, format);
    expect(await user.call(addPasskey, { name: 'Handy', passkey })).toMatchObject(REFUSED);
    expect(await listOf(user)).toEqual([]);
  });

  test('an answer for another account, a repeated and a late one are refused [ACC-30]', async () => {
    const [user, other] = [await world.user(), await world.user()];
    for (const who of [user, other]) await confirmed(world, who, 'passkeys');
    const options = async () => (await user.call(passkeyOptions, { name: 'Handy' })).body.options;
    const add = (who: Caller, passkey: ReturnType<ReturnType<typeof authenticator>['create']>) =>
      who.call(addPasskey, { name: 'Handy', passkey });
    const sent = authenticator().create(await options());
    expect(await add(other, sent)).toMatchObject(REFUSED);
    expect((await add(user, sent)).status).toBe(200);
    expect(await add(user, sent)).toMatchObject(REFUSED);
    const late = authenticator().create(await options());
    world.clock.advance(10 * MINUTE_MS);
    await confirmed(world, user, 'passkeys');
    expect(await add(user, late)).toMatchObject(REFUSED);
  });

  test('somebody else cannot rename or remove one [ACC-30]', async () => {
    const [user, other] = [await world.user(), await world.user()];
    const { id } = await withPasskey(world, user);
    await confirmed(world, other, 'passkeys');
    const foreign = { passkey_id: id, name: 'Meiner' };
    expect((await other.call(renamePasskey, foreign)).status).toBe(404);
    expect((await other.call(removePasskey, { passkey_id: id })).status).toBe(404);
    expect(await listOf(user)).toMatchObject([{ name: 'Handy' }]);
  });

  test('one account has at most twenty [ACC-30]', async () => {
    const user = await world.user();
    for (let n = 0; n < MOST_PASSKEYS; n++) await withPasskey(world, user, `Nummer ${n}`);
    const { options } = (await user.call(passkeyOptions, { name: 'Zuviel' })).body;
    const passkey = authenticator().create(options);
    expect(await user.call(addPasskey, { name: 'Zuviel', passkey })).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_PASSKEYS' },
    });
  });

  test('the last way in stays, also when two are removed at the same moment [EXP-80]', async () => {
    const user = await world.user();
    const ids = [(await withPasskey(world, user)).id, (await withPasskey(world, user)).id];
    await world.db
      .updateTable('account')
      .set({ password_hash: '' })
      .where('id', '=', user.userId)
      .execute();
    const answers = await Promise.all(
      ids.map((passkey_id) => user.call(removePasskey, { passkey_id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      body: { code: 'LAST_WAY_IN' },
    });
    expect(await listOf(user)).toHaveLength(1);
  });
});

describe('logging in', () => {
  test('one press logs in without a name, and remembers if wanted [ACC-30]', async () => {
    const user = await world.user();
    const { key } = await withPasskey(world, user);
    const passkey = key.get(await challengeFor(world.visitor));
    const answer = await login(passkey, { rememberme: true });
    expect(answer).toMatchObject({ status: 200, body: { user_id: user.userId } });
    expect(String(answer.headers['set-cookie'])).toMatch(/sid=[\w-]{43}; Max-Age=7776000/);
  });

  test('with a second step on it is both steps in one [ACC-30]', async () => {
    const user = await world.user();
    await withApp(world, user);
    const { key } = await withPasskey(world, user);
    expect((await login(key.get(await challengeFor(world.visitor)))).status).toBe(200);
  });

  test('after the password it is the second step, of its own account alone [ACC-30, ACC-31]', async () => {
    const [user, other] = [await world.user(), await world.user()];
    await withApp(world, user);
    const [{ key }, foreign] = [await withPasskey(world, user), await withPasskey(world, other)];
    const pending = await pendingOf(world, user.email);
    const use = async (owner: typeof key) =>
      login(owner.get(await challengeFor(world.visitor)), { pending });
    expect(await use(foreign.key)).toMatchObject(FAILED);
    expect(await use(key)).toMatchObject({ status: 200, body: { user_id: user.userId } });
    expect(await use(key)).toMatchObject({ status: 401, body: { code: 'LOGIN_EXPIRED' } });
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['no user verification', { verified: false }],
    ['a challenge of nobody', { challenge: 'AAAA' }],
    ['another user handle', { userHandle: 'AAAA' }],
  ])('one of %s is refused like an unknown one [ACC-30]', async (_title, flaws) => {
    const user = await world.user();
    const { key } = await withPasskey(world, user);
    const unknown = authenticator();
    const answers = [
      await login(key.get(await challengeFor(world.visitor), flaws)),
      await login(unknown.get(await challengeFor(world.visitor))),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(FAILED);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(answers[0]!.body).toEqual(answers[1]!.body);
  });

  test('an answer counts once, also twice at the same moment, and ten minutes [ACC-30]', async () => {
    const user = await world.user();
    const { key } = await withPasskey(world, user);
    const passkey = key.get(await challengeFor(world.visitor));
    const twice = await Promise.all([login(passkey), login(passkey)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const late = key.get(await challengeFor(world.visitor));
    world.clock.advance(10 * MINUTE_MS);
    expect(await login(late)).toMatchObject(FAILED);
  });

  test('what is no passkey at all is refused at its field [ACC-30]', async () => {
    for (const passkey of [{}, 'x', { id: 'a', rawId: 'a', type: 'password', response: {} }])
      expect(await login(passkey as object)).toMatchObject({ status: 422 });
    const junk = { authenticatorData: '', clientDataJSON: 'e30', signature: '' };
    const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: junk };
    expect(await login(passkey)).toMatchObject(FAILED);
  });

  test('a sign count that goes back logs in, and the owner is notified [ACC-30]', async () => {
    const user = await world.user();
    const { key } = await withPasskey(world, user);
    const use = async (count: number) =>
      (await login(key.get(await challengeFor(world.visitor), { count }))).status;
    expect([await use(9), await use(10), await use(4)]).toEqual([200, 200, 200]);
    expect((await kinds(user)).filter((kind) => kind === 'passkey_count_back')).toHaveLength(1);
    const told = (await world.mails(user.email)).at(-1)!;
    expect(told.subject).toBe('Ein Passkey wurde vielleicht kopiert');
    expect(told.text).toContain(`${world.config.publicUrl}/profil/sicherheit`);
    expect(await use(10)).toBe(200);
    expect((await kinds(user)).filter((kind) => kind === 'passkey_count_back')).toHaveLength(2);
  });

  test('authenticators that do not count stay at zero without a word [ACC-30]', async () => {
    const user = await world.user();
    await confirmed(world, user, 'passkeys');
    const key = authenticator();
    const { options } = (await user.call(passkeyOptions, { name: 'Handy' })).body;
    const passkey = key.create(options, { count: 0 });
    expect((await user.call(addPasskey, { name: 'Handy', passkey })).status).toBe(200);
    for (let n = 0; n < 2; n++)
      expect((await login(key.get(await challengeFor(world.visitor), { count: 0 }))).status).toBe(
        200,
      );
    expect(await kinds(user)).not.toContain('passkey_count_back');
  });
});

describe('as a proof of ownership', () => {
  const confirmWith = async (who: Caller, key: ReturnType<typeof authenticator>, kind = 'factor') =>
    who.call(reauthenticatePasskey, {
      kind: kind as 'factor',
      passkey: key.get(await challengeFor(who, 'reauthentication')),
    });

  test('it counts for its kind of change alone [ACC-10, ACC-30]', async () => {
    const user = await world.user();
    const { key } = await withPasskey(world, user);
    expect(await user.raw('prepare_factor')).toMatchObject(REAUTH);
    expect((await confirmWith(user, key)).status).toBe(200);
    expect((await user.raw('prepare_factor')).status).toBe(200);
    expect(await user.raw('new_recovery_codes')).toMatchObject(REAUTH);
  });

  test('that of somebody else, a login answer and one without a session are refused [ACC-10]', async () => {
    const [user, other] = [await world.user(), await world.user()];
    const [{ key }, foreign] = [await withPasskey(world, user), await withPasskey(world, other)];
    expect(await confirmWith(user, foreign.key)).toMatchObject(REFUSED);
    const passkey = key.get(await challengeFor(world.visitor));
    expect(await user.call(reauthenticatePasskey, { kind: 'factor', passkey })).toMatchObject(
      REFUSED,
    );
    const visitor = await world.visitor.raw('passkey_challenge', {
      method: 'GET',
      query: { for: 'reauthentication' },
    });
    expect(visitor.status).toBe(401);
    expect(await user.raw('prepare_factor')).toMatchObject(REAUTH);
  });
});

test('https and a port: origin and host come from PUBLIC_URL alone [ACC-30]', async () => {
  await using secure = await testWorld({ PUBLIC_URL: 'https://portal.example:8443' });
  const user = await secure.user();
  const { key } = await withPasskey(secure, user);
  const options = await challengeFor(secure.visitor);
  expect(options).toMatchObject({ rpId: 'portal.example' });
  const use = (passkey: object) =>
    secure.visitor.raw('login_passkey', {
      payload: { passkey },
      headers: { host: 'evil.example' },
    });
  const passkey = key.get(options, { origin: 'https://evil.example' });
  expect((await use(passkey)).status).toBe(401);
  expect((await use(key.get(await challengeFor(secure.visitor)))).status).toBe(200);
});

test('deleting the account deletes passkeys, factor and codes [ACC-30, ACC-31]', async () => {
  const user = await world.user();
  const { key } = await withPasskey(world, user);
  const { secret } = await withApp(world, user);
  await pendingOf(world, user.email);
  const payload = { password: PASSWORD };
  expect((await user.raw('delete_account', { payload })).status).toBe(200);
  await world.finishDeletions();
  for (const table of ['passkey', 'second_factor', 'recovery_code', 'pending_login'] as const) {
    const rows = world.db.selectFrom(table).select('account_id');
    expect(await rows.where('account_id', '=', user.userId).execute(), table).toEqual([]);
  }
  expect(await login(key.get(await challengeFor(world.visitor)))).toMatchObject(FAILED);
  expect(codeAt(world, secret)).toMatch(/^\d{6}$/);
});

test('a challenge of one session proves nothing in another of the same account [ACC-10, ACC-30]', async () => {
  const user = await world.user();
  const { key } = await withPasskey(world, user);
  const entered = await login(key.get(await challengeFor(world.visitor)));
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!;
  const there = world.caller(user.userId, cookie);
  const passkey = key.get(await challengeFor(there, 'reauthentication'));
  expect(await user.call(reauthenticatePasskey, { kind: 'factor', passkey })).toMatchObject(
    REFUSED,
  );
  const own = key.get(await challengeFor(there, 'reauthentication'));
  expect((await there.call(reauthenticatePasskey, { kind: 'factor', passkey: own })).status).toBe(
    200,
  );
});

describe('an account that waits for its deletion', () => {
  const waiting = async () => {
    const user = await world.user();
    const { key } = await withPasskey(world, user);
    const { secret } = await withApp(world, user);
    world.clock.advance(MINUTE_MS);
    const payload = { password: PASSWORD };
    expect((await user.raw('delete_account', { payload })).status).toBe(200);
    return { user, key, secret };
  };
  const PENDING = { status: 403, body: { code: 'DELETION_PENDING' } };
  const isKept = async ({ userId }: Caller) =>
    (
      await world.db
        .selectFrom('account')
        .select('delete_at')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).delete_at === null;

  test('is kept by a passkey that says so, and the answer of the first press serves [ACC-12, ACC-30]', async () => {
    const { user, key } = await waiting();
    const passkey = key.get(await challengeFor(world.visitor));
    expect(await login(passkey)).toMatchObject(PENDING);
    expect(await isKept(user)).toBe(false);
    expect((await login(passkey, { keep_account: true })).status).toBe(200);
    expect(await isKept(user)).toBe(true);
  });

  test.each(['code', 'passkey'])('is kept by the second step: %s [ACC-12, ACC-31]', async (way) => {
    const { user, key, secret } = await waiting();
    const pending = await pendingOf(world, user.email);
    const passkey = key.get(await challengeFor(world.visitor));
    const code = codeAt(world, secret);
    const send = (more: object) =>
      way === 'code'
        ? world.visitor.raw('second_factor', { payload: { pending, code, ...more } })
        : login(passkey, { pending, ...more });
    expect(await send({})).toMatchObject(PENDING);
    expect((await send({ keep_account: true })).status).toBe(200);
    expect(await isKept(user)).toBe(true);
  });
});
