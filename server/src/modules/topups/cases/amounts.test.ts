import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { paymentStatus, settlePart, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { payments } from '../../../app/payments.ts';
import type { Command } from '../../../cli/command.ts';
import {
  paymentsCases,
  paymentsClose,
  paymentsRefund,
  paymentsSettle,
} from '../../../cli/payments.ts';
import type { Sql } from '../../../platform/db.ts';
import { linesOf } from '../../../testing/media/pdf.ts';
import { runCommand } from '../../../testing/world/command.ts';
import { rowsInClear } from '../../../testing/world/encrypted-rows.ts';
import { type Caller, PASSWORD, testWorld, type World } from '../../../testing/world/world.ts';
import { checkBooks } from '../../overview/service.ts';
import * as wallet from '../../wallet/service.ts';
import type { PaymentProvider } from '../ports.ts';
import * as topups from '../service.ts';
import { settle } from '../settlement.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  const { config, db, clock, outside } = world;
  const books = payments({ config, db, clock, fetch: (url, init) => outside.fetch(url, init) });
  provider = books.providers.named('sandbox')!;
});
afterAll(async () => {
  const { problems } = await world.db.transaction().execute((db) => wallet.checkLedger(db));
  await world[Symbol.asyncDispose]();
  expect(problems).toEqual([]);
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

interface Opened {
  user: Caller & { email: string };
  id: string;
  ref: string;
}

/** A payment of 100 credits + 10 bonus for CHF 100.-. */
async function opened(discount_percent = 0): Promise<Opened> {
  const user = await world.user();
  await world.db
    .updateTable('account')
    .set({ discount_percent })
    .where('id', '=', user.userId)
    .execute();
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 2 })).body;
  return { user, id: payment_id, ref: payment_url.split('/').at(-1) };
}

let provider: PaymentProvider;

/** The provider says that this came. */
async function comes({ ref }: Opened, change: Record<string, string | number | boolean>) {
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid', ...change })
    .where('id', '=', ref)
    .execute();
  await settle({ db: world.db, now: world.clock.now(), provider }, ref);
}

const row = ({ id }: Opened) =>
  world.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const credits = ({ user }: Opened) =>
  world.db.transaction().execute((db) => wallet.balance(db, user.userId));
const cases = async ({ id }: Opened) => {
  const open = await world.db.transaction().execute((db) => topups.openCases(db));
  return open.filter(({ payment_id }) => payment_id === id).map(({ kind }) => kind);
};
const seen = async ({ user, id }: Opened) =>
  (await user.call(paymentStatus, { payment_id: id })).body.payment;
const mailTexts = async ({ user }: Opened): Promise<string[]> => {
  const rows = await rowsInClear(world.db, 'mail');
  return rows
    .filter(({ recipient }) => recipient === user.email)
    .map(({ subject, letter: text }) => `${subject}: ${text}`);
};
const refunds = ({ id }: Opened) =>
  world.db
    .selectFrom('payment_refund')
    .select(['kind', 'status', 'amount_rappen', 'credits'])
    .where('payment_id', '=', id)
    .orderBy('created_at')
    .execute();

const command = (which: Command, places: string[], options: Record<string, string>) =>
  runCommand(world, which, places, options);

/** Changes the provider's status without a notification. */
const inSilence = ({ ref }: Opened, change: Record<string, string | number | boolean>) =>
  world.db.updateTable('sandbox.payment').set(change).where('id', '=', ref).execute();
const compare = async () => {
  world.clock.advance(25 * 3_600_000);
  await world.runTasks('topups/reconcile');
};
const carryOut = () => world.runTasks('topups/refunds');
const paidBack = async ({ ref }: Opened) =>
  (
    await world.db
      .selectFrom('sandbox.payment')
      .select('refunded')
      .where('id', '=', ref)
      .executeTakeFirstOrThrow()
  ).refunded;
/** A payment of which a part came, and the order to pay that back. */
async function goingBack(amount = 9_000): Promise<Opened> {
  const payment = await opened();
  await comes(payment, { amount });
  await command(paymentsRefund, [payment.id], { reason: 'Wunsch' });
  return payment;
}

/** The lines of the receipt from the credits on. */
async function receiptOf({ user, id }: Opened): Promise<string> {
  const get = {
    method: 'GET',
    url: `/papers/receipt/${id}.pdf`,
    headers: { cookie: user.cookie },
  } as const;
  const lines = linesOf((await world.server.inject(get)).rawPayload);
  const at = lines.indexOf('Guthaben');
  return lines.slice(at, lines.indexOf('Total', at) + 3).join(' ');
}

test.each([
  [
    9_000,
    5,
    94,
    'Guthaben 94 CHF 94.00 Persönlicher Rabatt 5 % − CHF 4.70 Rundung CHF 0.70 Total 94 CHF 90.00',
  ],
  [9_950, 0, 99, 'Guthaben 99 CHF 99.00 Rundung CHF 0.50 Total 99 CHF 99.50'],
])(
  '%d Rappen accepted at %d percent discount give %d credits, no bonus, a rounding line [BOF-94]',
  async (amount, discount, gives, receipt) => {
    const payment = await opened(discount);
    await comes(payment, { amount });
    expect(await credits(payment)).toBe(0);
    await payment.user.call(settlePart, { payment_id: payment.id, way: 'credits' });
    expect([await credits(payment), await cases(payment), await receiptOf(payment)]).toEqual([
      gives,
      [],
      receipt,
    ]);
  },
);

test.each([
  [9_995, 'Guthaben 100 CHF 99.95 Bonus 10 Total 110 CHF 99.95'],
  [10_005, 'Guthaben 100 CHF 100.00 Bonus 10 Rundung CHF 0.05 Total 110 CHF 100.05'],
  [10_050, 'Guthaben 100 CHF 100.00 Bonus 10 Rundung CHF 0.50 Total 110 CHF 100.50'],
  [10_099, 'Guthaben 100 CHF 100.00 Bonus 10 Rundung CHF 0.99 Total 110 CHF 100.99'],
])(
  '%d Rappen of 10000 bring the whole package without a case, and the receipt says what came [BOF-95]',
  async (amount, receipt) => {
    const payment = await opened();
    await comes(payment, { amount });
    expect([await credits(payment), await cases(payment), await refunds(payment)]).toEqual([
      110,
      [],
      [],
    ]);
    expect(await receiptOf(payment)).toBe(receipt);
  },
);

test.each([9_995, 10_000, 10_005, 10_050])(
  '%d Rappen of 10000 count as paid in full [FIX-01]',
  async (amount) => {
    const payment = await opened();
    await comes(payment, { amount });
    expect(await row(payment)).toMatchObject({ status: 'gutgeschrieben', received_rappen: amount });
    expect([await credits(payment), await cases(payment), await refunds(payment)]).toEqual([
      110,
      [],
      [],
    ]);
  },
);

test('an overpayment is credited as ordered at once, and the surplus is refunded once [FIX-01, BOF-95]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 20_000 });
  await comes(payment, {});
  expect([await credits(payment), await cases(payment)]).toEqual([110, ['overpaid']]);
  expect(await refunds(payment)).toEqual([
    { kind: 'ueberschuss', status: 'beauftragt', amount_rappen: 10_000, credits: 0 },
  ]);
  expect((await mailTexts(payment)).at(-1)).toContain('CHF 100.- davon waren zu viel');
  expect(await receiptOf(payment)).toBe(
    'Guthaben 100 CHF 100.00 Bonus 10 Zu viel bezahlt, geht zurück CHF 100.00 Total 110 CHF 200.00',
  );
  await world.runTasks('topups/refunds');
  await comes(payment, {});
  expect(await refunds(payment)).toMatchObject([{ kind: 'ueberschuss', status: 'bestaetigt' }]);
  expect([await credits(payment), await cases(payment)]).toEqual([110, []]);
  expect(await row(payment)).toMatchObject({
    status: 'gutgeschrieben',
    price_rappen: 10_000,
    received_rappen: 20_000,
  });
  // The price itself can still go back, and not a Rappen more.
  await command(paymentsRefund, [payment.id], { reason: 'Kulanz' });
  await world.runTasks('topups/refunds');
  expect(await row(payment)).toMatchObject({ status: 'erstattet' });
  expect(await credits(payment)).toBe(0);
});

test('one franc too much is a case and goes back, six Rappen too little wait for the payer [BOF-95]', async () => {
  const [more, less] = [await opened(), await opened()];
  await comes(more, { amount: 10_100 });
  await comes(less, { amount: 9_994 });
  expect([await credits(more), await cases(more), await refunds(more)]).toEqual([
    110,
    ['overpaid'],
    [{ kind: 'ueberschuss', status: 'beauftragt', amount_rappen: 100, credits: 0 }],
  ]);
  expect([await credits(less), await cases(less), await refunds(less)]).toEqual([
    0,
    ['underpaid'],
    [],
  ]);
});

test('an underpayment is reported by mail and on the page, and nothing is credited yet [FIX-01, FIX-02, BOF-96]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 9_000 });
  await comes(payment, {});
  expect([await credits(payment), await cases(payment)]).toEqual([0, ['underpaid']]);
  expect(await seen(payment)).toMatchObject({
    status: 'partial',
    sentence: 'CHF 90.- von CHF 100.- sind angekommen. Bitte lade nicht noch einmal auf.',
    next: 'decide',
    part: { received: 90, missing: 10, credits: 90 },
  });
  const mails = await mailTexts(payment);
  expect(
    mails.filter((text) => text.includes('CHF 90.- von CHF 100.- sind angekommen')),
  ).toHaveLength(1);
  const { transactions } = (await payment.user.call(getDetailedTransactions, {})).body;
  expect(transactions[0]).toMatchObject({ order_id: payment.id, status_label: 'Processing' });
});

test('the payer takes the credits for a part once, without bonus; later sums count what came [FIX-01, BOF-96]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 9_000 });
  const take = () =>
    payment.user.raw(settlePart.name, { payload: { payment_id: payment.id, way: 'credits' } });
  const responses = await Promise.all([take(), take(), take()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(responses[0]!.body.message).toBe(
    'Wir haben CHF 90.- erhalten und 90 Credits gutgeschrieben.',
  );
  expect([await credits(payment), await cases(payment)]).toEqual([90, []]);
  expect(await row(payment)).toMatchObject({
    status: 'gutgeschrieben',
    settled_rappen: 9_000,
    settled_credits: 90,
    settled_bonus: 0,
    price_rappen: 10_000,
    credits: 100,
    received_rappen: 9_000,
  });
  expect((await seen(payment)).sentence).toBe(
    'Wir haben CHF 90.- erhalten und 90 Credits gutgeschrieben.',
  );
  await command(paymentsRefund, [payment.id], { reason: 'Kulanz' });
  expect(await refunds(payment)).toMatchObject([
    { kind: 'erstattung', amount_rappen: 9_000, credits: 90 },
  ]);
});

test('a requested refund of a part is noted and closes nothing; the house pays it back [FIX-01, BOF-96]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 9_000 });
  await payment.user.call(settlePart, { payment_id: payment.id, way: 'refund' });
  expect([await cases(payment), (await seen(payment)).sentence]).toEqual([
    ['underpaid'],
    'CHF 90.- von CHF 100.- sind angekommen. Du möchtest sie zurück; wir kümmern uns darum.',
  ]);
  const { number } = await seen(payment);
  expect((await command(paymentsCases, [], {})).text).toContain(
    `Zahlung ${number}  Wunsch: zurückzahlen`,
  );
  await expect(
    command(paymentsRefund, [payment.id], { reason: 'Wunsch', amount: '50' }),
  ).rejects.toThrow();
  await command(paymentsRefund, [payment.id], { reason: 'Wunsch' });
  // While it goes back nobody takes credits for it, and a rest that comes is not credited.
  const take = await payment.user.raw(settlePart.name, {
    payload: { payment_id: payment.id, way: 'credits' },
  });
  expect(take).toMatchObject({ status: 409, body: { code: 'PAYMENT_SETTLED' } });
  await comes(payment, { amount: 10_000 });
  expect(await credits(payment)).toBe(0);
  await world.db
    .updateTable('sandbox.payment')
    .set({ amount: 9_000 })
    .where('id', '=', payment.ref)
    .execute();
  await world.runTasks('topups/refunds');
  expect(await row(payment)).toMatchObject({ status: 'zurueckbezahlt' });
  expect([await credits(payment), await cases(payment), await refunds(payment)]).toEqual([
    0,
    ['differs'],
    [{ kind: 'erstattung', status: 'bestaetigt', amount_rappen: 9_000, credits: 0 }],
  ]);
});

test('money after a part was accepted is refunded; a few Rappen are kept [FIX-01]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 9_000 });
  await payment.user.call(settlePart, { payment_id: payment.id, way: 'credits' });
  await comes(payment, { amount: 9_050 });
  expect([await refunds(payment), (await row(payment)).received_rappen]).toEqual([[], 9_050]);
  await comes(payment, { amount: 10_000 });
  expect(await refunds(payment)).toMatchObject([{ kind: 'ueberschuss', amount_rappen: 1_000 }]);
  expect([await credits(payment), await cases(payment)]).toEqual([90, ['overpaid']]);
});

test('the rest that comes later brings the whole package with its bonus [FIX-01, BOF-94]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 9_000 });
  await comes(payment, { amount: 10_000 });
  expect([await credits(payment), await cases(payment)]).toEqual([110, []]);
  expect(await row(payment)).toMatchObject({
    status: 'gutgeschrieben',
    settled_rappen: null,
    received_rappen: 10_000,
  });
});

test('a later correction by the provider settles it: declined, paid back, charged back [FIX-01]', async () => {
  for (const [change, status, left] of [
    [{ status: 'declined' }, 'abgelehnt', []],
    [{ refunded: 9_000 }, 'zurueckbezahlt', []],
    [{ charged_back: true }, 'zurueckbezahlt', ['chargeback']],
  ] as const) {
    const payment = await opened();
    await comes(payment, { amount: 9_000 });
    await comes(payment, change);
    expect(await row(payment), status).toMatchObject({ status });
    expect([await credits(payment), await cases(payment)], status).toEqual([0, left]);
  }
});

test('another currency is reported by mail, never credited by itself, and the house can close it [FIX-01, FIX-02]', async () => {
  const payment = await opened();
  await comes(payment, { currency: 'EUR' });
  await comes(payment, {});
  expect([await credits(payment), await cases(payment)]).toEqual([0, ['differs']]);
  expect(
    (await mailTexts(payment)).filter((text) => text.includes('EUR 100.00 statt CHF 100.-')),
  ).toHaveLength(1);
  expect(await seen(payment)).toMatchObject({ status: 'review', next: 'support' });
  await expect(
    command(paymentsSettle, [payment.id], { way: 'credits', reason: 'Kulanz' }),
  ).rejects.toThrow('nichts in Franken');
  await command(paymentsSettle, [payment.id], { way: 'returned', reason: 'von Hand überwiesen' });
  expect(await row(payment)).toMatchObject({ status: 'zurueckbezahlt' });
  expect([await credits(payment), await cases(payment)]).toEqual([0, []]);
});

test('the house lets a part count as paid, or credits it; closing the case alone is refused [FIX-01]', async () => {
  const whole = await opened();
  await comes(whole, { amount: 9_000 });
  const open = await world.db.transaction().execute((db) => topups.openCases(db));
  const { id } = open.find(({ payment_id }) => payment_id === whole.id)!;
  const refusal = {
    code: 'PAYMENT_UNDECIDED',
    message: expect.stringContaining(`mit der Zahlung ${(await row(whole)).number}`),
  };
  await expect(command(paymentsClose, [String(id)], { note: 'erledigt' })).rejects.toMatchObject(
    refusal,
  );
  const { db, clock } = world;
  const ctx = (sql: Sql) => ({ db: sql, now: clock.now(), actor: { kind: 'system' } as const });
  await expect(
    db.transaction().execute((sql) => topups.closeCase(ctx(sql), { id, note: 'erledigt' })),
  ).rejects.toMatchObject(refusal);
  expect(await cases(whole)).toEqual(['underpaid']);
  await command(paymentsSettle, [whole.id], { way: 'full', reason: 'Kulanz' });
  expect([await credits(whole), await cases(whole)]).toEqual([110, []]);
  expect(await row(whole)).toMatchObject({
    status: 'gutgeschrieben',
    settled_rappen: 9_000,
    settled_credits: 100,
  });
  const part = await opened();
  await comes(part, { amount: 9_000 });
  await command(paymentsSettle, [part.id], { way: 'credits', reason: 'am Telefon' });
  expect([await credits(part), await cases(part)]).toEqual([90, []]);
  await expect(
    command(paymentsSettle, [part.id], { way: 'full', reason: 'noch einmal' }),
  ).rejects.toThrow('wartet auf keine Entscheidung');
});

test('settling a foreign, complete or missing payment is refused [FIX-01]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 9_000 });
  const payload = { payment_id: payment.id, way: 'credits' };
  const stranger = await world.user();
  expect(await stranger.raw(settlePart.name, { payload })).toMatchObject({ status: 404 });
  expect(await world.visitor.raw(settlePart.name, { payload })).toMatchObject({ status: 401 });
  expect(
    await payment.user.raw(settlePart.name, { payload: { ...payload, way: 'all' } }),
  ).toMatchObject({
    status: 422,
  });
  const whole = await opened();
  await comes(whole, {});
  for (const way of ['credits', 'refund'])
    expect(
      await whole.user.raw(settlePart.name, { payload: { payment_id: whole.id, way } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_SETTLED' },
    });
  expect([await credits(payment), await credits(whole)]).toEqual([0, 110]);
});

test('an amount of nothing is for the house and moves nothing [FIX-01]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 0 });
  expect([await credits(payment), (await row(payment)).status, await cases(payment)]).toEqual([
    0,
    'abweichend',
    ['differs'],
  ]);
});

test('a part that turns out to be another currency is worth nothing in francs any more [FIX-01]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 9_000 });
  await comes(payment, { currency: 'EUR' });
  expect(await row(payment)).toMatchObject({ status: 'abweichend', received_rappen: null });
  await expect(
    command(paymentsSettle, [payment.id], { way: 'credits', reason: 'Kulanz' }),
  ).rejects.toThrow('nichts in Franken');
  expect(await credits(payment)).toBe(0);
});

test('a payment corrected from another currency to francs is settled by the correction [FIX-01]', async () => {
  const whole = await opened();
  await comes(whole, { currency: 'EUR' });
  await comes(whole, { currency: 'CHF' });
  expect([await credits(whole), await cases(whole)]).toEqual([110, []]);

  const part = await opened();
  await comes(part, { currency: 'EUR' });
  await comes(part, { currency: 'CHF', amount: 9_000 });
  expect([(await row(part)).status, await seen(part)]).toEqual([
    'teilbezahlt',
    expect.objectContaining({ status: 'partial', next: 'decide' }),
  ]);
  await part.user.call(settlePart, { payment_id: part.id, way: 'credits' });
  expect([await credits(part), await cases(part)]).toEqual([90, []]);

  const silent = await opened();
  await comes(silent, { currency: 'EUR' });
  await inSilence(silent, { currency: 'CHF' });
  await compare();
  expect([await credits(silent), await cases(silent)]).toEqual([110, []]);
});

test('another foreign amount is a case and a mail of its own; all end with the payment [FIX-01]', async () => {
  const payment = await opened();
  await comes(payment, { currency: 'EUR' });
  await comes(payment, { currency: 'USD' });
  await comes(payment, { currency: 'USD' });
  expect([await credits(payment), await cases(payment)]).toEqual([0, ['differs', 'differs']]);
  const told = (await mailTexts(payment)).filter((text) => text.includes('Wir prüfen'));
  expect(told).toEqual([
    expect.stringContaining('EUR 100.00 statt CHF 100.-'),
    expect.stringContaining('USD 100.00 statt CHF 100.-'),
  ]);
  await command(paymentsSettle, [payment.id], { way: 'returned', reason: 'von Hand überwiesen' });
  expect(await cases(payment)).toEqual([]);
});

test('euros for a closed account, told twice, are one case; what comes later writes to nobody [FIX-01]', async () => {
  const payment = await opened();
  await payment.user.raw('delete_account', { payload: { password: PASSWORD } });
  await world.finishDeletions();
  const before = await mailTexts(payment);
  await comes(payment, { currency: 'EUR' });
  await comes(payment, { currency: 'EUR' });
  expect(await cases(payment)).toEqual(['after_deletion']);
  await comes(payment, { currency: 'USD' });
  expect(await cases(payment)).toEqual(['after_deletion', 'differs']);
  expect(await mailTexts(payment)).toEqual(before);
  expect(await row(payment)).toMatchObject({ status: 'abweichend' });
});

test.each(['at once', 'by the comparison'])(
  'a credited payment told %s in euros is a case, until francs are told again [FIX-01, T-PAY-15]',
  async (found) => {
    const payment = await opened();
    await comes(payment, {});
    if (found === 'at once') await comes(payment, { currency: 'EUR' });
    else {
      await inSilence(payment, { currency: 'EUR' });
      await compare();
    }
    await compare();
    expect(await row(payment)).toMatchObject({ status: 'gutgeschrieben', received_rappen: 10_000 });
    expect([await credits(payment), await cases(payment)]).toEqual([110, ['differs']]);
    await comes(payment, { currency: 'CHF' });
    expect([await credits(payment), await cases(payment)]).toEqual([110, []]);
  },
);

test('a charge-back during the open refund of a part cancels it and opens a case [T-PAY-13]', async () => {
  const payment = await goingBack();
  await comes(payment, { charged_back: true });
  await comes(payment, {});
  expect(await row(payment)).toMatchObject({ status: 'zurueckbezahlt' });
  expect([await refunds(payment), await cases(payment)]).toEqual([
    [{ kind: 'erstattung', status: 'abgelehnt', amount_rappen: 9_000, credits: 0 }],
    ['chargeback'],
  ]);
  await inSilence(payment, { charged_back: false });
  await carryOut();
  expect(await paidBack(payment)).toBe(0);
});

test.each(['at once', 'by the comparison'])(
  'a charge-back after the refund of a part opens a case, whether found by %s [T-PAY-13]',
  async (way) => {
    const payment = await goingBack();
    await carryOut();
    expect([(await row(payment)).status, await cases(payment)]).toEqual(['zurueckbezahlt', []]);
    await inSilence(payment, { charged_back: true });
    if (way === 'at once') await comes(payment, {});
    await compare();
    await compare();
    expect([(await row(payment)).status, await cases(payment)]).toEqual([
      'zurueckbezahlt',
      ['chargeback'],
    ]);
  },
);

test('the comparison finds a part refunded without notification, also after a refused refund [T-PAY-13, T-PAY-15]', async () => {
  const refused = await goingBack();
  const chargedBack = await opened();
  const refunded = await opened();
  for (const payment of [chargedBack, refunded]) await comes(payment, { amount: 9_000 });
  await inSilence(refused, { charged_back: true });
  await inSilence(chargedBack, { charged_back: true });
  await inSilence(refunded, { refunded: 9_000 });
  await carryOut();
  expect(await seen(refused)).toMatchObject({ status: 'partial', next: 'decide' });
  await compare();
  for (const [payment, left] of [
    [refused, ['refund_differs', 'chargeback']],
    [chargedBack, ['chargeback']],
    [refunded, []],
  ] as const) {
    expect([(await row(payment)).status, await cases(payment)]).toEqual(['zurueckbezahlt', left]);
  }
});

test('a rest during the refund of its part opens a case that stays when the part is refunded [FIX-01]', async () => {
  const payment = await goingBack(8_000);
  await comes(payment, { amount: 10_000 });
  await comes(payment, {});
  expect([await credits(payment), await cases(payment)]).toEqual([0, ['underpaid', 'differs']]);
  await carryOut();
  await compare();
  expect([(await row(payment)).status, await cases(payment)]).toEqual([
    'zurueckbezahlt',
    ['differs'],
  ]);
  const open = (await world.db.transaction().execute((db) => topups.openCases(db))).find(
    ({ payment_id }) => payment_id === payment.id,
  )!;
  expect(open.details).toMatchObject({ amountRappen: 10_000, paid_back_rappen: 8_000 });
  await command(paymentsClose, [String(open.id)], { note: 'zurücküberwiesen' });
  await compare();
  expect(await cases(payment)).toEqual([]);
});

test.each(['at once', 'by the comparison'])(
  'a rest after the refund of its part opens a case, whether found by %s [FIX-01]',
  async (way) => {
    const payment = await goingBack(8_000);
    await carryOut();
    await inSilence(payment, { amount: 10_000 });
    if (way === 'at once') await comes(payment, {});
    await compare();
    await compare();
    expect([(await row(payment)).status, await cases(payment)]).toEqual([
      'zurueckbezahlt',
      ['differs'],
    ]);
  },
);

test('a rest during the refund of its part completes the payment when the refund is refused [FIX-01]', async () => {
  const payment = await goingBack(8_000);
  await comes(payment, { amount: 10_000 });
  await inSilence(payment, { charged_back: true });
  await carryOut();
  await comes(payment, { charged_back: false });
  expect([await credits(payment), await cases(payment)]).toEqual([110, ['refund_differs']]);
});

test('a surplus without a refund opens one case, and its refund is ordered once [FIX-01]', async () => {
  const overtaken = await opened();
  await comes(overtaken, { amount: 20_000 });
  await comes(overtaken, { charged_back: true });
  expect([(await row(overtaken)).status, await cases(overtaken)]).toEqual([
    'rueckbelastet',
    ['chargeback'],
  ]);

  const refused = await opened();
  await comes(refused, { amount: 20_000 });
  await inSilence(refused, { charged_back: true });
  await carryOut();
  await inSilence(refused, { charged_back: false });
  await comes(refused, {});
  await comes(refused, {});
  expect([await refunds(refused), await cases(refused)]).toEqual([
    [{ kind: 'ueberschuss', status: 'abgelehnt', amount_rappen: 10_000, credits: 0 }],
    ['refund_differs'],
  ]);
  // The house pays it back at the provider itself; the credits stay.
  await comes(refused, { refunded: 10_000 });
  expect([await credits(refused), (await refunds(refused)).length]).toEqual([110, 1]);
});

test('a smaller amount reported later opens a case and keeps the received amount [FIX-01, T-PAY-15]', async () => {
  const payment = await opened();
  await comes(payment, { amount: 10_000 });
  await comes(payment, { amount: 8_000 });
  await comes(payment, {});
  await compare();
  expect(await row(payment)).toMatchObject({ status: 'gutgeschrieben', received_rappen: 10_000 });
  expect([await credits(payment), await cases(payment)]).toEqual([110, ['differs']]);

  const decided = await opened();
  await comes(decided, { merchant: 'another' });
  await command(paymentsSettle, [decided.id], { way: 'full', reason: 'ist unser Konto' });
  expect([await credits(decided), await cases(decided)]).toEqual([110, []]);
  await comes(decided, { merchant: 'samtrot', amount: 8_000 });
  await compare();
  expect(await cases(decided)).toEqual(['differs']);
});

test.each(['full', 'credits'])(
  'an overpayment credited by the house as %s counts the price; the surplus is refunded [FIX-01, FIX-03]',
  async (as) => {
    const payment = await opened();
    await comes(payment, { amount: 20_000, merchant: 'another' });
    expect([(await row(payment)).status, await refunds(payment)]).toEqual(['abweichend', []]);
    await command(paymentsSettle, [payment.id], { way: as, reason: 'ist unser Konto' });
    expect([await credits(payment), await cases(payment), await refunds(payment)]).toEqual([
      ...[110, ['overpaid']],
      [{ kind: 'ueberschuss', status: 'beauftragt', amount_rappen: 10_000, credits: 0 }],
    ]);
    expect((await mailTexts(payment)).at(-1)).toContain('CHF 100.- davon waren zu viel');
    expect(await receiptOf(payment)).toBe(
      'Guthaben 100 CHF 100.00 Bonus 10 Zu viel bezahlt, geht zurück CHF 100.00 Total 110 CHF 200.00',
    );
    expect((await checkBooks(world.db)).problems).toEqual([]);
    await carryOut();
    await comes(payment, {});
    expect([await paidBack(payment), await credits(payment), await cases(payment)]).toEqual([
      10_000,
      110,
      [],
    ]);
  },
);
