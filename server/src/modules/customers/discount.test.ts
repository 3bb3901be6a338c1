import { customer } from '@samtrot/shared/customers/contract.ts';
import { setDiscount } from '@samtrot/shared/customers/discount-contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { approve } from '@samtrot/shared/staff/approval-contract.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { beforeEach, expect, test } from 'vitest';
import { discountSet } from '../../cli/accounts.ts';
import { personOf, runCommand } from '../../testing/world/command.ts';
import { customerWorld } from '../../testing/world/customers.ts';
import { keepStaffLogins } from '../../testing/world/staff.ts';

const shared = customerWorld(0);
beforeEach(async () => {
  await keepStaffLogins(shared.world);
  const expires_at = new Date('2099-01-01T00:00:00Z');
  await shared.world.db
    .updateTable('session')
    .set({ expires_at, last_seen_at: expires_at })
    .execute();
});

const reason = 'Vereinbart am Telefon';
const set = (percent: number, until: string | null, seen_percent = 0, staff = shared.finance) =>
  staff.call(setDiscount, {
    account_id: shared.user.userId,
    percent,
    until,
    seen_percent,
    reason,
  });
const percentOf = async () => {
  const hers = (await shared.user.call(state, {})).body.state.user_meta.benutzerrabatt_prozent;
  const card = (await shared.finance.call(customer, { account_id: String(shared.user.userId) }))
    .body;
  expect(String(card.discount_percent)).toBe(hers);
  return hers;
};
/** What CHF 100.- cost her, in francs. */
const priceOf100 = async () => {
  await shared.world.db.deleteFrom('rate_limit').execute();
  const sent = { topup_option_id: 2, payment_amount: 0.01 };
  return (await shared.user.call(walletTopup, sent)).body.price;
};
const at = (time: string) => shared.world.clock.set(new Date(time));
const mails = async () => {
  await shared.world.runTasks('accounts/ending-discounts');
  return (await shared.world.mails(shared.user.email)).filter(
    ({ subject }) => subject === 'Dein Rabatt endet bald',
  );
};

test('12.5 % counts to the last millisecond of its day, then the ordinary price [BOF-104]', async () => {
  const { status, body } = await set(12.5, '2026-12-24');
  expect([status, body.message]).toEqual([200, 'Der Rabatt ist 12.5 % bis und mit 24.12.2026.']);
  expect([await percentOf(), await priceOf100()]).toEqual(['12.5', 87.5]);
  at('2026-12-24T22:59:59.999Z');
  expect([await percentOf(), await priceOf100()]).toEqual(['12.5', 87.5]);
  at('2026-12-24T23:00:00Z');
  expect([await percentOf(), await priceOf100()]).toEqual(['0', 100]);
});

test('she is mailed once, 7 days before it ends [BOF-104]', async () => {
  await set(12.5, '2026-12-24');
  at('2026-12-17T22:59:59.999Z');
  expect(await mails()).toEqual([]);
  at('2026-12-17T23:00:00Z');
  const [mail] = await mails();
  expect(mail!.text).toContain(
    'Dein Rabatt von 12.5 % auf Aufladungen gilt noch bis und mit 24.12.2026.',
  );
  expect(await mails()).toHaveLength(1);
  // A later end has a mail of its own.
  await set(12.5, '2027-01-24', 12.5);
  at('2027-01-17T23:00:00Z');
  expect(await mails()).toHaveLength(2);
});

test('one that ends within 7 days is mailed at once, and none is set without a reason [BOF-104]', async () => {
  const wish = {
    account_id: shared.user.userId,
    percent: 0.1,
    until: '2026-11-23',
    seen_percent: 0,
  };
  const bare = await shared.finance.call(setDiscount, { ...wish, reason: ' ' });
  expect([bare.status, Object.keys(bare.body.errors)]).toEqual([422, ['reason']]);
  expect([await percentOf(), await mails()]).toEqual(['0', []]);
  await shared.finance.call(setDiscount, { ...wish, reason });
  expect([await percentOf(), await priceOf100()]).toEqual(['0.1', 99.9]);
  expect(await mails()).toHaveLength(1);
});

test('a discount that is taken away is not mailed [BOF-104]', async () => {
  await set(10, '2026-12-24');
  expect((await set(0, null, 10)).body.message).toBe('Der Rabatt ist weg.');
  at('2026-12-20T00:00:00Z');
  expect([await percentOf(), await mails()]).toEqual(['0', []]);
});

test.each([
  [12.55, '2026-12-24', 'percent'],
  [-1, '2026-12-24', 'percent'],
  [100.1, '2026-12-24', 'percent'],
  [5, null, 'until'],
  [5, '2026-11-19', 'until'],
  [5, '2026-02-30', 'until'],
  [0, '2026-12-24', 'until'],
])('a discount of %d until %s is refused at %s [BOF-104]', async (percent, until, field) => {
  const { status, body } = await set(percent, until);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  expect(await percentOf()).toBe('0');
});

test('above 20 % a second person decides; what was changed meanwhile is refused [BOF-101, BOF-104]', async () => {
  expect((await set(20, '2026-12-24')).status).toBe(200);
  expect((await set(15, '2026-12-24')).body.code).toBe('STAFF_VERSION_CONFLICT');
  const asked = await set(20.1, '2026-12-24', 20);
  expect(asked.status).toBe(202);
  expect(await percentOf()).toBe('20');
  const { approval_id } = asked.body;
  // The same press once more is the same request.
  expect((await set(20.1, '2026-12-24', 20)).body).toMatchObject({ approval_id });
  expect((await set(30, '2026-12-24', 20)).body.errors).toEqual({
    percent: 'Ein Rabatt wartet schon auf eine Freigabe.',
  });
  expect((await shared.finance.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  expect((await shared.owner.call(approve, { approval_id })).body.state).toBe('approved');
  expect(await percentOf()).toBe('20.1');
  expect((await set(5, '2026-12-24', 20.1, shared.moderator)).body.code).toBe('RIGHT_MISSING');
  const lines = await shared.world.db
    .selectFrom('audit')
    .select(['before', 'after', 'reason'])
    .where('action', '=', 'discount_set')
    .where('object', '=', `account:${shared.user.userId}`)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { before: { percent: 0 }, after: { percent: 20, until: '2026-12-24' }, reason },
    {
      before: { percent: 20 },
      reason,
      after: { percent: 20.1, until: '2026-12-24', approved: true },
    },
  ]);
});

test('on the command line a person gives end and reason, above 20 % a second one decides [BOF-101, BOF-104]', async () => {
  const { world, finance, owner, user } = shared;
  const by = (percent: string, options: Record<string, string>) => {
    const actor = personOf(world, finance, 'finance');
    return runCommand(world, discountSet, [user.email, percent], options, {}, actor);
  };
  const until = '2026-12-24';
  await expect(by('10', { reason })).rejects.toThrow('--until fehlt.');
  await expect(by('10', { until })).rejects.toThrow('--reason fehlt.');
  expect(await percentOf()).toBe('0');
  expect((await by('10', { until, reason })).text).toBe(
    'Der Rabatt ist 10 % bis und mit 24.12.2026.',
  );
  expect(await percentOf()).toBe('10');
  const { text, data } = await by('30', { until, reason });
  expect([text, await percentOf()]).toEqual([
    expect.stringMatching(/^Zur Freigabe vorgelegt/),
    '10',
  ]);
  const { approval_id } = data as { approval_id: number };
  expect((await owner.call(approve, { approval_id })).body.state).toBe('approved');
  expect(await percentOf()).toBe('30');
  expect((await by('0', { reason })).text).toBe('Der Rabatt ist weg.');
  const lines = await world.db
    .selectFrom('audit')
    .select(['right', 'reason'])
    .where('action', '=', 'discount_set')
    .where('object', '=', `account:${user.userId}`)
    .execute();
  expect(lines).toEqual(Array(3).fill({ right: 'discount.set', reason }));
});
