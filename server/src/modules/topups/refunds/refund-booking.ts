import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { bonusOfRefund } from '@samtrot/shared/topups/rules.ts';
import { finished } from '@samtrot/shared/topups/settling-rules.ts';
import type { audit } from '../../../platform/audit.ts';
import type { Sql } from '../../../platform/db.ts';
import * as accounts from '../../accounts/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import * as wallet from '../../wallet/service.ts';
import { closeCasesOf } from '../cases/cases.ts';
import { moneyBackMail } from '../mail-templates.ts';
import * as store from '../store.ts';
import * as refunds from './refund-store.ts';

export type AuditCtx = Parameters<typeof audit>[0];

export interface LedgerContext {
  db: Sql;
  now: Date;
}

export const overpaidKey = (refund: string) => `overpaid:${refund}`;

export const byHandKey = (refund: string) => `refund_by_hand:${refund}`;

/** The payment has its last state once all of its money went back. */
export async function finish(
  ctx: LedgerContext,
  payment: store.Payment,
  event: 'erstatten' | 'rueckbelasten',
): Promise<void> {
  const status = finished(payment, event, await refunds.moneyBack(ctx.db, payment.id));
  if (!status) return;
  await store.movePayment(ctx.db, payment.id, { status, settledAt: ctx.now });
  await closeCasesOf({ ...ctx, actor: { kind: 'system' } }, payment.id, 'zurückbezahlt');
}

interface Debit {
  id: string;
  credits: Credits;
  amount: Rappen;
  /** Of the price: gone back before. */
  before: Rappen;
  /** Taken by the bank of the payer. */
  byBank: boolean;
}

/** What the wallet cannot give is owed from now on. */
export async function debit(
  ctx: LedgerContext,
  payment: store.Payment,
  { id, credits, amount, before, byBank }: Debit,
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

export async function recredit(
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

export async function mailMoneyBack(
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
    moneyBackMail({
      to: account.email,
      number: payment.number,
      cause: `money_back:${id}`,
      ...figures,
    }),
    payment.accountId,
  );
}
