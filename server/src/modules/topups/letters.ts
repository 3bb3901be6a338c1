import { type Credits, formatChf, formatCredits, type Rappen } from '@samtrot/shared/kernel/money.ts';
import type { Letter } from '../notifications/service.ts';
import type { Payment } from './store.ts';

/** Says that a payment came in and what it brought. */
export const creditedLetter = (to: string, { id, price, credits, bonus }: Payment): Letter => ({
  ...{ cause: `topup:${id}`, to, subject: 'Gutschrift auf deinem Konto' },
  paragraphs: [
    'Guten Tag',
    `Deine Zahlung von ${formatChf(price)} ist eingegangen. Deinem Konto wurden ${formatCredits(credits)} gutgeschrieben${
      bonus > 0 ? `, dazu ${formatCredits(bonus)} Bonus` : ''
    }.`,
    `Zahlungsnummer: ${id}`,
  ],
});

interface MoneyBack {
  to: string;
  cause: string;
  amount: Rappen;
  /** Credits that were taken back for it. */
  credits: Credits;
  /** What the account owes now. */
  owed: Credits;
}

/** Says that money went back to the payer, and what that means for the credits. */
export const moneyBackLetter = ({ to, cause, amount, credits, owed }: MoneyBack): Letter => ({
  ...{ cause, to, subject: 'Rückzahlung einer Aufladung' },
  paragraphs: [
    'Guten Tag',
    `Von einer Aufladung gingen ${formatChf(amount)} zurück. Dafür wurden ${formatCredits(credits)} von deinem Konto abgezogen.`,
    ...(owed > 0
      ? [`${formatCredits(owed)} davon waren schon ausgegeben. Sie werden mit der nächsten Gutschrift verrechnet.`]
      : []),
  ],
});
