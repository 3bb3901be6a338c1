import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { wentBackBy } from '@samtrot/shared/topups/settling-rules.ts';
import { audit } from '../../../platform/audit.ts';
import * as wallet from '../../wallet/service.ts';
import { chargebackKey, openPaymentCase } from '../cases/cases.ts';
import type { ProviderPayment } from '../ports.ts';
import * as store from '../store.ts';
import {
  type AuditCtx,
  debit,
  finish,
  type LedgerContext,
  mailMoneyBack,
} from './refund-booking.ts';
import { overtakeRefunds } from './refund-execution.ts';
import * as refunds from './refund-store.ts';

/**
 * Books what the provider reports about a credited payment: refunds made outside of the portal, and
 * charge-backs. The row of the payment is locked, so that a repeated report changes nothing.
 */
export async function bookMoneyBack(
  ctx: LedgerContext,
  payment: store.Payment,
  reported: ProviderPayment,
): Promise<void> {
  if (reported.chargedBack) await overtakeRefunds(ctx, payment);
  const back = await refunds.moneyBack(ctx.db, payment.id);
  const { amount, credits } = wentBackBy(payment, reported, back);
  if (amount > 0) {
    const kind = reported.chargedBack ? 'rueckbelastung' : 'erstattung';
    const reason = 'Meldung des Zahlungsanbieters';
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
    await debit(ctx, payment, {
      id,
      credits,
      amount,
      before: back.ordered,
      byBank: reported.chargedBack,
    });
    await mailMoneyBack(ctx, payment, { id, kind, amount, credits });
    await audit({ ...ctx, actor: { kind: 'system' } }, 'money_went_back', `payment:${payment.id}`, {
      kind,
      amount_rappen: amount,
      credits,
    });
  }
  if (reported.chargedBack) await reportChargeback(ctx, payment, reported);
  await finish(ctx, payment, reported.chargedBack ? 'rueckbelasten' : 'erstatten');
}

/**
 * For the operator, who may object; and of a payment whose money went back already, because it may
 * then be gone twice.
 */
export async function reportChargeback(
  ctx: LedgerContext,
  payment: store.Payment,
  reported: ProviderPayment,
): Promise<void> {
  const place = { provider: payment.provider, paymentId: payment.id };
  await openPaymentCase(ctx, {
    key: chargebackKey(payment.id),
    kind: 'chargeback',
    ...place,
    details: { ...reported },
  });
}

/**
 * Enters a charge-back that the provider does not report; its bank wrote to the operator.
 * @throws NOT_FOUND, INVALID_INPUT for a payment that is not credited, or already refunded
 */
export async function enterChargeback(
  ctx: AuditCtx,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<{ taken: Credits; owed: Credits }> {
  const payment = await store.loadPaymentForUpdate(ctx.db, paymentId);
  if (!payment) throw new AppError('NOT_FOUND');
  if (payment.status !== 'gutgeschrieben')
    throw invalid({ payment: 'Diese Zahlung ist nicht gutgeschrieben.' });
  await audit(ctx, 'chargeback_entered', `payment:${paymentId}`, { reason });
  const before = await wallet.balance(ctx.db, payment.accountId);
  await bookMoneyBack(ctx, payment, {
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
