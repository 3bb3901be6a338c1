import type { Credits, Rappen } from '../kernel/money.ts';
import {
  cameBeside,
  finished,
  receivedBy,
  refundOrder,
  type Standing,
  settledByChoice,
  settledByWord,
  surplusDue,
  type Way,
  type WentBack,
  type Word,
  wentBackBy,
  wentBackWhole,
} from '../topups/settling-rules.ts';
import { after, waitsForDecision } from '../topups/status.ts';

/** Whatever can happen to a payment after it was opened. */
export type Deed =
  | { kind: 'word'; word: Word | undefined; tooOld: boolean }
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
  /** What the package gave when it was asked for. */
  whole: Credits;
  open: boolean;
  /** False once nothing waits for it any more, of a rest of another payment. */
  needed: boolean;
  refunds: Refund[];
  /** Each booking of the payment, in order: credits that came, credits that were taken back. */
  booked: Credits[];
  /** What was put before the operator beside the cases of the state, once each. */
  cases: string[];
}

export const MERCHANT = 'samtrot';

export const opened = (id: string, offer: { price: Rappen; credits: Credits; bonus: Credits }): Walked => ({
  ...{ id, status: 'offen', ...offer, asked: offer.price, whole: offer.credits + offer.bonus },
  ...{ received: null, open: true, needed: true, refunds: [], booked: [], cases: [] },
});

export function wentBack({ refunds }: Walked): WentBack & { gone: Rappen } {
  const sum = (counts: (refund: Refund) => boolean) =>
    refunds.filter(counts).reduce((all, { amount }) => all + amount, 0);
  return {
    ordered: sum(({ kind, status }) => kind !== 'ueberschuss' && status !== 'abgelehnt'),
    taken: refunds.reduce((all, { status, credits }) => all + (status === 'abgelehnt' ? 0 : credits), 0),
    confirmed: sum(({ kind, status }) => kind !== 'ueberschuss' && status === 'bestaetigt'),
    surplus: sum(({ kind }) => kind === 'ueberschuss'),
    gone: sum(({ status }) => status === 'bestaetigt'),
  };
}

/** Carries a deed out in the order of the server, on one payment in memory. Returns whether it was accepted. */
export function walk(payment: Walked, deed: Deed): boolean {
  switch (deed.kind) {
    case 'word':
      return hear(payment, deed.word, deed.tooOld);
    case 'choose':
      return choose(payment, deed.way);
    case 'refund': {
      const order = refundOrder(payment, wentBack(payment), deed.amount);
      if (!order) return false;
      payment.refunds.push({ kind: 'erstattung', status: 'beauftragt', ...order });
      if (order.credits > 0) payment.booked.push(-order.credits);
      return true;
    }
    case 'carryOut':
      return carryOut(payment, deed.refused);
    case 'chargeback':
      if (payment.status !== 'gutgeschrieben') return false;
      noticeMoneyBack(payment, { ...paid(payment, payment.price), chargedBack: true });
      return true;
    case 'close':
      payment.open = false;
      return true;
  }
}

/** The word of a provider who was paid so much. */
export const paid = ({ id }: Pick<Walked, 'id'>, amountRappen: Rappen): Word => ({
  ...{ status: 'paid', amountRappen, currency: 'CHF', reference: id, merchant: MERCHANT },
  ...{ refundedRappen: 0, chargedBack: false },
});

export const amountOf = ({ currency, amountRappen }: Word) => `${currency}${amountRappen}`;

function hear(payment: Walked, word: Word | undefined, tooOld: boolean): boolean {
  if (word?.chargedBack) overtakeRefunds(payment);
  const { ordered } = waitsForDecision(payment.status) ? wentBack(payment) : { ordered: 0 };
  const { open, needed } = payment;
  const settlement = settledByWord(payment, word, { merchant: MERCHANT, open, needed, tooOld, ordered });
  const received = receivedBy(word);
  if (word && !settlement && cameBeside(payment, word, ordered)) report(payment, `rest:${amountOf(word)}`);
  if (settlement) {
    Object.assign(payment, { status: settlement.status, received, ...settlement.counts });
    if (settlement.status === 'gutgeschrieben') payment.booked.push(payment.credits + payment.bonus);
  }
  if (word && payment.status === 'gutgeschrieben') {
    if (received !== null && received < (payment.received ?? 0)) report(payment, `differs:${amountOf(word)}`);
    else if (received !== null) returnSurplus(payment, received);
    noticeMoneyBack(payment, word);
  }
  if (word?.chargedBack && wentBackWhole(payment.status)) report(payment, 'chargeback');
  return settlement !== null;
}

function choose(payment: Walked, way: Way): boolean {
  const settlement = settledByChoice(payment, way, { open: payment.open, ordered: wentBack(payment).ordered });
  if (!settlement) return false;
  payment.status = settlement.status;
  if (settlement.status !== 'gutgeschrieben') return true;
  Object.assign(payment, settlement.counts);
  payment.booked.push(payment.credits + payment.bonus);
  returnSurplus(payment, payment.received!);
  return true;
}

function returnSurplus(payment: Walked, received: Rappen): void {
  payment.received = received;
  const amount = surplusDue(payment.price, received, wentBack(payment));
  if (amount > 0) payment.refunds.push({ kind: 'ueberschuss', status: 'beauftragt', amount, credits: 0 });
}

function noticeMoneyBack(payment: Walked, word: Word): void {
  if (word.chargedBack) {
    overtakeRefunds(payment);
    report(payment, 'chargeback');
  }
  const { amount, credits } = wentBackBy(payment, word, wentBack(payment));
  if (amount > 0) {
    const kind = word.chargedBack ? 'rueckbelastung' : 'erstattung';
    payment.refunds.push({ kind, status: 'bestaetigt', amount, credits });
    if (credits > 0) payment.booked.push(-credits);
  }
  finish(payment, word.chargedBack ? 'rueckbelasten' : 'erstatten');
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

export const copyOf = (payment: Walked): Walked => ({
  ...payment,
  refunds: payment.refunds.map((refund) => ({ ...refund })),
  booked: [...payment.booked],
  cases: [...payment.cases],
});

/** Whether somebody can still bring this payment to its end, whatever the provider says; `after` alone says nothing of the facts. */
export function hasWayOn(payment: Walked): boolean {
  if (Object.keys(stepsFrom(payment)).length === 0) return true;
  if (payment.refunds.some(({ status }) => status === 'beauftragt')) return true;
  const copy = () => copyOf(payment);
  if (payment.status === 'gutgeschrieben') return walk(copy(), { kind: 'refund', amount: undefined });
  if (waitsForDecision(payment.status)) return walk(copy(), { kind: 'choose', way: 'returned' });
  // A late word that brings the money is still taken.
  const later = copy();
  return walk(later, { kind: 'word', word: paid(later, later.price), tooOld: false });
}

const EVENTS = ['gutschreiben', 'abweichen', 'erstatten', 'rueckbelasten'] as const;
const stepsFrom = ({ status }: Walked) => EVENTS.filter((event) => after(status, event) !== null);
