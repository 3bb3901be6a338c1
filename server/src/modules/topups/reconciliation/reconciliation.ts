import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { CaseKind } from '@samtrot/shared/money-desk/case-rules.ts';
import { CURRENCY, cameBeside } from '@samtrot/shared/topups/settling-rules.ts';
import { waitsForDecision, wasCredited } from '@samtrot/shared/topups/status.ts';
import type { Database } from '../../../platform/db.ts';
import * as wallet from '../../wallet/service.ts';
import { aboutAmount, openPaymentCase } from '../cases/cases.ts';
import { type PaymentProvider, type ProviderPayment, ProviderUnavailable } from '../ports.ts';
import type { Providers } from '../providers.ts';
import { moneyBack } from '../refunds/refund-store.ts';
import { settle } from '../settlement.ts';
import * as store from './reconciliation-store.ts';

/** How far back the daily comparison looks: charge-backs come weeks later. */
const LOOK_BACK_MS = 60 * DAY_MS;
/** A payment of this moment may still be on its way to one of both sides. */
const FRESH_MS = HOUR_MS;
/** Consecutive failures after which a provider is skipped. */
const MAX_FAILURES = 3;

interface Deps {
  db: Database;
  now: Date;
  providers: Providers;
}

export interface ReconciliationReport {
  /** Payments of ours that were compared. */
  compared: number;
  /** New cases. */
  cases: number;
}

type OnSilence = (error: ProviderUnavailable) => void;

/** The daily comparison, once by the first process; undefined when it was done or is running. */
export async function reconcileDay(
  deps: Deps,
  onUnavailable: OnSilence,
): Promise<ReconciliationReport | undefined> {
  const { db, now } = deps;
  const mine = await db.transaction().execute((sql) => store.beginDay(sql, now));
  if (!mine) return undefined;
  const report = await reconcile(
    deps,
    { from: new Date(now.getTime() - LOOK_BACK_MS), until: now },
    onUnavailable,
  );
  await db.transaction().execute((sql) => store.endDay(sql, now, report));
  return report;
}

/**
 * Compares every payment opened in this time with the provider's status and with the ledger, and
 * opens a case for each difference. What can be corrected is corrected first, as a new status.
 */
export async function reconcile(
  deps: Deps,
  span: { from: Date; until: Date },
  onUnavailable: OnSilence = () => {},
): Promise<ReconciliationReport> {
  const report = { compared: 0, cases: 0 };
  let defect: unknown;
  for (const provider of deps.providers.all) {
    try {
      await compare(deps, provider, { ...span, report, onUnavailable });
    } catch (error) {
      if (error instanceof ProviderUnavailable) onUnavailable(error);
      else defect ??= error;
    }
  }
  if (defect) throw defect;
  return report;
}

async function compare(
  { db, now }: Deps,
  provider: PaymentProvider,
  {
    from,
    until,
    report,
    onUnavailable,
  }: { from: Date; until: Date; report: ReconciliationReport; onUnavailable: OnSilence },
): Promise<void> {
  const border = new Date(Math.min(until.getTime(), now.getTime() - FRESH_MS));
  // Ours first: their versions show whether a status of the list was overtaken.
  const ours = await db
    .transaction()
    .execute((sql) => store.paymentsBetween(sql, provider.name, from, border));
  const listed = provider.list ? await provider.list(from, until) : null;
  const theirs = new Map(listed?.map((payment) => [payment.ref ?? payment.reference, payment]));
  const found = async (
    kind: CaseKind,
    key: string,
    paymentId: string | undefined,
    details: object,
  ) => {
    const opened = await db
      .transaction()
      .execute((sql) =>
        openPaymentCase(
          { db: sql, now },
          { key, kind, provider: provider.name, ...(paymentId && { paymentId }), details },
        ),
      );
    if (opened) report.cases++;
  };
  const compareOne = async (payment: store.Compared, ref: string) => {
    // A list has edges; before a payment counts as missing it is looked up by name.
    const reported = theirs.get(ref) ?? theirs.get(payment.id) ?? (await provider.fetchStatus(ref));
    for (const name of [ref, payment.id]) theirs.delete(name);
    const news = reported !== undefined && isNews(payment, reported);
    if (news) await settle({ db, now, provider }, ref);
    const version = payment.statusVersion + (news ? 1 : 0);
    const difference = await db
      .transaction()
      .execute((sql) => differenceOf(sql, { id: payment.id, version }, reported));
    if (!difference) return;
    const key =
      reported && difference === 'differs'
        ? aboutAmount('differs', payment.id, reported)
        : `${difference}:${payment.id}`;
    await found(difference, key, payment.id, { asked_rappen: payment.price, ...reported });
  };
  let failures = 0;
  let defect: unknown;
  for (const payment of ours) {
    if (payment.ref === null) continue;
    // One payment that cannot be compared must not keep the others from it.
    try {
      await compareOne(payment, payment.ref);
      report.compared++;
      failures = 0;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) defect ??= error;
      else if (++failures === MAX_FAILURES) throw error;
      else onUnavailable(error);
    }
  }
  for (const [ref, reported] of theirs) {
    const known = await db.transaction().execute((sql) => store.knows(sql, provider.name, ref));
    if (reported.status === 'paid' && !known)
      await found('unknown', `unknown:${provider.name}:${ref}`, undefined, reported);
  }
  if (defect) throw defect;
}

/** Never credited, and nothing more follows. */
const WENT_BACK = 'zurueckbezahlt';

/** Whether the provider says something that we have not carried out. */
const isNews = (payment: store.Compared, reported: ProviderPayment): boolean =>
  (reported.status === 'paid' &&
    payment.status !== 'abweichend' &&
    payment.status !== WENT_BACK &&
    !wasCredited(payment.status)) ||
  (waitsForDecision(payment.status) &&
    (reported.status !== 'paid' ||
      reported.amountRappen !== payment.received ||
      reported.refundedRappen > 0)) ||
  (payment.status === 'gutgeschrieben' &&
    reported.status === 'paid' &&
    reported.amountRappen > (payment.received ?? 0)) ||
  (payment.status === 'gutgeschrieben' && reported.refundedRappen > 0) ||
  cameBeside(payment, reported, 0) ||
  (reported.chargedBack && payment.status !== 'rueckbelastet');

/**
 * What still does not agree after everything known was carried out; undefined when all does. So it
 * is where somebody else has carried out a newer status meanwhile: the comparison of the next day
 * looks again.
 */
async function differenceOf(
  db: Parameters<typeof store.knows>[0],
  { id, version }: { id: string; version: number },
  reported: ProviderPayment | undefined,
): Promise<CaseKind | undefined> {
  const payment = await store.compared(db, id);
  if (payment.statusVersion !== version) return undefined;
  // It has its case since it came in.
  if (waitsForDecision(payment.status) || payment.status === WENT_BACK) return undefined;
  const credited = wasCredited(payment.status);
  if (!credited) return reported?.status === 'paid' ? 'not_credited' : undefined;
  if (!reported) return 'missing';
  if (reported.status !== 'paid' && !reported.chargedBack) return 'not_paid';
  if (
    reported.currency !== CURRENCY ||
    reported.amountRappen !== (payment.received ?? payment.price) ||
    reported.reference !== payment.id
  )
    return 'differs';
  const booked = await wallet.bookedBy(db, [`topup:${id}`, `bonus:${id}`]);
  if (booked !== payment.credits + payment.bonus) return 'not_credited';
  const { gone } = await moneyBack(db, id);
  // Not every provider reports charge-backs; an operator may have entered it.
  const chargedBack = reported.chargedBack || payment.status === 'rueckbelastet';
  return !chargedBack && gone !== reported.refundedRappen ? 'refund_differs' : undefined;
}
