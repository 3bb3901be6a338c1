import { formatChf, formatCredits } from '../kernel/format.ts';
import type { Credits, Rappen } from '../kernel/money.ts';
import { SUPPORT_TIMES } from '../support/rules.ts';
import { amountPaid } from './rules.ts';

/**
 * The states of a payment and their transitions. `offen`: the page exists;
 * `teilbezahlt`: less came, payer or house decides; `abweichend`: something else came, the house
 * decides; `zurueckbezahlt`: refunded without ever being credited.
 */
export const paymentLife = {
  erstellt: { eroeffnen: 'offen', scheitern: 'gescheitert' },
  offen: {
    gutschreiben: 'gutgeschrieben',
    teilzahlen: 'teilbezahlt',
    ablehnen: 'abgelehnt',
    abbrechen: 'abgebrochen',
    verfallen: 'verfallen',
    abweichen: 'abweichend',
  },
  // A provider may still report a payment as paid after it had reported something else; money that
  // came in is always credited.
  abgelehnt: { gutschreiben: 'gutgeschrieben', teilzahlen: 'teilbezahlt', abweichen: 'abweichend' },
  abgebrochen: {
    gutschreiben: 'gutgeschrieben',
    teilzahlen: 'teilbezahlt',
    abweichen: 'abweichend',
  },
  verfallen: { gutschreiben: 'gutgeschrieben', teilzahlen: 'teilbezahlt', abweichen: 'abweichend' },
  gescheitert: {
    gutschreiben: 'gutgeschrieben',
    teilzahlen: 'teilbezahlt',
    abweichen: 'abweichend',
  },
  // The rest came, the part was taken as it is, or the provider has corrected what it said.
  teilbezahlt: {
    gutschreiben: 'gutgeschrieben',
    teilzahlen: 'teilbezahlt',
    abweichen: 'abweichend',
    ablehnen: 'abgelehnt',
    abbrechen: 'abgebrochen',
    erstatten: 'zurueckbezahlt',
    rueckbelasten: 'zurueckbezahlt',
  },
  abweichend: {
    gutschreiben: 'gutgeschrieben',
    teilzahlen: 'teilbezahlt',
    ablehnen: 'abgelehnt',
    abbrechen: 'abgebrochen',
    erstatten: 'zurueckbezahlt',
    rueckbelasten: 'zurueckbezahlt',
  },
  // All the money went back: by an operator, or because the payer's bank took it.
  gutgeschrieben: { erstatten: 'erstattet', rueckbelasten: 'rueckbelastet' },
  erstattet: {},
  zurueckbezahlt: {},
  rueckbelastet: {},
} as const satisfies Record<string, Partial<Record<string, string>>>;

export type PaymentStatus = keyof typeof paymentLife;
export type PaymentEvent =
  | 'eroeffnen'
  | 'scheitern'
  | 'gutschreiben'
  | 'teilzahlen'
  | 'ablehnen'
  | 'abbrechen'
  | 'verfallen'
  | 'abweichen'
  | 'erstatten'
  | 'rueckbelasten';

/** Where this event leads from here, or null when it is not possible here. */
export function after(status: PaymentStatus, event: PaymentEvent): PaymentStatus | null {
  const steps: Partial<Record<PaymentEvent, PaymentStatus>> = paymentLife[status];
  return steps[event] ?? null;
}

/** Payments that gave credits, also when the money went back later. */
export const CREDITED: readonly PaymentStatus[] = [
  'gutgeschrieben',
  ...Object.values(paymentLife.gutgeschrieben),
];
export const wasCredited = (status: PaymentStatus): boolean => CREDITED.includes(status);

/** Something came that was not what was asked for; nobody has said yet what becomes of it. */
export const WAITS_FOR_DECISION = ['teilbezahlt', 'abweichend'] as const satisfies PaymentStatus[];
export const waitsForDecision = (status: PaymentStatus): boolean =>
  WAITS_FOR_DECISION.some((waiting) => waiting === status);

/** Whether its payer can drop it; what is paid all the same is credited (EXP-98). */
export const mayDrop = (status: PaymentStatus): boolean => status === 'offen';

/** `Zahlung 70213`, on pages, in mails and in the back office (EXP-98). */
export const paymentName = (number: number): string => `Zahlung ${number}`;

/** What the payer sees of a payment. */
export const PAYMENT_VIEWS = [
  ...([
    'pending',
    'credited',
    'declined',
    'cancelled',
    'failed',
    'partial',
    'review',
    'refunded',
  ] as const),
] as const;
export type PaymentView = (typeof PAYMENT_VIEWS)[number];

/**
 * What the payer can do next: pay on the open page or by the slip, decide about a part, top up
 * again, write to us, or nothing.
 */
export const NEXT_STEPS = ['pay', 'transfer', 'decide', 'topup', 'support', 'none'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

/** All that a sentence about a payment may depend on. Amounts in Rappen. */
export interface PaymentFacts {
  status: PaymentStatus;
  /** What was asked for. */
  asked: Rappen;
  /** What came, in francs; null for nothing or another currency. */
  received: Rappen | null;
  credits: Credits;
  bonus: Credits;
  /** Of both: kept for what the account owed. */
  settled: Credits;
  /** Whether it is paid by bank transfer, which may take days. */
  transfer: boolean;
  /** Whether the page of the provider can still be paid. */
  payable: boolean;
  /** A refund was ordered, or the payer wishes one. */
  refund: 'none' | 'requested' | 'ordered';
  /** Of a payment for the rest of another one: whether that one still waits for it. */
  rest?: 'needed' | 'settled';
}

const total = ({ credits, bonus }: PaymentFacts) => formatCredits(credits + bonus);
const came = ({ received, asked }: PaymentFacts) =>
  received === null || received === asked
    ? formatChf(asked)
    : `${formatChf(received)} von ${formatChf(asked)}`;

/** The heading of a payment that waits for a decision: of a part, or of what the house looks at. */
export const undecidedTitle = (view: PaymentView): string =>
  view === 'partial' ? 'Betrag weicht ab' : 'Zahlung wird geprüft';

/** Under everything that waits for a decision (EXP-97). */
export const NOT_AGAIN = 'Bitte lade nicht noch einmal auf.';

/**
 * One true sentence and one next step for each state; page, mails and command line read them here
 * (FIX-02).
 */
const SENTENCES: Record<
  PaymentStatus,
  (facts: PaymentFacts) => { view: PaymentView; sentence: string; next: NextStep }
> = {
  erstellt: () => ({ view: 'pending', sentence: 'Die Zahlung wird vorbereitet.', next: 'none' }),
  offen({ transfer, payable }) {
    if (transfer)
      return {
        view: 'pending',
        next: 'transfer',
        sentence: `Wir warten auf deine Überweisung. ${SUPPORT_TIMES.transfer} Die Credits kommen von selbst, sobald sie bei uns ist.`,
      };
    return payable
      ? { view: 'pending', sentence: 'Diese Zahlung ist noch offen.', next: 'pay' }
      : {
          view: 'pending',
          next: 'topup',
          sentence:
            'Die Zahlungsseite ist abgelaufen. Hast du dort bezahlt, kommen die Credits von selbst; sonst lade neu auf.',
        };
  },
  gutgeschrieben(facts) {
    const { asked, received } = facts;
    // Within the tolerance nothing is said of the difference.
    const { whole, surplus } = amountPaid(asked, received ?? asked);
    const settled =
      facts.settled > 0 ? ` ${formatCredits(facts.settled)} davon glichen Offenes aus.` : '';
    return {
      view: 'credited',
      next: 'none',
      sentence: whole
        ? `${total(facts)} sind gutgeschrieben.${settled}${surplus > 0 ? ` ${formatChf(surplus)} gehen an dich zurück.` : ''}`
        : `Wir haben ${formatChf(received ?? asked)} erhalten und ${total(facts)} gutgeschrieben.${settled}`,
    };
  },
  abgelehnt: () => ({
    view: 'declined',
    next: 'topup',
    sentence: 'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht.',
  }),
  abgebrochen: () => ({
    view: 'cancelled',
    next: 'topup',
    sentence: 'Die Zahlung wurde abgebrochen. Kommt doch noch Geld, schreiben wir es gut.',
  }),
  verfallen: () => ({
    view: 'failed',
    next: 'topup',
    sentence:
      'Für diese Zahlung ist kein Geld angekommen. Kommt es doch noch, schreiben wir es gut.',
  }),
  gescheitert: () => ({
    view: 'failed',
    next: 'topup',
    sentence: 'Die Zahlung konnte nicht eröffnet werden. Es wurde nichts abgebucht.',
  }),
  teilbezahlt(facts) {
    const arrived = `${came(facts)} sind angekommen.`;
    if (facts.refund === 'ordered')
      return { view: 'partial', sentence: `${arrived} Sie gehen zurück.`, next: 'none' };
    if (facts.refund === 'requested')
      return {
        view: 'partial',
        next: 'decide',
        sentence: `${arrived} Du möchtest sie zurück; wir kümmern uns darum.`,
      };
    return { view: 'partial', sentence: `${arrived} ${NOT_AGAIN}`, next: 'decide' };
  },
  abweichend: ({ asked, received }) => ({
    view: 'review',
    next: 'support',
    // The amount may be right, and the payment late, or the rest of one that needs none any more.
    sentence: `Deine Zahlung ${received === asked ? 'liess sich nicht verbuchen' : 'kam anders an, als sie verlangt war'}. Wir prüfen sie und schreiben dir. ${NOT_AGAIN}`,
  }),
  zurueckbezahlt: () => ({
    view: 'refunded',
    sentence: 'Die Zahlung wurde zurückbezahlt.',
    next: 'none',
  }),
  erstattet: () => ({
    view: 'refunded',
    sentence: 'Die Zahlung wurde zurückbezahlt.',
    next: 'none',
  }),
  rueckbelastet: () => ({
    view: 'refunded',
    next: 'none',
    sentence: 'Deine Bank hat die Zahlung zurückgeholt.',
  }),
};

/**
 * Nobody tops up again for a rest: it is paid beside the payment that it belongs to, or not at all.
 */
export function paymentText(facts: PaymentFacts): ReturnType<(typeof SENTENCES)[PaymentStatus]> {
  const words = SENTENCES[facts.status](facts);
  if (facts.rest === 'settled' && words.view === 'pending')
    return {
      ...words,
      next: 'none',
      sentence: 'Dieser Rest wird nicht mehr gebraucht. Bitte bezahle ihn nicht.',
    };
  if (facts.rest === undefined || words.next !== 'topup') return words;
  const sentence =
    words.view === 'pending'
      ? 'Die Zahlungsseite ist abgelaufen. Hast du dort bezahlt, kommen die Credits von selbst.'
      : words.sentence;
  const way =
    facts.rest === 'needed' ? ' Bezahle den Rest bei der ersten Zahlung noch einmal.' : '';
  return { ...words, sentence: sentence + way, next: 'none' };
}
