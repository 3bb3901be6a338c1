import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { amountPaid } from '@samtrot/shared/topups/rules.ts';
import { settledByChoice, type Way } from '@samtrot/shared/topups/settling-rules.ts';
import { paymentText } from '@samtrot/shared/topups/status.ts';
import { audit } from '../../../platform/audit.ts';
import type { Sql } from '../../../platform/db.ts';
import * as accounts from '../../accounts/service.ts';
import { book, settledBy } from '../booking.ts';
import { closeCasesOf } from '../cases/cases.ts';
import { auditPaymentChange } from '../cases/payment-audit.ts';
import * as store from '../store.ts';
import { moneyBack } from './refund-store.ts';
import { returnSurplus } from './refunds.ts';
import * as rests from './rest-store.ts';
import { complete, completedBy } from './rests.ts';

type AuditCtx = Parameters<typeof audit>[0];

interface Choice {
  paymentId: string;
  way: Way;
  reason: string;
  /** A second person has allowed it. */
  approved?: boolean;
}

/**
 * Settles a payment of which a part came, or something else than was asked for. A second time
 * changes nothing.
 * @throws NOT_FOUND, PAYMENT_SETTLED when it waits for nobody, or is being paid back, or the way is
 * not open for it
 */
export async function settleDifference(
  ctx: AuditCtx,
  { paymentId, way, reason, approved = false }: Choice,
): Promise<store.Payment> {
  const payment = await store.loadPaymentForUpdate(ctx.db, paymentId);
  if (!payment) throw new AppError('NOT_FOUND');
  const { id, received, price } = payment;
  const { ordered } = await moneyBack(ctx.db, id);
  const waiting = await completedBy(ctx.db, payment);
  const open = await accounts.lockOpenForShare(ctx.db, payment.accountId);
  const settlement = settledByChoice(payment, way, {
    open,
    ordered,
    left: await rests.creditsLeft(ctx.db, payment),
    completes: payment.restOf === null || waiting !== undefined,
  });
  if (!settlement) throw new AppError('PAYMENT_SETTLED');
  const { status, counts } = settlement;
  await auditPaymentChange(ctx, 'payment_difference_settled', {
    right: 'money.case',
    object: `payment:${id}`,
    reason,
    figures: {
      account: payment.accountId,
      way,
      received_rappen: received ?? 0,
      // The house pays what is missing.
      ...(way === 'full' && { moved_rappen: Math.max(0, price - (received ?? 0)) }),
      ...(approved && { approved }),
    },
  });
  const credited = status === 'gutgeschrieben';
  await store.movePayment(ctx.db, id, { status, ...(credited && { counts }), settledAt: ctx.now });
  const settled = credited ? { ...payment, ...counts, asked: price } : payment;
  if (credited) {
    // A rest that the house lets count as paid completes its payment as a paid one does.
    const completed =
      waiting && counts.credits === payment.credits
        ? await complete(ctx, waiting, payment)
        : undefined;
    await book(
      ctx,
      settled,
      { received: received!, surplus: amountPaid(price, received!).surplus },
      completed,
    );
    await returnSurplus(ctx, { ...settled, status }, received!);
  }
  await closeCasesOf(ctx, id, reason);
  return settled;
}

/**
 * The payer's own choice about a payment of which a part came. @throws NOT_FOUND, PAYMENT_SETTLED
 */
export async function choosePartWay(
  ctx: AuditCtx,
  { userId, paymentId, way }: { userId: number; paymentId: string; way: 'credits' | 'refund' },
): Promise<string> {
  if (!(await store.findOwn(ctx.db, userId, paymentId))) throw new AppError('NOT_FOUND');
  const payment = (await store.loadPaymentForUpdate(ctx.db, paymentId))!;
  // Pressing twice is harmless.
  if (way === 'credits' && payment.status === 'gutgeschrieben' && payment.asked !== null)
    return saidOf(ctx.db, payment);
  if (payment.status !== 'teilbezahlt') throw new AppError('PAYMENT_SETTLED');
  if (way === 'credits')
    return saidOf(
      ctx.db,
      await settleDifference(ctx, { paymentId, way, reason: 'von der Kundin gewählt' }),
    );
  if (!payment.refundRequested) {
    await store.requestRefund(ctx.db, paymentId, ctx.now);
    await audit(ctx, 'payment_refund_wished', `payment:${paymentId}`);
  }
  return 'Wir kümmern uns um die Rückzahlung und schreiben dir.';
}

const saidOf = async (db: Sql, payment: store.Payment): Promise<string> =>
  paymentText({
    ...payment,
    status: 'gutgeschrieben',
    asked: payment.asked ?? payment.price,
    settled: await settledBy(db, [payment.id]),
    transfer: false,
    payable: false,
    refund: 'none',
  }).sentence;
