import { discountAt } from '@samtrot/shared/accounts/discount-rules.ts';
import { topupDescription } from '@samtrot/shared/catalogue/price-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { francsToRappen, type Rappen, rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/topups/contract.ts';
import {
  amountPaid,
  amountsMatch,
  creditsForPart,
  discountedPrice,
  topupTexts,
} from '@samtrot/shared/topups/rules.ts';
import {
  after,
  mayDrop,
  type NextStep,
  type PaymentView,
  paymentName,
  paymentText,
  waitsForDecision,
} from '@samtrot/shared/topups/status.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as accounts from '../accounts/service.ts';
import * as catalogue from '../catalogue/service.ts';
import * as wallet from '../wallet/service.ts';
import { settledBy } from './booking.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Providers } from './providers.ts';
import * as documents from './reconciliation/documents-store.ts';
import { moneyBack } from './refunds/refund-store.ts';
import * as rests from './refunds/rest-store.ts';
import { completedBy, restOffer } from './refunds/rests.ts';
import { openAtProvider } from './settlement.ts';
import * as store from './store.ts';

type User = Exclude<Ctx['actor'], { kind: 'visitor' }>;

const MAX_PENDING = 3;

export {
  aboutAmount,
  caseIsOpen,
  caseVersion,
  chargebackKey,
  closeCase,
  closeCaseAbout,
  countOpenCasesOf,
  type LockedCase,
  loadCaseForUpdate,
  noteDecision,
  openCases,
  openPaymentCase,
} from './cases/cases.ts';
export { askProvider, noteRefundOrdered, readPayment } from './desk.ts';
export { ownTables } from './own-data.ts';
export { type Providers, providersOf } from './providers.ts';
export { reconcile } from './reconciliation/reconciliation.ts';
export type { PaymentRecord } from './reconciliation/record-store.ts';
/**
 * Payments for the history of their owner: the ones behind movements, and the ones that gave no
 * credits.
 */
export { paymentsById, uncredited } from './reconciliation/record-store.ts';
export { enterChargeback } from './refunds/chargebacks.ts';
export { choosePartWay, settleDifference } from './refunds/parts.ts';
export { refundPaid } from './refunds/refund-execution.ts';
export { chargebacksAmong, dueBack, moneyBack, reasonOf } from './refunds/refund-store.ts';
export { orderRefund, type RefundOrder } from './refunds/refunds.ts';
export { settle } from './settlement.ts';

/** For providers that know more of a payment than their own books say. */
export const { loadPaymentForUpdate } = store;
/** For the metrics, and for the health of the house. */
export const { waitingPayments, isAwaited } = store;

/** For the people of the house. */
export const { latestPayments } = store;

/**
 * The id of a payment that somebody named by its number, or by the id itself. @throws NOT_FOUND
 */
export async function paymentNamed(db: Sql, named: string): Promise<string> {
  if (!/^\d+$/.test(named)) return named;
  const id = await store.idOfNumber(db, Number(named));
  if (id === undefined) throw new AppError('NOT_FOUND');
  return id;
}

/** For the charts of the house (BOF-136). */
export const { paidIn } = store;

/** What receipts and their corrections are about. */
export const { creditedTopups, moneyBackOf, paymentsOfRefunds } = documents;
export type { CreditedTopup, MoneyBack } from './reconciliation/documents-store.ts';

/** For providers whose references are too short for the id of a payment. */
export const { paymentBeginningWith } = store;

/** The packages on sale, cheapest first (GUT-04). */
export async function listOptions(
  ctx: Pick<Ctx, 'db' | 'now'>,
): Promise<Output<typeof contract.getTopupOptions>['topup_options']> {
  const options = await catalogue.topupPackagesAt(ctx);
  return options.map(({ id, francs, credits, bonus }) => ({
    id,
    credits,
    bonus,
    price: francs,
    description: topupDescription({ credits, bonus }),
  }));
}

/**
 * Opens a payment in three steps: the row, then the provider with the row's id as idempotency key,
 * then its response. The poller completes a row without a response; a repeated call after a crash
 * continues with the payment it began.
 * @throws NOT_FOUND, PRICE_CHANGED with the `price` in francs, NOTHING_TO_PAY, TOO_MANY_PENDING
 * with a `payment_url`, PAYMENT_UNAVAILABLE
 */
export async function startTopup(
  ctx: OwnCtx<User>,
  providers: Providers,
  input: Input<typeof contract.walletTopup>,
): Promise<Output<typeof contract.walletTopup>> {
  const wanted = providers.taking(input.method);
  if (!wanted) throw new AppError('PAYMENT_UNAVAILABLE');
  return openPage(ctx, providers, (inner) =>
    prepare(inner, { id: ctx.callId, provider: wanted.name }, input),
  );
}

/**
 * Opens a payment for what is missing of one of which a part came; while one can be paid, that one
 * is the answer.
 * @throws NOT_FOUND, PAYMENT_SETTLED when no rest can be paid, TOO_MANY_PENDING with a
 * `payment_url`, PAYMENT_UNAVAILABLE
 */
export const startRest = (
  ctx: OwnCtx<User>,
  providers: Providers,
  { payment_id: paymentId }: Input<typeof contract.payRest>,
): Promise<Output<typeof contract.payRest>> =>
  openPage(ctx, providers, (inner) => prepareRest(inner, providers, { id: ctx.callId, paymentId }));

type Prepared = store.NewPayment | store.Payment | AppError;

async function openPage(
  ctx: OwnCtx<User>,
  providers: Providers,
  prepareRow: (inner: Ctx<User>) => Promise<Prepared>,
): Promise<Output<typeof contract.walletTopup>> {
  const prepared = await ctx.transaction(
    async (inner) =>
      (await store.findOwn(inner.db, ctx.actor.userId, ctx.callId)) ?? prepareRow(inner),
  );
  // Thrown after the commit, so that the audit line of a tampered price stays.
  if (prepared instanceof AppError) throw prepared;
  failPoint('topup.after_insert');
  const responseWith = (url: string) => ({
    payment_url: url,
    payment_id: prepared.id,
    message: topupTexts.preparing,
  });
  if ('status' in prepared) {
    if (prepared.url) return responseWith(prepared.url);
    if (prepared.status !== 'erstellt') throw new AppError('PAYMENT_UNAVAILABLE');
  }
  const provider = providers.named(prepared.provider);
  if (!provider) throw new AppError('PAYMENT_UNAVAILABLE');
  const opened = await openAtProvider(provider, prepared).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) throw new AppError('PAYMENT_UNAVAILABLE');
    throw error;
  });
  failPoint('topup.after_psp_create');
  const page = await ctx.transaction(({ db, now }) => opened.write(db, now));
  if (!page?.url) throw new AppError('PAYMENT_UNAVAILABLE');
  return responseWith(page.url);
}

/**
 * Freezes price and credits of the package in a new row. Only the package's number of what was sent
 * counts.
 */
async function prepare(
  ctx: Ctx<User>,
  { id, provider }: { id: string; provider: string },
  input: Input<typeof contract.walletTopup>,
): Promise<store.NewPayment | AppError> {
  const { userId } = ctx.actor;
  await store.queueForAccount(ctx.db, userId);
  const option = (await catalogue.topupPackagesAt(ctx)).find(
    ({ id: one }) => one === input.topup_option_id,
  );
  if (!option) throw new AppError('NOT_FOUND');
  const listPrice = francsToRappen(option.francs);
  const discountPercent = discountAt(await accounts.getAccount(ctx.db, userId), ctx.now);
  const { price } = discountedPrice(listPrice, discountPercent);
  const { credits, bonus } = option;
  if (!amountsMatch(input, { credits, bonus, price, discountPercent })) {
    await audit(ctx, 'topup_figures_differ', `topup_option:${option.id}`, { price_rappen: price });
    return new AppError('PRICE_CHANGED', { extra: { price: rappenToFrancs(price) } });
  }
  if (price === 0) throw new AppError('NOTHING_TO_PAY');
  await refuseTooMany(ctx);
  const payment: store.NewPayment = {
    id,
    accountId: userId,
    optionId: option.id,
    price,
    listPrice,
    discountPercent,
    credits,
    bonus,
    provider,
    method: input.method ?? null,
    restOf: null,
    now: ctx.now,
    nextCheckAt: new Date(ctx.now.getTime() + MINUTE_MS),
  };
  await store.insertPayment(ctx.db, payment);
  return payment;
}

async function prepareRest(
  ctx: Ctx<User>,
  providers: Providers,
  { id, paymentId }: { id: string; paymentId: string },
): Promise<Prepared> {
  const { userId } = ctx.actor;
  await store.queueForAccount(ctx.db, userId);
  if (!(await store.findOwn(ctx.db, userId, paymentId))) throw new AppError('NOT_FOUND');
  const payment = (await store.loadPaymentForUpdate(ctx.db, paymentId))!;
  const provider = providers.named(payment.provider) ?? providers.taking(undefined);
  if (!provider) throw new AppError('PAYMENT_UNAVAILABLE');
  const offer = provider.transferOf ? null : await restOffer(ctx.db, payment);
  if (!offer) throw new AppError('PAYMENT_SETTLED');
  const waiting = await rests.pendingRest(ctx.db, paymentId, ctx.now);
  if (waiting) return waiting;
  await refuseTooMany(ctx);
  const rest: store.NewPayment = {
    ...(await rests.frozenOf(ctx.db, paymentId)),
    ...offer.rest,
    id,
    accountId: userId,
    provider: provider.name,
    method: provider.name === payment.provider ? payment.method : null,
    restOf: paymentId,
    now: ctx.now,
    nextCheckAt: new Date(ctx.now.getTime() + MINUTE_MS),
  };
  await store.insertPayment(ctx.db, rest);
  return rest;
}

/**
 * The refusal names the newest open page, so that who lost its tab can still finish or cancel it.
 */
async function refuseTooMany({ db, actor, now }: Ctx<User>): Promise<void> {
  const pending = await store.pendingUrls(db, actor.userId, now);
  if (pending.length < MAX_PENDING) return;
  const url = pending.find((page) => page !== null);
  throw new AppError('TOO_MANY_PENDING', url ? { extra: { payment_url: url } } : {});
}

interface Waiting {
  payment_id: string;
  number: number;
  asked: Rappen;
  at: Date;
  sentence: string;
  next: NextStep;
}

export type Undecided = Waiting & { status: PaymentView };
export type OpenPayment = Waiting & { transfer: boolean };

/** Payments of this account that have waited for their money since before this instant. */
export async function openSince(db: Sql, userId: number, before: Date): Promise<OpenPayment[]> {
  const open: OpenPayment[] = [];
  for (const payment of await store.openSince(db, userId, before)) {
    const rest = await restOf(db, userId, payment);
    // Nobody is to pay it any more.
    if (rest === 'settled') continue;
    const { id, number, price, createdAt, method } = payment;
    const transfer = method === 'bank_transfer';
    const { sentence, next } = paymentText({
      ...payment,
      asked: price,
      settled: 0,
      transfer,
      payable: false,
      refund: 'none' as const,
      ...(rest && { rest }),
    });
    open.push({ payment_id: id, number, asked: price, at: createdAt, transfer, sentence, next });
  }
  return open;
}

/** Whether the payment is the rest of another one, and that one still waits for it. */
async function restOf(
  db: Sql,
  userId: number,
  payment: store.Payment,
): Promise<'needed' | 'settled' | undefined> {
  if (payment.restOf === null) return;
  const first = await completedBy(db, payment, (db, id) => store.findOwn(db, userId, id));
  return first ? 'needed' : 'settled';
}

/**
 * The payment of which the payer or the house has to say what becomes of it: first what the payer
 * can decide, then what the payer wishes back, then what the house looks at; of each first payments
 * before their rests, newest first. Null when there is none.
 */
export async function findUndecided(db: Sql, userId: number): Promise<Undecided | null> {
  const found: { rank: number; undecided: Undecided }[] = [];
  for (const payment of await store.undecided(db, userId)) {
    if ((await moneyBack(db, payment.id)).ordered > 0) continue;
    const facts = {
      ...payment,
      asked: payment.asked ?? payment.price,
      settled: 0,
      transfer: false,
      payable: false,
    };
    const { view, sentence, next } = paymentText({
      ...facts,
      refund: payment.refundRequested ? 'requested' : 'none',
    });
    const rank =
      (next === 'decide' ? (payment.refundRequested ? 2 : 0) : 4) +
      (payment.restOf === null ? 0 : 1);
    const { id: payment_id, number, createdAt: at } = payment;
    const undecided = { payment_id, number, asked: facts.asked, at, status: view, sentence, next };
    found.push({ rank, undecided });
  }
  return found.sort((one, other) => one.rank - other.rank)[0]?.undecided ?? null;
}

/**
 * The exact state of an own payment; the page after the payment shows this and nothing else.
 * @throws NOT_FOUND
 */
export async function paymentStatus(
  ctx: Ctx<User>,
  providers: Providers,
  paymentId: string,
): Promise<Output<typeof contract.paymentStatus>> {
  const { userId } = ctx.actor;
  const payment = await store.findOwn(ctx.db, userId, paymentId);
  if (!payment) throw new AppError('NOT_FOUND');
  const { id, status, ref, price, received } = payment;
  const open = await store.pendingUrls(ctx.db, userId, ctx.now);
  const rest = await restOf(ctx.db, userId, payment);
  const payable = status === 'offen' && rest !== 'settled' && open.includes(payment.url);
  const payment_url = payable ? payment.url : null;
  const provider = providers.named(payment.provider);
  const asked = payment.asked ?? price;
  const due = stillDue(payment);
  const transfer =
    due !== null && ref !== null ? (provider?.transferOf?.({ id, ref, price: due }) ?? null) : null;
  // Read only where the sentence depends on it: a waiting page polls every second.
  const ordered = waitsForDecision(status) ? (await moneyBack(ctx.db, id)).ordered : 0;
  // A rest brought its own share and the one of the payment that it completed.
  const together =
    status === 'gutgeschrieben' ? await rests.completedWith(ctx.db, payment) : undefined;
  const credits = payment.credits + (together?.credits ?? 0);
  const bonus = payment.bonus + (together?.bonus ?? 0);
  const settled =
    status === 'gutgeschrieben'
      ? await settledBy(ctx.db, [id, ...(together ? [together.id] : [])])
      : 0;
  const { view, sentence, next } = paymentText({
    status,
    asked,
    received,
    credits,
    bonus,
    settled,
    transfer: transfer !== null,
    payable: payment_url !== null,
    ...(rest && { rest }),
    refund: ordered > 0 ? 'ordered' : payment.refundRequested ? 'requested' : 'none',
  });
  const surplus =
    status === 'gutgeschrieben' ? rappenToFrancs(amountPaid(asked, received ?? asked).surplus) : 0;
  const part =
    status === 'teilbezahlt' && received !== null
      ? {
          received: rappenToFrancs(received),
          missing: rappenToFrancs(asked - received),
          credits: creditsForPart(payment, received),
          payable: !provider?.transferOf && (await restOffer(ctx.db, payment)) !== null,
        }
      : null;
  return {
    payment: {
      payment_id: id,
      number: payment.number,
      droppable: mayDrop(status),
      status: view,
      sentence,
      next,
      credits,
      bonus,
      settled,
      surplus,
      part,
      payment_url,
      transfer,
    },
    credits: await wallet.balance(ctx.db, userId),
  };
}

/**
 * Drops a payment that nobody has paid (EXP-98); a second time changes nothing. The provider is not
 * told: what its page still takes is credited when it reports it.
 * @throws NOT_FOUND, PAYMENT_SETTLED
 */
export async function dropPayment(ctx: Ctx<User>, paymentId: string): Promise<string> {
  const { db, actor, now } = ctx;
  // Opening one counts the open ones under the same lock.
  await store.queueForAccount(db, actor.userId);
  if (!(await store.findOwn(db, actor.userId, paymentId))) throw new AppError('NOT_FOUND');
  const payment = (await store.loadPaymentForUpdate(db, paymentId))!;
  const dropped = `${paymentName(payment.number)} ist verworfen. Bitte bezahle sie nicht mehr.`;
  if (payment.status === 'abgebrochen') return dropped;
  const status = mayDrop(payment.status) ? after(payment.status, 'abbrechen') : null;
  if (!status) throw new AppError('PAYMENT_SETTLED');
  await store.movePayment(db, paymentId, { status, settledAt: now });
  await audit(ctx, 'payment_dropped', `payment:${paymentId}`);
  return dropped;
}

/** What is still to be paid, in Rappen; null when nothing is waited for. */
const stillDue = ({ status, price, received }: store.Payment): Rappen | null =>
  status === 'offen'
    ? price
    : status === 'teilbezahlt' && received !== null
      ? price - received
      : null;

/**
 * An own payment that waits for its money at this provider, with what is still to be paid. @throws
 * NOT_FOUND
 */
export async function waitingPayment(
  db: Sql,
  { id, userId, provider }: { id: string; userId: number; provider: string },
): Promise<{ ref: string; price: Rappen }> {
  const payment = await store.findOwn(db, userId, id);
  const price = payment ? stillDue(payment) : null;
  if (!payment || price === null || payment.provider !== provider || payment.ref === null)
    throw new AppError('NOT_FOUND');
  return { ref: payment.ref, price };
}
