import { dropPayment, paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const open = async (user: Caller) => {
  const { body } = await user.call(walletTopup, { topup_option_id: 1 });
  return { id: String(body.payment_id), url: String(body.payment_url) };
};
const statusOf = async (user: Caller, payment_id: string) =>
  (await user.call(paymentStatus, { payment_id })).body.payment;
const drop = (user: Caller, payment_id: string) =>
  user.raw(dropPayment.name, { payload: { payment_id } });
const pay = async (url: string) => {
  await world.send('', {
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'result=paid&method=TWINT',
  });
  await world.runTasks('sandbox/notify');
};

test('of three open payments one is dropped, and a fourth can be opened [EXP-98]', async () => {
  const user = await world.user();
  const [first] = [await open(user), await open(user), await open(user)];
  expect((await user.call(walletTopup, { topup_option_id: 1 })).status).toBe(409);
  const before = await statusOf(user, first.id);
  expect(before).toMatchObject({ status: 'pending', droppable: true });
  const name = `Zahlung ${before.number}`;
  for (const _ of ['once', 'again'])
    expect(await drop(user, first.id)).toMatchObject({
      status: 200,
      body: { message: `${name} ist verworfen. Bitte bezahle sie nicht mehr.` },
    });
  expect(await statusOf(user, first.id)).toMatchObject({ status: 'cancelled', droppable: false });
  expect((await user.call(walletTopup, { topup_option_id: 1 })).status).toBe(200);
});

test('money that comes for a dropped payment is credited, and its mail names the number [EXP-98]', async () => {
  const user = await world.user();
  const { id, url } = await open(user);
  const { number } = await statusOf(user, id);
  expect(number).toBeGreaterThan(70_000);
  await drop(user, id);
  await pay(url);
  const credits = await world.db.transaction().execute((db) => wallet.balance(db, user.userId));
  expect(credits).toBe(50);
  const mails = await world.mails(user.email);
  expect(mails.map(({ text }) => text).join()).toContain(`Zahlung ${number}`);
});

test('a paid payment, a foreign one and one that is none cannot be dropped [EXP-98]', async () => {
  const [user, other] = [await world.user(), await world.user()];
  const { id, url } = await open(user);
  expect(await drop(other, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await drop(user, 'keine')).toMatchObject({ status: 422 });
  expect(await statusOf(user, id)).toMatchObject({ status: 'pending' });
  await pay(url);
  expect(await drop(user, id)).toMatchObject({ status: 409, body: { code: 'PAYMENT_SETTLED' } });
  expect(await statusOf(user, id)).toMatchObject({ status: 'credited', droppable: false });
});
