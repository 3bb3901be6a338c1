import { type Credits, formatCredits } from '@samtrot/shared/kernel/money.ts';
import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import { type MailTemplate, pageOf } from '../mail/service.ts';

interface About {
  to: string;
  bookingId: number;
  /** Of the ad; a number says nothing to others. */
  id: number;
}

interface Ends extends About {
  endAt: Date;
  /** What going on by itself costs, where the credits do not reach for it. */
  lacking: Credits | null;
}

/** Says a day before that something ends; neither sender nor text tell what it is. */
export const endsMail = ({ to, bookingId, id, endAt, lacking }: Ends): MailTemplate => ({
  cause: `ends:${bookingId}`,
  to,
  subject: 'Deine Laufzeit endet bald',
  paragraphs: [
    'Guten Tag',
    `Die Laufzeit von Nummer ${id} endet am ${formatDateTime(endAt)}.`,
    lacking === null
      ? 'Danach kannst du sie jederzeit wieder starten.'
      : `Für die automatische Verlängerung sind ${formatCredits(lacking)} nötig; so viel Guthaben ist nicht da. Lade es vorher auf, dann läuft sie weiter.`,
    'Diese Erinnerung kannst du im Profil ausschalten.',
  ],
  button: buttonTo(id),
});

interface NotRenewed extends About {
  /**
   * Its text is not allowed any more, something chosen is no choice any more, or the credits did
   * not reach for this price.
   */
  why: 'text' | 'details' | { price: Credits };
}

/** Says that something was not renewed, and what to do. */
export const notRenewedMail = ({ to, bookingId, id, why }: NotRenewed): MailTemplate => ({
  cause: `not-renewed:${bookingId}`,
  to,
  subject: 'Deine Laufzeit wurde nicht verlängert',
  paragraphs: ['Guten Tag', ...explained(id, why)],
  button: buttonTo(id),
});

function explained(id: number, why: NotRenewed['why']): string[] {
  const over = `Die Laufzeit von Nummer ${id} ist zu Ende.`;
  if (why === 'text') {
    return [
      `${over} Sie wurde nicht verlängert, weil der Text nach unseren Regeln nicht mehr erlaubt ist.`,
      'Ändere den Text, dann kannst du sie wieder starten.',
    ];
  }
  if (why === 'details') {
    return [
      `${over} Sie wurde nicht verlängert, weil es etwas, das du ausgewählt hast, nicht mehr gibt oder eine Angabe nicht mehr gültig ist.`,
      'Prüfe die Angaben, dann kannst du sie wieder starten.',
    ];
  }
  return [
    `${over} Für die automatische Verlängerung wären ${formatCredits(why.price)} nötig gewesen; so viel Guthaben war nicht da.`,
    'Lade dein Guthaben auf, dann kannst du sie wieder starten.',
  ];
}

const buttonTo = (id: number) => ({ label: `Nummer ${id} öffnen`, page: pageOf.inserat(id) });
