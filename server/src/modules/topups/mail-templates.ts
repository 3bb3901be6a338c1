import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { debtTexts } from '@samtrot/shared/topups/debt.ts';
import { NOT_AGAIN, paymentName } from '@samtrot/shared/topups/status.ts';
import { GREETING, type MailTemplate, pageOf } from '../mail/service.ts';
import type { Payment } from './store.ts';

const button = { label: 'Guthaben öffnen', page: pageOf.credits } as const;

const sum = (credits: Credits, bonus: Credits) =>
  `${formatCredits(credits)} gutgeschrieben${bonus > 0 ? `, dazu ${formatCredits(bonus)} Bonus` : ''}`;

interface Credited extends Pick<Payment, 'id' | 'number' | 'credits' | 'bonus'> {
  /** What came. */
  received: Rappen;
  /** What of it goes back, because it was too much. */
  surplus: Rappen;
  /** It was the rest of another payment; the figures are those of both together. */
  rest: boolean;
  /** Of the credits: kept for what the account owed. */
  settled: Credits;
  /** What is owed and what is in the wallet afterwards. */
  owed: Credits;
  balance: Credits;
}

/** Says that a payment came in and what it brought. */
export const creditedMail = (
  to: string,
  { id, number, received, credits, bonus, surplus, rest, settled, owed, balance }: Credited,
): MailTemplate => ({
  cause: `topup:${id}`,
  to,
  subject: 'Gutschrift auf deinem Konto',
  paragraphs: [
    GREETING,
    `${rest ? `Der Rest deiner Zahlung ist eingegangen; zusammen sind es ${formatChf(received)}` : `Deine Zahlung von ${formatChf(received)} ist eingegangen`}. Deinem Konto wurden ${sum(credits, bonus)}.`,
    ...(settled > 0
      ? [
          `${formatCredits(settled)} davon haben wir mit dem verrechnet, was auf deinem Konto offen war.${owed > 0 ? ` Noch offen: ${formatCredits(owed)}.` : ''} Dein Guthaben: ${formatCredits(balance)}.`,
        ]
      : []),
    ...(surplus > 0 ? [`${formatChf(surplus)} davon waren zu viel und gehen an dich zurück.`] : []),
    'Den Beleg dazu kannst du im Verlauf deines Guthabens herunterladen.',
    paymentName(number),
  ],
  button,
});

interface Part {
  id: string;
  number: number;
  asked: Rappen;
  received: Rappen;
  /** For what came; 0 when it is less than one. */
  credits: Credits;
  /** What the whole amount brings. */
  whole: Credits;
  /**
   * How the rest is paid: on a page of the provider, or as the part was; null where it cannot be
   * paid alone.
   */
  rest: 'page' | 'transfer' | null;
}

/** Reports an underpayment and the choices. */
export const partMail = (
  to: string,
  { id, number, asked, received, credits, whole, rest }: Part,
): MailTemplate => {
  const where =
    rest === 'page' ? 'auf der Zahlungsseite' : 'als Überweisung mit derselben Referenz';
  const ways = [
    ...(rest
      ? [
          `${formatChf(asked - received)} nachzahlen, ${where}; dann bekommst du alle ${formatCredits(whole)}`,
        ]
      : []),
    ...(credits > 0 ? [`${formatCredits(credits)} für das nehmen, was angekommen ist`] : []),
    'dir das Geld zurückzahlen lassen',
  ];
  return {
    cause: `part:${id}:${received}`,
    to,
    subject: 'Von deiner Zahlung ist ein Teil angekommen',
    paragraphs: [
      GREETING,
      `${formatChf(received)} von ${formatChf(asked)} sind angekommen. Unter «Guthaben» sagst du uns, wie es weitergeht. ${NOT_AGAIN}`,
      ...ways.map((way, index) => `${index > 0 ? 'Oder du kannst' : 'Du kannst'} ${way}.`),
      paymentName(number),
    ],
    button,
  };
};

/**
 * Reports that something else came than was due, or money that cannot be booked, and that the house
 * checks it.
 */
export const reviewMail = (
  to: string,
  { id, number, asked, came }: { id: string; number: number; asked: Rappen; came: string },
): MailTemplate => ({
  cause: `review:${id}:${came}`,
  to,
  subject: 'Wir prüfen deine Zahlung',
  paragraphs: [
    GREETING,
    `${came === formatChf(asked) ? `Deine Zahlung von ${came} liess sich nicht verbuchen` : `Deine Zahlung kam anders an, als sie verlangt war: ${came} statt ${formatChf(asked)}`}. Wir prüfen sie und schreiben dir; du musst nichts tun. ${NOT_AGAIN} Hast du Fragen, kannst du dem Support schreiben.`,
    paymentName(number),
  ],
  button,
});

interface MoneyBack {
  to: string;
  /** Of the payment. */
  number: number;
  cause: string;
  /** Whether the bank of the payer took it back, without a refund of the house. */
  chargeback: boolean;
  amount: Rappen;
  /** Credits that were taken back for it: out of the wallet and as a debt together. */
  credits: Credits;
  /** Of them, what was spent already and is owed now. */
  missing: Credits;
  /** All that the account owes now. */
  owed: Credits;
}

/** Says that money went back to the payer, and what that means for the credits. */
export const moneyBackMail = ({
  to,
  number,
  cause,
  chargeback,
  amount,
  credits,
  missing,
  owed,
}: MoneyBack): MailTemplate => ({
  cause,
  to,
  subject: `${chargeback ? 'Rückbuchung' : 'Rückzahlung'} einer Aufladung`,
  paragraphs: [
    GREETING,
    `${chargeback ? `Deine Bank hat ${formatChf(amount)} einer Aufladung zurückgeholt.` : `Von einer Aufladung gingen ${formatChf(amount)} zurück.`}${
      credits > missing
        ? ` Dafür wurden ${formatCredits(credits - missing)} von deinem Konto abgezogen.`
        : ''
    }`,
    ...(missing > 0
      ? [
          `${formatCredits(missing)} waren schon ausgegeben. ${debtTexts.open(owed)}. ${debtTexts.next}`,
        ]
      : []),
    'Im Verlauf deines Guthabens kannst du nachsehen, was gebucht wurde.',
    paymentName(number),
  ],
  button,
});
