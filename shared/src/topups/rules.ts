import { formatChf } from '../kernel/format.ts';
import type { Credits, Rappen } from '../kernel/money.ts';

/** What a package costs and gives, once the discount of the account is known. */
export interface Offer {
  credits: Credits;
  bonus: Credits;
  price: Rappen;
  discountPercent: number;
}

/** Texts around opening a payment (ERR-056 to ERR-060). */
export const topupTexts = {
  preparing: 'Zahlung wird vorbereitet...',
  failed: (message: string) => `Fehler: ${message}`,
  unknown: 'Unbekannter Fehler beim Erstellen der Zahlung',
  noUrl: 'Keine Zahlungs-URL erhalten',
  other: 'Fehler beim Erstellen der Zahlung',
} as const;

/** What a payment is for, to providers and banks: it appears on statements (ACC-62). */
export const PURPOSE = 'Guthaben';

/** Timings of the way to the payment page and back (CON-18, CON-19, CON-22). */
export const PAYMENT_REDIRECT_MS = 1500;
export const BALANCE_RECHECK_MS = 1000;
export const PENDING_NOTE_MS = 600_000;

/**
 * The discount of an account as it counts: anything that is not a number from 0 to 100 is none
 * (X-09).
 */
export function discountPercent(value: unknown): number {
  const percent = typeof value === 'string' ? Number(value) : value;
  return typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent : 0;
}

/** The same number as the credit page displays it: pulled into 0 to 100 (GUT-08). */
export const shownDiscountPercent = (value: unknown): number =>
  Math.min(100, Math.max(0, Number(value) || 0));

/**
 * Price after the discount, half a Rappen rounded up, and what is saved; together they are the list
 * price (GUT-09, GUT-10).
 */
export function discountedPrice(list: Rappen, percent: number): { price: Rappen; saving: Rappen } {
  // In hundredths of a percent all figures are whole, so nothing is lost before the one rounding.
  const share = 10_000 - Math.round(discountPercent(percent) * 100);
  const price = Math.floor((list * share + 5_000) / 10_000);
  return { price, saving: list - price };
}

/** Credits that arrive: what was bought and, as a transfer of its own, the bonus (GUT-59). */
export const totalCredits = ({ credits, bonus }: Pick<Offer, 'credits' | 'bonus'>): Credits =>
  credits + bonus;

/**
 * Of the price of a payment, gone or on its way back: the money, and the credits that were taken
 * with it.
 */
export interface GoneBack {
  ordered: Rappen;
  taken: Credits;
}

/**
 * Credits, bonus included, that are taken back when `amount` goes back to the payer after something
 * had gone back already: in all the same share of the credits as of the price, so that the last
 * part takes exactly the rest, also when a part before it was refused.
 */
export function creditsOfRefund(
  { credits, bonus, price }: Pick<Offer, 'credits' | 'bonus' | 'price'>,
  { ordered, taken }: GoneBack,
  amount: Rappen,
): Credits {
  return Math.max(0, shareOf(credits + bonus, ordered + amount, price) - taken);
}

/**
 * How many of the `back` credits of a refund are bonus, so that what stays bought keeps its price.
 */
export function bonusOfRefund(
  { credits, bonus, price }: Pick<Offer, 'credits' | 'bonus' | 'price'>,
  { ordered, amount, back }: { ordered: Rappen; amount: Rappen; back: Credits },
): Credits {
  const upTo = (rappen: Rappen) =>
    shareOf(credits + bonus, rappen, price) - shareOf(credits, rappen, price);
  return Math.min(back, Math.max(0, upTo(ordered + amount) - upTo(ordered)));
}

/** The same share of the credits as `rappen` is of the price, rounded to the nearest. */
const shareOf = (credits: Credits, rappen: Rappen, price: Rappen): Credits =>
  Math.floor((2 * credits * rappen + price) / (2 * price));

/** Figures a page may send along; the server compares them and never uses them (API-15). */
export interface SentFigures {
  amount?: number | undefined;
  /** In francs. */
  payment_amount?: number | undefined;
  discount_percent?: number | undefined;
}

/** Whether everything the page showed is what the server would charge and give. */
export function amountsMatch(sent: SentFigures, offer: Offer): boolean {
  const francs = sent.payment_amount;
  const samePrice = francs === undefined || Math.abs(francs * 100 - offer.price) < 1e-6;
  const sameCredits = sent.amount === undefined || sent.amount === offer.credits;
  const sameDiscount =
    sent.discount_percent === undefined || sent.discount_percent === offer.discountPercent;
  return samePrice && sameCredits && sameDiscount;
}

/**
 * The message after `wallet_topup` did not lead to a payment page, or null when it did (GUT-15).
 */
export function topupFailure(
  answer: { success?: boolean; message?: string; payment_url?: string } | undefined,
): string | null {
  if (!answer) return topupTexts.failed(topupTexts.other);
  if (!answer.success) return topupTexts.failed(answer.message || topupTexts.unknown);
  return answer.payment_url ? null : topupTexts.failed(topupTexts.noUrl);
}

export type ReturnOutcome = 'cancelled' | 'failed' | 'success' | 'unclear';

/**
 * Words on returning from the payment page (ERR-061 to ERR-063); success shows the overlay instead.
 */
export const returnTexts = {
  failed: 'Zahlung fehlgeschlagen. Bitte versuche es erneut.',
  cancelled: 'Zahlung wurde abgebrochen. Keine Credits wurden abgebucht.',
  unclear: 'Zahlung abgebrochen, kontaktiere Support bei Problemen.',
} as const satisfies Record<Exclude<ReturnOutcome, 'success'>, string>;

export interface PaymentReturn {
  outcome: ReturnOutcome;
  /** The payment to ask the server about; the address itself proves nothing. */
  paymentId: string | null;
}

/** The part of URLSearchParams that is needed. */
interface Query {
  get(name: string): string | null;
}

/**
 * Reads the address the payment page sent the browser back to; only a hint for the message. What
 * arrived is only decided by the server (GUT-21 to GUT-23, GUT-30).
 */
export function paymentReturn(search: Query): PaymentReturn {
  const payment = search.get('payment');
  return {
    outcome: outcomeOf(search),
    paymentId: payment !== null && UUID.test(payment) ? payment.toLowerCase() : null,
  };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const CANCELLED = ['cancelled', 'cancel'];
const FAILED = ['declined', 'error', 'failed'];
const SUCCESS = ['confirmed', 'success'];

function outcomeOf(search: Query): ReturnOutcome {
  const status = search.get('status')?.toLowerCase() ?? '';
  const payment = search.get('payment')?.toLowerCase() ?? '';
  const flag = (name: string) => !['0', 'false', null].includes(search.get(name));
  if (CANCELLED.includes(status) || CANCELLED.includes(payment) || flag('cancelled'))
    return 'cancelled';
  if (FAILED.includes(status) || flag('error')) return 'failed';
  if (SUCCESS.includes(status) || flag('success')) return 'success';
  return 'unclear';
}

/** A difference that counts as paid in full, either way. */
export const AMOUNT_TOLERANCE: Rappen = 5;
/** From here on what was paid too much goes back; less is named "Rundung" on the receipt. */
export const LEAST_SURPLUS: Rappen = 100;

/**
 * Whether an amount in francs pays what was asked for, and what of it is too much and goes back.
 */
export function amountPaid(asked: Rappen, received: Rappen): { whole: boolean; surplus: Rappen } {
  const surplus = received - asked;
  return { whole: surplus >= -AMOUNT_TOLERANCE, surplus: surplus >= LEAST_SURPLUS ? surplus : 0 };
}

/** What becomes of a payment of another amount, for everybody to read: terms and FAQ. */
export const AMOUNT_SENTENCES = [
  `Kommt bei einer Aufladung mehr Geld an als verlangt, geht der Überschuss zurück; unter ${formatChf(LEAST_SURPLUS)} behalten wir ihn als Rundung.`,
  `Kommt weniger an, wählst du: Credits für das, was angekommen ist, den Rest bezahlen oder das Geld zurück. Fehlen höchstens ${AMOUNT_TOLERANCE} Rappen, gilt sie als ganz bezahlt.`,
  'Kommt eine andere Währung an, prüfen wir die Zahlung und schreiben dir.',
  'Holt deine Bank eine Zahlung zurück, ziehen wir die Credits dafür ab; was davon schon ausgegeben ist, verrechnen wir mit deiner nächsten Aufladung.',
] as const;

/** A package in two: what a part of its price has brought, and what its rest brings. */
export interface Split {
  part: Pick<Offer, 'credits' | 'bonus' | 'price'>;
  rest: Pick<Offer, 'credits' | 'bonus' | 'price'>;
}

/**
 * What each of two payments counts for that bring a package together; the bonus by their shares.
 * Null where the part is worth no credit.
 */
export function splitAt(
  { credits, bonus, price }: Pick<Offer, 'credits' | 'bonus' | 'price'>,
  came: Rappen,
): Split | null {
  const part = {
    price: came,
    credits: creditsForPart({ credits, price }, came),
    bonus: Math.floor((bonus * came) / price),
  };
  if (part.credits === 0 || part.credits === credits) return null;
  return {
    part,
    rest: { price: price - came, credits: credits - part.credits, bonus: bonus - part.bonus },
  };
}

/**
 * The credits for a part of the price, at the price of the package and without bonus; a part of a
 * credit is not given.
 */
export const creditsForPart = (
  { credits, price }: Pick<Offer, 'credits' | 'price'>,
  received: Rappen,
): Credits => Math.floor((credits * Math.min(received, price)) / price);
