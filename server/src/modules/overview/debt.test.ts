import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { getDocuments } from '@samtrot/shared/documents/contract.ts';
import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Command } from '../../cli/command.ts';
import { paymentsChargeback, paymentsRefund } from '../../cli/payments.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { textOf } from '../../testing/media/pdf.ts';
import { runCommand } from '../../testing/world/command.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import { checkBooks } from './service.ts';

const MINUTE = 60_000;
let world: World;
let user: Caller & { email: string };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  user = await world.user();
  const expires_at = new Date('2099-01-01T00:00:00Z');
  await world.db
    .updateTable('session')
    .set({ expires_at, last_seen_at: expires_at })
    .where('account_id', '=', user.userId)
    .execute();
});
afterEach(async () => {
  expect((await checkBooks(world.db)).problems).toEqual([]);
  expect(world.defects.splice(0)).toEqual([]);
});

async function topUp(option: number): Promise<{ id: string; ref: string }> {
  const { payment_id: id, payment_url } = (
    await user.call(walletTopup, { topup_option_id: option })
  ).body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'result=paid&method=TWINT';
  await world.send('', { method: 'POST', url: new URL(payment_url).pathname, headers, payload });
  world.clock.advance(2 * MINUTE);
  await world.runTasks('topups/poll');
  return { id, ref: payment_url.split('/').at(-1) };
}
/** 600 credits for CHF 500.-, of which 240 are spent. */
async function spent240() {
  const payment = await topUp(3);
  expect((await user.call(saveClub, wholeClub({ monate: 4 }))).status).toBe(200);
  expect((await advertisers(world).place(user, { inserat_typ: '1_week' })).status).toBe(200);
  expect(await shown()).toEqual([360, 0, null]);
  return payment;
}
/** A charge-back by the bank, found by the daily reconciliation. */
async function chargedBack({ ref }: { ref: string }): Promise<string> {
  await world.db
    .updateTable('sandbox.payment')
    .set({ charged_back: true })
    .where('id', '=', ref)
    .execute();
  world.clock.advance(25 * 60 * MINUTE);
  await world.runTasks('topups/reconcile');
  return world.clock.now().toISOString();
}
const shown = async () => {
  const { credits, owed, owed_for } = (await user.call(state, {})).body.state;
  return [credits, owed, owed_for];
};
const newestMail = async () => (await world.mails(user.email)).at(-1)!.text.replaceAll(/\s+/g, ' ');
const newest = async () => {
  const [first] = (await user.call(getDetailedTransactions, {})).body.wallet_transactions;
  return [first.kind, first.amount, first.balance];
};
const command = (which: Command, places: string[], options: Record<string, string | boolean>) =>
  runCommand(world, which, places, options);

test('after a charge-back page, mails and history agree on debt and settlement [FIX-04, BOF-98, EXP-96]', async () => {
  const payment = await spent240();
  const since = await chargedBack(payment);
  const why = { reason: 'chargeback', date: since, amount: 500 };
  expect(await shown()).toEqual([0, 240, why]);
  expect(await newest()).toEqual(['chargeback', 360, 0]);
  const told = await newestMail();
  expect(told).toContain(
    'Deine Bank hat CHF 500.- einer Aufladung zurückgeholt. Dafür wurden 360 Credits von deinem Konto abgezogen.',
  );
  expect(told).toContain(
    '240 Credits waren schon ausgegeben. Offen: 240 Credits. Sie werden mit deiner nächsten Aufladung verrechnet.',
  );
  await world.runTasks('documents/issue');
  const { receipts } = (await user.call(getDocuments, {})).body;
  const get = {
    method: 'GET',
    url: receipts[0].corrections[0].url,
    headers: { cookie: user.cookie },
  } as const;
  const paper = textOf((await world.server.inject(get)).rawPayload).replaceAll(/\s+/g, ' ');
  expect(paper).toContain('Zurückgebucht 600 Credits');
  expect(paper).toContain(
    '240 Credits davon waren schon ausgegeben und wurden zu einem offenen Betrag.',
  );
  const small = await topUp(1);
  expect(await shown()).toEqual([0, 190, why]);
  expect(await newest()).toEqual(['settlement', 50, 0]);
  expect(await newestMail()).toContain(
    '50 Credits davon haben wir mit dem verrechnet, was auf deinem Konto offen war. Noch offen: 190 Credits. Dein Guthaben: 0 Credits.',
  );
  const status = async ({ id }: { id: string }) =>
    (await user.call(paymentStatus, { payment_id: id })).body.payment;
  expect(await status(small)).toMatchObject({
    credits: 50,
    bonus: 0,
    settled: 50,
    sentence: '50 Credits sind gutgeschrieben. 50 Credits davon glichen Offenes aus.',
  });
  const large = await topUp(3);
  expect(await shown()).toEqual([410, 0, null]);
  expect(await newestMail()).toContain(
    '190 Credits davon haben wir mit dem verrechnet, was auf deinem Konto offen war. Dein Guthaben: 410 Credits.',
  );
  expect(await status(large)).toMatchObject({ credits: 500, bonus: 100, settled: 190 });
});

test('a charge-back is shown in the history with its top-up, not as a refund [FIX-09]', async () => {
  const payment = await spent240();
  await chargedBack(payment);
  const { transactions, wallet_transactions } = (await user.call(getDetailedTransactions, {})).body;
  expect(wallet_transactions[0]).toMatchObject({
    kind: 'chargeback',
    by_bank: true,
    details: 'Rückbuchung einer Aufladung durch deine Bank',
  });
  expect(
    transactions.find(({ order_id }: { order_id: string }) => order_id === payment.id),
  ).toMatchObject({
    status_label: 'ChargedBack',
  });
  expect((await world.mails(user.email)).at(-1)!.subject).toBe('Rückbuchung einer Aufladung');
});

test('a debt after a settled one starts at its own date, also after a refund by the operator [FIX-04, BOF-98]', async () => {
  const first = await spent240();
  await chargedBack(first);
  const second = await topUp(3);
  await user.call(saveClub, wholeClub({ monate: 1 }));
  expect(await shown()).toEqual([310, 0, null]);
  const { text, data } = await command(paymentsRefund, [second.id], {
    reason: 'Kulanz',
    owe: true,
  });
  expect(text).toBe(
    'CHF 500.- gehen zurück, 310 Credits sind abgezogen, 290 Credits sind neu geschuldet. Der Server führt die Rückzahlung aus.',
  );
  expect(data).toMatchObject({ credits: 600, missing: 290 });
  const date = world.clock.now().toISOString();
  expect(await shown()).toEqual([0, 290, { reason: 'refund', date, amount: 500 }]);
});

test('the command line reports the charged-back amount and refuses refunds of that payment [FIX-04, BOF-98]', async () => {
  const payment = await spent240();
  const { text, data } = await command(paymentsChargeback, [payment.id], {
    reason: 'Brief der Bank',
  });
  expect(text).toBe(
    'Die Rückbuchung ist eingetragen. 360 Credits sind abgezogen. Das Konto schuldet 240 Credits.',
  );
  expect(data).toEqual({ payment: payment.id, taken: 360, owed: 240 });
  const again = command(paymentsRefund, [payment.id], { reason: 'Kulanz', owe: true });
  await expect(again).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: {
      amount: 'Die Bank hat diese Zahlung zurückgeholt; sie geht nicht noch einmal zurück.',
    },
  });
  const refunds = world.db
    .selectFrom('payment_refund')
    .select('kind')
    .where('payment_id', '=', payment.id);
  expect(await refunds.execute()).toEqual([{ kind: 'rueckbelastung' }]);
  expect((await shown())[1]).toBe(240);
});

test("another account's debt is not readable, nor any without a session [BOF-98]", async () => {
  await chargedBack(await spent240());
  const other = await world.user();
  expect((await other.call(state, {})).body.state).toMatchObject({ owed: 0, owed_for: null });
  expect((await world.visitor.call(state, {})).body.state).not.toHaveProperty('owed');
});
