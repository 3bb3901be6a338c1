import { confirmEmail, resendConfirmation } from '@samtrot/shared/accounts/recovery-contract.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../../platform/crypto.ts';
import { ad, advertisers } from '../../../testing/listings/inserate.ts';
import { emailOf } from '../../../testing/world/accounts.ts';
import { rowsInClear } from '../../../testing/world/encrypted-rows.ts';
import {
  type Answer,
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import { sendConfirmation } from '../service.ts';

const INVALID = {
  status: 422,
  body: {
    success: false,
    code: 'LINK_INVALID',
    message: 'Der Link ist ungültig oder abgelaufen. Bitte fordere einen neuen Link an.',
  },
};

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  await world.db.deleteFrom('mail').execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const send = (accountId: number, email: string, purpose: 'confirm' | 'change') =>
  world.db
    .transaction()
    .execute((db) =>
      sendConfirmation(
        { db, now: world.clock.now() },
        { accountId, email, purpose, publicUrl: world.config.publicUrl },
      ),
    );
const mailsTo = (email: string) => world.mails(email);
const tokenTo = async (email: string) =>
  (await mailsTo(email))
    .at(-1)!
    .text.match(/^http:\/\/localhost:3000\/auth\/confirm\?token=([\w-]{43})$/m)![1]!;
const confirm = (token: string) => world.visitor.call(confirmEmail, { token });
const stateOf = async (user: Caller) => (await user.call(state, {})).body.state;
const audit = (action: string, accountId: number) =>
  world.db
    .selectFrom('audit')
    .select('actor')
    .where('action', '=', action)
    .where('object', '=', `account:${accountId}`)
    .orderBy('id')
    .execute();
const linksOf = async (accountId: number) =>
  (await rowsInClear(world.db, 'account_link'))
    .filter(({ account_id }) => account_id === accountId)
    .map(({ purpose, email }) => ({ purpose, email }));
/** Everything of an answer that somebody sees who asks. */
const seen = ({ status, headers: { date: _, ...headers }, body }: Answer) => ({
  status,
  headers,
  body,
});

describe('the address of the account', () => {
  test('it is unconfirmed until its link is opened; opened again it is still fine [FRM-34, X-02]', async () => {
    const user = await world.user();
    expect(await stateOf(user)).toMatchObject({ email_confirmed: false, pending_email: null });
    await send(user.userId, user.email, 'confirm');
    const [mail] = (await mailsTo(user.email)).slice(-1);
    expect(mail!.subject).toBe('Bitte bestätige deine E-Mail-Adresse');
    expect(mail!.text).not.toMatch(/inserat|samtrot|nutzer/i);
    const token = await tokenTo(user.email);
    for (let n = 0; n < 2; n++) {
      expect(await confirm(token)).toMatchObject({
        status: 200,
        body: { success: true, message: 'Deine E-Mail-Adresse ist bestätigt.' },
      });
    }
    expect(await stateOf(user)).toMatchObject({ email_confirmed: true, pending_email: null });
    expect(await audit('email_confirmed', user.userId)).toEqual([{ actor: 'visitor' }]);
  });

  test('the link is good for seven days [X-02]', async () => {
    const user = await world.user();
    await send(user.userId, user.email, 'confirm');
    const token = await tokenTo(user.email);
    world.clock.set(new Date(START.getTime() + 7 * DAY_MS));
    expect(await confirm(token)).toMatchObject(INVALID);
    world.clock.set(new Date(START.getTime() + 7 * DAY_MS - 1));
    expect(await confirm(token)).toMatchObject({ status: 200 });
  });

  test('unknown, expired, altered, foreign and outdated links are refused alike [T-AUTH-11]', async () => {
    const [user, moved, closed] = [
      await world.registered(),
      await world.registered(),
      await world.registered(),
    ];
    await send(user.userId, user.email, 'confirm');
    const outdated = await tokenTo(user.email);
    await send(user.userId, user.email, 'confirm');
    const good = await tokenTo(user.email);
    const flipped = good.slice(0, -2) + (good.at(-2) === 'A' ? 'B' : 'A') + good.at(-1);
    const [early, late] = [await tokenTo(moved.email), await tokenTo(closed.email)];
    await world.db
      .updateTable('account')
      .set(emailOf(moved.userId, 'weg@beispiel.ch'))
      .where('id', '=', moved.userId)
      .execute();
    await world.db
      .updateTable('account')
      .set({ closed_at: START })
      .where('id', '=', closed.userId)
      .execute();
    await world.visitor.raw('lostpassword', { payload: { user_login: user.email } });
    await world.runTasks('accounts/password-reset-requests');
    const reset = (await mailsTo(user.email))
      .at(-1)!
      .text.match(/reset-password\?token=([\w-]{43})/)![1]!;

    const answers = [];
    for (const token of [
      outdated,
      flipped,
      early,
      late,
      reset,
      hashToken(good).toString('base64url'),
      'x',
      '',
    ]) {
      answers.push(seen(await confirm(token)));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject(INVALID);
    expect(await stateOf(user)).toMatchObject({ email_confirmed: false });
    expect(await confirm(good)).toMatchObject({ status: 200 });
  });

  test.each([
    ['missing', {}],
    ['a number', { token: 5 }],
    ['a list', { token: ['x'] }],
    ['with NUL', { token: 'x\u0000' }],
    ['too long', { token: 'x'.repeat(201) }],
  ])('a token that is %s is refused at its field', async (_title, payload) => {
    expect(await world.visitor.raw('confirm_email', { payload })).toMatchObject({
      status: 422,
      body: { code: 'INVALID_INPUT', errors: { token: expect.any(String) } },
    });
  });

  test('one address may try 30 tokens in an hour [T-AUTH-11]', async () => {
    await using strict = await testWorld({ LIMIT_FACTOR: '1' });
    const statuses = [];
    for (let n = 0; n < 31; n++)
      statuses.push((await strict.visitor.call(confirmEmail, { token: `x${n}` })).status);
    expect(statuses).toEqual([...Array(30).fill(422), 429]);
  });

  test('one mailbox gets five of these mails in a day, and the last link stays good', async () => {
    const user = await world.user();
    for (let n = 0; n < 7; n++) await send(user.userId, user.email, 'confirm');
    expect(await mailsTo(user.email)).toHaveLength(5);
    const token = await tokenTo(user.email);
    world.clock.advance(DAY_MS);
    await send(user.userId, user.email, 'confirm');
    expect(await mailsTo(user.email)).toHaveLength(6);
    expect(await confirm(token)).toMatchObject(INVALID);
  });
});

describe('a new address', () => {
  const pending = async () => {
    const user = await world.user();
    const email = `neu${user.userId}@beispiel.ch`;
    await send(user.userId, email, 'change');
    return { user, email, token: await tokenTo(email) };
  };

  test('it counts from its confirmation on, and the old one is notified [X-02, API-35]', async () => {
    const { user, email, token } = await pending();
    expect(await stateOf(user)).toMatchObject({
      user_email: user.email,
      email_confirmed: false,
      pending_email: email,
    });
    const before = (await mailsTo(user.email)).length;
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { message: 'Deine neue E-Mail-Adresse ist bestätigt und gilt ab sofort.' },
    });
    const again = await world.visitor.raw('login', { payload: { log: email, pwd: PASSWORD } });
    const cookie = String(again.headers['set-cookie']).split(';')[0]!;
    expect(await stateOf(world.caller(user.userId, cookie))).toMatchObject({
      user_email: email,
      email_confirmed: true,
      pending_email: null,
    });
    const told = (await mailsTo(user.email)).slice(before);
    expect(told.map(({ subject }) => subject)).toEqual(['Deine E-Mail-Adresse wurde geändert']);
    expect(told[0]!.text).not.toContain(email);
    expect(told[0]!.text).toContain(world.config.supportEmail);
    const login = (log: string) => world.visitor.raw('login', { payload: { log, pwd: PASSWORD } });
    expect([(await login(user.email)).status, (await login(email)).status]).toEqual([401, 200]);
    expect(await audit('email_changed', user.userId)).toEqual([{ actor: 'visitor' }]);
  });

  test('its link is good once, and for a day [T-AUTH-11]', async () => {
    const { token } = await pending();
    expect(await confirm(token)).toMatchObject({ status: 200 });
    expect(await confirm(token)).toMatchObject(INVALID);
    const late = await pending();
    world.clock.advance(DAY_MS);
    expect(await confirm(late.token)).toMatchObject(INVALID);
    expect(await stateOf(await world.user())).toMatchObject({ pending_email: null });
  });

  test('whoever got the address meanwhile keeps it [X-02]', async () => {
    const { user, email, token } = await pending();
    const quicker = await world.user({ username: `Schneller ${user.userId}`, email });
    expect(await confirm(token)).toMatchObject({
      status: 409,
      body: { success: false, code: 'EMAIL_TAKEN' },
    });
    expect(await stateOf(user)).toMatchObject({ user_email: user.email, email_confirmed: false });
    expect(await stateOf(quicker)).toMatchObject({ user_email: email });
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).not.toContain(
      'Deine E-Mail-Adresse wurde geändert',
    );
  });

  test('of two accounts that confirm one new address at the same instant one gets it', async () => {
    for (let round = 0; round < 10; round++) {
      const [first, second] = [await world.user(), await world.user()];
      const email = `beide${round}@beispiel.ch`;
      await send(first.userId, email, 'change');
      const left = await tokenTo(email);
      await send(second.userId, email, 'change');
      const right = await tokenTo(email);
      const statuses = (await Promise.all([confirm(left), confirm(right)])).map(
        ({ status }) => status,
      );
      expect(statuses.toSorted()).toEqual([200, 409]);
    }
  });

  test('a change ends what was mailed to the old address [T-AUTH-11]', async () => {
    const { user, token } = await pending();
    await world.visitor.raw('lostpassword', { payload: { user_login: user.email } });
    await world.runTasks('accounts/password-reset-requests');
    const mailed = (await mailsTo(user.email))
      .at(-1)!
      .text.match(/reset-password\?token=([\w-]{43})/)![1]!;
    await send(user.userId, user.email, 'confirm');
    expect((await linksOf(user.userId)).map(({ purpose }) => purpose).toSorted()).toEqual([
      'change',
      'confirm',
      'reset',
    ]);
    expect(await confirm(token)).toMatchObject({ status: 200 });
    expect(await linksOf(user.userId)).toEqual([{ purpose: 'undo_email', email: user.email }]);
    const payload = { token: mailed, password: 'Ganz-Anders-2027' };
    expect(await world.visitor.raw('reset_password', { payload })).toMatchObject({ status: 422 });
  });

  test('only the newest request for a new address counts', async () => {
    const { user, token } = await pending();
    await send(user.userId, 'neuer@beispiel.ch', 'change');
    expect(await stateOf(user)).toMatchObject({ pending_email: 'neuer@beispiel.ch' });
    expect(await confirm(token)).toMatchObject(INVALID);
  });
});

describe('once more', () => {
  test('the waiting links are mailed again, and nothing when nothing waits', async () => {
    const user = await world.user();
    await world.db.deleteFrom('mail').execute();
    expect(await user.call(resendConfirmation, {})).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await confirm(await tokenTo(user.email))).toMatchObject({ status: 200 });
    await send(user.userId, 'neu@beispiel.ch', 'change');
    await world.db.deleteFrom('mail').execute();
    expect(await user.call(resendConfirmation, {})).toMatchObject({ status: 200 });
    expect([await mailsTo(user.email), (await mailsTo('neu@beispiel.ch')).length]).toEqual([[], 1]);
    expect(await confirm(await tokenTo('neu@beispiel.ch'))).toMatchObject({ status: 200 });
    // No session of hers asked for this change, so none outlives it.
    expect(await user.call(resendConfirmation, {})).toMatchObject({ status: 401 });
    const other = await world.user();
    await other.call(resendConfirmation, {});
    await confirm(await tokenTo(other.email));
    await world.db.deleteFrom('mail').execute();
    expect(await other.call(resendConfirmation, {})).toMatchObject({ status: 200 });
    expect(await world.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  });

  test('three times in a day, for whoever is logged in', async () => {
    const user = await world.user();
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await user.call(resendConfirmation, {})).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await world.visitor.call(resendConfirmation, {})).toMatchObject({ status: 401 });
  });
});

describe('REQUIRE_VERIFIED_EMAIL', () => {
  const REFUSED = {
    status: 409,
    body: {
      success: false,
      code: 'EMAIL_UNCONFIRMED',
      message:
        'Bitte bestätige zuerst deine E-Mail-Adresse. Den Link dazu findest du in deinem Postfach.',
    },
  };

  test('placing needs a confirmed address, drafts and top-ups do not; a refusal changes nothing [API-27]', async () => {
    await using strict = await testWorld({ REQUIRE_VERIFIED_EMAIL: '1' });
    const { rich, place, blank, list, credits } = advertisers(strict);
    const user = await rich(200);
    const planned = {
      publish_option: 'Planen',
      publish_date: '2026-12-01',
      publish_time: '18:00',
    } as const;
    const id = await blank(user);
    for (const changes of [
      { inserat_typ: '1_week' },
      { inserat_typ: '1_week', ...planned },
      { inserat_typ: 'free' },
    ] as const) {
      expect(await place(user, { inserat_id: id, ...changes })).toMatchObject(REFUSED);
    }
    expect([await credits(user), await list(user)]).toEqual([200, []]);
    expect(await user.call(saveInserat, ad(id, { post_status: 'draft' }))).toMatchObject({
      status: 200,
      body: { charged: 0 },
    });
    expect(await place(user, { inserat_id: id })).toMatchObject(REFUSED);
    expect(await list(user)).toMatchObject([
      { inserat_status: 'entwurf', titel: 'Ruhige Stunden am See' },
    ]);
    expect(await user.call(walletTopup, { topup_option_id: 1 })).toMatchObject({ status: 200 });
    // What is wrong with the ad is said first, because it can be put right at once.
    expect(await place(user, { inserat_id: id, titel: '' })).toMatchObject({ status: 422 });

    await strict.db
      .updateTable('account')
      .set({ email_confirmed_at: START })
      .where('id', '=', user.userId)
      .execute();
    expect(await place(user, { inserat_id: id, inserat_typ: '1_week' })).toMatchObject({
      status: 200,
    });
    // An ad that runs is its owner's to change, whatever became of the address.
    await strict.db
      .updateTable('account')
      .set({ email_confirmed_at: null })
      .where('id', '=', user.userId)
      .execute();
    const edited = await place(user, {
      inserat_id: id,
      inserat_typ: '1_week',
      titel: 'Ruhige Abende am See',
    });
    expect(edited).toMatchObject({ status: 200, body: { charged: 0 } });
    expect(strict.defects).toEqual([]);
  });

  test('without the setting nobody is asked [API-27]', async () => {
    const { rich, place } = advertisers(world);
    const user = await rich(0);
    expect(await place(user, { inserat_typ: 'free' })).toMatchObject({ status: 200 });
  });
});

test('expired sessions, links and requests are deleted, others stay [AUT-74]', async () => {
  const user = await world.registered();
  await send(user.userId, 'morgen@beispiel.ch', 'change');
  await world.visitor.raw('lostpassword', { payload: { user_login: 'niemand@beispiel.ch' } });
  const left = async () => {
    const sessions = world.db
      .selectFrom('session')
      .select('created_at')
      .where('account_id', '=', user.userId);
    const requests = (await rowsInClear(world.db, 'password_reset_request')).filter(
      ({ login }) => login === 'niemand@beispiel.ch',
    );
    return [await sessions.execute(), await linksOf(user.userId), requests].map(
      ({ length }) => length,
    );
  };
  world.clock.set(new Date(START.getTime() + DAY_MS - 1));
  await world.runTasks('housekeeping');
  expect(await left()).toEqual([1, 2, 1]);
  world.clock.advance(1);
  await world.runTasks('housekeeping');
  expect(await left()).toEqual([0, 1, 0]);
  world.clock.advance(6 * DAY_MS);
  await world.runTasks('housekeeping');
  expect(await left()).toEqual([0, 0, 0]);
});
