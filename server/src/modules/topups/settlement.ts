import { formatChf, formatCredits, formatMoney } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { amountPaid, creditsForPart, PURPOSE } from '@samtrot/shared/topups/rules.ts';
import {
  CURRENCY,
  cameBeside,
  receivedBy,
  settledByWord,
  wentBackWhole,
} from '@samtrot/shared/topups/settling-rules.ts';
import { after, waitsForDecision } from '@samtrot/shared/topups/status.ts';
import { audit } from '../../platform/audit.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail } from '../mail/service.ts';
import { book } from './booking.ts';
import {
  aboutAmount,
  closeAmountCases,
  closeCasesOf,
  openPaymentCase,
  toldDiffering,
} from './cases/cases.ts';
import { partMail, reviewMail } from './mail-templates.ts';
import {
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
  ProviderUnavailable,
} from './ports.ts';
import { bookMoneyBack, reportChargeback } from './refunds/chargebacks.ts';
import { overtakeRefunds } from './refunds/refund-execution.ts';
import { moneyBack } from './refunds/refund-store.ts';
import { returnSurplus } from './refunds/refunds.ts';
import { complete, completedBy, restOffer } from './refunds/rests.ts';
import * as store from './store.ts';

/**
 * Pauses after the first, second and third look (the first comes one minute after opening); then
 * hourly.
 */
const DEFAULT_POLLING = { giveUpMs: 7 * DAY_MS, pausesMinutes: [5, 15, 60] };
const BATCH = 10;
/** Declined payments of one account within a day, from which on an operator looks. */
const MANY_DECLINES = 5;

interface Deps {
  db: Database;
  now: Date;
  provider: PaymentProvider;
}

/**
 * Opens the payment page at the provider. `write` stores the response and returns the one that
 * counts: of two concurrent openings the first stored one, because not every provider is
 * idempotent. Undefined when the provider refused.
 */
export async function openAtProvider(
  provider: PaymentProvider,
  payment: Pick<store.Payment, 'id' | 'price' | 'credits' | 'method'>,
) {
  const opened = await provider
    .create({
      id: payment.id,
      amountRappen: payment.price,
      description: `${PURPOSE} ${formatCredits(payment.credits)}`,
      method: payment.method,
    })
    .catch((error: unknown) => {
      if (error instanceof PaymentRefused) return undefined;
      throw error;
    });
  return {
    async write(db: Sql, now: Date): Promise<{ ref: string; url: string | null } | undefined> {
      const row = await store.loadPaymentForUpdate(db, payment.id);
      if (!row) throw new Error(`payment ${payment.id} is gone`);
      if (opened && row.ref !== null && row.ref !== opened.ref)
        return { ref: row.ref, url: row.url };
      if (opened) {
        // A notification may have arrived before the response; then only the page's address is new.
        const status = after(row.status, 'eroeffnen') ?? row.status;
        await store.movePayment(db, row.id, { status, ref: opened.ref, url: opened.url });
      } else {
        const status = after(row.status, 'scheitern');
        if (status) await store.movePayment(db, row.id, { status, settledAt: now });
      }
      return opened;
    },
  };
}

/**
 * Reads the payment's status from the provider and applies it in one transaction with the row
 * locked: state, credits, bonus, receipt and the notification that led here. Idempotent; read again
 * where a newer status was applied meanwhile.
 * @throws ProviderUnavailable
 */
export async function settle(
  { db, now, provider }: Deps,
  ref: string,
  eventId?: string,
): Promise<void> {
  let version: number | null = await store.statusVersion(db, provider.name, ref);
  while (version !== null) {
    const known: number = version;
    const reported = await provider.fetchStatus(ref);
    version = await db.transaction().execute(async (sql) => {
      const payment = await lockForRef(sql, provider.name, ref, reported);
      if (payment && payment.statusVersion !== known) return payment.statusVersion;
      const ctx = { db: sql, now };
      if (eventId !== undefined) {
        await store.recordEvent(sql, { provider: provider.name, eventId, ref, now });
        failPoint('webhook.after_event_insert');
      }
      if (payment) await carryOut(ctx, provider, { ref, reported, payment });
      else await reportUnknown(ctx, provider, ref, reported);
      return null;
    });
  }
  failPoint('credit.after_commit_before_reply');
}

async function carryOut(
  ctx: { db: Sql; now: Date },
  provider: PaymentProvider,
  {
    ref,
    reported,
    payment,
  }: { ref: string; reported: ProviderPayment | undefined; payment: store.Payment },
): Promise<void> {
  const { db: sql, now } = ctx;
  const { merchant } = provider;
  await store.countStatus(sql, payment.id);
  const completes = await completedBy(sql, payment);
  const open = await accounts.lockOpenForShare(sql, payment.accountId);
  if (reported?.chargedBack) await overtakeRefunds(ctx, payment);
  const { ordered } = waitsForDecision(payment.status)
    ? await moneyBack(sql, payment.id)
    : { ordered: 0 };
  const settlement = settledByWord(payment, reported, {
    merchant,
    open,
    tooOld: isTooOld(payment, provider, now),
    ordered,
    needed: payment.restOf === null || completes !== undefined,
  });
  const received = receivedBy(reported);
  if (reported && !settlement && cameBeside(payment, reported, ordered))
    await reportRest(ctx, payment, reported);
  if (settlement) {
    const { status, counts } = settlement;
    const move = { status, ref, method: reported?.method ?? null, received, settledAt: now };
    const fee = reported?.feeRappen;
    await store.movePayment(sql, payment.id, {
      ...move,
      ...(fee !== undefined && { fee }),
      ...(counts.price !== payment.price && { counts }),
    });
    if (status === 'gutgeschrieben') {
      const { surplus } = amountPaid(payment.price, received!);
      const completed = completes && (await complete(system(ctx), completes, payment));
      await book(ctx, { ...payment, ...counts }, { received: received!, surplus }, completed);
    }
    failPoint('credit.before_commit');
    if (status === 'teilbezahlt') await reportPart(ctx, { ...payment, status, received }, provider);
    if (status === 'abweichend')
      await report(ctx, open ? 'payment_differs' : 'paid_after_deletion', payment, reported!);
    if (status === 'abgelehnt') await watchDeclines(ctx, payment);
    if (waitsForDecision(payment.status)) await closeAmountCases(system(ctx), 'rest', payment.id);
    if (waitsForDecision(payment.status) && !waitsForDecision(status))
      await closeCasesOf(system(ctx), payment.id, 'hat sich erledigt');
  }
  const { status } = settlement ?? payment;
  // The case that a payment differs is opened once; another currency later is a case of its own.
  if (reported && (!settlement || status === 'abweichend'))
    await reportCurrency(ctx, { ...payment, status }, reported, open);
  if (reported && status === 'gutgeschrieben') {
    const settled = (await store.loadPaymentForUpdate(sql, payment.id))!;
    if (received !== null) await returnSurplus(ctx, settled, received);
    await bookMoneyBack(ctx, settled, reported);
  }
  if (reported?.chargedBack && wentBackWhole(status))
    await reportChargeback(ctx, payment, reported);
}

/**
 * The payment with this reference of the provider; or the one it names as its own and that has none
 * yet.
 */
async function lockForRef(
  db: Sql,
  provider: string,
  ref: string,
  reported: ProviderPayment | undefined,
): Promise<store.Payment | undefined> {
  const known = await store.loadByRefForUpdate(db, provider, ref);
  if (known || !reported || !UUID.test(reported.reference)) return known;
  const named = await store.loadPaymentForUpdate(db, reported.reference);
  return named?.ref === null && named.provider === provider ? named : undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const system = (ctx: { db: Sql; now: Date }) => ({ ...ctx, actor: { kind: 'system' } }) as const;

const isTooOld = (
  payment: store.Payment,
  { pollingSchedule = DEFAULT_POLLING }: PaymentProvider,
  now: Date,
) => now.getTime() - payment.createdAt.getTime() >= pollingSchedule.giveUpMs;

/** An underpayment: the payer gets a mail and may choose; the house sees it. */
async function reportPart(
  ctx: { db: Sql; now: Date },
  payment: store.Payment,
  { transferOf }: PaymentProvider,
): Promise<void> {
  const { id, number, price: asked, provider, accountId } = payment;
  const received = payment.received!;
  const details = { asked_rappen: asked, paid_rappen: received };
  await audit(system(ctx), 'payment_underpaid', `payment:${id}`, details);
  await openPaymentCase(ctx, {
    key: `underpaid:${id}`,
    kind: 'underpaid',
    provider,
    paymentId: id,
    details,
  });
  const { email } = await accounts.getAccount(ctx.db, accountId);
  const rest = transferOf ? 'transfer' : (await restOffer(ctx.db, payment)) ? 'page' : null;
  const credits = {
    credits: creditsForPart(payment, received),
    whole: payment.credits + payment.bonus,
  };
  await enqueueMail(
    ctx,
    partMail(email, { id, number, asked, received, ...credits, rest }),
    accountId,
  );
}

/**
 * Nothing is booked, and the case stays open after the payment is final: the operator refunds it.
 */
async function reportRest(
  ctx: { db: Sql; now: Date },
  { id, price: asked_rappen, provider }: store.Payment,
  reported: ProviderPayment,
): Promise<void> {
  const { ordered: paid_back_rappen } = await moneyBack(ctx.db, id);
  const details = { asked_rappen, ...reported, paid_back_rappen };
  await openPaymentCase(ctx, {
    key: aboutAmount('rest', id, reported),
    kind: 'differs',
    provider,
    paymentId: id,
    details,
  });
}

/** A payment unknown here: always audited, a case only when money came. */
async function reportUnknown(
  ctx: { db: Sql; now: Date },
  provider: PaymentProvider,
  ref: string,
  reported: ProviderPayment | undefined,
): Promise<void> {
  const key = `${provider.name}:${ref}`;
  await audit({ ...ctx, actor: { kind: 'system' } }, 'payment_unknown', key);
  if (reported?.status === 'paid')
    await openPaymentCase(ctx, {
      key: `unknown:${key}`,
      kind: 'unknown',
      provider: provider.name,
      details: { ref, ...reported },
    });
}

/** Many declined cards in a day suggest stolen ones. */
async function watchDeclines(
  ctx: { db: Sql; now: Date },
  { accountId, provider }: store.Payment,
): Promise<void> {
  const since = new Date(ctx.now.getTime() - DAY_MS);
  if ((await store.countDeclined(ctx.db, accountId, since)) < MANY_DECLINES) return;
  const day = ctx.now.toISOString().slice(0, 10);
  await openPaymentCase(ctx, {
    key: `carding:${accountId}:${day}`,
    kind: 'carding',
    provider,
    details: { account: accountId },
  });
}

/** For the operator, who gives such money back. */
async function report(
  ctx: { db: Sql; now: Date },
  what: 'payment_differs' | 'paid_after_deletion',
  payment: store.Payment,
  reported: ProviderPayment,
): Promise<void> {
  await audit({ ...ctx, actor: { kind: 'system' } }, what, `payment:${payment.id}`, {
    asked_rappen: payment.price,
    paid_rappen: reported.amountRappen,
    currency: reported.currency,
    merchant: reported.merchant,
    reference: reported.reference,
  });
  await openPaymentCase(ctx, {
    key: `${what === 'payment_differs' ? 'differs' : 'after_deletion'}:${payment.id}`,
    kind: what === 'payment_differs' ? 'differs' : 'after_deletion',
    provider: payment.provider,
    paymentId: payment.id,
    details: { asked_rappen: payment.price, ...reported },
  });
  if (what !== 'payment_differs') return;
  const { email } = await accounts.getAccount(ctx.db, payment.accountId);
  const came =
    reported.currency === CURRENCY ? formatChf(reported.amountRappen) : foreignAmount(reported);
  await enqueueMail(
    ctx,
    reviewMail(email, { id: payment.id, number: payment.number, asked: payment.price, came }),
    payment.accountId,
  );
}

/**
 * Another currency than told before. A credited payment keeps its credits and gets a case, which
 * closes when francs are told again; one that waits gets a case and a mail about what is told now.
 * Nobody is written to whose account is closed.
 */
async function reportCurrency(
  ctx: { db: Sql; now: Date },
  payment: store.Payment,
  reported: ProviderPayment,
  open: boolean,
): Promise<void> {
  if (reported.status !== 'paid') return;
  const { id, number, price: asked_rappen, provider, accountId, status } = payment;
  const key = aboutAmount('differs', id, reported);
  const foreign = reported.currency !== CURRENCY;
  if (status === 'gutgeschrieben' && receivedBy(reported) === payment.received)
    return closeAmountCases(system(ctx), 'differs', id, { except: key });
  if (!foreign || !(status === 'gutgeschrieben' || status === 'abweichend')) return;
  if (status === 'abweichend') {
    const { currency, amountRappen } = await toldDiffering(ctx.db, id);
    if (currency === reported.currency && amountRappen === reported.amountRappen) return;
  }
  const details = { asked_rappen, credited_rappen: payment.received, ...reported };
  const isNew = await openPaymentCase(ctx, {
    key,
    kind: 'differs',
    provider,
    paymentId: id,
    details,
  });
  if (!isNew || status !== 'abweichend' || !open) return;
  const { email } = await accounts.getAccount(ctx.db, accountId);
  await enqueueMail(
    ctx,
    reviewMail(email, { id, number, asked: asked_rappen, came: foreignAmount(reported) }),
    accountId,
  );
}

const foreignAmount = ({ currency, amountRappen }: ProviderPayment) =>
  formatMoney(currency, amountRappen);

/**
 * Polls open payments and retries to open those without a response of the provider; returns how
 * many were due. The claim commits before the first call, so that no row is locked meanwhile.
 */
export async function pollDue(
  deps: Deps,
  onUnavailable: (error: ProviderUnavailable) => void,
): Promise<number> {
  const { db, now, provider } = deps;
  const { pausesMinutes: pauses } = provider.pollingSchedule ?? DEFAULT_POLLING;
  const due = await db
    .transaction()
    .execute((sql) => store.claimDue(sql, { provider: provider.name, now, pauses, batch: BATCH }));
  // One payment that cannot be handled must not keep the others of its batch from being asked
  // about.
  const outcomes = await Promise.allSettled(
    due.map((payment) => check(deps, payment, onUnavailable)),
  );
  const defect = outcomes.find((outcome) => outcome.status === 'rejected');
  if (defect) throw defect.reason;
  return due.length;
}

async function check(
  deps: Deps,
  payment: store.Payment,
  onUnavailable: (error: ProviderUnavailable) => void,
): Promise<void> {
  try {
    const ref = payment.ref ?? (await openAgain(deps, payment));
    if (ref !== undefined) await settle(deps, ref);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    onUnavailable(error);
    if (payment.ref === null && isTooOld(payment, deps.provider, deps.now))
      await giveUpOpening(deps, payment);
  }
}

async function openAgain(
  { db, now, provider }: Deps,
  payment: store.Payment,
): Promise<string | undefined> {
  const opened = await openAtProvider(provider, payment);
  return (await db.transaction().execute((sql) => opened.write(sql, now)))?.ref;
}

async function giveUpOpening({ db, now }: Deps, { id }: store.Payment): Promise<void> {
  await db.transaction().execute(async (sql) => {
    const row = await store.loadPaymentForUpdate(sql, id);
    const status = row && after(row.status, 'scheitern');
    if (status) await store.movePayment(sql, id, { status, settledAt: now });
  });
}
