import { type Credits, formatCredits } from '@samtrot/shared/kernel/money.ts';
import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import type { Letter } from '../notifications/service.ts';

interface Ends {
  to: string;
  bookingId: number;
  id: number;
  endAt: Date;
}

/** Says a day before that something ends; neither sender nor text tell what it is. */
export const endsLetter = ({ to, bookingId, id, endAt }: Ends): Letter => ({
  ...{ cause: `ends:${bookingId}`, to, subject: 'Deine Laufzeit endet bald' },
  paragraphs: [
    'Guten Tag',
    `Die Laufzeit von Nummer ${id} endet am ${formatDateTime(endAt)}. Danach kannst du sie jederzeit wieder starten.`,
    'Diese Erinnerung kannst du im Profil ausschalten.',
  ],
});

interface NotRenewed {
  to: string;
  bookingId: number;
  /** Its text is not allowed any more, something chosen is no choice any more, or the credits did not reach for this price. */
  why: 'text' | 'details' | { price: Credits };
}

/** Says that something was not renewed, and what to do. */
export const notRenewedLetter = ({ to, bookingId, why }: NotRenewed): Letter => ({
  ...{ cause: `not-renewed:${bookingId}`, to, subject: 'Deine Laufzeit wurde nicht verlängert' },
  paragraphs: ['Guten Tag', ...explained(why)],
});

function explained(why: NotRenewed['why']): string[] {
  if (why === 'text') {
    return [
      'Eine deiner Laufzeiten ist zu Ende. Sie wurde nicht verlängert, weil der Text nach unseren Regeln nicht mehr erlaubt ist.',
      'Ändere den Text in deinem Konto, dann kannst du sie wieder starten.',
    ];
  }
  if (why === 'details') {
    return [
      'Eine deiner Laufzeiten ist zu Ende. Sie wurde nicht verlängert, weil es etwas, das du ausgewählt hast, nicht mehr gibt oder eine Angabe nicht mehr gültig ist.',
      'Prüfe die Angaben in deinem Konto, dann kannst du sie wieder starten.',
    ];
  }
  return [
    `Eine deiner Laufzeiten ist zu Ende. Für die automatische Verlängerung wären ${formatCredits(why.price)} nötig gewesen; so viel Guthaben war nicht da.`,
    'Lade dein Guthaben auf, dann kannst du sie in deinem Konto wieder starten.',
  ];
}
