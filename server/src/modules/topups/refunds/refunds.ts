import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatChf } from '@samtrot/shared/kernel/format.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { refundable, refundOrder, surplusDue } from '@samtrot/shared/topups/settling-rules.ts';
import { audit } from '../../../platform/audit.ts';
import * as wallet from '../../wallet/service.ts';
import { aboutAmount, openPaymentCase } from '../cases/cases.ts';
import { auditPaymentChange } from '../cases/payment-audit.ts';
import * as store from '../store.ts';
import { type AuditCtx, debit, type LedgerContext, overpaidKey } from './refund-booking.ts';
import * as refunds from './refund-store.ts';

export interface RefundOrder {
  paymentId: string;
  /** Everything not refunded yet by default. */
  amount?: Rappen;
  reason: string;
  /** Also when credits of it were spent already: what is missing in the wallet is then owed. */
  mayOwe: boolean;
  /** A second person has allowed it. */
  approved?: boolean;
}

/**
 * Orders a refund and returns what was debited. The credits are debited first, so that they cannot
 * be spent; `carryOutRefunds` calls the provider later. A refusal must roll the transaction back.
 * @throws NOT_FOUND, INVALID_INPUT when less is refundable, INSUFFICIENT_CREDITS with `missing`
 * unless `mayOwe`
 */
export async function orderRefund(
  ctx: AuditCtx,
  { paymentId, amount: wanted, reason, mayOwe, approved = false }: RefundOrder,
): Promise<{ id: string; amount: Rappen; credits: Credits; missing: Credits }> {
  const payment = await store.loadPaymentForUpdate(ctx.db, paymentId);
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
  await debit(ctx, payment, { id, credits, amount, before: back.ordered, byBank: false });
  // Read from the ledger, not from the balance before: credits may be spent concurrently.
  const missing = await wallet.bookedBy(ctx.db, [`refund:${id}:debt`]);
  if (missing > 0 && !mayOwe) throw new AppError('INSUFFICIENT_CREDITS', { extra: { missing } });
  await auditPaymentChange(ctx, 'refund_ordered', {
    right: 'money.refund',
    object: `payment:${paymentId}`,
    reason,
    figures: {
      account: payment.accountId,
      amount_rappen: amount,
      credits,
      ...(approved && { approved }),
    },
  });
  return { id, amount, credits, missing };
}

/**
 * Orders a refund of the surplus, once. A smaller amount than before opens a case: it is credited,
 * so the received amount is kept.
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
