import { audit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/db.ts';
import { failPoint } from '../../../platform/failpoints.ts';
import * as accounts from '../../accounts/service.ts';
import { closeCaseAbout, openPaymentCase } from '../cases/cases.ts';
import { PaymentRefused, ProviderUnavailable, RefundByHand } from '../ports.ts';
import type { Providers } from '../providers.ts';
import * as store from '../store.ts';
import {
  type AuditCtx,
  byHandKey,
  finish,
  type LedgerContext,
  mailMoneyBack,
  overpaidKey,
  recredit,
} from './refund-booking.ts';
import * as refunds from './refund-store.ts';

const BATCH = 10;

interface Deps {
  db: Database;
  now: Date;
  providers: Providers;
}

/**
 * Carries ordered refunds out at the providers. An unavailable provider is retried; a refusal
 * returns the credits.
 */
export async function carryOutRefunds(
  { db, now, providers }: Deps,
  onUnavailable: (error: ProviderUnavailable) => void,
): Promise<number> {
  const due = await db.transaction().execute((sql) => refunds.claimRefunds(sql, now, BATCH));
  if (due.length > 0) failPoint('refund.after_claim');
  // One that cannot be handled must not keep the others of its batch waiting, time after time.
  const defects: unknown[] = [];
  for (const refund of due)
    await carryOut({ db, now, providers }, refund, onUnavailable).catch((error: unknown) =>
      defects.push(error),
    );
  if (defects.length > 0) throw defects[0];
  return due.length;
}

async function carryOut(
  { db, now, providers }: Deps,
  refund: refunds.Refund,
  onUnavailable: (error: ProviderUnavailable) => void,
): Promise<void> {
  const found = await db.transaction().execute(async (sql) => ({
    payment: await store.loadPaymentForUpdate(sql, refund.paymentId),
    back: await refunds.moneyBack(sql, refund.paymentId),
    waits: (await refunds.findRefund(sql, refund.id))?.status === 'beauftragt',
  }));
  const payment = found.payment!;
  const provider = providers.named(payment.provider);
  if (!found.waits || payment.ref === null) return;
  if (!provider) {
    // The credits are debited already: the log must show why the money does not follow.
    onUnavailable(
      new ProviderUnavailable(
        `A refund waits for the payment provider ${payment.provider}, which is switched off.`,
      ),
    );
    return;
  }
  const request = { ref: payment.ref, id: refund.id, amountRappen: refund.amount };
  try {
    await provider.refund({ ...request, refundedBefore: found.back.gone });
  } catch (error) {
    if (error instanceof ProviderUnavailable) onUnavailable(error);
    else if (error instanceof PaymentRefused) await undo({ db, now }, payment, refund);
    else if (error instanceof RefundByHand)
      await leaveToOperator({ db, now }, payment, refund, error);
    else throw error;
    return;
  }
  failPoint('refund.after_psp');
  await db.transaction().execute((sql) => confirm({ db: sql, now }, refund));
}

/** The provider is not called again; the case requests the payment until `refundPaid` closes it. */
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

/** The money of a refund that was paid by hand is gone. */
export async function refundPaid(ctx: AuditCtx, id: string): Promise<void> {
  const refund = await refunds.findRefund(ctx.db, id);
  if (!refund) throw new Error(`refund ${id} is gone`);
  await confirm(ctx, refund);
  await closeCaseAbout(ctx, byHandKey(id), 'bezahlt');
}

async function confirm(ctx: LedgerContext, refund: refunds.Refund): Promise<void> {
  const payment = (await store.loadPaymentForUpdate(ctx.db, refund.paymentId))!;
  if (!(await refunds.settleRefund(ctx.db, refund.id, 'bestaetigt', ctx.now)))
    return reportPaidAllTheSame(ctx, refund);
  await closeCaseAbout(
    { ...ctx, actor: { kind: 'system' } },
    overpaidKey(refund.id),
    'zurückbezahlt',
  );
  if (refund.kind !== 'ueberschuss') await finish(ctx, payment, 'erstatten');
  failPoint('refund.confirm_mid');
  await mailMoneyBack(ctx, payment, refund);
}

/** Paid in the moment in which a charge-back overtook it. */
async function reportPaidAllTheSame(
  ctx: LedgerContext,
  { id, paymentId, amount }: refunds.Refund,
): Promise<void> {
  if ((await refunds.findRefund(ctx.db, id))?.status !== 'abgelehnt') return;
  const { provider } = (await store.loadPaymentForUpdate(ctx.db, paymentId))!;
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
    await store.loadPaymentForUpdate(sql, payment.id);
    if (!(await refunds.settleRefund(sql, refund.id, 'abgelehnt', now))) return;
    // The wallet of a closed account takes nothing; what it had was forfeited.
    const open = await accounts.lockOpenForShare(sql, payment.accountId);
    if (open) await recredit(ctx, payment, refund);
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

/**
 * A charge-back takes everything: what was ordered and still waits is not paid any more, and its
 * credits go with the rest.
 */
export async function overtakeRefunds(ctx: LedgerContext, payment: store.Payment): Promise<void> {
  const system = { ...ctx, actor: { kind: 'system' } } as const;
  for (const refund of await refunds.waitingRefunds(ctx.db, payment.id)) {
    await refunds.settleRefund(ctx.db, refund.id, 'abgelehnt', ctx.now);
    await recredit(ctx, payment, refund);
    for (const key of [byHandKey(refund.id), overpaidKey(refund.id)])
      await closeCaseAbout(system, key, 'durch eine Rückbuchung überholt');
    await audit(system, 'refund_overtaken', `payment:${payment.id}`, { refund: refund.id });
  }
}
