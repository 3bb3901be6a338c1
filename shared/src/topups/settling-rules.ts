import type { Credits, Rappen } from '../kernel/money.ts';
import { amountPaid, creditsForPart, creditsOfRefund, type GoneBack } from './rules.ts';
import { after, type PaymentEvent, type PaymentStatus, waitsForDecision } from './status.ts';

/**
 * What becomes of a payment, without a database: each function returns what a status of the
 * provider, a choice of the payer or an order of the house means. The server carries it out;
 * `settling-rules.test.ts` walks through their histories.
 */
export interface Standing {
  id: string;
  status: PaymentStatus;
  /** What it counts for: what was asked for, or what it was settled with. */
  price: Rappen;
  credits: Credits;
  bonus: Credits;
  /** In francs, as last reported by the provider; null while nothing came, or nothing in francs. */
  received: Rappen | null;
}

/** What the provider says about it. */
export interface ReportedPayment {
  status: 'open' | 'paid' | 'declined' | 'cancelled';
  amountRappen: Rappen;
  currency: string;
  reference: string;
  merchant: string;
  refundedRappen: Rappen;
  chargedBack: boolean;
}

/** What went back of a payment, or is on its way. */
export interface WentBack extends GoneBack {
  /** Of the price: gone. */
  confirmed: Rappen;
  /**
   * Of what came beyond the price: ordered, also where it was refused and the house pays it back
   * itself.
   */
  surplus: Rappen;
}

/** What a payment counts for once it is settled. */
export type Counts = Pick<Standing, 'price' | 'credits' | 'bonus'>;

/** What payments are in. */
export const CURRENCY = 'CHF';

interface Around {
  /** Who we are at the provider. */
  merchant: string;
  /** Whether the payer's account is; the wallet of a closed one takes nothing. */
  open: boolean;
  /** Nothing is expected any more. */
  tooOld: boolean;
  /** False for the rest of a payment that no longer waits for it. */
  needed: boolean;
  ordered: Rappen;
}

export interface Settlement {
  status: PaymentStatus;
  received: Rappen | null;
  counts: Counts;
}

/**
 * What the provider's status, or its absence, changes; null when it changes nothing. Credits are
 * booked where the state becomes `gutgeschrieben`.
 */
export function settledByWord(
  payment: Standing,
  reported: ReportedPayment | undefined,
  around: Around,
): Settlement | null {
  // What is being paid back takes no more words of the provider; what comes meanwhile is for the
  // operator (`cameBeside`).
  if (waitsForDecision(payment.status) && around.ordered > 0) return null;
  const event = eventOf(payment, reported, around);
  const next = event && after(payment.status === 'erstellt' ? 'offen' : payment.status, event);
  // Nobody is asked what shall become of money that is gone by the time it is reported.
  const gone = reported && next && waitsForDecision(next) ? goneBy(reported) : null;
  const status = next && gone ? after(next, gone) : next;
  const received = receivedBy(reported);
  if (!status || (status === payment.status && received === payment.received)) return null;
  const { price, credits, bonus } = payment;
  // A few Rappen less count as paid in full; what can go back of it is still what came.
  const least = status === 'gutgeschrieben' ? Math.min(price, received!) : price;
  return { status, received, counts: { price: least, credits, bonus } };
}

/**
 * Whether a payment still waits for exactly this rest: nothing was decided, ordered back or
 * reported again since the rest was asked for.
 */
export const waitsForRest = (
  { status, price, received }: Pick<Standing, 'status' | 'price' | 'received'>,
  rest: Pick<Standing, 'price'>,
  { ordered }: Pick<GoneBack, 'ordered'>,
): boolean =>
  status === 'teilbezahlt' && ordered === 0 && received !== null && price - received === rest.price;

/** In francs; less than nothing never came. */
export const receivedBy = (reported: ReportedPayment | undefined): Rappen | null =>
  reported?.status === 'paid' && reported.currency === CURRENCY && reported.amountRappen >= 0
    ? reported.amountRappen
    : null;

function eventOf(
  payment: Standing,
  reported: ReportedPayment | undefined,
  { merchant, open, tooOld, needed }: Around,
): PaymentEvent | null {
  if (reported && waitsForDecision(payment.status) && goneBy(reported)) return goneBy(reported);
  switch (reported?.status) {
    case 'paid': {
      const ours =
        reported.currency === CURRENCY &&
        reported.merchant === merchant &&
        reported.reference === payment.id;
      if (!open || !ours || !needed || reported.amountRappen <= 0) return 'abweichen';
      return amountPaid(payment.price, reported.amountRappen).whole ? 'gutschreiben' : 'teilzahlen';
    }
    case 'declined':
      return 'ablehnen';
    case 'cancelled':
      return 'abbrechen';
    default:
      return tooOld ? 'verfallen' : null;
  }
}

/** How all that came has gone back; null while some of it is here. */
function goneBy({
  status,
  chargedBack,
  amountRappen,
  refundedRappen,
}: ReportedPayment): 'rueckbelasten' | 'erstatten' | null {
  if (chargedBack) return 'rueckbelasten';
  return status === 'paid' && amountRappen > 0 && refundedRappen >= amountRappen
    ? 'erstatten'
    : null;
}

/** Whether the provider reports other money than that refunded, of a payment without credits. */
export const cameBeside = (
  { status, received }: Pick<Standing, 'status' | 'received'>,
  reported: ReportedPayment,
  ordered: Rappen,
) =>
  (status === 'zurueckbezahlt' || (waitsForDecision(status) && ordered > 0)) &&
  reported.status === 'paid' &&
  receivedBy(reported) !== received;

/**
 * Whether its money went back. A charge-back of it may mean that it is gone twice, so the operator
 * sees it.
 */
export const wentBackWhole = (status: PaymentStatus): boolean =>
  status === 'erstattet' || status === 'zurueckbezahlt';

/** What of too much has still to be ordered back. */
export const surplusDue = (
  price: Rappen,
  received: Rappen,
  { surplus }: Pick<WentBack, 'surplus'>,
): Rappen => Math.max(0, amountPaid(price, received).surplus - surplus);

/**
 * What went back of a credited payment without an order of ours, and the credits that go with it.
 */
export function wentBackBy(
  payment: Counts,
  reported: ReportedPayment,
  { ordered, taken, surplus }: WentBack,
): { amount: Rappen; credits: Credits } {
  const back = reported.chargedBack
    ? payment.price
    : Math.min(Math.max(0, reported.refundedRappen - surplus), payment.price);
  const amount = Math.max(0, back - ordered);
  return { amount, credits: amount > 0 ? creditsOfRefund(payment, { ordered, taken }, amount) : 0 };
}

/**
 * What of a payment can go back at most: what it counts for, or what came while nothing is
 * credited.
 */
export function refundable({
  status,
  price,
  received,
}: Pick<Standing, 'status' | 'price' | 'received'>): Rappen {
  if (status === 'gutgeschrieben') return price;
  return waitsForDecision(status) ? (received ?? 0) : 0;
}

/**
 * An order to pay back: how much, with which credits. Null when so much cannot go back. What was
 * never credited goes back whole.
 */
export function refundOrder(
  payment: Standing,
  { ordered, taken }: GoneBack,
  wanted: Rappen | undefined,
): { amount: Rappen; credits: Credits } | null {
  const most = refundable(payment);
  const amount = wanted ?? most - ordered;
  if (amount <= 0 || ordered + amount > most) return null;
  if (payment.status === 'gutgeschrieben')
    return { amount, credits: creditsOfRefund(payment, { ordered, taken }, amount) };
  return amount === most ? { amount, credits: 0 } : null;
}

/** The last state of a payment, once all of its money went back. */
export function finished(
  payment: Standing,
  event: 'erstatten' | 'rueckbelasten',
  { confirmed }: Pick<WentBack, 'confirmed'>,
): PaymentStatus | null {
  return confirmed < refundable(payment) ? null : after(payment.status, event);
}

interface Deciding extends Pick<Around, 'open' | 'ordered'> {
  /** Credits of the package that the other payments of it have not brought. */
  left: Credits;
  /**
   * False for the rest of a payment that does not wait for it: the bonus comes once, with the
   * payment it belongs to.
   */
  completes: boolean;
}

/** What becomes of a payment that did not bring what was asked for. */
export type Way =
  /** Credits for what came, at the price of the package, without bonus. */
  | 'credits'
  /**
   * The whole package, as if all had come; with what other payments of the same package brought,
   * not more than it.
   */
  | 'full'
  /** The house has paid it back itself. */
  | 'returned';

/**
 * What a decision about such a payment makes of it; null when nobody waits for one, or this way is
 * not open.
 */
export function settledByChoice(
  payment: Standing,
  way: Way,
  { open, ordered, left, completes }: Deciding,
): Omit<Settlement, 'received'> | null {
  const { status, received, price, credits, bonus } = payment;
  if (!waitsForDecision(status) || ordered > 0) return null;
  if (way === 'returned')
    return { status: after(status, 'erstatten')!, counts: { price, credits, bonus } };
  // Nobody could spend the credits, or nothing is known of its worth in francs.
  if (!open || received === null || received <= 0) return null;
  const part = creditsForPart({ credits, price }, received);
  const gives = way === 'full' ? Math.max(part, Math.min(credits, left)) : part;
  if (gives === 0) return null;
  const counts = { price: Math.min(received, price), credits: gives };
  const whole = way === 'full' || part === credits;
  return {
    status: after(status, 'gutschreiben')!,
    counts: { ...counts, bonus: whole && completes ? bonus : 0 },
  };
}
