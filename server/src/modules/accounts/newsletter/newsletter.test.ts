import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { register } from '@samtrot/shared/accounts/contract.ts';
import {
  confirmNewsletter,
  endNewsletter,
  resendNewsletter,
} from '@samtrot/shared/accounts/newsletter-contract.ts';
import { NEWSLETTER_WORDING } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { updateNotifications, updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { confirmEmail } from '@samtrot/shared/accounts/recovery-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsInClear } from '../../../testing/world/encrypted-rows.ts';
import {
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import { newsletterState, unsubscribePath } from '../service.ts';

let world: World;
let discreet: World;
beforeAll(async () => {
  world = await testWorld();
  discreet = await testWorld({ REGISTRATION_PRIVACY: 'discreet' });
});
beforeEach(() => {
  world.clock.set(START);
  discreet.clock.set(START);
});
afterAll(async () => {
  expect([...world.defects, ...discreet.defects]).toEqual([]);
  await world[Symbol.asyncDispose]();
  await discreet[Symbol.asyncDispose]();
});

let people = 0;
const join = async (on: World, more: { newsletter?: boolean } = {}) => {
  const name = `Zoe ${++people} x`;
  const email = `zoe${people}@beispiel.ch`;
  const person = { username: name, email, password: PASSWORD, ...more };
  const answer = await on.visitor.call(register, { ...person, proof: await on.proof('register') });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await on.runTasks('accounts/pending-registrations');
  return { name, email };
};
const letters = async (on: World, to: string) =>
  (await on.mails(to)).filter(({ text }) => text.includes('/auth/newsletter?token='));
const tokenIn = (mail: { text: string } | undefined) =>
  mail?.text.match(/\?token=([\w-]{43})$/m)?.[1] ?? '';
const mailed = async (to: string) => tokenIn((await letters(world, to)).at(-1));
const consents = (id: number) =>
  world.db
    .selectFrom('newsletter_consent')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('id')
    .execute();
const turn = (user: Caller, newsletter: boolean) =>
  user.call(updateNotifications, { expiryAlert: false, disableMessages: false, newsletter });
const shown = async (user: Caller) => {
  const { newsletter_state, user_meta } = (await user.call(state, {})).body.state;
  return [user_meta.newsletter, newsletter_state];
};
/** An account that was just made, with its switch off. */
const off = async () => {
  const user = await world.user();
  await turn(user, false);
  return user;
};
const confirm = async (email: string) =>
  world.visitor.call(confirmNewsletter, { token: await mailed(email) });

test('a registration mails a newsletter link only with the tick; nothing is sent before it [FIX-43]', async () => {
  const without = await join(world, { newsletter: false });
  expect(await letters(world, without.email)).toEqual([]);
  const withTick = await join(world, { newsletter: true });
  const [letter, ...more] = await letters(world, withTick.email);
  expect(more).toEqual([]);
  expect(letter!.subject).toBe('Bitte bestätige deine Bestellung');
  expect(await world.mails(withTick.email)).toHaveLength(2);
  const rows = await rowsInClear(world.db, 'account');
  const of = (email: string) => rows.find((row) => row.email === email)!;
  expect([of(without.email).newsletter, of(withTick.email).newsletter]).toEqual([false, true]);
  expect(await consents(of(without.email).id)).toEqual([]);
  expect(await consents(of(withTick.email).id)).toMatchObject([
    {
      wording: NEWSLETTER_WORDING,
      source: 'registration',
      requested_at: START,
      confirmed_at: null,
      ended_at: null,
    },
  ]);

  world.clock.advance(HOUR_MS);
  expect((await confirm(withTick.email)).body.message).toContain('bestätigt');
  const at = world.clock.now();
  expect(await consents(of(withTick.email).id)).toMatchObject([
    { requested_at: START, confirmed_at: at },
  ]);
});

test('where registration is discreet the letter comes with the account, and only to who ticked [FIX-43]', async () => {
  for (const newsletter of [true, false]) {
    const { email } = await join(discreet, { newsletter });
    expect(await letters(discreet, email)).toEqual([]);
    const token = tokenIn((await discreet.mails(email)).at(-1));
    expect((await discreet.visitor.call(confirmEmail, { token })).status).toBe(200);
    const rows = (await rowsInClear(discreet.db, 'account')).filter((row) => row.email === email);
    expect(rows.map((row) => row.newsletter)).toEqual([newsletter]);
    expect(await letters(discreet, email)).toHaveLength(newsletter ? 1 : 0);
  }
});

test('a client that says nothing keeps the switch on in both ways to register [FIX-43, PRO-15]', async () => {
  for (const on of [world, discreet]) {
    const { email } = await join(on);
    if (on === discreet) {
      const token = tokenIn((await on.mails(email)).at(-1));
      expect((await on.visitor.call(confirmEmail, { token })).status).toBe(200);
    }
    const rows = (await rowsInClear(on.db, 'account')).filter((row) => row.email === email);
    expect(rows.map(({ newsletter }) => newsletter)).toEqual([true]);
    const stored = on.db
      .selectFrom('newsletter_consent')
      .selectAll()
      .where('account_id', '=', rows[0]!.id);
    expect(await stored.execute()).toEqual([]);
    expect(await letters(on, email)).toEqual([]);
  }
});

test('a client without the field has the switch on, as on the wire, and gets no mail [FIX-43, PRO-15]', async () => {
  const user = await world.registered();
  expect(await shown(user)).toEqual(['true', 'unasked']);
  // Another switch is saved; that the newsletter stays on is no request.
  expect((await turn(user, true)).body.newsletter_state).toBe('unasked');
  expect(await letters(world, user.email)).toEqual([]);
  expect(await consents(user.userId)).toEqual([]);
});

test('first switched on it mails a link; off ends it at once, on again needs no other link [FIX-43]', async () => {
  const user = await off();
  expect(await shown(user)).toEqual(['false', 'off']);
  expect((await turn(user, true)).body.newsletter_state).toBe('mailed');
  await world.runTasks('mail/send');
  expect(await letters(world, user.email)).toHaveLength(1);
  expect(await shown(user)).toEqual(['true', 'mailed']);
  expect((await confirm(user.email)).status).toBe(200);
  expect(await shown(user)).toEqual(['true', 'confirmed']);

  world.clock.advance(HOUR_MS);
  const ended = world.clock.now();
  expect((await turn(user, false)).body.newsletter_state).toBe('off');
  expect(await consents(user.userId)).toMatchObject([{ confirmed_at: START, ended_at: ended }]);
  expect((await turn(user, true)).body.newsletter_state).toBe('confirmed');
  expect(await letters(world, user.email)).toHaveLength(1);
  expect(await consents(user.userId)).toMatchObject([
    { ended_at: ended },
    { source: 'profile', wording: NEWSLETTER_WORDING, confirmed_at: ended, ended_at: null },
  ]);
});

describe('the link that confirms [FIX-43]', () => {
  test('may be opened again, and proves the address; its account is the one it was mailed for [FIX-43]', async () => {
    const [user, other] = [await off(), await off()];
    await turn(user, true);
    await turn(other, true);
    const token = await mailed(user.email);
    const proofs = () =>
      world.db
        .selectFrom('audit')
        .select(['actor', 'object'])
        .where('action', '=', 'email_confirmed')
        .where('object', 'in', [`account:${user.userId}`, `account:${other.userId}`])
        .orderBy('id')
        .execute();
    expect(await proofs()).toEqual([]);
    for (let twice = 0; twice < 2; twice++)
      expect((await other.call(confirmNewsletter, { token })).status, 'whoever opens it').toBe(200);
    expect((await shown(user))[1]).toBe('confirmed');
    expect((await shown(other))[1]).toBe('mailed');
    expect((await user.call(state, {})).body.state.email_confirmed).toBe(true);
    // Once, by whoever opened it; an address proven before is proven no second time.
    const line = { actor: `user:${other.userId}`, object: `account:${user.userId}` };
    expect(await proofs()).toEqual([line]);
    await world.db
      .updateTable('account')
      .set({ email_confirmed_at: START })
      .where('id', '=', other.userId)
      .execute();
    expect((await confirm(other.email)).status).toBe(200);
    expect(await proofs()).toEqual([line]);
  });

  test('is refused without a valid token, after a week, a newer one, or with the switch off [FIX-43]', async () => {
    const user = await off();
    await turn(user, true);
    const first = await mailed(user.email);
    const refused = async (payload: object) => {
      const answer = await world.visitor.raw('confirm_newsletter', { payload });
      return [answer.status, answer.body.code];
    };
    expect(await refused({})).toEqual([422, 'INVALID_INPUT']);
    expect(await refused({ token: 'x'.repeat(43) })).toEqual([422, 'LINK_INVALID']);
    // A link for something else.
    await user.raw('resend_confirmation');
    const address = tokenIn((await world.mails(user.email)).at(-1));
    expect(await refused({ token: address })).toEqual([422, 'LINK_INVALID']);

    expect((await user.call(resendNewsletter, {})).body.message).toContain('unterwegs');
    expect(await refused({ token: first })).toEqual([422, 'LINK_INVALID']);
    const second = await mailed(user.email);
    world.clock.advance(7 * DAY_MS);
    expect(await refused({ token: second })).toEqual([422, 'LINK_INVALID']);
    const later = { db: world.db, now: world.clock.now() } as unknown as Parameters<
      typeof newsletterState
    >[0];
    expect(await newsletterState(later, user.userId)).toBe('unasked');

    world.clock.set(START);
    await turn(user, false);
    expect(await refused({ token: second })).toEqual([422, 'LINK_INVALID']);
    expect(await consents(user.userId)).toEqual([]);
  });

  test('that went to an address the account no longer has confirms nothing [FIX-43]', async () => {
    const user = await off();
    await turn(user, true);
    const token = await mailed(user.email);
    const email = `neu-${user.email}`;
    expect(
      (await user.call(updateProfile, { nickname: 'Zoe', email, current_password: PASSWORD }))
        .status,
    ).toBe(200);
    expect(
      (
        await world.visitor.call(confirmEmail, {
          token: tokenIn((await world.mails(email)).at(-1)),
        })
      ).status,
    ).toBe(200);
    expect((await world.visitor.call(confirmNewsletter, { token })).body.code).toBe('LINK_INVALID');
    expect((await shown(user))[1]).toBe('unasked');
  });

  test('is mailed again only if wanted and unconfirmed; the daily limit of a mailbox is reported [FIX-43]', async () => {
    expect((await world.visitor.call(resendNewsletter, {})).body.code).toBe('NOT_LOGGED_IN');
    const unwilling = await off();
    expect((await unwilling.call(resendNewsletter, {})).status).toBe(200);
    expect(await letters(world, unwilling.email)).toEqual([]);
    const user = await off();
    for (let times = 0; times < 2; times++) {
      await turn(user, true);
      await world.runTasks('mail/send');
      await turn(user, false);
    }
    await turn(user, true);
    for (let times = 0; times < 2; times++)
      expect((await user.call(resendNewsletter, {})).status).toBe(200);
    expect(await letters(world, user.email)).toHaveLength(5);
    const answer = await user.call(resendNewsletter, {});
    expect([answer.status, answer.body.errors?.email]).toEqual([
      422,
      expect.stringContaining('Versuche es morgen'),
    ]);
    expect(await letters(world, user.email)).toHaveLength(5);
    // The last link stays good, and what is confirmed is asked for no more.
    expect((await confirm(user.email)).status).toBe(200);
    expect((await user.call(resendNewsletter, {})).body.code).toBe('TOO_MANY_ATTEMPTS');
    await world.db.deleteFrom('rate_limit').execute();
    expect((await user.call(resendNewsletter, {})).status).toBe(200);
    expect(await letters(world, user.email)).toHaveLength(5);
  });
});

describe('the link that ends it [FIX-43]', () => {
  const subscribed = async () => {
    const user = await off();
    await turn(user, true);
    await confirm(user.email);
    const { key } = (await consents(user.userId))[0]!;
    return { ...user, token: unsubscribePath(key, world.config).split('=')[1]! };
  };
  const end = (token: string) => world.visitor.call(endNewsletter, { token });
  const click = (
    token: string | undefined,
    headers: object = {},
    payload = 'List-Unsubscribe=One-Click',
  ) =>
    world.send('', {
      method: 'POST',
      url: '/auth/newsletter-off',
      payload,
      ...(token !== undefined && { query: { token } }),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  test('ends it for its account alone, repeatedly; one click does the same without a page [FIX-43]', async () => {
    for (const way of [end, click]) {
      const [user, other] = [await subscribed(), await subscribed()];
      expect((await way(user.token)).status).toBe(200);
      expect(await shown(user)).toEqual(['false', 'off']);
      expect((await way(user.token)).status).toBe(200);
      expect(await shown(other)).toEqual(['true', 'confirmed']);
      // On again: the letter of before still ends it.
      expect((await turn(user, true)).body.newsletter_state).toBe('confirmed');
      expect((await way(user.token)).status).toBe(200);
      expect(await shown(user)).toEqual(['false', 'off']);
    }
  });

  test('a click needs no cookie, takes what mail programs send, and no address of ours [FIX-43]', async () => {
    const multipart =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    const bodies: [string, string][] = [
      ['multipart/form-data; boundary=b', multipart],
      ['application/x-www-form-urlencoded', ''],
      ['text/plain', 'x'],
    ];
    for (const [type, payload] of bodies) {
      const user = await subscribed();
      expect((await click(user.token, { 'content-type': type }, payload)).status, type).toBe(200);
      expect((await shown(user))[1]).toBe('off');
    }
    const user = await subscribed();
    const abroad = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    expect((await click(user.token, abroad)).status).toBe(200);
    expect((await shown(user))[1]).toBe('off');
    expect((await click(user.token, {}, 'x'.repeat(5000))).status).toBe(413);
  });

  test('without a token, with a wrong or a changed one it does nothing, and guessing ends [FIX-43]', async () => {
    const strict = await testWorld({ LIMIT_FACTOR: '1' });
    const user = await subscribed();
    const changed = `${user.token.slice(0, -1)}${user.token.endsWith('0') ? '1' : '0'}`;
    const { key } = (await consents(user.userId))[0]!;
    for (const token of ['', 'x', key, changed, `${user.token}0`, String(user.userId)]) {
      expect((await click(token)).body.code, token).toBe('LINK_INVALID');
      expect((await end(token)).body.code, token).toMatch(
        token === '' ? /LINK_INVALID|INVALID_INPUT/ : /LINK_INVALID/,
      );
    }
    expect((await click(undefined)).body.code).toBe('LINK_INVALID');
    expect((await world.visitor.raw('end_newsletter', { payload: {} })).body.code).toBe(
      'INVALID_INPUT',
    );
    expect(await shown(user)).toEqual(['true', 'confirmed']);
    const guess = () =>
      strict.send('', { method: 'POST', url: '/auth/newsletter-off', query: { token: 'x' } });
    for (let times = 0; times < 30; times++) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
    await strict[Symbol.asyncDispose]();
  });

  test('names no account, no address and no person [FIX-43]', async () => {
    const user = await subscribed();
    expect(user.token).toMatch(/^[\da-f-]{36}[\da-f]{32}$/);
    expect(user.token).not.toContain(String(user.userId));
    expect(user.token).not.toContain(user.email.split('@')[0]!);
  });

  test('of an account that is closed still answers, and nothing of the consent is left [FIX-43, PRO-21]', async () => {
    const user = await subscribed();
    expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
    await world.finishDeletions();
    expect(await consents(user.userId)).toEqual([]);
    expect((await end(user.token)).status).toBe(200);
    expect((await click(user.token)).status).toBe(200);
  });
});

test('an unconfirmed request is deleted after a week, a consent three years after its end [FIX-43]', async () => {
  const [waiting, ended, lasting] = [await off(), await off(), await off()];
  for (const user of [waiting, ended, lasting]) await turn(user, true);
  await confirm(ended.email);
  await confirm(lasting.email);
  await turn(ended, false);
  const left = async () => {
    await world.runTasks('housekeeping');
    return Promise.all(
      [waiting, ended, lasting].map(async ({ userId }) => (await consents(userId)).length),
    );
  };
  world.clock.advance(7 * DAY_MS - 1);
  expect(await left()).toEqual([1, 1, 1]);
  world.clock.advance(1);
  expect(await left()).toEqual([0, 1, 1]);
  world.clock.set(new Date(START.getTime() + 3 * 365 * DAY_MS));
  expect(await left()).toEqual([0, 0, 1]);
});

test('a request mailed again on its sixth day is kept as long as the new link [FIX-43]', async () => {
  const { email } = await join(world, { newsletter: true });
  world.clock.advance(6 * DAY_MS);
  const { headers, body } = await world.visitor.raw('login', {
    payload: { log: email, pwd: PASSWORD },
  });
  const id: number = body.user_id;
  const user = world.caller(id, String(headers['set-cookie']).split(';')[0]!);
  expect((await user.call(resendNewsletter, {})).status).toBe(200);
  const again = world.clock.now();
  world.clock.advance(DAY_MS);
  await world.runTasks('housekeeping');
  world.clock.advance(DAY_MS);
  expect((await confirm(email)).status).toBe(200);
  expect(await consents(id)).toMatchObject([
    {
      wording: NEWSLETTER_WORDING,
      source: 'profile',
      requested_at: again,
      confirmed_at: world.clock.now(),
      ended_at: null,
    },
  ]);
});
