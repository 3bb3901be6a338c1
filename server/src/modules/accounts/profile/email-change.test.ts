import { resendConfirmation } from '@samtrot/shared/accounts/recovery-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

const WANTED = 'Deine E-Mail-Adresse soll geändert werden';
const PROVE = 'Bitte bestätige deine neue E-Mail-Adresse';

let world: World;
let discreet: World;
beforeAll(async () => {
  world = await testWorld();
  discreet = await testWorld({ REGISTRATION_PRIVACY: 'discreet' });
});
beforeEach(async () => {
  for (const { clock, db } of [world, discreet]) {
    clock.set(START);
    for (const table of ['rate_limit', 'mail', 'account_link'] as const)
      await db.deleteFrom(table).execute();
  }
});
afterAll(async () => {
  for (const each of [world, discreet]) {
    expect(each.defects).toEqual([]);
    await each[Symbol.asyncDispose]();
  }
});

type Person = Awaited<ReturnType<World['user']>>;

const save = (who: Person, changes: object = {}) =>
  who.raw('update_profile', {
    payload: { nickname: 'Lena', email: who.email, current_password: PASSWORD, ...changes },
  });
const stateOf = async (who: Caller) => (await who.call(state, {})).body.state;
const subjects = async (to: string, at = world) =>
  (await at.mails(to)).map(({ subject }) => subject);
const tokenTo = async (email: string, at = world) =>
  (await at.mails(email)).at(-1)!.text.match(/\/auth\/confirm\?token=([\w-]{43})$/m)![1]!;
const confirm = (token: string, at = world) =>
  at.visitor.raw('confirm_email', { payload: { token } });
const loginStatus = async (log: string, at = world) =>
  (await at.visitor.raw('login', { payload: { log, pwd: PASSWORD } })).status;
const waits = (email: string | null) => ({
  status: 200,
  body: { success: true, pending_email: email },
});

describe('a new address', () => {
  test('it takes effect once confirmed; the old one is notified and logs in until then [X-02, PRO-19, API-35, T-AUTH-14]', async () => {
    const user = await world.user();
    await world.db.deleteFrom('mail').execute();
    expect(await save(user, { nickname: 'Lena neu', email: 'neu@beispiel.ch' })).toMatchObject(
      waits('neu@beispiel.ch'),
    );
    expect(await stateOf(user)).toMatchObject({
      user_email: user.email,
      pending_email: 'neu@beispiel.ch',
      user_meta: { nickname: 'Lena neu' },
    });
    expect([await loginStatus(user.email), await loginStatus('neu@beispiel.ch')]).toEqual([
      200, 401,
    ]);
    expect([await subjects(user.email), await subjects('neu@beispiel.ch')]).toEqual([
      [WANTED],
      [PROVE],
    ]);
    const [told] = await world.mails(user.email);
    expect(told!.text).toContain(`${world.config.publicUrl}/auth/forgot`);
    expect(told!.text).toContain(world.config.supportEmail);
    expect(told!.text).not.toMatch(/neu@|inserat|Lena|token/i);

    expect(await confirm(await tokenTo('neu@beispiel.ch'))).toMatchObject({ status: 200 });
    expect(await stateOf(user)).toMatchObject({
      user_email: 'neu@beispiel.ch',
      email_confirmed: true,
      pending_email: null,
    });
    expect([await loginStatus(user.email), await loginStatus('neu@beispiel.ch')]).toEqual([
      401, 200,
    ]);
    const lines = await world.db
      .selectFrom('audit')
      .select(['action', 'actor', 'details'])
      .where('object', '=', `account:${user.userId}`)
      .where('action', 'like', 'email%')
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { action: 'email_change_wanted', actor: `user:${user.userId}`, details: {} },
      { action: 'email_changed', actor: 'visitor', details: {} },
    ]);
    expect(world.lines.join('')).not.toMatch(/neu@beispiel/);
  });

  test('one that nobody proves is forgotten after a day [X-02]', async () => {
    const user = await world.user();
    await save(user, { email: 'nie@beispiel.ch' });
    world.clock.advance(DAY_MS - 1);
    expect(await stateOf(user)).toMatchObject({ pending_email: 'nie@beispiel.ch' });
    const fresh = await world.visitor.raw('login', { payload: { log: user.email, pwd: PASSWORD } });
    world.clock.advance(1);
    const answer = await world.send(String(fresh.headers['set-cookie']).split(';')[0]!, {
      url: '/api',
      query: { action: 'state' },
    });
    expect(answer.body.state).toMatchObject({ user_email: user.email, pending_email: null });
  });

  test('the own address, however it is written, is no new one and withdraws the one that waits [X-02]', async () => {
    const user = await world.user();
    await save(user, { email: 'doch-nicht@beispiel.ch' });
    const token = await tokenTo('doch-nicht@beispiel.ch');
    const before = await world.mails();
    expect(await save(user, { email: ` ${user.email.toUpperCase()} ` })).toMatchObject(waits(null));
    expect(await stateOf(user)).toMatchObject({ user_email: user.email, pending_email: null });
    expect(await world.mails()).toEqual(before);
    expect(await confirm(token)).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
  });

  test('saved again while it waits nothing is mailed and the link stays good [X-02]', async () => {
    const user = await world.user();
    await save(user, { email: 'wartet@beispiel.ch' });
    const before = await world.mails();
    expect(await save(user, { nickname: 'Anders', email: 'wartet@beispiel.ch' })).toMatchObject(
      waits('wartet@beispiel.ch'),
    );
    expect(await world.mails()).toEqual(before);
    expect(await confirm(await tokenTo('wartet@beispiel.ch'))).toMatchObject({ status: 200 });
  });

  test('only the newest request counts [X-02]', async () => {
    const user = await world.user();
    await save(user, { email: 'erst@beispiel.ch' });
    expect(await save(user, { email: 'dann@beispiel.ch' })).toMatchObject(
      waits('dann@beispiel.ch'),
    );
    expect(await confirm(await tokenTo('erst@beispiel.ch'))).toMatchObject({ status: 422 });
    expect(await confirm(await tokenTo('dann@beispiel.ch'))).toMatchObject({ status: 200 });
  });

  test('a new password cancels the request; named again it waits under a new link [T-AUTH-14, PRO-26]', async () => {
    const user = await world.user();
    await save(user, { email: 'ziel@beispiel.ch' });
    const first = await tokenTo('ziel@beispiel.ch');
    expect(
      await save(user, { email: 'ziel@beispiel.ch', password: 'Neues-Wort-27' }),
    ).toMatchObject(waits('ziel@beispiel.ch'));
    expect(await confirm(first)).toMatchObject({ status: 422 });
    const second = await tokenTo('ziel@beispiel.ch');
    const again = { password: 'Neues-Wort-28', current_password: 'Neues-Wort-27' };
    expect(await save(user, again)).toMatchObject(waits(null));
    expect(await confirm(second)).toMatchObject({ status: 422 });
    expect(await stateOf(user)).toMatchObject({ user_email: user.email, pending_email: null });
  });

  test('a disposable one is refused by the list that only the server knows [X-02]', async () => {
    const user = await world.user();
    expect(await save(user, { email: 'lena@sub.0-mail.com' })).toMatchObject({
      status: 422,
      body: { errors: { email: 'Bitte verwende keine temporäre E-Mail-Adresse.' } },
    });
    expect(await stateOf(user)).toMatchObject({ pending_email: null });
  });

  test('an account that got it meanwhile keeps it, and the request changes nobody [X-02]', async () => {
    const user = await world.user();
    await save(user, { email: 'begehrt@beispiel.ch' });
    const token = await tokenTo('begehrt@beispiel.ch');
    const quicker = await world.user({ username: 'Schneller', email: 'begehrt@beispiel.ch' });
    expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    expect(await stateOf(user)).toMatchObject({ user_email: user.email });
    expect(await stateOf(quicker)).toMatchObject({ user_email: 'begehrt@beispiel.ch' });
    expect(await save(user, { nickname: 'Weiter', email: 'begehrt@beispiel.ch' })).toMatchObject({
      status: 200,
    });
    expect(await save(user)).toMatchObject(waits(null));
  });

  test('of two accounts that want one at the same instant the first proof gets it [X-02]', async () => {
    const [first, second] = [await world.user(), await world.user()];
    const answers = await Promise.all(
      [first, second].map((who) => save(who, { email: 'beide@beispiel.ch' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const tokens = (await world.mails('beide@beispiel.ch')).map(
      ({ text }) => text.match(/token=([\w-]{43})/)![1]!,
    );
    const statuses = (await Promise.all(tokens.map((token) => confirm(token)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
    const emails = [await stateOf(first), await stateOf(second)].map(
      ({ user_email }) => user_email,
    );
    expect(emails.filter((email) => email === 'beide@beispiel.ch')).toHaveLength(1);
  });

  test('a mailbox that had its five links of the day is spared, and the form says so [X-02]', async () => {
    const voll = 'voll@beispiel.ch';
    for (let n = 0; n < 5; n++)
      expect(await save(await world.user(), { email: voll })).toMatchObject(waits(voll));
    const user = await world.user();
    await save(user, { email: 'vorher@beispiel.ch' });
    const before = await world.mails();
    expect(
      await save(user, { nickname: 'Halb', email: voll, password: 'Neues-Wort-27' }),
    ).toMatchObject({
      status: 422,
      body: {
        code: 'INVALID_INPUT',
        errors: {
          email:
            'An diese Adresse gingen heute schon mehrere Links. Versuche es morgen noch einmal.',
        },
      },
    });
    expect(await world.mails()).toEqual(before);
    const { nickname } = (await stateOf(user)).user_meta;
    expect([nickname, (await stateOf(user)).pending_email, await loginStatus(user.email)]).toEqual([
      ...['Lena', 'vorher@beispiel.ch', 200],
    ]);
  });
});

describe('an address that has an account', () => {
  test('with open registration it is refused at its field after the proof; nothing is saved [X-02, API-35]', async () => {
    const [user, owner] = [await world.user(), await world.user()];
    await world.db.deleteFrom('mail').execute();
    const change = {
      nickname: 'Halb',
      email: owner.email.toUpperCase(),
      password: 'Neues-Wort-27',
    };
    expect(await save(user, { ...change, current_password: '' })).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    const text = 'Diese E-Mail-Adresse ist bereits registriert.';
    expect(await save(user, change)).toMatchObject({
      status: 409,
      body: { success: false, code: 'EMAIL_TAKEN', message: text, errors: { email: text } },
    });
    const { user_email, pending_email, user_meta } = await stateOf(user);
    expect([user_email, pending_email, user_meta.nickname]).toEqual([
      user.email,
      null,
      expect.stringMatching(/^Nutzer/),
    ]);
    expect([await world.mails(), await loginStatus(user.email)]).toEqual([[], 200]);
  });
});

describe('where registration is discreet [T-AUTH-09]', () => {
  /** One who registered, proved the address and logged in. */
  async function member(name: string): Promise<Person> {
    const email = `${name}@beispiel.ch`;
    const payload = { username: `Person ${name}`, email, nickname: name, password: PASSWORD };
    await discreet.visitor.raw('register', { payload });
    await discreet.runTasks('accounts/pending-registrations');
    await confirm(await tokenTo(email, discreet), discreet);
    const answer = await discreet.visitor.raw('login', {
      payload: { log: email, pwd: PASSWORD, rememberme: '1' },
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
    const raw: Caller['raw'] = (action, { query, ...options } = {}) =>
      discreet.send(cookie, {
        method: 'POST',
        url: '/api',
        ...options,
        query: { action, ...(query as Record<string, string> | undefined) },
      });
    const call: Caller['call'] = (spec, params) =>
      raw(spec.name, spec.method === 'GET' ? { method: 'GET' } : { payload: params as object });
    return { userId: answer.body.user_id, cookie, email, raw, call };
  }
  /** All that is seen of an answer, with the address itself taken out. */
  const seen = ({ status, headers: { date: _, ...headers }, body }: Answer, email: string) =>
    JSON.stringify({ status, headers: { ...headers, 'content-length': 0 }, body })
      .replaceAll(email, '(address)')
      .replace(/sid=[\w-]{43}/, 'sid=(random)');
  const freeOf = async (at = discreet) => {
    await at.db.deleteFrom('rate_limit').execute();
    await at.db.deleteFrom('mail').execute();
  };

  test('a taken one and a free one are answered alike, and state shows the same [X-02, API-35]', async () => {
    const [asker, taken] = [await member('frage'), await member('vergeben')];
    await freeOf();
    const views = [];
    for (const email of [taken.email, 'freifrei@beispiel.ch']) {
      const view = [
        seen(await save(asker, { email }), email),
        seen(await asker.call(state, {}), email),
      ];
      view.push(
        seen(await asker.call(resendConfirmation, {}), email),
        seen(await save(asker, { email }), email),
      );
      view.push(seen(await save(asker), email), seen(await asker.call(state, {}), email));
      views.push(view);
    }
    expect(views[0]).toEqual(views[1]);
    expect(views[0]![0]).toContain('"pending_email":"(address)"');
    expect(await subjects(asker.email, discreet)).toEqual([WANTED, WANTED]);
    // Its owner learns of it once, without a link that would give the address away.
    expect(await subjects(taken.email, discreet)).toEqual(['Du hast bereits ein Konto']);
    expect((await discreet.mails(taken.email))[0]!.text).not.toContain('token=');
    expect(await subjects('freifrei@beispiel.ch', discreet)).toEqual([PROVE, PROVE]);
    expect(await stateOf(taken)).toMatchObject({ user_email: taken.email, pending_email: null });
  });

  test('requested repeatedly, or mailed again a day later, they still look alike [T-AUTH-09]', async () => {
    const [asker, taken] = [await member('viel'), await member('belegt')];
    const views: string[][] = [];
    for (const email of [taken.email, 'freiauch@beispiel.ch']) {
      discreet.clock.set(START);
      await discreet.db.updateTable('session').set({ last_seen_at: START }).execute();
      await freeOf();
      const view: string[] = [];
      for (let n = 0; n < 7; n++) {
        view.push(seen(await save(asker, { email }), email));
        if (n < 6) view.push(seen(await save(asker), email));
      }
      discreet.clock.advance(23 * HOUR_MS);
      view.push(seen(await asker.call(resendConfirmation, {}), email));
      discreet.clock.advance(2 * HOUR_MS);
      const later = await discreet.visitor.raw('login', {
        payload: { log: asker.email, pwd: PASSWORD },
      });
      const cookie = String(later.headers['set-cookie']).split(';')[0]!;
      const { body } = await discreet.send(cookie, { url: '/api', query: { action: 'state' } });
      view.push(`${body.state.pending_email}`.replaceAll(email, '(address)'));
      views.push(view);
    }
    expect(views[0]).toEqual(views[1]);
    expect(views[0]!.at(-1)).toBe('(address)');
    expect(await subjects('freiauch@beispiel.ch', discreet)).toEqual(Array(5).fill(PROVE));
  });

  test('a free one is proven as ever [X-02]', async () => {
    const asker = await member('wechsel');
    await freeOf();
    expect(await save(asker, { email: 'gewechselt@beispiel.ch' })).toMatchObject(
      waits('gewechselt@beispiel.ch'),
    );
    expect(
      await confirm(await tokenTo('gewechselt@beispiel.ch', discreet), discreet),
    ).toMatchObject({ status: 200 });
    expect(await stateOf(asker)).toMatchObject({
      user_email: 'gewechselt@beispiel.ch',
      pending_email: null,
    });
  });
});
