import { reportLogin } from '@samtrot/shared/access/security-contract.ts';
import { keepAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { meeting } from '../../testing/process/gate.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';

const UNTIL = formatDateTime(new Date(START.getTime() + DELETION_WAITS_MS));
const INVALID = { status: 422, body: { code: 'LINK_INVALID' } };

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld({ LEGACY_GET_LOGIN: '1' });
  on = advertisers(world);
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

const logIn = (log: string, more: object = {}) =>
  world.visitor.raw('login', { payload: { log, pwd: PASSWORD, ...more } });
const deletes = async (who: Person, password = PASSWORD) =>
  expect((await who.raw('delete_account', { payload: { password } })).status).toBe(200);
const keep = (token: string) => world.visitor.call(keepAccount, { token });
const linkTo = async (email: string) =>
  (await world.mails(email)).at(-1)!.text.match(/\/auth\/keep-account\?token=([\w-]{43})/)![1]!;
const rowOf = async ({ userId }: Person) => {
  const rows = await rowsInClear(world.db, 'account');
  const { delete_at, closed_at, email } = rows.find(({ id }) => id === userId)!;
  return { delete_at, closed_at, email };
};
const sessionsOf = ({ userId }: Person) =>
  world.db.selectFrom('session').selectAll().where('account_id', '=', userId).execute();
/** Another session of the person. */
async function freshSession({ email, userId }: Person) {
  const cookie = String((await logIn(email)).headers['set-cookie']).split(';')[0]!;
  return world.caller(userId, cookie);
}
async function stateOf(who: Person, cookie: unknown) {
  const caller = world.caller(who.userId, String(cookie).split(';')[0]!);
  return (await caller.call(state, {})).body.state;
}
/** An advertiser with 460 credits, an ad, a banner and a club online. */
async function published() {
  const user = await world.user();
  await on.grant(user.userId, 500);
  const { id } = await on.place(user, { inserat_typ: '1_week', titel: 'Bleibt oder geht' });
  const place = placements(world);
  const run = { start: START, end: new Date(START.getTime() + 30 * 24 * HOUR_MS) };
  await place.banner(user.userId, { run });
  await place.club(user.userId, { run });
  return { user, id };
}

describe('an account that waits for its deletion', () => {
  test('kept by the login after 71 hours: all is back, ads hidden, credits whole [ACC-12, EXP-86]', async () => {
    const { user, id } = await published();
    await deletes(user);
    expect(await sessionsOf(user)).toEqual([]);
    world.clock.advance(71 * HOUR_MS);
    await world.runTasks();
    const waiting = await logIn(user.email);
    expect(waiting).toMatchObject({
      status: 403,
      body: {
        success: false,
        code: 'DELETION_PENDING',
        message: `Dein Konto wird gelöscht. Bis ${UNTIL} kannst du es noch behalten.`,
        delete_at: new Date(START.getTime() + DELETION_WAITS_MS).toISOString(),
      },
    });
    expect(waiting.headers['set-cookie']).toBeUndefined();
    expect(await sessionsOf(user)).toEqual([]);

    const kept = await logIn(user.email, { keep_account: true });
    expect(kept).toMatchObject({ status: 200, body: { user_id: user.userId } });
    const shown = await stateOf(user, kept.headers['set-cookie']);
    expect(shown).toMatchObject({ user_email: user.email, credits: 460 });
    expect(shown.Inserats).toMatchObject([
      { ID: id, titel: 'Bleibt oder geht', inserat_status: 'ausgeblendet' },
    ]);
    expect([shown.Banners, shown.Clubs].map(({ length }) => length)).toEqual([1, 1]);
    world.clock.advance(2 * HOUR_MS);
    await world.runTasks('account-deletion/final');
    expect(await rowOf(user)).toMatchObject({ delete_at: null, closed_at: null });
  });

  test('a login by form keeps it with `true` and refuses it with `false` [ACC-12, FIX-48]', async () => {
    const user = await world.user();
    await deletes(user);
    const byForm = (keep_account: string) =>
      world.visitor.raw('login', {
        payload: new URLSearchParams({ log: user.email, pwd: PASSWORD, keep_account }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect(await byForm('false')).toMatchObject({ body: { code: 'DELETION_PENDING' } });
    expect(await byForm('true')).toMatchObject({ status: 200, body: { user_id: user.userId } });
    expect(await rowOf(user)).toMatchObject({ delete_at: null });
  });

  test('after 73 hours: neither login nor link keeps it, also before the worker came [ACC-12, EXP-86]', async () => {
    const user = await world.user();
    await deletes(user);
    const token = await linkTo(user.email);
    world.clock.advance(73 * HOUR_MS);
    const refused = async () => {
      for (const more of [{}, { keep_account: true }])
        expect(await logIn(user.email, more)).toMatchObject({ status: 401 });
      expect(await keep(token)).toMatchObject(INVALID);
    };
    await refused();
    expect((await rowOf(user)).closed_at).toBeNull();
    await world.runTasks('account-deletion/final');
    await refused();
    expect((await rowOf(user)).closed_at).toEqual(world.clock.now());
  });

  test('kept by the link of the mail: once, and nobody is logged in by it [ACC-12]', async () => {
    const user = await world.user();
    await deletes(user);
    const token = await linkTo(user.email);
    const answer = await keep(token);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await keep(token)).toMatchObject(INVALID);
    expect(await sessionsOf(user)).toEqual([]);
    expect((await logIn(user.email)).status).toBe(200);
  });

  test('«Das war ich nicht» about the thief who deleted it keeps it [ACC-04, ACC-12]', async () => {
    const { user } = await published();
    await world.db
      .updateTable('account')
      .set({ email_confirmed_at: START, created_at: new Date(START.getTime() - 48 * HOUR_MS) })
      .where('id', '=', user.userId)
      .execute();
    await deletes((await freshSession(user)) as Person);
    const mails = await world.mails(user.email);
    const token = mails.flatMap(
      ({ text }) => text.match(/not-me\?token=([\w-]{43})/)?.[1] ?? [],
    )[0]!;
    expect((await world.visitor.call(reportLogin, { token })).status).toBe(200);
    expect(await rowOf(user)).toMatchObject({ delete_at: null, closed_at: null });
    expect(await keep(await linkTo(user.email))).toMatchObject(INVALID);
  });

  test('its mail is neutral, names the hour, and the deletion has no session to repeat it [ACC-12]', async () => {
    const user = await world.user();
    await deletes(user);
    const mail = (await world.mails(user.email)).at(-1)!;
    expect(mail.subject).toBe('Dein Konto wird gelöscht');
    expect(mail.text).toContain(UNTIL);
    expect(mail.text).not.toMatch(/inserat|Nutzer/i);
    const payload = { password: PASSWORD };
    expect(await user.raw('delete_account', { payload })).toMatchObject({ status: 401 });
  });

  test('with a wrong password nothing tells that it waits; keep_account alone keeps nothing [ACC-12]', async () => {
    const user = await world.user();
    await deletes(user);
    for (const more of [{ pwd: 'Falsch-Gewaehlt-26' }, { pwd: 'Falsch-26', keep_account: true }])
      expect(await logIn(user.email, more)).toMatchObject({
        status: 401,
        body: { code: 'LOGIN_FAILED' },
      });
    expect((await rowOf(user)).delete_at).not.toBeNull();
    const other = await world.user();
    expect(await logIn(other.email, { keep_account: true })).toMatchObject({ status: 200 });
  });

  test('the older login and the token API make no session either [ACC-12, PRO-21]', async () => {
    const user = await world.user();
    await deletes(user);
    const query = { username: user.email, password: PASSWORD };
    expect(await world.visitor.raw('login', { method: 'GET', query })).toMatchObject({
      status: 403,
      body: { code: 'DELETION_PENDING' },
    });
    const token = await world.send('', {
      method: 'POST',
      url: '/token-api/auth/login',
      payload: { email: user.email, password: PASSWORD },
    });
    expect(token.status).toBe(403);
    expect(JSON.stringify(token.body)).toContain('DELETION_PENDING');
    expect(await sessionsOf(user)).toEqual([]);
  });

  test('a log-in by mail waits in the same way, by link and by number, and can keep it [ACC-12, ACC-22]', async () => {
    const user = await world.user({ confirmed: true });
    for (const way of ['link', 'number'] as const) {
      await deletes({ ...user, ...(way === 'number' && (await freshSession(user))) });
      const asked = await world.visitor.raw('request_login_mail', { payload: { log: user.email } });
      await world.runTasks('access/login-mails');
      const text = (await world.mails(user.email)).at(-1)!.text;
      const token = text.match(/\/auth\/login-link\?token=([\w-]{43})/)![1]!;
      const { request } = asked.body;
      const open = (payload: object) => world.visitor.raw('open_login_link', { payload });
      const { code } = way === 'number' ? (await open({ token })).body : { code: '' };
      const enter = (more: object = {}) =>
        way === 'link'
          ? open({ token, request, ...more })
          : world.visitor.raw('confirm_login_code', { payload: { request, code, ...more } });
      const waiting = await enter();
      expect(waiting).toMatchObject({ status: 403, body: { code: 'DELETION_PENDING' } });
      expect(waiting.headers['set-cookie']).toBeUndefined();
      expect(await sessionsOf(user)).toEqual([]);
      expect(await enter({ keep_account: true })).toMatchObject({
        status: 200,
        body: { user_id: user.userId },
      });
      expect((await rowOf(user)).delete_at).toBeNull();
    }
  });

  test('money that comes in meanwhile is credited, and kept or forfeited with the rest [ACC-12, PRO-22]', async () => {
    for (const [kept, amounts] of [
      [true, []],
      [false, [{ amount: 25 }]],
    ] as const) {
      const user = await world.user();
      await deletes(user);
      await on.grant(user.userId, 25);
      if (kept) await keep(await linkTo(user.email));
      await world.finishDeletions();
      const forfeits = world.db
        .selectFrom('ledger_transfer')
        .select('amount')
        .where('cause', '=', `forfeit:${user.userId}`);
      expect(await forfeits.execute()).toEqual(amounts);
    }
  });
});

describe('an attack on the account', () => {
  test('deleted with cookie and password, the password changed before: the mail keeps it [ACC-12]', async () => {
    const user = await world.user();
    const THEFT = 'Gestohlen-Wort-27';
    const change = { nickname: 'Dieb', email: user.email, password: THEFT };
    await user.call(updateProfile, { ...change, current_password: PASSWORD });
    await deletes(user, THEFT);
    expect((await logIn(user.email)).status).toBe(401);
    expect(await keep(await linkTo(user.email))).toMatchObject({ status: 200 });
    await world.visitor.raw('lostpassword', { payload: { user_login: user.email } });
    await world.runTasks('accounts/password-reset-requests');
    const token = (await world.mails(user.email)).at(-1)!.text.match(/token=([\w-]{43})/)![1]!;
    const payload = { token, password: 'Wieder-Meines-28' };
    expect((await world.visitor.raw('reset_password', { payload })).status).toBe(200);
    expect((await logIn(user.email, { pwd: 'Wieder-Meines-28' })).status).toBe(200);
    expect((await logIn(user.email, { pwd: THEFT })).status).toBe(401);
  });

  test('links mailed before the deletion change neither address nor password meanwhile [ACC-11, ACC-12]', async () => {
    const user = await world.user();
    const wish = { nickname: 'Dieb', email: 'dieb@beispiel.ch', current_password: PASSWORD };
    await user.call(updateProfile, wish);
    const token = (await world.mails('dieb@beispiel.ch'))
      .at(-1)!
      .text.match(/token=([\w-]{43})/)![1]!;
    await deletes(user);
    expect(await world.visitor.raw('confirm_email', { payload: { token } })).toMatchObject(INVALID);
    expect((await rowOf(user)).email).toBe(user.email);
  });

  test('kept ten times at once, while the worker comes: one outcome, whole [ACC-12]', async () => {
    for (let round = 0; round < 4; round++) {
      const user = await world.user();
      await on.grant(user.userId, 30);
      await deletes(user);
      const token = await linkTo(user.email);
      const late = round % 2 === 1;
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => logIn(user.email, { keep_account: true })),
        ...Array.from({ length: 3 }, () => keep(token)),
        ...(late ? [world.finishDeletions(), world.finishDeletions()] : []),
      ]);
      const statuses = answers.flatMap((answer) => (answer ? [answer.status] : []));
      for (const status of statuses) expect([200, 401, 422]).toContain(status);
      const { closed_at, delete_at } = await rowOf(user);
      expect(delete_at).toBeNull();
      expect(statuses.includes(200)).toBe(closed_at === null);
      if (!late) expect(closed_at).toBeNull();
      expect((await sessionsOf(user)).length > 0).toBe(statuses.slice(0, 4).includes(200));
    }
  });
});

test('kept at once by link, number, password and mail: no call waits for another in a circle [ACC-12, ACC-22]', async () => {
  for (let round = 0; round < 6; round++) {
    await world.db.deleteFrom('rate_limit').execute();
    const user = await world.user({ confirmed: true });
    const ask = async () => {
      const asked = await world.visitor.raw('request_login_mail', { payload: { log: user.email } });
      await world.runTasks('access/login-mails');
      const { text } = (await world.mails(user.email)).at(-1)!;
      const [, token] = text.match(/\/auth\/login-link\?token=([\w-]{43})/)!;
      return { request: asked.body.request as string, token: token! };
    };
    await deletes(user);
    const mailed = await linkTo(user.email);
    const [first, second] = [await ask(), await ask()];
    const open = (payload: object) =>
      world.visitor.raw('open_login_link', { payload: { ...payload, keep_account: true } });
    const { code } = (
      await world.visitor.raw('open_login_link', { payload: { token: second.token } })
    ).body;
    const payload = { request: second.request, code, keep_account: true };
    const calls = [
      () => open(first),
      () => world.visitor.raw('confirm_login_code', { payload }),
      () => logIn(user.email, { keep_account: true }),
      () => keep(mailed),
      () => open(first),
    ];
    const answers = await meeting(world.pool, user.userId, round % 2 ? calls : calls.toReversed());
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await rowOf(user)).delete_at).toBeNull();
  }
});

test('the worker lets an account go that was kept meanwhile before it takes the next [ACC-12]', async () => {
  const [kept, next] = [await world.user(), await world.user()];
  await deletes(kept);
  world.clock.advance(HOUR_MS);
  await world.db
    .updateTable('session')
    .set({ last_seen_at: world.clock.now() })
    .where('account_id', '=', next.userId)
    .execute();
  await deletes(next);
  world.clock.advance(DELETION_WAITS_MS);
  const [gate, later, asker] = await Promise.all([1, 2, 3].map(() => world.pool.connect()));
  const locked = async (client: typeof gate, { userId }: Person) => {
    await client!.query('begin');
    await client!.query('select lock_account($1, true)', [userId]);
  };
  await locked(gate, kept);
  await locked(later, next);
  const working = world.runTasks('account-deletion/final');
  const waits = async (accountId: number) => {
    const { rowCount } = await world.pool.query(
      `select from pg_locks join pg_database d on d.oid = database
        where not granted and locktype = 'advisory' and d.datname = current_database()
          and objid = (hashtext($1)::bigint & 4294967295)::oid`,
      [String(accountId)],
    );
    return (rowCount ?? 0) > 0;
  };
  while (!(await waits(kept.userId)));
  await gate!.query('update account set delete_at = null where id = $1', [kept.userId]);
  await gate!.query('commit');
  while (!(await waits(next.userId)));
  const { rows } = await asker!.query(
    "select pg_try_advisory_lock(hashtext('account'), hashtext($1)) as free",
    [String(kept.userId)],
  );
  await asker!.query("select pg_advisory_unlock(hashtext('account'), hashtext($1))", [
    String(kept.userId),
  ]);
  await later!.query('commit');
  for (const client of [gate, later, asker]) client!.release();
  await working;
  expect(rows).toEqual([{ free: true }]);
  expect((await rowOf(kept)).closed_at).toBeNull();
  expect((await rowOf(next)).closed_at).not.toBeNull();
});
