import { type Credits, formatCredits } from '@samtrot/shared/kernel/money.ts';
import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import { type MailTemplate, pageOf } from '../mail/service.ts';

interface About {
  to: string;
  bookingId: number;
  /** Of the banner; a number says nothing to others. */
  id: number;
}

interface Ends extends About {
  endAt: Date;
  /** What going on by itself costs, where the credits do not reach for it. */
  lacking: Credits | null;
}

/** Says a day before that something ends; neither sender nor text tell what it is. */
export const endsMail = ({ to, bookingId, id, endAt, lacking }: Ends): MailTemplate => ({
  cause: `ends:banner:${bookingId}`,
  to,
  subject: 'Deine Laufzeit endet bald',
  paragraphs: [
    'Guten Tag',
    `Die Laufzeit von Nummer ${id} endet am ${formatDateTime(endAt)}.`,
    lacking === null
      ? 'Danach kannst du sie jederzeit neu bestellen.'
      : `Für die automatische Verlängerung sind ${formatCredits(lacking)} nötig; so viel Guthaben ist nicht da. Lade es vorher auf, dann läuft sie weiter.`,
    'Diese Erinnerung kannst du im Profil ausschalten.',
  ],
  button: { label: `Nummer ${id} öffnen`, page: pageOf.banner(id) },
});

/** What keeps it from going on, but for credits. */
export type WhyNotRenewed = 'content' | 'websites';

const REASONS: Record<WhyNotRenewed, string> = {
  content: 'weil der Inhalt nach unseren Regeln nicht mehr erlaubt ist. Ändere ihn',
  websites: 'weil keine der gewählten Webseiten den Inhalt noch zeigt. Wähle andere',
};

/** Says that something was not renewed, and what to do. */
export const notRenewedMail = ({
  to,
  bookingId,
  id,
  price,
  why,
}: About & { price: Credits; why: WhyNotRenewed | null }): MailTemplate => ({
  cause: `not-renewed:banner:${bookingId}`,
  to,
  subject: 'Deine Laufzeit wurde nicht verlängert',
  paragraphs: [
    'Guten Tag',
    ...(why
      ? [
          `Die Laufzeit von Nummer ${id} ist zu Ende. Sie wurde nicht verlängert, ${REASONS[why]}, dann kannst du sie neu bestellen.`,
        ]
      : [
          `Die Laufzeit von Nummer ${id} ist zu Ende. Für die automatische Verlängerung wären ${formatCredits(price)} nötig gewesen; so viel Guthaben war nicht da.`,
          'Lade dein Guthaben auf, dann kannst du sie neu bestellen.',
        ]),
  ],
  button: { label: `Nummer ${id} öffnen`, page: pageOf.banner(id) },
});
