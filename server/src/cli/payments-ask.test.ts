import { getBalance } from '@samtrot/shared/overview/contract.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { StaffPerson } from '../platform/action.ts';
import { personOf, runCommand } from '../testing/world/command.ts';
import { staffOf } from '../testing/world/staff.ts';
import { type Caller, testWorld, type World } from '../testing/world/world.ts';
import { UsageError } from './command.ts';
import { paymentsAsk } from './payments-ask.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => {
  vi.unstubAllGlobals();
});

const ask = (payment: string, by?: StaffPerson) => {
  vi.stubGlobal('fetch', world.outside.fetch);
  return runCommand(world, paymentsAsk, [payment], {}, {}, by);
};
const opened = async () => {
  const user = await world.user();
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
  return { user, id: String(payment_id), ref: String(payment_url.split('/').at(-1)) };
};

const balance = async (user: Caller): Promise<number> =>
  (await user.call(getBalance, {})).body.credits;

test('a paid payment without a notification is credited at once, and once', async () => {
  const { user, id, ref } = await opened();
  expect(await ask(id)).toMatchObject({ data: { status: 'offen' } });
  expect(await balance(user)).toBe(0);
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid' })
    .where('id', '=', ref)
    .execute();
  const { text, data } = await ask(id);
  expect(data.status).toBe('gutgeschrieben');
  expect(text).toBe(`Zahlung ${data.payment}: Gutgeschrieben.`);
  const credits = await balance(user);
  expect(credits).toBeGreaterThan(0);
  await ask(String(data.payment));
  expect(await balance(user)).toBe(credits);
});

test('who asked stands in the log, beside the booking of the provider [BOF-139]', async () => {
  const { id } = await opened();
  const person = personOf(world, await staffOf(world, 'finance'), 'finance');
  const { data } = await ask(id, person);
  const lines = await world.db
    .selectFrom('audit')
    .select(['staff_id', 'right', 'object', 'after'])
    .where('action', '=', 'payment_asked')
    .where('staff_id', 'is not', null)
    .execute();
  expect(lines).toEqual([
    {
      staff_id: person.staffId,
      right: 'money.import',
      object: `payment:${data.payment}`,
      after: { status: 'Wartet auf Bestätigung' },
    },
  ]);
});

test('a provider that is away or a payment that is none is said so', async () => {
  const { id } = await opened();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
  await expect(runCommand(world, paymentsAsk, [id], {})).rejects.toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
  });
  await expect(ask('99999')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(() => paymentsAsk.prepare(['zehn'], {})).toThrow(UsageError);
});
