import { randomUUID } from 'node:crypto';
import { getFactors } from '@samtrot/shared/access/factor-contract.ts';
import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { confirmEmail } from '@samtrot/shared/accounts/recovery-contract.ts';
import { customer } from '@samtrot/shared/customers/contract.ts';
import {
  requestDeletion,
  requestEmailChange,
  requestFactorOff,
} from '@samtrot/shared/customers/help-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { approve, getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { addressOf } from '../../testing/world/accounts.ts';
import { withApp } from '../../testing/world/factors.ts';
import { type Staff, staffCaller, staffLoginOf, staffOf } from '../../testing/world/staff.ts';
import { PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { balance } from '../wallet/service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let moderator: Staff;
let owner: Staff;
let user: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'mail'] as const) await world.db.deleteFrom(table).execute();
  moderator = await staffOf(world, 'moderator');
  owner = await staffOf(world, 'owner');
  user = await world.user();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

let addresses = 0;
const newEmail = () => `anders${++addresses}@beispiel.ch`;
const reason = 'Sie hat ihr Postfach verloren.';
const askEmail = (email: string, staff = moderator) =>
  staff.call(requestEmailChange, {
    account_id: user.userId,
    email,
    recognised: 'callback',
    reason,
  });
const askFactor = (staff = moderator) =>
  staff.call(requestFactorOff, { account_id: user.userId, recognised: 'payment', reason });
const lastApproval = async () =>
  (await world.db.selectFrom('approval').selectAll().orderBy('id', 'desc').executeTakeFirst())!;
const allow = async (staff = owner) =>
  staff.call(approve, { approval_id: (await lastApproval()).id });
const subjects = async (to: string) => (await world.mails(to)).map(({ subject }) => subject);
const tokenTo = async (to: string) =>
  (await world.mails(to)).flatMap(({ text }) => text.match(/token=([\w-]{43})/)?.[1] ?? []).at(-1)!;
const isLoggedIn = async () => (await user.call(state, {})).body.state.user_id !== undefined;
const houseLog = async () =>
  (await user.call(getAccountLog, { filter: 'house' })).body.entries.map(
    ({ kind }: { kind: string }) => kind,
  );

describe('a new address by the house', () => {
  test('changes nothing until a second person and the new address confirm [BOF-74]', async () => {
    const email = newEmail();
    const { status, body } = await askEmail(email);
    expect([status, body.code]).toEqual([202, 'APPROVAL_PENDING']);
    expect([await subjects(user.email), await subjects(email)]).toEqual([[], []]);
    expect((await allow(moderator)).body.code).toBe('SAME_PERSON');

    expect((await allow()).body.state).toBe('approved');
    expect(await subjects(user.email)).toEqual(['Deine E-Mail-Adresse soll geändert werden']);
    expect(await addressOf(world.db, user.userId)).toBe(user.email);
    expect([await isLoggedIn(), await houseLog()]).toEqual([true, ['email_change_by_house']]);

    const token = await tokenTo(email);
    expect((await world.visitor.call(confirmEmail, { token })).status).toBe(200);
    expect(await addressOf(world.db, user.userId)).toBe(email);
    expect(await isLoggedIn()).toBe(false);
  });

  test('ends all log-ins, also after her session asked for the link again [BOF-74]', async () => {
    const email = newEmail();
    await askEmail(email);
    await allow();
    expect((await user.raw('resend_confirmation')).status).toBe(200);
    await world.visitor.call(confirmEmail, { token: await tokenTo(email) });
    expect(await isLoggedIn()).toBe(false);
  });

  test.each([
    [71, 200],
    [73, 422],
  ])(
    'is taken back by the old address after %i hours: %i [BOF-74, ACC-11]',
    async (hours, status) => {
      const email = newEmail();
      await askEmail(email);
      await allow();
      await world.visitor.call(confirmEmail, { token: await tokenTo(email) });
      const token = await tokenTo(user.email);
      world.clock.advance(hours * HOUR_MS);
      const undone = await world.visitor.raw('undo_email_change', { payload: { token } });
      expect(undone.status).toBe(status);
      expect(await addressOf(world.db, user.userId)).toBe(status === 200 ? user.email : email);
    },
  );

  test('is read in clear by who may allow it and stored nowhere in clear [BOF-74, ACC-50]', async () => {
    const email = newEmail();
    await askEmail(email);
    const { open } = (await owner.call(getApprovals, {})).body;
    expect(open.at(-1).after).toEqual({ 'Erkannt durch': 'Rückruf', 'Neue E-Mail': email });
    await allow();
    for (const table of ['approval', 'audit', 'account_link', 'account_event'] as const) {
      const rows = await world.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toContain(email.split('@')[0]);
    }
  });

  test('is refused when the address is taken, her own, or one already waits [BOF-74]', async () => {
    const other = await world.user();
    const refused = async (email: string) => (await askEmail(email)).body.errors?.email;
    expect(await refused(other.email)).toContain('anderes Konto');
    expect(await refused(user.email)).toContain('hat das Konto schon');
    await askEmail(newEmail());
    expect(await refused(newEmail())).toContain('wartet schon');
  });

  test('is void when the address was taken before it is allowed [BOF-21, BOF-74]', async () => {
    const other = await world.user();
    const email = newEmail();
    await askEmail(email);
    const { id } = await lastApproval();
    const { userId } = user;
    user = other;
    await askEmail(email);
    await allow();
    await world.visitor.call(confirmEmail, { token: await tokenTo(email) });
    const { body } = await owner.call(approve, { approval_id: id });
    expect(body).toMatchObject({
      state: 'void',
      message: expect.stringContaining('anderes Konto'),
    });
    expect(await addressOf(world.db, userId)).not.toBe(email);
  });

  test('waits while an earlier change can be taken back [BOF-74, ACC-11]', async () => {
    const email = newEmail();
    await askEmail(email);
    await allow();
    await world.visitor.call(confirmEmail, { token: await tokenTo(email) });
    expect((await askEmail(newEmail())).body.errors.email).toContain('vor Kurzem geändert');
  });
});

describe('the second factor', () => {
  test('is off when a second person allows it, and she is mailed at once [ACC-34, BOF-74]', async () => {
    await withApp(world, user);
    const before = await subjects(user.email);
    expect((await askFactor()).status).toBe(202);
    expect((await user.call(getFactors, {})).body.factor).not.toBeNull();
    expect((await allow(moderator)).body.code).toBe('SAME_PERSON');
    expect((await allow()).body.state).toBe('approved');
    expect(await subjects(user.email)).toEqual([...before, 'Der zweite Schritt ist ausgeschaltet']);
    expect(await isLoggedIn()).toBe(false);
    const login = await world.visitor.raw('login', {
      payload: { log: user.email, pwd: PASSWORD },
    });
    expect(login.status).toBe(200);
    const event = await world.db
      .selectFrom('account_event')
      .select('details')
      .where('account_id', '=', user.userId)
      .where('kind', '=', 'factor_removed_by_house')
      .executeTakeFirstOrThrow();
    expect(event.details).toEqual({ reason });
  });

  test('is not asked for where there is none, and void when it is gone [ACC-34, BOF-21]', async () => {
    expect((await askFactor()).body.code).toBe('INVALID_INPUT');
    await withApp(world, user);
    await askFactor();
    await world.db.deleteFrom('second_factor').where('account_id', '=', user.userId).execute();
    expect((await allow()).body.state).toBe('void');
  });
});

describe('a deletion by the house', () => {
  const ask = (staff = moderator) =>
    staff.call(requestDeletion, { account_id: user.userId, cause: 'wish', reason });
  const credits = () => world.db.transaction().execute((db) => balance(db, user.userId));
  const rowOf = () =>
    world.db
      .selectFrom('account')
      .select(['delete_at', 'closed_at', 'offline_at'])
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
  /** 60 credits, and an ad, a banner and a club that run. */
  const publish = async () => {
    await on.grant(user.userId, 100);
    await on.place(user, { inserat_typ: '1_week' });
    const run = { start: START, end: new Date(START.getTime() + 30 * DAY_MS) };
    await placements(world).banner(user.userId, { run });
    await placements(world).club(user.userId, { run });
  };

  test('names balance and running things, and changes nothing until it is allowed [BOF-79]', async () => {
    await publish();
    expect((await ask()).status).toBe(202);
    const { before, after } = await lastApproval();
    expect(before).toEqual({ Guthaben: '60 Credits', Läuft: '1 Inserat, 1 Banner, 1 Club' });
    expect(after).toEqual({ Guthaben: 'verfällt', Läuft: 'nichts', Anlass: 'Wunsch der Kundin' });
    const { running } = (await moderator.call(customer, { account_id: String(user.userId) })).body;
    expect(running).toEqual({ inserate: 1, banner: 1, clubs: 1 });
    expect((await rowOf()).delete_at).toBeNull();
    expect((await allow(moderator)).body.code).toBe('SAME_PERSON');

    expect((await allow()).body.state).toBe('approved');
    expect(await rowOf()).toEqual({
      delete_at: new Date(START.getTime() + 72 * HOUR_MS),
      closed_at: null,
      offline_at: START,
    });
    expect(await isLoggedIn()).toBe(false);
    expect(await subjects(user.email)).toContain('Dein Konto wird gelöscht');
  });

  test('is taken back within 72 hours: everything is there again [BOF-79, ACC-12]', async () => {
    await publish();
    await ask();
    await allow();
    world.clock.advance(71 * HOUR_MS);
    await world.runTasks();
    const token = await tokenTo(user.email);
    expect((await world.visitor.raw('keep_account', { payload: { token } })).status).toBe(200);
    world.clock.advance(2 * HOUR_MS);
    await world.runTasks();
    expect(await rowOf()).toMatchObject({ delete_at: null, closed_at: null });
    const login = { payload: { log: user.email, pwd: PASSWORD } };
    expect((await world.visitor.raw('login', login)).status).toBe(200);
    expect(await credits()).toBe(60);
  });

  test('is final after 72 hours, with the balance forfeited [BOF-79]', async () => {
    await publish();
    await ask();
    await allow();
    world.clock.advance(73 * HOUR_MS);
    await world.runTasks();
    expect((await rowOf()).closed_at).not.toBeNull();
    expect(await credits()).toBe(0);
    const closed = await world.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'account_closed')
      .where('object', '=', `account:${user.userId}`)
      .executeTakeFirstOrThrow();
    expect(closed.details).toEqual({ forfeited: 60 });
  });

  test('is void when the balance has grown, and when she deleted it herself [BOF-21, BOF-79]', async () => {
    await ask();
    await on.grant(user.userId, 100);
    expect((await allow()).body.message).toContain('Das Guthaben ist jetzt 100 Credits.');
    await ask();
    await user.raw('delete_account', { payload: { password: PASSWORD } });
    expect((await allow()).body.message).toContain('schon verlangt');
    expect((await ask()).body.errors.account_id).toContain('schon verlangt');
  });

  /** A part of CHF 100 came, and the house has not decided. */
  const partCame = async (status = 'teilbezahlt', received_rappen: number | null = 9000) => {
    const id = randomUUID();
    await world.db
      .insertInto('payment')
      .values({
        id,
        option_id: 1,
        account_id: user.userId,
        provider: 'datatrans',
        provider_ref: id,
        status,
        received_rappen,
        created_at: START,
        price_rappen: 10_000,
        credits: 100,
        bonus: 0,
        discount_percent: 0,
      })
      .execute();
    return id;
  };
  const numberOf = async (id: string) => {
    const query = world.db.selectFrom('payment').select('number').where('id', '=', id);
    return String((await query.executeTakeFirstOrThrow()).number);
  };
  const refundOf = (payment_id: string, status: string) =>
    world.db
      .insertInto('payment_refund')
      .values({
        id: randomUUID(),
        payment_id,
        kind: 'erstattung',
        status,
        amount_rappen: 9000,
        credits: 0,
        reason: 'Löschung',
        created_at: START,
      })
      .execute();

  test('is refused while something is to be paid back, which the card names [BOF-79]', async () => {
    const payment = await partCame();
    const number = await numberOf(payment);
    const sentence = `Zahle zuerst zurück: CHF 90.- (Zahlung ${number}).`;
    const due = async () =>
      (await moderator.call(customer, { account_id: String(user.userId) })).body.due_back;
    expect((await ask()).body.errors.account_id).toBe(sentence);
    expect(await due()).toEqual([{ payment: number, francs: 90 }]);
    await refundOf(payment, 'beauftragt');
    expect((await ask()).body.errors.account_id).toBe(sentence);
    await world.db
      .updateTable('payment_refund')
      .set({ status: 'bestaetigt', settled_at: START })
      .where('payment_id', '=', payment)
      .execute();
    expect(await due()).toEqual([]);
    expect((await ask()).status).toBe(202);
  });

  test('is refused while money in another currency waits for a decision [BOF-79]', async () => {
    const payment = await partCame('abweichend', null);
    const sentence = `Zahle zuerst zurück: fremde Währung (Zahlung ${await numberOf(payment)}).`;
    const { id } = await world.db
      .insertInto('payment_case')
      .values({
        key: `differs:${payment}`,
        kind: 'differs',
        provider: 'datatrans',
        payment_id: payment,
        details: {},
        opened_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await ask()).body.errors.account_id).toBe(sentence);
    await world.db
      .updateTable('payment_case')
      .set({ closed_at: START, note: 'zurückbezahlt' })
      .where('id', '=', id)
      .execute();
    expect((await ask()).status).toBe(202);
  });

  test('is void when money came that is to be paid back [BOF-21, BOF-79]', async () => {
    await ask();
    const payment = await partCame();
    expect((await allow()).body).toMatchObject({
      state: 'void',
      message: expect.stringContaining(`Zahlung ${await numberOf(payment)}`),
    });
  });

  test('waits while a change of the address can be taken back [BOF-79, ACC-11]', async () => {
    const email = newEmail();
    await askEmail(email);
    await allow();
    await world.visitor.call(confirmEmail, { token: await tokenTo(email) });
    expect((await ask()).body.errors.account_id).toContain('vor Kurzem geändert');
  });
});

test('each needs a fresh factor, a reason and the right [BOF-11, BOF-74]', async () => {
  const finance = await staffOf(world, 'finance');
  expect((await askEmail(newEmail(), finance)).body.code).toBe('RIGHT_MISSING');
  expect((await askFactor(finance)).body.code).toBe('RIGHT_MISSING');
  const deletion = { account_id: user.userId, cause: 'wish', reason } as const;
  expect((await finance.call(requestDeletion, deletion)).body.code).toBe('RIGHT_MISSING');
  const blank = { account_id: user.userId, recognised: 'payment', reason: ' ' } as const;
  expect((await moderator.call(requestFactorOff, blank)).body.code).toBe('INVALID_INPUT');
  const cookie = await staffLoginOf(world, moderator.staffId);
  world.clock.advance(HOUR_MS / 6);
  const late = staffCaller(world, cookie);
  const asked = { account_id: user.userId, email: newEmail(), recognised: 'callback', reason };
  expect((await late.call(requestEmailChange, asked as never)).body.code).toBe(
    'FRESH_FACTOR_REQUIRED',
  );
});
