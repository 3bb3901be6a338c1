import type { Credits, Rappen } from '../kernel/money.ts';
import { splitAt } from '../topups/rules.ts';
import {
  CURRENCY,
  cameBeside,
  finished,
  type ReportedPayment,
  receivedBy,
  refundOrder,
  type Standing,
  settledByChoice,
  settledByWord,
  surplusDue,
  type Way,
  type WentBack,
  waitsForRest,
  wentBackBy,
  wentBackWhole,
} from '../topups/settling-rules.ts';
import { after, type PaymentStatus, waitsForDecision } from '../topups/status.ts';

/** Whatever can happen to a payment after it was opened. */
export type Operation =
  | { kind: 'report'; reported: ReportedPayment | undefined; tooOld: boolean }
  | { kind: 'choose'; way: Way }
  | { kind: 'refund'; amount: Rappen | undefined }
  /** The provider carries out the oldest refund that waits, or refuses it. */
  | { kind: 'carryOut'; refused: boolean }
  | { kind: 'chargeback' }
  | { kind: 'close' };

interface Refund {
  kind: 'erstattung' | 'rueckbelastung' | 'ueberschuss';
  amount: Rappen;
  credits: Credits;
  status: 'beauftragt' | 'bestaetigt' | 'abgelehnt';
}

export interface Walked extends Standing {
  asked: Rappen;
  /** What was asked for, and what it was to bring. */
  package: { price: Rappen; credits: Credits; bonus: Credits };
  open: boolean;
  refunds: Refund[];
  /** Each booking of the payment, in order: credits that came, credits that were taken back. */
  booked: Credits[];
  /** What was put before the operator beside the cases of the state, once each. */
  cases: string[];
  /** What was reported when its case of a differing payment was opened, the last time. */
  told: string | null;
}

/** A payment and the payments for its rest, in the order of their opening. */
export interface Together {
  first: Walked;
  rests: Walked[];
}

const alone = (first: Walked): Together => ({ first, rests: [] });

export const MERCHANT = 'samtrot';

export const opened = (
  id: string,
  offer: { price: Rappen; credits: Credits; bonus: Credits },
): Walked => ({
  id,
  status: 'offen',
  ...offer,
  asked: offer.price,
  package: offer,
  received: null,
  open: true,
  refunds: [],
  booked: [],
  cases: [],
  told: null,
});

export function wentBack({ refunds }: Walked): WentBack & { gone: Rappen } {
  const sum = (counts: (refund: Refund) => boolean) =>
    refunds.filter(counts).reduce((all, { amount }) => all + amount, 0);
  return {
    ordered: sum(({ kind, status }) => kind !== 'ueberschuss' && status !== 'abgelehnt'),
    taken: refunds.reduce(
      (all, { status, credits }) => all + (status === 'abgelehnt' ? 0 : credits),
      0,
    ),
    confirmed: sum(({ kind, status }) => kind !== 'ueberschuss' && status === 'bestaetigt'),
    surplus: sum(({ kind }) => kind === 'ueberschuss'),
    gone: sum(({ status }) => status === 'bestaetigt'),
  };
}

/**
 * Opens a payment for the rest; undefined where there is none to pay, or money came for one
 * already.
 */
export function openRest({ first, rests }: Together, id: string): Walked | undefined {
  const { status, received } = first;
  if (status !== 'teilbezahlt' || received === null || !first.open || wentBack(first).ordered > 0)
    return undefined;
  if (rests.some((rest) => waitsForDecision(rest.status) || rest.status === 'gutgeschrieben'))
    return undefined;
  const split = splitAt(first, received);
  if (!split) return undefined;
  const rest = opened(id, split.rest);
  rests.push(rest);
  return rest;
}

/**
 * Performs an operation in the order of the server, on payments in memory; returns whether it was
 * accepted.
 */
export function walk(payment: Walked, operation: Operation, together = alone(payment)): boolean {
  switch (operation.kind) {
    case 'report':
      return applyStatus(payment, operation, together);
    case 'choose':
      return choose(payment, operation.way, together);
    case 'refund': {
      const order = refundOrder(payment, wentBack(payment), operation.amount);
      if (!order) return false;
      payment.refunds.push({ kind: 'erstattung', status: 'beauftragt', ...order });
      if (order.credits > 0) payment.booked.push(-order.credits);
      return true;
    }
    case 'carryOut':
      return carryOut(payment, operation.refused);
    case 'chargeback':
      if (payment.status !== 'gutgeschrieben') return false;
      bookMoneyBack(payment, { ...paid(payment, payment.price), chargedBack: true });
      return true;
    case 'close':
      for (const one of [together.first, ...together.rests]) one.open = false;
      return true;
  }
}

/** A provider's status of a payment of this amount. */
export const paid = ({ id }: Pick<Walked, 'id'>, amountRappen: Rappen): ReportedPayment => ({
  status: 'paid',
  amountRappen,
  currency: 'CHF',
  reference: id,
  merchant: MERCHANT,
  refundedRappen: 0,
  chargedBack: false,
});

export const amountOf = ({ currency, amountRappen }: ReportedPayment) =>
  `${currency}${amountRappen}`;

const neededBy = (payment: Walked, { first }: Together): boolean =>
  payment === first || waitsForRest(first, payment, wentBack(first));

function complete({ first }: Together): void {
  Object.assign(first, { status: 'gutgeschrieben', ...splitAt(first, first.received!)!.part });
  first.booked.push(first.credits + first.bonus);
}

function applyStatus(
  payment: Walked,
  { reported, tooOld }: { reported: ReportedPayment | undefined; tooOld: boolean },
  together: Together,
): boolean {
  const needed = neededBy(payment, together);
  if (reported?.chargedBack) overtakeRefunds(payment);
  const { ordered } = waitsForDecision(payment.status) ? wentBack(payment) : { ordered: 0 };
  const { open } = payment;
  const settlement = settledByWord(payment, reported, {
    merchant: MERCHANT,
    open,
    needed,
    tooOld,
    ordered,
  });
  const received = receivedBy(reported);
  if (reported && !settlement && cameBeside(payment, reported, ordered))
    report(payment, `rest:${amountOf(reported)}`);
  // A case that had settled itself opens again, about what is reported now.
  if (settlement?.status === 'abweichend')
    payment.told = (waitsForDecision(payment.status) ? payment.told : null) ?? amountOf(reported!);
  const status = settlement?.status ?? payment.status;
  if (reported && (!settlement || status === 'abweichend'))
    reportCurrency({ payment, status }, reported);
  if (settlement) {
    Object.assign(payment, { status: settlement.status, received, ...settlement.counts });
    if (settlement.status === 'gutgeschrieben') {
      payment.booked.push(payment.credits + payment.bonus);
      if (payment !== together.first) complete(together);
    }
  }
  if (reported && payment.status === 'gutgeschrieben') {
    if (received !== null && received < (payment.received ?? 0))
      report(payment, `differs:${amountOf(reported)}`);
    else if (received !== null) returnSurplus(payment, received);
    bookMoneyBack(payment, reported);
  }
  if (reported?.chargedBack && wentBackWhole(payment.status)) report(payment, 'chargeback');
  return settlement !== null;
}

/** Another currency of money that came, or that waits and was told otherwise before. */
function reportCurrency(
  { payment, status }: { payment: Walked; status: PaymentStatus },
  reported: ReportedPayment,
): void {
  if (reported.status !== 'paid' || reported.currency === CURRENCY) return;
  const what = amountOf(reported);
  if (status === 'abweichend' ? payment.told !== what : status === 'gutgeschrieben')
    report(payment, `differs:${what}`);
}

/** Credits of the package that the other payments of it have not brought. */
function leftFor(payment: Walked, { first, rests }: Together): Credits {
  const others = [first, ...rests].filter(
    (other) => other !== payment && other.status === 'gutgeschrieben',
  );
  return others.reduce((left, { credits }) => left - credits, first.package.credits);
}

function choose(payment: Walked, way: Way, together: Together): boolean {
  const completes = neededBy(payment, together);
  const left = leftFor(payment, together);
  const { credits } = payment;
  const { ordered } = wentBack(payment);
  const settlement = settledByChoice(payment, way, {
    open: payment.open,
    ordered,
    left,
    completes,
  });
  if (!settlement) return false;
  payment.status = settlement.status;
  if (settlement.status !== 'gutgeschrieben') return true;
  Object.assign(payment, settlement.counts);
  payment.booked.push(payment.credits + payment.bonus);
  if (payment !== together.first && completes && payment.credits === credits) complete(together);
  returnSurplus(payment, payment.received!);
  return true;
}

function returnSurplus(payment: Walked, received: Rappen): void {
  payment.received = received;
  const amount = surplusDue(payment.price, received, wentBack(payment));
  if (amount > 0)
    payment.refunds.push({ kind: 'ueberschuss', status: 'beauftragt', amount, credits: 0 });
}

function bookMoneyBack(payment: Walked, reported: ReportedPayment): void {
  if (reported.chargedBack) {
    overtakeRefunds(payment);
    report(payment, 'chargeback');
  }
  const { amount, credits } = wentBackBy(payment, reported, wentBack(payment));
  if (amount > 0) {
    const kind = reported.chargedBack ? 'rueckbelastung' : 'erstattung';
    payment.refunds.push({ kind, status: 'bestaetigt', amount, credits });
    if (credits > 0) payment.booked.push(-credits);
  }
  finish(payment, reported.chargedBack ? 'rueckbelasten' : 'erstatten');
}

function overtakeRefunds(payment: Walked): void {
  for (const refund of payment.refunds) if (refund.status === 'beauftragt') refuse(payment, refund);
}

function report(payment: Walked, what: string): void {
  if (!payment.cases.includes(what)) payment.cases.push(what);
}

function carryOut(payment: Walked, refused: boolean): boolean {
  const refund = payment.refunds.find(({ status }) => status === 'beauftragt');
  if (!refund) return false;
  // The wallet of a closed account takes nothing.
  if (refused && !payment.open) refund.status = 'abgelehnt';
  else if (refused) refuse(payment, refund);
  else {
    refund.status = 'bestaetigt';
    if (refund.kind !== 'ueberschuss') finish(payment, 'erstatten');
  }
  return true;
}

function refuse(payment: Walked, refund: Refund): void {
  refund.status = 'abgelehnt';
  if (refund.credits > 0) payment.booked.push(refund.credits);
}

function finish(payment: Walked, event: 'erstatten' | 'rueckbelasten'): void {
  payment.status = finished(payment, event, wentBack(payment)) ?? payment.status;
}

export const copyOfAll = ({ first, rests }: Together): Together => ({
  first: copyOf(first),
  rests: rests.map(copyOf),
});

export const copyOf = (payment: Walked): Walked => ({
  ...payment,
  refunds: payment.refunds.map((refund) => ({ ...refund })),
  booked: [...payment.booked],
  cases: [...payment.cases],
});

/**
 * Whether somebody can still bring this payment to its end, whatever the provider says; `after`
 * alone says nothing of the facts.
 */
export function hasWayOn(payment: Walked): boolean {
  if (Object.keys(stepsFrom(payment)).length === 0) return true;
  if (payment.refunds.some(({ status }) => status === 'beauftragt')) return true;
  const copy = () => copyOf(payment);
  if (payment.status === 'gutgeschrieben')
    return walk(copy(), { kind: 'refund', amount: undefined });
  if (waitsForDecision(payment.status)) return walk(copy(), { kind: 'choose', way: 'returned' });
  // A late status with money is still booked.
  const later = copy();
  return walk(later, { kind: 'report', reported: paid(later, later.price), tooOld: false });
}

const EVENTS = ['gutschreiben', 'abweichen', 'erstatten', 'rueckbelasten'] as const;
const stepsFrom = ({ status }: Walked) => EVENTS.filter((event) => after(status, event) !== null);
