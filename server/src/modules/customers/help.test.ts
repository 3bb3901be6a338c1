import { randomUUID } from 'node:crypto';
import { login } from '@samtrot/shared/access/contract.ts';
import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { resetPassword } from '@samtrot/shared/accounts/recovery-contract.ts';
import { customer } from '@samtrot/shared/customers/contract.ts';
import {
  correctCredits,
  customerHelp,
  delayCustomerLooks,
  startCustomerExport,
} from '@samtrot/shared/customers/help-contract.ts';
import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { approve, withdrawApproval } from '@samtrot/shared/staff/approval-contract.ts';
import { describe, expect, test } from 'vitest';
import { customerWorld } from '../../testing/world/customers.ts';
import { type Staff, staffCaller, staffLoginOf } from '../../testing/world/staff.ts';
import { START } from '../../testing/world/world.ts';

const shared = customerWorld(0);

const reason = 'Sie hat angerufen.';
const help = (
  operation: 'end_logins' | 'reset_throttling' | 'send_reset',
  staff = shared.moderator,
) => staff.call(customerHelp, { account_id: shared.user.userId, operation, reason });
const give = (credits: number, staff = shared.finance, send_key: string = randomUUID()) =>
  staff.call(correctCredits, {
    account_id: shared.user.userId,
    credits,
    kind: 'goodwill',
    reason: 'Kulanz nach Ausfall',
    send_key,
  });
const balance = async () => (await shared.user.call(state, {})).body.state.credits;
const subjects = async () =>
  (await shared.world.mails(shared.user.email)).map(({ subject }) => subject);

test('ending all log-ins refuses her next call, is mailed and stands in her log [BOF-73]', async () => {
  const { status, body } = await help('end_logins');
  expect([status, body.message]).toEqual([200, '1 Anmeldung ist beendet.']);
  expect((await shared.user.call(getAccountLog, {})).status).toBe(401);
  expect(await subjects()).toEqual(['Du bist überall abgemeldet']);
  const event = await shared.world.db
    .selectFrom('account_event')
    .select(['kind', 'details'])
    .where('account_id', '=', shared.user.userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ kind: 'logins_ended_by_house', details: { reason } });
});

test('lifting the wait clears what wrong passwords of the account counted [BOF-73]', async () => {
  const wrong = () =>
    shared.world.visitor.raw(login.name, {
      payload: { log: shared.user.email, pwd: 'Falsch-Gewaehlt-26' },
    });
  for (let n = 0; n < 4; n++) await wrong();
  // Counted for the account and for the network; only the first is hers.
  const counted = async () => {
    const rows = await shared.world.db.selectFrom('rate_limit').select('hits').execute();
    return rows.filter(({ hits }) => hits.length > 2).length;
  };
  const before = await counted();
  expect((await help('reset_throttling')).status).toBe(200);
  expect(await counted()).toBe(before - 1);
  expect(await subjects()).toEqual(['Du kannst dich wieder anmelden']);
});

test('a link for a new password goes to the address on file, its token to nobody else [BOF-73]', async () => {
  const { body } = await help('send_reset');
  const [mail] = await shared.world.mails(shared.user.email);
  const token = mail!.text.match(/token=([\w-]{43})/)![1]!;
  expect(JSON.stringify(body)).not.toContain(token);
  const audit = await shared.world.db.selectFrom('audit').selectAll().execute();
  expect(JSON.stringify(audit)).not.toContain(token);
  const password = 'Ganz-Neu-Gewaehlt-2026';
  expect((await shared.world.visitor.call(resetPassword, { token, password })).status).toBe(200);
});

test('help asks for a reason, an open account and the right [BOF-73]', async () => {
  const call = (params: object) =>
    shared.moderator.call(customerHelp, {
      account_id: shared.user.userId,
      operation: 'end_logins',
      reason,
      ...params,
    } as never);
  expect((await call({ reason: ' ' })).body.code).toBe('INVALID_INPUT');
  expect((await call({ account_id: 999_999 })).body.code).toBe('NOT_FOUND');
  expect((await help('end_logins', shared.finance)).body.code).toBe('RIGHT_MISSING');
  expect(await subjects()).toEqual([]);
});

test('a correction is in ledger, mail and log with the reason she reads [BOF-80]', async () => {
  const { status, body } = await give(30);
  expect([status, body.balance]).toEqual([200, 30]);
  expect(await balance()).toBe(30);
  const { wallet_transactions } = (await shared.user.call(getDetailedTransactions, {})).body;
  expect(wallet_transactions).toMatchObject([
    { kind: 'correction', amount: 30, details: 'Kulanz nach Ausfall' },
  ]);
  const [mail] = await shared.world.mails(shared.user.email);
  expect(mail!.text).toContain('30 Credits gutgeschrieben. Grund: Kulanz nach Ausfall');
  const { entries } = (await shared.user.call(getAccountLog, { filter: 'house' })).body;
  expect(entries).toMatchObject([{ kind: 'credits_corrected', details: { credits: 30 } }]);
  expect((await give(30, shared.moderator)).body.code).toBe('RIGHT_MISSING');
  shared.world.clock.advance(10 * MINUTE_MS);
  expect((await give(30)).body.code).toBe('FRESH_FACTOR_REQUIRED');
});

test('above the limit a second person gives the credits, once [BOF-22, BOF-80]', async () => {
  const { status, body } = await give(201);
  expect([status, body.code]).toEqual([202, 'APPROVAL_PENDING']);
  expect(await balance()).toBe(0);
  const approval = await shared.world.db
    .selectFrom('approval')
    .select(['id', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect([approval.before, approval.after]).toEqual([
    { Guthaben: '0 Credits' },
    { Guthaben: '201 Credits', Art: 'Kulanz' },
  ]);
  const allow = (staff: Staff) => staff.call(approve, { approval_id: approval.id });
  expect((await allow(shared.finance)).body.code).toBe('SAME_PERSON');
  const answers = await Promise.all([
    allow(shared.owner),
    allow(shared.owner),
    allow(shared.owner),
  ]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
  expect(await balance()).toBe(201);
  // What two people gave counts for neither of them.
  expect((await give(200, shared.owner)).status).toBe(200);
});

test('what one person moved on one account in 24 hours counts together [BOF-22]', async () => {
  expect((await give(150)).status).toBe(200);
  expect((await give(150)).status).toBe(202);
  expect((await give(50)).status).toBe(200);
  expect(await balance()).toBe(200);
  expect((await give(150, shared.owner)).status).toBe(200);
  const other = (await shared.on.rich(0)) as typeof shared.user;
  const elsewhere = {
    credits: 200,
    kind: 'mistake',
    reason: 'Doppelt belastet',
    send_key: randomUUID(),
  } as const;
  expect(
    (await shared.finance.call(correctCredits, { account_id: other.userId, ...elsewhere })).status,
  ).toBe(200);
  shared.world.clock.advance(DAY_MS);
  shared.finance = { ...shared.finance, ...(await refreshed(shared.finance)) };
  expect((await give(200)).status).toBe(200);
});

/** The same person, logged in again a day later. */
async function refreshed({ staffId }: Staff) {
  return staffCaller(shared.world, await staffLoginOf(shared.world, staffId));
}

test('two corrections at once are counted one after the other [BOF-22]', async () => {
  const answers = await Promise.all([give(150), give(150), give(150)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202, 422]);
  expect(await balance()).toBe(150);
});

test('another correction is refused while one waits, and never lost in its place [BOF-18, BOF-80]', async () => {
  const key = randomUUID();
  const { approval_id } = (await give(300, shared.finance, key)).body;
  // The same press once more is the same request.
  expect((await give(300, shared.finance, key)).body.approval_id).toBe(approval_id);
  for (const [other, errors] of [
    [give(500, shared.finance), { credits: expect.stringContaining('wartet schon') }],
    [give(400, shared.owner), { credits: expect.stringContaining('wartet schon') }],
    [give(300, shared.owner), { reason: expect.stringContaining('wartet schon') }],
  ] as const)
    expect(await other).toMatchObject({ status: 422, body: { errors } });
  expect((await shared.owner.call(approve, { approval_id })).body.state).toBe('approved');
  expect(await balance()).toBe(300);
  expect((await give(400, shared.owner)).status).toBe(202);
});

describe('a correction that takes', () => {
  const start = (credits: number) => shared.on.grant(shared.user.userId, credits);

  test('is in ledger, mail and log, and never takes more than the balance [BOF-80]', async () => {
    await start(50);
    expect((await give(-51)).body.errors.credits).toContain('Das Guthaben ist 50 Credits');
    expect((await give(0)).body.code).toBe('INVALID_INPUT');
    const { status, body } = await give(-30);
    expect([status, body.balance, await balance()]).toEqual([200, 20, 20]);
    const { wallet_transactions } = (await shared.user.call(getDetailedTransactions, {})).body;
    expect(wallet_transactions[0]).toMatchObject({
      kind: 'correction',
      type: 'debit',
      amount: 30,
      details: 'Kulanz nach Ausfall',
    });
    expect((await shared.world.mails(shared.user.email)).at(-1)!.text).toContain(
      '30 Credits abgezogen. Grund:',
    );
    const { entries } = (await shared.user.call(getAccountLog, { filter: 'house' })).body;
    expect(entries).toMatchObject([{ kind: 'credits_corrected', details: { credits: -30 } }]);
    const causes = await shared.world.db
      .selectFrom('ledger_transfer')
      .select('cause')
      .where('kind', '=', 'correction')
      .execute();
    expect(new Set(causes.map(({ cause }) => cause)).size).toBe(causes.length);
  });

  test('corrects once, however often and at once it is sent, approved or not [BOF-80]', async () => {
    await start(600);
    const key = randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => give(-30, shared.finance, key)));
    expect(sent.map(({ status, body }) => [status, body.balance])).toEqual(
      [1, 2, 3].map(() => [200, 570]),
    );
    for (const other of [-31, 30])
      expect((await give(other, shared.finance, key)).body.errors.credits).toContain('−30 Credits');
    const lines = await shared.world.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'credits_corrected')
      .where('object', '=', `account:${shared.user.userId}`)
      .execute();
    expect(lines).toMatchObject([{ before: { balance: 600 }, after: { balance: 570 } }]);

    const large = randomUUID();
    expect((await give(-250, shared.finance, large)).status).toBe(202);
    const { id } = await shared.world.db
      .selectFrom('approval')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect((await shared.owner.call(approve, { approval_id: id })).status).toBe(200);
    const { status, body } = await give(-250, shared.finance, large);
    expect([status, body.balance, await balance()]).toEqual([200, 320, 320]);
  });

  test('counts with what was given towards the limit of one person [BOF-22, BOF-80]', async () => {
    await start(500);
    expect((await give(-150)).status).toBe(200);
    const asked = await give(60);
    expect(asked.status).toBe(202);
    // Another one is not put forward behind it.
    expect((await give(-60)).body.errors.credits).toContain('wartet schon');
    const { approval_id } = asked.body;
    await shared.finance.call(withdrawApproval, { approval_id });
    expect((await give(-60)).status).toBe(202);
    expect((await give(50)).status).toBe(200);
    expect(await balance()).toBe(400);
  });

  test('that waits is void when she has spent the credits meanwhile [BOF-21, BOF-80]', async () => {
    await start(250);
    expect((await give(-240)).status).toBe(202);
    await shared.on.place(shared.user, { inserat_typ: '1_week' });
    const { id } = await shared.world.db
      .selectFrom('approval')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { body } = await shared.owner.call(approve, { approval_id: id });
    expect(body).toMatchObject({
      state: 'void',
      message: expect.stringContaining('mehr lässt sich nicht abziehen'),
    });
    expect(await balance()).toBeGreaterThan(200);
  });

  test('and a purchase at once: one of them finds too little, nothing is below zero [BOF-80]', async () => {
    await start(50);
    const answers = await Promise.all([
      give(-50),
      shared.on.place(shared.user, { inserat_typ: '1_week' }),
      give(-50, shared.owner),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance()).toBeGreaterThanOrEqual(0);
    expect(await balance()).toBeLessThan(50);
  });
});

test('a correction for a deleted account is void when it is allowed [BOF-22, BOF-80]', async () => {
  await give(500);
  const { id } = await shared.world.db
    .selectFrom('approval')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await shared.world.db
    .updateTable('account')
    .set({ closed_at: START })
    .where('id', '=', shared.user.userId)
    .execute();
  const { body } = await shared.owner.call(approve, { approval_id: id });
  expect(body).toMatchObject({ state: 'void', message: expect.stringContaining('gelöscht') });
});

test('a copy of her data by the house is made once and stands in both logs [BOF-75, BOF-139, ACC-15]', async () => {
  const start = () =>
    shared.moderator.call(startCustomerExport, {
      account_id: shared.user.userId,
      reason: 'Sie hat gefragt.',
    });
  expect((await start()).status).toBe(200);
  expect((await start()).body.message).toBe('Es wird schon eine Kopie gemacht.');
  const { entries } = (await shared.user.call(getAccountLog, { filter: 'house' })).body;
  expect(entries).toMatchObject([
    { kind: 'export_by_house', details: { reason: 'Sie hat gefragt.' } },
  ]);
  const lines = await shared.world.db
    .selectFrom('audit')
    .select(['right', 'reason', 'staff_id'])
    .where('action', '=', 'export_requested')
    .where('object', '=', `account:${shared.user.userId}`)
    .execute();
  const { staffId: staff_id } = shared.moderator;
  expect(lines).toEqual([{ right: 'customer.export', reason: 'Sie hat gefragt.', staff_id }]);
});

test('only the owner of the house shows looks later [BOF-77]', async () => {
  const delay = (staff: Staff) =>
    staff.call(delayCustomerLooks, { account_id: shared.user.userId, days: 30, reason: 'Polizei' });
  expect((await delay(shared.moderator)).body.code).toBe('RIGHT_MISSING');
  expect((await delay(shared.owner)).body.message).toContain('20.12.2026');
});

test('the card tells the owner of the house until when looks are shown later, nobody else [BOF-77]', async () => {
  const account_id = shared.user.userId;
  const told = async (staff: Staff) =>
    (await staff.call(customer, { account_id })).body.looks_delayed_until;
  const delay = (days: number) =>
    shared.owner.call(delayCustomerLooks, { account_id, days, reason: 'Polizei' });
  expect(await told(shared.owner)).toBeNull();
  await delay(30);
  const until = new Date(shared.world.clock.now().getTime() + 30 * DAY_MS).toISOString();
  expect([await told(shared.owner), await told(shared.moderator)]).toEqual([until, null]);
  await delay(0);
  expect(await told(shared.owner)).toBeNull();
});
