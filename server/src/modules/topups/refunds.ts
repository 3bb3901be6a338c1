import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { type Credits, formatChf, type Rappen } from '@samtrot/shared/kernel/money.ts';
import { bonusOfRefund } from '@samtrot/shared/topups/rules.ts';
import {
  finished,
  refundable,
  refundOrder,
  surplusDue,
  wentBackBy,
} from '@samtrot/shared/topups/settling-rules.ts';
import { audit } from '../../platform/audit.ts';
import type { Database, Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as wallet from '../wallet/service.ts';
import {
  aboutAmount,
  chargebackKey,
  closeCaseAbout,
  closeCasesOf,
  openPaymentCase,
} from './cases.ts';
import { moneyBackMail } from './mail-templates.ts';
import {
  PaymentRefused,
  type ProviderPayment,
  ProviderUnavailable,
  RefundByHand,
} from './ports.ts';
import type { Providers } from './providers.ts';
import * as refunds from './refund-store.ts';
import * as store from './store.ts';

const BATCH = 10;

type AuditCtx = Parameters<typeof audit>[0];
interface LedgerContext {
  db: Sql;
  now: Date;
}

export interface RefundOrder {
  paymentId: string;
  /** Everything not refunded yet by default. */
  amount?: Rappen;
  reason: string;
  /** Also when credits of it were spent already: what is missing in the wallet is then owed. */
  mayOwe: boolean;
}

/**
 * Orders a refund and returns what was debited. The credits are debited first, so that they cannot
 * be spent; `carryOutRefunds` calls the provider later. A refusal must roll the transaction back.
 * @throws NOT_FOUND, INVALID_INPUT when less is refundable, INSUFFICIENT_CREDITS with `missing`
 * unless `mayOwe`
 */
export async function orderRefund(
  ctx: AuditCtx,
  { paymentId, amount: wanted, reason, mayOwe }: RefundOrder,
): Promise<{ id: string; amount: Rappen; credits: Credits; missing: Credits }> {
  const payment = await store.lockPayment(ctx.db, paymentId);
  if (!payment) throw new AppError('NOT_FOUND');
  if (payment.status === 'rueckbelastet')
    throw invalid({
      amount: 'Die Bank hat diese Zahlung zurückgeholt; sie geht nicht noch einmal zurück.',
    });
  const back = await refunds.moneyBack(ctx.db, paymentId);
  const order = refundOrder(payment, back, wanted);
  if (!order) {
    const most = refundable(payment);
    // What was never credited goes back whole.
    const whole = payment.status !== 'gutgeschrieben' && back.ordered === 0 && most > 0;
    throw invalid({
      amount: whole
        ? `Diese Zahlung geht nur ganz zurück: ${formatChf(most)}.`
        : 'So viel kann von dieser Zahlung nicht mehr zurückgehen.',
    });
  }
  const { amount, credits } = order;
  const id = await refunds.insertRefund(ctx.db, {
    paymentId,
    kind: 'erstattung',
    status: 'beauftragt',
    amount,
    credits,
    reason,
    now: ctx.now,
  });
  await takeBack(ctx, payment, { id, credits, amount, before: back.ordered, byBank: false });
  // Asked of the book and not of the balance before: somebody may have spent at the same moment.
  const missing = await wallet.bookedBy(ctx.db, [`refund:${id}:debt`]);
  if (missing > 0 && !mayOwe) throw new AppError('INSUFFICIENT_CREDITS', { extra: { missing } });
  await audit(ctx, 'refund_ordered', `payment:${paymentId}`, {
    amount_rappen: amount,
    credits,
    reason,
  });
  return { id, amount, credits, missing };
}

/**
 * Orders what came beyond the price to be paid back; what was ordered before is not ordered again.
 * Less than before is for the operator: credits stand for it, so it stays known that it had come.
 */
export async function returnSurplus(
  ctx: LedgerContext,
  payment: store.Payment,
  received: Rappen,
): Promise<void> {
  if (payment.received !== null && received < payment.received)
    return reportLess(ctx, payment, received);
  if (received !== payment.received)
    await store.movePayment(ctx.db, payment.id, { status: payment.status, received });
  const amount = surplusDue(payment.price, received, await refunds.moneyBack(ctx.db, payment.id));
  if (amount === 0) return;
  const reason = 'zu viel bezahlt';
  const id = await refunds.insertRefund(ctx.db, {
    paymentId: payment.id,
    kind: 'ueberschuss',
    status: 'beauftragt',
    amount,
    credits: 0,
    reason,
    now: ctx.now,
  });
  const details = { asked_rappen: payment.price, paid_rappen: received, refund: id };
  const place = { provider: payment.provider, paymentId: payment.id };
  await openPaymentCase(ctx, { key: overpaidKey(id), kind: 'overpaid', ...place, details });
  await audit(
    { ...ctx, actor: { kind: 'system' } },
    'payment_overpaid',
    `payment:${payment.id}`,
    details,
  );
}

async function reportLess(
  ctx: LedgerContext,
  payment: store.Payment,
  received: Rappen,
): Promise<void> {
  const { id: paymentId, price, provider } = payment;
  const key = aboutAmount('differs', paymentId, { currency: 'CHF', amountRappen: received });
  const details = { asked_rappen: price, credited_rappen: payment.received, paid_rappen: received };
  await openPaymentCase(ctx, { key, kind: 'differs', provider, paymentId, details });
}

const overpaidKey = (refund: string) => `overpaid:${refund}`;

/**
 * Carries ordered refunds out at the providers. An unavailable provider is retried; a refusal
 * returns the credits.
 */
export async function carryOutRefunds(
  { db, now, providers }: { db: Database; now: Date; providers: Providers },
  onSilence: (error: ProviderUnavailable) => void,
): Promise<number> {
  const due = await db.transaction().execute((sql) => refunds.claimRefunds(sql, now, BATCH));
  for (const refund of due) {
    const found = await db.transaction().execute(async (sql) => ({
      payment: await store.lockPayment(sql, refund.paymentId),
      back: await refunds.moneyBack(sql, refund.paymentId),
      waits: (await refunds.findRefund(sql, refund.id))?.status === 'beauftragt',
    }));
    const payment = found.payment!;
    const provider = providers.named(payment.provider);
    if (!found.waits || payment.ref === null) continue;
    if (!provider) {
      // The credits are away already: somebody has to learn why the money does not follow.
      onSilence(
        new ProviderUnavailable(
          `A refund waits for the payment provider ${payment.provider}, which is switched off.`,
        ),
      );
      continue;
    }
    const request = { ref: payment.ref, id: refund.id, amountRappen: refund.amount };
    try {
      await provider.refund({ ...request, refundedBefore: found.back.gone });
    } catch (error) {
      if (error instanceof ProviderUnavailable) onSilence(error);
      else if (error instanceof PaymentRefused) await undo({ db, now }, payment, refund);
      else if (error instanceof RefundByHand)
        await leaveToOperator({ db, now }, payment, refund, error);
      else throw error;
      continue;
    }
    await db.transaction().execute((sql) => confirm({ db: sql, now }, refund));
  }
  return due.length;
}

/** Nobody is asked again; the case says what to pay, until `refundPaid` closes it. */
async function leaveToOperator(
  { db, now }: { db: Database; now: Date },
  payment: store.Payment,
  { id }: refunds.Refund,
  { order: details }: RefundByHand,
): Promise<void> {
  await db.transaction().execute(async (sql) => {
    if (!(await refunds.leaveRefund(sql, id))) return;
    const place = { provider: payment.provider, paymentId: payment.id };
    await openPaymentCase(
      { db: sql, now },
      { key: byHandKey(id), kind: 'refund_by_hand', ...place, details },
    );
  });
}

const byHandKey = (refund: string) => `refund_by_hand:${refund}`;

/** The money of a refund that was paid by hand is gone. */
export async function refundPaid(ctx: AuditCtx, id: string): Promise<void> {
  const refund = await refunds.findRefund(ctx.db, id);
  if (!refund) throw new Error(`refund ${id} is gone`);
  await confirm(ctx, refund);
  await closeCaseAbout(ctx, byHandKey(id), 'bezahlt');
}

async function confirm(ctx: LedgerContext, refund: refunds.Refund): Promise<void> {
  const payment = (await store.lockPayment(ctx.db, refund.paymentId))!;
  if (!(await refunds.settleRefund(ctx.db, refund.id, 'bestaetigt', ctx.now)))
    return reportPaidAllTheSame(ctx, refund);
  await closeCaseAbout(
    { ...ctx, actor: { kind: 'system' } },
    overpaidKey(refund.id),
    'zurückbezahlt',
  );
  if (refund.kind !== 'ueberschuss') await finish(ctx, payment, 'erstatten');
  await write(ctx, payment, refund);
}

/** Paid in the moment in which a charge-back overtook it. */
async function reportPaidAllTheSame(
  ctx: LedgerContext,
  { id, paymentId, amount }: refunds.Refund,
): Promise<void> {
  if ((await refunds.findRefund(ctx.db, id))?.status !== 'abgelehnt') return;
  const { provider } = (await store.lockPayment(ctx.db, paymentId))!;
  const details = { refund: id, amount_rappen: amount, paid: true };
  await openPaymentCase(ctx, {
    key: `refund_overtaken:${id}`,
    kind: 'refund_differs',
    provider,
    paymentId,
    details,
  });
}

async function undo(
  { db, now }: { db: Database; now: Date },
  payment: store.Payment,
  refund: refunds.Refund,
) {
  await db.transaction().execute(async (sql) => {
    const ctx = { db: sql, now };
    await store.lockPayment(sql, payment.id);
    if (!(await refunds.settleRefund(sql, refund.id, 'abgelehnt', now))) return;
    // The wallet of a closed account takes nothing; what it had was forfeited.
    const open = await accounts.lockOpenForShare(sql, payment.accountId);
    if (open) await giveBack(ctx, payment, refund);
    const details = {
      refund: refund.id,
      amount_rappen: refund.amount,
      ...(!open && { account_closed: true }),
    };
    const place = { provider: payment.provider, paymentId: payment.id };
    await openPaymentCase(ctx, {
      key: `refund_refused:${refund.id}`,
      kind: 'refund_differs',
      ...place,
      details,
    });
    await closeCaseAbout(
      { ...ctx, actor: { kind: 'system' } },
      overpaidKey(refund.id),
      'Rückzahlung abgelehnt',
    );
  });
}

async function giveBack(
  ctx: LedgerContext,
  payment: store.Payment,
  { id, credits }: refunds.Refund,
): Promise<void> {
  if (credits === 0) return;
  await wallet.undoTakeBack(ctx, {
    userId: payment.accountId,
    amount: credits,
    of: `refund:${id}`,
    cause: `refund_refused:${id}`,
    description: 'Rückzahlung nicht möglich',
  });
}

/**
 * A charge-back takes everything: what was ordered and still waits is not paid any more, and its
 * credits go with the rest.
 */
export async function overtakeRefunds(ctx: LedgerContext, payment: store.Payment): Promise<void> {
  const system = { ...ctx, actor: { kind: 'system' } } as const;
  for (const refund of await refunds.waitingRefunds(ctx.db, payment.id)) {
    await refunds.settleRefund(ctx.db, refund.id, 'abgelehnt', ctx.now);
    await giveBack(ctx, payment, refund);
    for (const key of [byHandKey(refund.id), overpaidKey(refund.id)])
      await closeCaseAbout(system, key, 'durch eine Rückbuchung überholt');
    await audit(system, 'refund_overtaken', `payment:${payment.id}`, { refund: refund.id });
  }
}

/**
 * Books what the provider reports about a credited payment: refunds made outside of the portal, and
 * charge-backs. The row of the payment is locked, so that a repeated report changes nothing.
 */
export async function noticeMoneyBack(
  ctx: LedgerContext,
  payment: store.Payment,
  word: ProviderPayment,
): Promise<void> {
  if (word.chargedBack) await overtakeRefunds(ctx, payment);
  const back = await refunds.moneyBack(ctx.db, payment.id);
  const { amount, credits } = wentBackBy(payment, word, back);
  if (amount > 0) {
    const kind = word.chargedBack ? 'rueckbelastung' : 'erstattung';
    const reason = 'vom Zahlungsanbieter gemeldet';
    const refund = {
      paymentId: payment.id,
      kind,
      status: 'bestaetigt',
      amount,
      credits,
      reason,
      now: ctx.now,
    } as const;
    const id = await refunds.insertRefund(ctx.db, refund);
    await takeBack(ctx, payment, {
      id,
      credits,
      amount,
      before: back.ordered,
      byBank: word.chargedBack,
    });
    await write(ctx, payment, { id, kind, amount, credits });
    await audit({ ...ctx, actor: { kind: 'system' } }, 'money_went_back', `payment:${payment.id}`, {
      kind,
      amount_rappen: amount,
      credits,
    });
  }
  if (word.chargedBack) await reportChargeback(ctx, payment, word);
  await finish(ctx, payment, word.chargedBack ? 'rueckbelasten' : 'erstatten');
}

/**
 * For the operator, who may object; and of a payment whose money went back already, because it may
 * then be gone twice.
 */
export async function reportChargeback(
  ctx: LedgerContext,
  payment: store.Payment,
  word: ProviderPayment,
): Promise<void> {
  const place = { provider: payment.provider, paymentId: payment.id };
  await openPaymentCase(ctx, {
    key: chargebackKey(payment.id),
    kind: 'chargeback',
    ...place,
    details: { ...word },
  });
}

/**
 * A charge-back that the provider does not tell by itself; its bank wrote to the operator.
 * @throws NOT_FOUND, INVALID_INPUT for a payment that is not credited, or whose money went back
 * already
 */
export async function enterChargeback(
  ctx: AuditCtx,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<{ taken: Credits; owed: Credits }> {
  const payment = await store.lockPayment(ctx.db, paymentId);
  if (!payment) throw new AppError('NOT_FOUND');
  if (payment.status !== 'gutgeschrieben')
    throw invalid({ payment: 'Diese Zahlung ist nicht gutgeschrieben.' });
  await audit(ctx, 'chargeback_entered', `payment:${paymentId}`, { reason });
  const before = await wallet.balance(ctx.db, payment.accountId);
  await noticeMoneyBack(ctx, payment, {
    status: 'paid',
    amountRappen: payment.price,
    currency: 'CHF',
    reference: payment.id,
    merchant: '',
    method: null,
    refundedRappen: 0,
    chargedBack: true,
  });
  const taken = before - (await wallet.balance(ctx.db, payment.accountId));
  return { taken, owed: await wallet.owed(ctx.db, payment.accountId) };
}

/** The payment has its last state once all of its money went back. */
async function finish(
  ctx: LedgerContext,
  payment: store.Payment,
  event: 'erstatten' | 'rueckbelasten',
): Promise<void> {
  const status = finished(payment, event, await refunds.moneyBack(ctx.db, payment.id));
  if (!status) return;
  await store.movePayment(ctx.db, payment.id, { status, settledAt: ctx.now });
  await closeCasesOf({ ...ctx, actor: { kind: 'system' } }, payment.id, 'zurückbezahlt');
}

interface Taking {
  id: string;
  credits: Credits;
  amount: Rappen;
  /** Of the price: gone back before. */
  before: Rappen;
  /** Taken by the bank of the payer. */
  byBank: boolean;
}

/** What the wallet cannot give is owed from now on. */
async function takeBack(
  ctx: LedgerContext,
  payment: store.Payment,
  { id, credits, amount, before, byBank }: Taking,
): Promise<void> {
  if (credits === 0) return;
  await wallet.takeBack(ctx, {
    userId: payment.accountId,
    payment: payment.id,
    amount: credits,
    cause: `refund:${id}`,
    bonus: bonusOfRefund(payment, { ordered: before, amount, back: credits }),
    paid: amount,
    description: byBank
      ? 'Rückbuchung einer Aufladung durch deine Bank'
      : 'Rückzahlung einer Aufladung',
  });
}

async function write(
  ctx: LedgerContext,
  payment: store.Payment,
  { id, kind, amount, credits }: Pick<refunds.Refund, 'id' | 'kind' | 'amount' | 'credits'>,
): Promise<void> {
  if (!(await accounts.lockOpenForShare(ctx.db, payment.accountId))) return;
  const account = await accounts.getAccount(ctx.db, payment.accountId);
  const missing = await wallet.bookedBy(ctx.db, [`refund:${id}:debt`]);
  const owed = await wallet.owed(ctx.db, payment.accountId);
  const chargeback = kind === 'rueckbelastung';
  const figures = { chargeback, amount, credits, missing, owed };
  await enqueueMail(
    ctx,
    moneyBackMail({ to: account.email, id: payment.id, cause: `money_back:${id}`, ...figures }),
  );
}
