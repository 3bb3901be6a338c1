import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { paymentReturn } from '@samtrot/shared/topups/rules.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addressOf } from '../../testing/world/accounts.ts';
import { type Caller, PASSWORD, testWorld, type World } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import * as wallet from '../wallet/service.ts';
import * as topups from './service.ts';

const MINUTE = 60_000;
let world: World;
let user: Caller;
beforeAll(async () => {
  // The true limits, because they are what is tried here.
  world = await testWorld({ LIMIT_FACTOR: '1' });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.advance(2 * 60 * MINUTE);
  user = await world.user();
});
afterEach(async () => {
  expect((await checkBooks(world.db)).problems).toEqual([]);
  expect(world.defects.splice(0)).toEqual([]);
});

const open = (option: number) => user.call(walletTopup, { topup_option_id: option });
const decide = (url: string, result: string) =>
  world.send('', {
    method: 'POST',
    url: new URL(url).pathname,
    payload: `result=${result}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const settle = async () => {
  world.clock.advance(61 * MINUTE);
  await world.runTasks('topups/poll');
};
const credits = async () => (await user.call(state, {})).body.state.credits;
const auditOf = async (object: string) =>
  (
    await world.db
      .selectFrom('audit')
      .select('action')
      .where('object', '=', object)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

test('thirty forged ways back move nothing: whatever the address says, the server says pending [T-PAY-02]', async () => {
  const { payment_id } = (await open(2)).body;
  const claims = [
    ...[
      'status=success',
      'status=confirmed',
      'status=paid',
      'success=1',
      'success=true',
      'status=SUCCESS',
    ],
    ...[
      'status=cancelled',
      'status=cancel',
      'payment=cancelled',
      'payment=cancel',
      'cancelled=1',
      'status=declined',
    ],
    ...['status=error', 'status=failed', 'error=1', 'status=success&status=declined', 'success=0'],
  ];
  const amounts = ['amount', 'credits', 'value', 'total', 'sum'].map(
    (name) => `status=success&${name}=500`,
  );
  const more = [
    'amount=-1',
    'amount=1e9',
    'credits=NaN',
    'amount=<script>',
    'total=%00',
    'sum=500&sum=1',
    'user_id=1',
    '',
  ];
  const forged = [...claims, ...amounts, ...more].map((query) => `${query}&payment=${payment_id}`);
  expect(forged).toHaveLength(30);
  for (const query of forged) {
    const page = await world.send(user.cookie, { method: 'GET', url: `/guthaben?${query}` });
    expect(page.body, query).not.toContain('500');
    paymentReturn(new URLSearchParams(query));
    const { body } = await user.call(paymentStatus, { payment_id });
    expect([body.payment.status, body.credits], query).toEqual(['pending', 0]);
  }
  expect(await credits()).toBe(0);
});

test('two tabs, two packages, both paid: both are credited [T-PAY-10]', async () => {
  const [small, large] = await Promise.all([open(1), open(2)]);
  await Promise.all([
    decide(small.body.payment_url, 'paid'),
    decide(large.body.payment_url, 'paid'),
  ]);
  await settle();
  user = await again();
  expect(await credits()).toBe(50 + 110);
});

test('of fifty top-ups in a minute three stay open, the others do not; none gives a credit [T-PAY-14, FIX-08]', async () => {
  const responses: number[] = [];
  for (let n = 0; n < 50; n++) responses.push((await open(1)).status);
  const count = (status: number) => responses.filter((answer) => answer === status).length;
  // Refusals have a count of their own of ten, and only then use up the one of the top-ups.
  expect([count(200), count(409), count(429)]).toEqual([3, 17, 30]);
  expect(await credits()).toBe(0);
});

test('money for an account deleted meanwhile is not credited: a case, no defect [T-PAY-16]', async () => {
  const { payment_id, payment_url } = (await open(2)).body;
  await user.call(deleteAccount, { password: PASSWORD });
  await world.finishDeletions();
  await decide(payment_url, 'paid');
  await settle();
  const payment = await world.db
    .selectFrom('payment')
    .select('status')
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow();
  expect(payment.status).toBe('abweichend');
  const cases = await world.db.transaction().execute(topups.openCases);
  expect(cases.filter(({ payment_id: id }) => id === payment_id)).toMatchObject([
    { kind: 'after_deletion' },
  ]);
  expect(await auditOf(`payment:${payment_id}`)).toContain('paid_after_deletion');
  expect(await world.db.transaction().execute((db) => wallet.balance(db, user.userId))).toBe(0);
});

/** The same advertiser, logged in again a day later. */
async function again(): Promise<Caller> {
  const log = await addressOf(world.db, user.userId);
  const answer = await world.visitor.raw('login', { payload: { log, pwd: PASSWORD } });
  return world.caller(user.userId, String(answer.headers['set-cookie']).split(';')[0]!);
}
