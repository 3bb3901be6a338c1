import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen, type Rappen } from '@samtrot/shared/kernel/money.ts';
import type * as contract from '@samtrot/shared/money-desk/contract.ts';
import { refundable, refundOrder } from '@samtrot/shared/topups/settling-rules.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import {
  type AwaitsApproval,
  assertFresh,
  assertRight,
  type StaffCtx,
} from '../../platform/action.ts';
import { failPoint } from '../../platform/failpoints.ts';
import { findOpenApproval, type Operation, requestApproval } from '../staff/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';
import { type LimitDeps, needsSecond } from './limit.ts';
import { methodName } from './names.ts';
import { findPayment } from './payment-store.ts';

/** A refund as it is asked for; `rappen` is what both people were shown. */
export interface RefundWish {
  /** The number of the payment. */
  payment: number;
  rappen: Rappen;
  reason: string;
  mayOwe: boolean;
}

type Preview = Output<typeof contract.refundPreview>;

/** @throws NOT_FOUND, INVALID_INPUT at `amount` */
export async function previewRefund(
  ctx: StaffCtx,
  deps: LimitDeps,
  { payment_id, amount }: Input<typeof contract.refundPreview>,
): Promise<Preview> {
  const { db } = ctx;
  const found = await findPayment(db, payment_id);
  if (!found) throw new AppError('NOT_FOUND');
  const payment = (await topups.readPayment(db, found.id))!;
  const rappen = francsToRappen(amount);
  const order = refundOrder(payment, await topups.moneyBack(db, payment.id), rappen);
  if (!order) throw tooMuch(payment, await topups.moneyBack(db, payment.id));
  const balance = await wallet.balance(db, payment.accountId);
  const missing = Math.max(0, order.credits - balance);
  return {
    credits: order.credits,
    missing,
    balance: balance - order.credits + missing,
    to: `${methodName(found.method)}, auf dem gleichen Weg`,
    awaits: await needsSecond(ctx, deps, { accountId: payment.accountId, rappen }),
  };
}

type Payment = NonNullable<Awaited<ReturnType<typeof topups.readPayment>>>;

function tooMuch(payment: Payment, { ordered }: { ordered: Rappen }): AppError {
  const most = refundable(payment);
  if (payment.status === 'rueckbelastet')
    return invalid({ amount: 'Die Bank hat diese Zahlung zurückgeholt.' });
  if (payment.status !== 'gutgeschrieben' && ordered === 0 && most > 0)
    return invalid({ amount: `Diese Zahlung geht nur ganz zurück: ${formatChf(most)}.` });
  return invalid({ amount: `Höchstens ${formatChf(Math.max(0, most - ordered))} gehen zurück.` });
}

/**
 * Pays back, or asks a second person above the limit (BOF-97, BOF-101).
 * @throws NOT_FOUND, STAFF_VERSION_CONFLICT, INVALID_INPUT, REASON_REQUIRED, INSUFFICIENT_CREDITS
 */
export async function requestRefund(
  ctx: StaffCtx,
  deps: LimitDeps,
  input: Input<typeof contract.requestRefund>,
): Promise<string | AwaitsApproval> {
  const id = await topups.paymentNamed(ctx.db, String(input.payment_id));
  // Under the lock of the payment, so that of two at once the second sees the first.
  await topups.loadPaymentForUpdate(ctx.db, id);
  const back = await topups.moneyBack(ctx.db, id);
  if (francsToRappen(input.seen_back) !== back.ordered)
    throw new AppError('STAFF_VERSION_CONFLICT');
  return refund(ctx, deps, {
    payment: input.payment_id,
    rappen: francsToRappen(input.amount),
    reason: input.reason,
    mayOwe: input.may_owe ?? false,
  });
}

/** As `requestRefund`, for what a case or the command line orders. */
export async function refund(
  ctx: StaffCtx,
  deps: LimitDeps,
  wish: RefundWish,
): Promise<string | AwaitsApproval> {
  const { actor, db } = ctx;
  assertRight(actor, 'money.refund');
  assertFresh(actor, 'money.refund', ctx.now);
  if (wish.reason.trim() === '') throw new AppError('REASON_REQUIRED');
  const id = await topups.paymentNamed(db, String(wish.payment));
  const payment = (await topups.loadPaymentForUpdate(db, id))!;
  const back = await topups.moneyBack(db, id);
  const order = refundOrder(payment, back, wish.rappen);
  if (!order) throw tooMuch(payment, back);
  const moved = { accountId: payment.accountId, rappen: wish.rappen };
  if (actor.kind !== 'staff' || !(await needsSecond(ctx, deps, moved)))
    return carryOut(ctx, wish, id, false);
  const problem = await whyNot(ctx, wish, id);
  if (problem !== null) throw invalid({ amount: problem });
  const object = objectOf(wish.payment);
  const open = await findOpenApproval(ctx, { operation: refundOperation.name, object });
  const asked = (open?.input as RefundWish | undefined)?.rappen;
  if (asked !== undefined && asked !== wish.rappen)
    throw invalid({ amount: `${formatChf(asked)} davon warten schon auf eine Freigabe.` });
  return requestApproval({ ...ctx, actor }, deps, {
    operation: refundOperation,
    object,
    input: wish,
    before: { Zurück: formatChf(back.ordered) },
    after: {
      Zurück: formatChf(back.ordered + wish.rappen),
      Credits: formatCredits(order.credits),
    },
    reason: wish.reason,
  });
}

const objectOf = (payment: number) => `payment:${payment}`;

async function carryOut(
  ctx: StaffCtx,
  { rappen, reason, mayOwe }: RefundWish,
  paymentId: string,
  approved: boolean,
): Promise<string> {
  const done = await topups.orderRefund(ctx, {
    paymentId,
    amount: rappen,
    reason,
    mayOwe,
    approved,
  });
  failPoint('refund.before_commit');
  const taken = done.credits - done.missing;
  return `${formatChf(done.amount)} gehen zurück.${
    done.credits > 0 ? ` ${formatCredits(taken)} sind abgezogen.` : ''
  }${done.missing > 0 ? ` ${formatCredits(done.missing)} sind offen.` : ''}`;
}

/** The sentence why so much cannot go back any more, or null (BOF-21). */
async function whyNot(
  { db }: Pick<StaffCtx, 'db'>,
  { rappen, mayOwe }: RefundWish,
  id: string,
): Promise<string | null> {
  const payment = await topups.loadPaymentForUpdate(db, id);
  if (!payment) return 'Die Zahlung gibt es nicht mehr.';
  if (payment.status === 'rueckbelastet')
    return 'Die Bank hat diese Zahlung inzwischen zurückgeholt.';
  const back = await topups.moneyBack(db, id);
  const order = refundOrder(payment, back, rappen);
  if (!order)
    return `Von dieser Zahlung gehen höchstens noch ${formatChf(Math.max(0, refundable(payment) - back.ordered))} zurück.`;
  const balance = await wallet.balance(db, payment.accountId);
  return order.credits > balance && !mayOwe
    ? `${formatCredits(order.credits - balance)} davon sind inzwischen ausgegeben.`
    : null;
}

/** A refund above the limit, for the second person. */
export const refundOperation: Operation = {
  name: 'payment_refund',
  right: 'money.refund',
  label: 'Zurückzahlen',
  nameOf: async (_ctx, object) => paymentName(Number(object.replace('payment:', ''))),
  async check(ctx, wish: RefundWish) {
    return whyNot(ctx, wish, await topups.paymentNamed(ctx.db, String(wish.payment)));
  },
  async perform(ctx, wish: RefundWish) {
    const id = await topups.paymentNamed(ctx.db, String(wish.payment));
    await carryOut(ctx, wish, id, true);
    await topups.noteRefundOrdered(ctx, id, 'Zurückzahlen');
  },
};
