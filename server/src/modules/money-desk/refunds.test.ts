import {
  payment,
  refundPreview,
  refunds,
  requestRefund,
} from '@samtrot/shared/money-desk/contract.ts';
import { approve, getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Command } from '../../cli/command.ts';
import { paymentsRefund, paymentsSettle } from '../../cli/payments.ts';
import { providerSays, type ToppedUp, toppedUp } from '../../testing/payments/desk.ts';
import { personOf, runCommand } from '../../testing/world/command.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
let fresh: () => Promise<Owner>;
let finance: Staff;
let owner: Staff;
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world, 0);
  [finance, owner] = [await staffOf(world, 'finance'), await staffOf(world, 'owner')];
  await keepStaffLogins(world);
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));
afterAll(async () => {
  const { problems } = await world.db.transaction().execute((db) => wallet.checkLedger(db));
  await world[Symbol.asyncDispose]();
  expect(problems).toEqual([]);
});

const reason = 'Sie hat sich vertippt.';
const balanceOf = ({ userId }: Owner) =>
  world.db.transaction().execute((db) => wallet.balance(db, userId));
const ask = (who: Staff, { number }: ToppedUp, amount: number, more: object = {}) =>
  who.call(requestRefund, { payment_id: number, amount, reason, seen_back: 0, ...more });
const transfers = async ({ id }: ToppedUp) =>
  (
    await world.db
      .selectFrom('payment_refund')
      .select(['amount_rappen', 'status'])
      .where('payment_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ amount_rappen, status }) => `${amount_rappen} ${status}`);

test('a refund shows what it takes, and never pays more than is left [BOF-97]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena);
  const preview = await finance.call(refundPreview, { payment_id: paid.number, amount: 33.33 });
  expect(preview.body).toMatchObject({
    ...{ credits: 37, missing: 0, balance: 73, awaits: false },
    to: 'Zahlungsseite, auf dem gleichen Weg',
  });
  expect((await ask(finance, paid, 33.33)).body.message).toBe(
    'CHF 33.33 gehen zurück. 37 Credits sind abgezogen.',
  );
  expect(await balanceOf(lena)).toBe(73);
  const read = (await finance.call(payment, { payment_id: paid.number })).body;
  expect(read).toMatchObject({ refundable: 66.67, seen_back: 33.33, refusal: null });
  const whole = await ask(finance, paid, 100, { seen_back: 33.33 });
  expect(whole.body.errors).toEqual({ amount: 'Höchstens CHF 66.67 gehen zurück.' });
  // A second press, from a page that has not seen the first one.
  expect((await ask(finance, paid, 33.33)).body.code).toBe('STAFF_VERSION_CONFLICT');
  expect(await transfers(paid)).toEqual(['3333 beauftragt']);
  expect((await finance.call(refunds, {})).body.waiting).toContainEqual(
    expect.objectContaining({
      payment_id: paid.number,
      amount: 33.33,
      status: 'Unterwegs',
      reason,
    }),
  );
  await world.runTasks('topups/refunds');
  await world.runTasks('documents/issue');
  const settled = (await finance.call(refunds, {})).body.done;
  // With the number of its correction paper.
  expect(settled).toContainEqual(
    expect.objectContaining({
      ...{ payment_id: paid.number, status: 'Erledigt' },
      receipt: expect.stringMatching(/^K-\d{4}-\d+$/),
    }),
  );
});

test.each([
  [{ amount: 0 }, 'INVALID_INPUT'],
  [{ amount: 1.005 }, 'INVALID_INPUT'],
  [{ amount: -5 }, 'INVALID_INPUT'],
  [{ amount: 10, reason: ' ' }, 'REASON_REQUIRED'],
  [{ amount: 10, payment_id: 1 }, 'NOT_FOUND'],
])('a refund of %j is refused as %s [BOF-97]', async (input, code) => {
  const paid = await toppedUp(await fresh());
  const { body } = await ask(finance, paid, 10, input);
  expect(body.code).toBe(code);
  expect(await transfers(paid)).toEqual([]);
});

test('credits that are spent are owed only where that was chosen [BOF-97, BOF-98]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena);
  await world.db
    .transaction()
    .execute((db) =>
      wallet.spend(
        { db, now: world.clock.now() },
        { userId: lena.userId, amount: 100, cause: `spent:${paid.id}`, description: 'Inserat' },
      ),
    );
  const preview = await finance.call(refundPreview, { payment_id: paid.number, amount: 100 });
  expect(preview.body).toMatchObject({ credits: 110, missing: 100, balance: 0 });
  const refused = await ask(finance, paid, 100);
  expect([refused.body.code, refused.body.missing]).toEqual(['INSUFFICIENT_CREDITS', 100]);
  expect(await transfers(paid)).toEqual([]);
  expect((await ask(finance, paid, 100, { may_owe: true })).status).toBe(200);
  const owed = await world.db.transaction().execute((db) => wallet.owed(db, lena.userId));
  expect([await balanceOf(lena), owed]).toEqual([0, 100]);
});

test('a charge-back blocks refunds, also one that waits for a second person [BOF-98, BOF-21]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena, {}, 4);
  const asked = await ask(finance, paid, 300);
  expect(asked.status).toBe(202);
  await providerSays(world, paid, { charged_back: true });
  const { approval_id } = asked.body;
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({ state: 'void' });
  const { decided } = (await owner.call(getApprovals, {})).body;
  expect(
    decided.find((one: { approval_id: number }) => one.approval_id === approval_id),
  ).toMatchObject({ note: 'Die Bank hat diese Zahlung inzwischen zurückgeholt.' });
  expect((await ask(finance, paid, 10, { seen_back: 1000 })).body.errors).toHaveProperty('amount');
  expect(await transfers(paid)).toEqual(['100000 bestaetigt']);
});

test('above the limit nothing moves before a second person, then once [BOF-18, BOF-22, BOF-23, BOF-101]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena, {}, 4);
  const preview = (amount: number) =>
    finance.call(refundPreview, { payment_id: paid.number, amount });
  expect((await preview(201)).body).toMatchObject({ awaits: true });
  const before = await balanceOf(lena);
  expect((await ask(finance, paid, 201)).status).toBe(202);
  expect([await transfers(paid), await balanceOf(lena)]).toEqual([[], before]);
  // Two halves under the limit count together.
  const other = await toppedUp(await fresh(), {}, 4);
  expect((await ask(finance, other, 150)).status).toBe(200);
  const second = await ask(finance, other, 150, { seen_back: 150 });
  expect(second.status).toBe(202);
  const { approval_id } = second.body;
  expect((await finance.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  const done = await Promise.all(
    Array.from({ length: 10 }, () => owner.call(approve, { approval_id })),
  );
  expect(done.map(({ body }) => body.state ?? body.code).toSorted()).toEqual([
    ...Array(9).fill('ALREADY_DECIDED'),
    'approved',
  ]);
  expect(await transfers(other)).toEqual(['15000 beauftragt', '15000 beauftragt']);
});

test('another amount is not put forward behind one that waits; the same one again is one [BOF-97, BOF-101]', async () => {
  const paid = await toppedUp(await fresh(), {}, 4);
  const [first, same] = [await ask(finance, paid, 300), await ask(finance, paid, 300)];
  expect([first.status, same.status]).toEqual([202, 202]);
  expect(same.body.approval_id).toBe(first.body.approval_id);
  expect((await ask(finance, paid, 500)).body.errors).toEqual({
    amount: 'CHF 300.- davon warten schon auf eine Freigabe.',
  });
});

test('of ten refunds at once for all of it one is ordered [BOF-97]', async () => {
  const paid = await toppedUp(await fresh());
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(finance, paid, 100)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await transfers(paid)).toEqual(['10000 beauftragt']);
});

test('of two payments of an account paid back at once, the second counts the first [BOF-22]', async () => {
  for (let round = 0; round < 5; round++) {
    const lena = await fresh();
    const both = [await toppedUp(lena, {}, 4), await toppedUp(lena, {}, 4)];
    const answers = await Promise.all(both.map((paid) => ask(finance, paid, 150)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202]);
  }
});

test('on the command line a person obeys the same limit [BOF-20, BOF-101]', async () => {
  const paid = await toppedUp(await fresh(), {}, 4);
  const part = await toppedUp(await fresh(), { amount: 70_000 }, 4);
  const actor = personOf(world, finance, 'finance');
  const by = (command: Command, places: string[], options: Record<string, string>) =>
    runCommand(world, command, places, { reason, ...options }, {}, actor);
  const number = String(paid.number);
  const below = await by(paymentsRefund, [number], { amount: '150' });
  expect(below.text).toMatch(/^CHF 150\.- gehen zurück\./);
  const above = await by(paymentsRefund, [number], { amount: '60' });
  expect(above.text).toMatch(/^Zur Freigabe vorgelegt/);
  expect(await transfers(paid)).toEqual(['15000 beauftragt']);
  const full = await by(paymentsSettle, [String(part.number)], { way: 'full' });
  expect(full.text).toMatch(/^Zur Freigabe vorgelegt/);
  const { approval_id } = above.data as { approval_id: number };
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
  expect(await transfers(paid)).toEqual(['15000 beauftragt', '6000 beauftragt']);
});
