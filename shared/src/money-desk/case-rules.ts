import { formatChf, formatCredits } from '../kernel/format.ts';
import type { Credits, Rappen } from '../kernel/money.ts';
import { creditsForPart } from '../topups/rules.ts';
import { type PaymentStatus, paymentName, waitsForDecision } from '../topups/status.ts';

/** What does not agree about a payment and waits for the house. */
export const CASE_KINDS = [
  ...(['differs', 'underpaid', 'overpaid', 'after_deletion', 'unknown', 'missing'] as const),
  ...(['not_credited', 'not_paid', 'refund_differs', 'chargeback', 'carding'] as const),
  ...(['bank_unmatched', 'refund_by_hand'] as const),
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** How the house settles a case; the payer's own ways are among them (BOF-94). */
export const CASE_WAYS = [
  ...(['credits', 'full', 'refund', 'returned', 'match', 'paid', 'ask', 'close'] as const),
] as const;
export type CaseWay = (typeof CASE_WAYS)[number];

/** Ways that say why, beyond what the case says itself. */
export const needsReason = (way: CaseWay): boolean =>
  way === 'full' || way === 'refund' || way === 'close' || way === 'returned';

export const CASE_REASON_MAX = 200;

/**
 * Whether the button in the list acts at once. Else it opens the case: where something is to be
 * chosen, or where «zurückzahlen» means that the money has to be transferred first.
 */
export const actsAtOnce = (
  way: CaseWay,
  { kind, match }: { kind: CaseKind; match: number | null },
): boolean =>
  !needsReason(way) &&
  (way !== 'match' || match !== null) &&
  (way !== 'paid' || kind === 'refund_by_hand');

/** All that the sentence of a case and its ways may depend on. Amounts in Rappen. */
export interface CaseFacts {
  kind: CaseKind;
  /** What the payer is called; null without an account, or of a deleted one. */
  name: string | null;
  /** Whether the account is closed. */
  closed: boolean;
  payment: number | null;
  status: PaymentStatus | null;
  /** Whether it was a bank transfer. */
  transfer: boolean;
  /** How many transfers came for the payment. */
  transfers: number;
  /** What was ordered. */
  asked: Rappen | null;
  credits: Credits;
  bonus: Credits;
  /** In francs; null for nothing or another currency. */
  received: Rappen | null;
  /** As it was reported when the case was opened. */
  came: { amount: Rappen; currency: string } | null;
  /** Of what was never credited: ordered back. */
  back: Rappen;
  /** The refund that the case is about. */
  refund: { amount: Rappen; waiting: boolean; byHand: boolean } | null;
  /** The payment that a transfer without reference may belong to, and the days between them. */
  match: { payment: number; days: number } | null;
  /** Of a charge-back: what the bank took, the credits that are back, and those that are owed. */
  taken: { amount: Rappen; credits: Credits; owed: Credits } | null;
}

const money = (amount: Rappen, currency: string): string =>
  formatChf(amount).replace('CHF', currency);
const nameOf = ({ name }: CaseFacts): string => name ?? 'Jemand';
const did = ({ transfer }: CaseFacts): string => (transfer ? 'überwiesen' : 'bezahlt');
const goesBack = ({ back }: CaseFacts): string =>
  back > 0 ? ` ${formatChf(back)} gehen zurück.` : '';
const came = (facts: CaseFacts): string =>
  facts.came
    ? money(facts.came.amount, facts.came.currency)
    : formatChf(facts.received ?? facts.asked ?? 0);

const daysText = (days: number): string =>
  days === 0 ? 'gleicher Tag' : days === 1 ? '1 Tag' : `${days} Tage`;

const SENTENCES: Record<CaseKind, (facts: CaseFacts) => string> = {
  underpaid: (facts) =>
    `${nameOf(facts)} hat ${came(facts)} statt ${formatChf(facts.asked ?? 0)} ${did(facts)}.${goesBack(facts)}`,
  overpaid: (facts) =>
    facts.transfers > 1 && facts.payment !== null
      ? `${paymentName(facts.payment)} wurde ${facts.transfers === 2 ? 'zweimal' : `${facts.transfers}-mal`} bezahlt.`
      : `${nameOf(facts)} hat ${came(facts)} statt ${formatChf(facts.asked ?? 0)} ${did(facts)}.`,
  differs(facts) {
    const asked = formatChf(facts.asked ?? 0);
    if (facts.came && facts.came.currency !== 'CHF')
      return `Es kamen ${came(facts)} statt ${asked}.${goesBack(facts)}`;
    if (facts.status === 'gutgeschrieben')
      return `Gemeldet sind ${came(facts)}, gutgeschrieben ist ${asked}.`;
    return facts.came?.amount === facts.asked
      ? `${nameOf(facts)} hat ${came(facts)} ${did(facts)}, die niemand mehr erwartet.${goesBack(facts)}`
      : `${nameOf(facts)} hat ${came(facts)} statt ${asked} ${did(facts)}.${goesBack(facts)}`;
  },
  after_deletion: (facts) =>
    `Das Konto ist gelöscht, ${came(facts)} kamen danach.${goesBack(facts)}`,
  unknown: () => 'Beim Anbieter bezahlt, hier unbekannt.',
  missing: () => 'Hier gutgeschrieben, beim Anbieter unbekannt.',
  not_credited: () => 'Beim Anbieter bezahlt, hier nicht richtig gutgeschrieben.',
  not_paid: () => 'Hier gutgeschrieben, beim Anbieter nicht bezahlt.',
  refund_differs: ({ refund }) =>
    refund
      ? `Die Rückzahlung von ${formatChf(refund.amount)} ging nicht so, wie sie verlangt war.`
      : 'Beim Anbieter ging ein anderer Betrag zurück als hier.',
  chargeback({ taken, asked }) {
    const { amount, credits, owed } = taken ?? { amount: asked ?? 0, credits: 0, owed: 0 };
    return `Die Bank hat ${formatChf(amount)} zurückgebucht. ${formatCredits(credits)} sind zurück, ${owed} sind offen.`;
  },
  carding: (facts) => `${nameOf(facts)} hat an einem Tag viele abgelehnte Karten.`,
  bank_unmatched: (facts) =>
    `${came(facts)} ohne Referenz von einer Bank.${
      facts.match
        ? ` Passt zu ${paymentName(facts.match.payment)} (Betrag, ${daysText(facts.match.days)}).`
        : ''
    }`,
  refund_by_hand: ({ refund }) =>
    `${formatChf(refund?.amount ?? 0)} sind zurückzuzahlen, die Bank macht es nicht von selbst.`,
};

/** What happened, in one sentence (BOF-93). */
export const caseSentence = (facts: CaseFacts): string => SENTENCES[facts.kind](facts);

/** Credits for what came, at the price of the package, without bonus. */
export const creditsForCase = ({ asked, credits, received }: CaseFacts): Credits =>
  asked && received ? creditsForPart({ credits, price: asked }, received) : 0;

/** What is missing of the price; the house pays it where it lets the part count as all. */
export const missingOf = ({ asked, received }: CaseFacts): Rappen =>
  Math.max(0, (asked ?? 0) - (received ?? 0));

/** The ways out of a case; the first one is its button. */
export function caseWays(facts: CaseFacts): CaseWay[] {
  const { kind, status, received, closed, back, refund } = facts;
  const waits = status !== null && waitsForDecision(status);
  // On its way; the case ends with it.
  if (waits && back > 0) return [];
  if (kind === 'refund_by_hand' || kind === 'overpaid')
    return refund?.waiting ? (refund.byHand ? ['paid'] : []) : ['close'];
  if (waits && (kind === 'underpaid' || kind === 'differs' || kind === 'after_deletion')) {
    if (received === null || received <= 0) return ['returned'];
    if (closed) return ['refund'];
    return creditsForCase(facts) > 0 ? ['credits', 'refund', 'full'] : ['refund', 'full'];
  }
  if (kind === 'bank_unmatched') return ['match', 'close'];
  const asks = ['unknown', 'missing', 'not_credited', 'not_paid', 'differs'];
  return asks.includes(kind) ? ['ask', 'close'] : ['close'];
}

/** What a way is called on its button, and what it does. */
export function wayText(way: CaseWay, facts: CaseFacts): { label: string; about: string } {
  const { received, match, refund } = facts;
  const back = received ?? 0;
  switch (way) {
    case 'credits': {
      const credits = creditsForCase(facts);
      const rest = roundingOf(facts, credits);
      return {
        label: `${formatCredits(credits)} gutschreiben`,
        about: `Ohne Bonus. Beleg über ${formatChf(back)}${rest > 0 ? `, Rundung ${formatChf(rest)}` : ''}.`,
      };
    }
    case 'full':
      return {
        label: 'Als bezahlt gelten lassen',
        about: `${formatCredits(facts.credits + facts.bonus)}, ${formatChf(missingOf(facts))} Kulanz mit Grund.`,
      };
    case 'refund':
      return { label: 'Zurückzahlen', about: `${formatChf(back)} auf dem gleichen Weg.` };
    case 'returned':
      return {
        label: 'Zurückzahlen',
        about: `Zahle ${came(facts)} beim Anbieter zurück und melde es hier.`,
      };
    case 'match':
      return match
        ? { label: 'Zuordnen', about: `Zu ${paymentName(match.payment)} oder zu einer anderen.` }
        : { label: 'Zahlung suchen', about: 'Zu welcher Zahlung gehört der Eingang?' };
    case 'paid':
      return facts.kind === 'overpaid'
        ? {
            label:
              facts.transfers > 1
                ? 'Zweite zurückzahlen'
                : `${formatChf(refund?.amount ?? 0)} zurückzahlen`,
            about: 'Überweise das Geld und melde es hier.',
          }
        : { label: 'Als überwiesen melden', about: 'Das Geld ist bei der Bank unterwegs.' };
    case 'ask':
      return {
        label: 'Beim Anbieter nachfragen',
        about: 'Wir lesen die Zahlung beim Anbieter noch einmal.',
      };
    case 'close':
      return { label: 'Fall schliessen', about: 'Es ist nichts mehr zu tun; der Grund bleibt.' };
  }
}

/** What is left below one credit. */
function roundingOf({ asked, credits, received }: CaseFacts, given: Credits): Rappen {
  if (!asked || !received || credits === 0) return 0;
  return Math.max(0, Math.min(received, asked) - Math.round((given * asked) / credits));
}

/** What she reads in the mail once the way is gone; null where she gets none. */
export const mailOfWay = (way: CaseWay, facts: CaseFacts): string | null =>
  way === 'credits' && facts.received
    ? `Wir haben ${formatChf(facts.received)} erhalten und ${formatCredits(creditsForCase(facts))} gutgeschrieben.`
    : null;
