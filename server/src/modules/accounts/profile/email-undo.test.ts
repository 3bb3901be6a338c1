import { newRecoveryCodes } from '@samtrot/shared/access/factor-contract.ts';
import { FACTOR_REMOVAL_MS } from '@samtrot/shared/access/factor-rules.ts';
import { UNDO_EMAIL_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { meeting } from '../../../testing/process/gate.ts';
import { addressOf } from '../../../testing/world/accounts.ts';
import { confirmed, pendingOf, withApp } from '../../../testing/world/factors.ts';
import {
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import { secretColumn } from '../../access/second-factor/factor-store.ts';

const THEFT = 'Gestohlen-Wort-27';
const NEXT = 'Wieder-Meines-28';
const UNTIL = formatDateTime(new Date('2026-11-23T12:00:00Z'));
const INVALID = { status: 422, body: { code: 'LINK_INVALID' } };
const OPEN = {
  status: 409,
  body: {
    code: 'EMAIL_CHANGE_OPEN',
    message: `Deine E-Mail-Adresse wurde vor Kurzem geändert. Zu deiner Sicherheit geht das erst wieder ab ${UNTIL}.`,
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
let addresses = 0;

const visit = (action: string, payload: object) => world.visitor.raw(action, { payload });
const stateOf = async (who: Caller) => (await who.call(state, {})).body.state;
const isLoggedIn = async (who: Caller) => (await stateOf(who)).user_id !== undefined;
const logIn = (log: string, pwd: string) => visit('login', { log, pwd });
const loginStatus = async (log: string, pwd: string) => (await logIn(log, pwd)).status;
const change = (who: Person, email: string, more: object = { current_password: PASSWORD }) =>
  who.call(updateProfile, { nickname: 'Lena', email, ...more });
const linksTo = async (to: string, page: string): Promise<string[]> =>
  (await world.mails(to)).flatMap(({ text }) => {
    const [, token] = text.match(new RegExp(`/auth/${page}\\?token=([\\w-]{43})`)) ?? [];
    return token ? [token] : [];
  });
const linkTo = async (to: string, page: string) => (await linksTo(to, page)).at(-1)!;
const undo = async (token: string) => visit('undo_email_change', { token });
const emailOf = ({ userId }: Caller) => addressOf(world.db, userId);
/** Another session of the person. */
async function again({ email }: Person, password = PASSWORD): Promise<Person> {
  const { body, headers } = await logIn(email, password);
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  return { ...world.caller(body.user_id, cookie), email };
}
/** Changes the address and confirms it at once; returns the new one and the link of the old one. */
async function changed(who: Person) {
  const email = `neu${++addresses}@beispiel.ch`;
  expect(await change(who, email)).toMatchObject({ status: 200 });
  const token = await linkTo(email, 'confirm');
  expect(await visit('confirm_email', { token })).toMatchObject({ status: 200 });
  return { email, undoToken: await linkTo(who.email, 'undo-email') };
}
async function requestReset(login: string) {
  await visit('lostpassword', { user_login: login });
  await world.runTasks('accounts/password-reset-requests');
}
/** The owner sets a password by the mail to the old address, and is the only one inside. */
async function expectRecovered(owner: Person, thief: Person, { email }: { email: string }) {
  expect(await emailOf(owner)).toBe(owner.email);
  expect(await isLoggedIn(thief)).toBe(false);
  for (const name of [owner.email, email])
    for (const pwd of [PASSWORD, THEFT, '']) expect(await loginStatus(name, pwd)).not.toBe(200);
  const token = await linkTo(owner.email, 'reset-password');
  expect(await visit('reset_password', { token, password: NEXT })).toMatchObject({ status: 200 });
  expect(await loginStatus(owner.email, NEXT)).toBe(200);
}

describe('an attack on the account', () => {
  test('with the cookie only: nothing that takes the account away succeeds [ACC-10, ACC-11]', async () => {
    const owner = await world.user();
    const thief = await again(owner);
    const calls = [
      () => change(thief, 'dieb@beispiel.ch', {}),
      () => change(thief, owner.email, { password: THEFT }),
      () => thief.raw('delete_account', { payload: {} }),
      () => thief.raw('undo_own_email_change', { payload: {} }),
    ];
    for (const call of nonEmpty(calls))
      expect(await call()).toMatchObject({
        status: 403,
        body: { code: 'REAUTHENTICATION_REQUIRED' },
      });
    expect(await stateOf(owner)).toMatchObject({ user_email: owner.email, pending_email: null });
    expect(await loginStatus(owner.email, PASSWORD)).toBe(200);
  });

  test('with the password, confirmed and reset within seconds: one press brings the owner back [ACC-11]', async () => {
    const owner = await world.user();
    const thief = await again(owner);
    const taken = await changed(thief);
    await requestReset(taken.email);
    const reset = await linkTo(taken.email, 'reset-password');
    expect((await visit('reset_password', { token: reset, password: THEFT })).status).toBe(200);
    const inside = await again({ ...thief, email: taken.email }, THEFT);
    await requestReset(taken.email);
    const waiting = await linkTo(taken.email, 'reset-password');
    expect([await isLoggedIn(inside), await isLoggedIn(owner)]).toEqual([true, false]);

    expect(await undo(taken.undoToken)).toMatchObject({
      status: 200,
      body: { message: 'Deine alte E-Mail-Adresse gilt wieder.' },
    });
    expect(await visit('reset_password', { token: waiting, password: THEFT })).toMatchObject(
      INVALID,
    );
    await requestReset(taken.email);
    expect(await linksTo(taken.email, 'reset-password')).toHaveLength(2);
    await expectRecovered(owner, inside, taken);
  });

  test('from two places at once: the undo and a reset by the thief end with the owner [ACC-11]', async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await world.user();
      const thief = await again(owner);
      const taken = await changed(thief);
      await requestReset(taken.email);
      const token = await linkTo(taken.email, 'reset-password');
      const calls = [
        () => undo(taken.undoToken),
        () => visit('reset_password', { token, password: THEFT }),
        () => logIn(taken.email, PASSWORD),
        () => thief.call(updateProfile, { nickname: 'Dieb', email: taken.email }),
      ];
      const answers = await meeting(
        world.pool,
        owner.userId,
        round % 2 ? calls.toReversed() : calls,
      );
      expect((round % 2 ? answers.toReversed() : answers)[0]!.status).toBe(200);
      for (const { status } of answers) expect(status).toBeLessThan(500);
      await expectRecovered(owner, thief, taken);
      await world.db.deleteFrom('rate_limit').execute();
    }
  });

  test('with a log-in by mail to the later address: the undo voids it [ACC-11, ACC-22]', async () => {
    const owner = await world.user();
    const thief = await again(owner);
    const taken = await changed(thief);
    const { request } = (await visit('request_login_mail', { log: taken.email })).body;
    await world.runTasks('access/login-mails');
    const token = await linkTo(taken.email, 'login-link');
    expect((await undo(taken.undoToken)).status).toBe(200);
    expect(await visit('open_login_link', { token, request })).toMatchObject(INVALID);
    expect(await visit('open_login_link', { token })).toMatchObject(INVALID);
    await expectRecovered(owner, thief, taken);
  });

  test('with «Das war ich nicht» mailed to the later address: the undo voids it [ACC-04, ACC-11]', async () => {
    const owner = await world.user();
    const thief = await again(owner);
    const taken = await changed(thief);
    await again({ ...thief, email: taken.email });
    const token = await linkTo(taken.email, 'not-me');
    expect((await undo(taken.undoToken)).status).toBe(200);
    expect(await visit('report_login', { token })).toMatchObject(INVALID);
    await expectRecovered(owner, thief, taken);
  });

  test('with a request to switch the second factor off: the undo stops it [ACC-11, ACC-34]', async () => {
    const owner = await world.user();
    await withApp(world, owner);
    world.clock.advance(MINUTE_MS);
    const taken = await changed(owner);
    const pending = await pendingOf(world, taken.email);
    const lost = await visit('request_factor_removal', { pending, password: PASSWORD });
    expect(lost.status).toBe(200);
    const token = await linkTo(taken.email, 'keep-factor');
    expect((await undo(taken.undoToken)).status).toBe(200);
    world.clock.advance(FACTOR_REMOVAL_MS);
    await world.runTasks('access/factor-removals');
    const factors = world.db
      .selectFrom('second_factor')
      .select(['removal_at', 'removal_token_hash']);
    expect(await factors.where('account_id', '=', owner.userId).execute()).toEqual([
      { removal_at: null, removal_token_hash: null },
    ]);
    expect(await visit('keep_factor', { token })).toMatchObject(INVALID);
  });

  test('with a passkey and an app of the thief: the undo takes both away, older ones stay [ACC-11]', async () => {
    const owner = await world.user();
    const passkey = (name: string, created_at: Date) =>
      world.db
        .insertInto('passkey')
        .values({
          account_id: owner.userId,
          name,
          credential_id: Buffer.from(`${name} ${owner.userId}`),
          public_key: Buffer.from('key'),
          user_handle: Buffer.from(`${owner.userId}`),
          sign_count: 0,
          created_at,
        })
        .execute();
    const ago = (ms: number) => new Date(START.getTime() - ms);
    await passkey('Telefon', ago(UNDO_EMAIL_MS + MINUTE_MS));
    await passkey('Dieb davor', ago(HOUR_MS));
    const { undoToken } = await changed(owner);
    const since = world.clock.now();
    await passkey('Dieb', since);
    await world.db
      .insertInto('second_factor')
      .values({
        account_id: owner.userId,
        secret: secretColumn.encrypt('key', owner.userId),
        since,
      })
      .execute();
    expect((await undo(undoToken)).status).toBe(200);
    const left = world.db.selectFrom('passkey').select('name');
    expect(await left.where('account_id', '=', owner.userId).execute()).toEqual([
      { name: 'Telefon' },
    ]);
    const factors = world.db.selectFrom('second_factor').select('since');
    expect(await factors.where('account_id', '=', owner.userId).execute()).toEqual([]);
  });

  test('with new recovery codes of the thief: the undo voids them, older ones stay [ACC-11, ACC-32]', async () => {
    for (const [days, left] of [
      [0, 0],
      [4, 10],
    ] as const) {
      world.clock.set(START);
      const owner = await world.user();
      const { secret } = await withApp(world, owner);
      await confirmed(world, owner, 'recovery_codes');
      const made = await owner.call(newRecoveryCodes, {});
      expect(made.status).toBe(200);
      world.clock.advance(days * DAY_MS);
      const now = world.clock.now();
      await world.db
        .updateTable('session')
        .set({ last_seen_at: now, expires_at: new Date(now.getTime() + DAY_MS) })
        .where('account_id', '=', owner.userId)
        .execute();
      const { undoToken } = await changed(owner);
      expect((await undo(undoToken)).status).toBe(200);
      const codes = world.db.selectFrom('recovery_code').select('code_hash');
      const rows = await codes.where('account_id', '=', owner.userId).execute();
      expect(rows, `${days} days before`).toHaveLength(left);
      const factors = world.db.selectFrom('second_factor').select('account_id');
      const kept = await factors.where('account_id', '=', owner.userId).execute();
      expect([kept.length, secret !== '']).toEqual([days === 0 ? 0 : 1, true]);
    }
  });

  test('with «Das war ich nicht» in the old mailbox: it ends with the undo [ACC-04, ACC-11]', async () => {
    for (const [ms, status] of [
      [-1, 200],
      [0, 422],
    ] as const) {
      world.clock.set(START);
      const owner = await world.user();
      await world.db
        .updateTable('account')
        .set({ email_confirmed_at: START })
        .where('id', '=', owner.userId)
        .execute();
      await logIn(owner.email, PASSWORD);
      const there = await again(owner);
      const token = await linkTo(owner.email, 'not-me');
      await changed(there);
      world.clock.advance(UNDO_EMAIL_MS + ms);
      expect((await visit('report_login', { token })).status, `${ms} ms`).toBe(status);
    }
  });

  test('with the link of the undo: it gives no session, no token, and the mail goes to the owner [ACC-11]', async () => {
    const owner = await world.user();
    const thief = await again(owner);
    const taken = await changed(thief);
    const answer = await thief.raw('undo_email_change', { payload: { token: taken.undoToken } });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const token = await linkTo(owner.email, 'reset-password');
    expect(JSON.stringify(answer.body)).not.toContain(token);
    expect(await linksTo(taken.email, 'reset-password')).toEqual([]);
    await expectRecovered(owner, thief, taken);
  });
});

describe('the link to the earlier address', () => {
  test('used twice, or twice at once: it succeeds once [ACC-11]', async () => {
    const owner = await world.user();
    const { undoToken } = await changed(owner);
    const answers = await meeting(world.pool, owner.userId, [
      () => undo(undoToken),
      () => undo(undoToken),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await undo(undoToken)).toMatchObject(INVALID);
    expect(await linksTo(owner.email, 'reset-password')).toHaveLength(1);
  });

  test.each([
    ['71 hours', 71, 200],
    ['73 hours', 73, 422],
  ] as const)(
    'after %s: answers as its 72 hours say [ACC-11, EXP-85]',
    async (_, hours, status) => {
      const owner = await world.user();
      const { email, undoToken } = await changed(owner);
      world.clock.advance(hours * HOUR_MS);
      const { body } = await logIn(email, PASSWORD);
      expect(body.user_id).toBe(owner.userId);
      expect((await undo(undoToken)).status).toBe(status);
      expect(await emailOf(owner)).toBe(status === 200 ? owner.email : email);
    },
  );

  test('made up, of another purpose or empty: refused alike [ACC-11]', async () => {
    const owner = await world.user();
    const { email } = await changed(owner);
    await requestReset(email);
    for (const token of ['x'.repeat(43), await linkTo(email, 'reset-password'), ''])
      expect(await undo(token)).toMatchObject({ status: 422 });
    expect(await emailOf(owner)).toBe(email);
  });

  test('its mail names neither address nor trade, and the hour it ends [ACC-11, T-AUTH-14]', async () => {
    const owner = await world.user();
    const { email } = await changed(owner);
    const mail = (await world.mails(owner.email)).at(-1)!;
    expect(mail.subject).toBe('Deine E-Mail-Adresse wurde geändert');
    expect(mail.text).toContain(`bis ${UNTIL} gültig`);
    expect(mail.text).not.toMatch(new RegExp(`${email}|inserat|Lena`, 'i'));
  });
});

describe('while a change of the address can be taken back', () => {
  test('deletion and another change wait; both go on afterwards [ACC-11]', async () => {
    const owner = await world.user();
    const { email } = await changed(owner);
    expect(await stateOf(owner)).toMatchObject({
      user_email: email,
      email_undo_until: new Date(START.getTime() + UNDO_EMAIL_MS).toISOString(),
    });
    const calls = (who: Person) => [
      () => change(who, `dritte${addresses}@beispiel.ch`),
      () => who.raw('delete_account', { payload: { password: PASSWORD } }),
    ];
    for (const call of nonEmpty(calls(owner))) expect(await call()).toMatchObject(OPEN);
    expect(await stateOf(owner)).toMatchObject({ user_email: email, pending_email: null });
    world.clock.advance(UNDO_EMAIL_MS);
    const later = await again({ ...owner, email });
    expect(await stateOf(later)).toMatchObject({ email_undo_until: null });
    for (const call of calls(later)) expect(await call()).toMatchObject({ status: 200 });
  });

  test('nobody else gets the earlier address, also at the same instant; afterwards it is free [ACC-11]', async () => {
    const owner = await world.user();
    const payload = { username: `Dieb ${owner.userId}`, email: owner.email, password: THEFT };
    const email = `neu${++addresses}@beispiel.ch`;
    await change(owner, email);
    const token = await linkTo(email, 'confirm');
    const proof = await world.proof('register');
    const [confirmed, registered] = await meeting(
      world.pool,
      owner.userId,
      [() => visit('confirm_email', { token }), () => visit('register', { ...payload, proof })],
      1,
    );
    expect(confirmed!.status).toBe(200);
    expect(registered).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    const later = { ...payload, proof: await world.proof('register') };
    expect(await visit('register', later)).toMatchObject({ body: { code: 'EMAIL_TAKEN' } });
    const other = await world.user();
    expect(await change(other, owner.email)).toMatchObject({ body: { code: 'EMAIL_TAKEN' } });
    world.clock.advance(UNDO_EMAIL_MS);
    await world.runTasks('housekeeping');
    const again = { ...payload, proof: await world.proof('register') };
    expect(await visit('register', again)).toMatchObject({ status: 200 });
  });

  test('a link that was mailed to it before it was held does not get it [ACC-11]', async () => {
    const email = `begehrt${++addresses}@beispiel.ch`;
    const other = await world.user();
    await change(other, email);
    const token = await linkTo(email, 'confirm');
    const owner = await world.user({ username: `Inhaberin ${addresses}`, email });
    const { undoToken } = await changed(owner);
    expect(await visit('confirm_email', { token })).toMatchObject({
      body: { code: 'EMAIL_TAKEN' },
    });
    expect((await undo(undoToken)).status).toBe(200);
    expect([await emailOf(owner), await emailOf(other)]).toEqual([email, other.email]);
  });

  test('the profile takes it back with the password and ends the session [ACC-11, EXP-85]', async () => {
    const owner = await world.user();
    const { email } = await changed(owner);
    const payload = { password: PASSWORD };
    expect(await owner.raw('undo_own_email_change', { payload })).toMatchObject({ status: 200 });
    expect(await isLoggedIn(owner)).toBe(false);
    await expectRecovered(owner, owner, { email });
    const other = await world.user();
    expect(await other.raw('undo_own_email_change', { payload })).toMatchObject({ status: 404 });
  });
});

test.each(['address', 'password'])(
  'a changed %s ends every other session and the remembered browsers [ACC-06]',
  async (what) => {
    const owner = await world.registered();
    const there = await again(owner);
    const browsers = () =>
      world.db
        .selectFrom('known_browser')
        .selectAll()
        .where('account_id', '=', owner.userId)
        .execute();
    expect(await browsers()).toHaveLength(2);
    if (what === 'address') await changed(owner);
    else await change(owner, owner.email, { password: NEXT, current_password: PASSWORD });
    expect([await isLoggedIn(owner), await isLoggedIn(there)]).toEqual([true, false]);
    expect(await browsers()).toEqual([]);
  },
);
