import { formatChf, formatCredits } from '@samtrot/shared/kernel/money.ts';
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
