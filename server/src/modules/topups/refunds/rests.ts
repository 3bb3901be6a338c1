import { type Split, splitAt } from '@samtrot/shared/topups/rules.ts';
import { waitsForRest } from '@samtrot/shared/topups/settling-rules.ts';
import { audit } from '../../../platform/audit.ts';
import type { Sql } from '../../../platform/db.ts';
import { closeCasesOf } from '../cases/cases.ts';
import * as store from '../store.ts';
import { moneyBack } from './refund-store.ts';
import * as rests from './rest-store.ts';

/**
 * What a payment for the rest of this one would be; null when there is none to pay, or money came
 * for one already.
 */
export async function restOffer(db: Sql, payment: store.Payment): Promise<Split | null> {
  const { id, status, received, restOf } = payment;
  if (status !== 'teilbezahlt' || received === null || restOf !== null) return null;
  const { ordered } = await moneyBack(db, id);
  return ordered > 0 || (await rests.restCame(db, id)) ? null : splitAt(payment, received);
}

/** The payment that waits for this rest; where it is locked, always after the rest itself. */
export async function completedBy(
  db: Sql,
  rest: store.Payment,
  find = store.loadPaymentForUpdate,
): Promise<store.Payment | undefined> {
  const payment = rest.restOf === null ? undefined : await find(db, rest.restOf);
  return payment && waitsForRest(payment, rest, await moneyBack(db, payment.id))
    ? payment
    : undefined;
}

/** Settles a payment whose rest has come with its share of the package. */
export async function complete(
  ctx: Parameters<typeof audit>[0],
  payment: store.Payment,
  { id: completedBy }: store.Payment,
): Promise<store.Payment> {
  const { part } = splitAt(payment, payment.received!)!;
  const move = { status: 'gutgeschrieben', counts: part, settledAt: ctx.now, completedBy } as const;
  await store.movePayment(ctx.db, payment.id, move);
  await audit(ctx, 'payment_completed', `payment:${payment.id}`, { rest: completedBy });
  await closeCasesOf(ctx, payment.id, 'der Rest ist bezahlt');
  return { ...payment, ...part };
}
