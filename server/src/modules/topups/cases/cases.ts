import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { waitsForDecision } from '@samtrot/shared/topups/status.ts';
import type { Ctx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import type { Sql } from '../../../platform/db.ts';
import { loadPaymentForUpdate, type Payment } from '../store.ts';
import * as store from './case-store.ts';

export { caseVersion, countOpenCasesOf, type LockedCase, noteDecision } from './case-store.ts';

type AuditCtx = Parameters<typeof audit>[0];

/**
 * Opens a case about a difference for the operator, once per key until it has settled itself;
 * returns whether it is new.
 */
export const openPaymentCase = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  found: store.NewCase,
): Promise<boolean> => store.openPaymentCase(db, found, now);

export const openCases = (db: Sql): Promise<store.OpenCase[]> => store.openCases(db);

/**
 * An operator has settled it. False when there is no such open case.
 * @throws PAYMENT_UNDECIDED while its payment waits: money that came must not be forgotten with the
 * case
 */
export async function closeCase(
  ctx: AuditCtx,
  decision: Pick<store.CaseClosing, 'id' | 'note'>,
): Promise<boolean> {
  const about = await store.paymentOfCase(ctx.db, decision.id);
  const payment = about === undefined ? undefined : await loadPaymentForUpdate(ctx.db, about);
  if (payment && waitsForDecision(payment.status))
    throw new AppError('PAYMENT_UNDECIDED', {
      params: { zahlung: payment.number },
      extra: { payment_id: payment.id },
    });
  return close(ctx, decision);
}

/** An open or closed case with its payment, both locked, and the version that its readers saw. */
export async function loadCaseForUpdate(
  { db }: Pick<Ctx, 'db'>,
  id: number,
): Promise<{ found: store.LockedCase; payment: Payment | undefined; version: number } | undefined> {
  const about = await store.aboutOf(db, id);
  if (!about) return undefined;
  const payment =
    about.payment === null ? undefined : await loadPaymentForUpdate(db, about.payment);
  const found = (await store.loadCaseForUpdate(db, id))!;
  return { found, payment, version: await store.versionOf(db, id) };
}

async function close(ctx: AuditCtx, closing: store.CaseClosing): Promise<boolean> {
  const closed = await store.closeCase(ctx.db, { ...closing, now: ctx.now });
  const by = ctx.actor.kind === 'staff' ? { ...ctx, right: 'money.case' as const } : ctx;
  // The note is free text and may name somebody; it stays with the case.
  if (closed) await audit(by, 'payment_case_closed', `case:${closing.id}`);
  return closed;
}

/** Keys of cases about an amount; another reported amount is another case. */
export const aboutAmount = (
  what: 'rest' | 'differs',
  paymentId: string,
  { currency, amountRappen }: { currency: string; amountRappen: number },
) => `${what}:${paymentId}:${currency}${amountRappen}`;
export const chargebackKey = (paymentId: string) => `chargeback:${paymentId}`;

/** Whether it waits for the operator. */
export const caseIsOpen = async (db: Sql, key: string): Promise<boolean> =>
  (await store.openCaseAbout(db, key)) !== undefined;

/** Cases that end with the payment they are about. */
const ENDS_WITH_PAYMENT = ['underpaid', 'differs', 'after_deletion'] as const;

/** The payment waits no more: closes the cases about that, until it does again. */
export async function closeCasesOf(ctx: AuditCtx, paymentId: string, note: string): Promise<void> {
  for (const kind of ENDS_WITH_PAYMENT) {
    const id = await store.openCaseAbout(ctx.db, `${kind}:${paymentId}`);
    if (id !== undefined) await close(ctx, { id, note, settledItself: true });
  }
  await closeAmountCases(ctx, 'differs', paymentId, { note });
}

/** The cases about amounts of a payment; `except` is the key of the one that stays. */
export async function closeAmountCases(
  ctx: AuditCtx,
  what: 'rest' | 'differs',
  paymentId: string,
  { note = 'hat sich erledigt', except }: { note?: string; except?: string } = {},
): Promise<void> {
  for (const { id, key } of await store.openCasesBeginning(ctx.db, `${what}:${paymentId}:`))
    if (key !== except) await close(ctx, { id, note, settledItself: true });
}

/** What was told when the case about a payment that is not what was asked for was opened. */
export async function toldDiffering(
  db: Sql,
  paymentId: string,
): Promise<{ currency?: string; amountRappen?: number }> {
  const first = await store.detailsOf(db, `differs:${paymentId}`);
  return (first ?? (await store.detailsOf(db, `after_deletion:${paymentId}`)) ?? {}) as object;
}

/** What it was about is done for good; nothing where no such case is open. */
export async function closeCaseAbout(ctx: AuditCtx, key: string, note: string): Promise<void> {
  const id = await store.openCaseAbout(ctx.db, key);
  if (id !== undefined) await close(ctx, { id, note });
}
