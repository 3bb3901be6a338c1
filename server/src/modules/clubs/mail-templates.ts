import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import { type MailTemplate, pageOf } from '../mail/service.ts';

interface Ends {
  to: string;
  bookingId: number;
  id: number;
  endAt: Date;
}

/** Says a day before that the entry of a club ends; neither sender nor text tell what it is. */
export const endsMail = ({ to, bookingId, id, endAt }: Ends): MailTemplate => ({
  cause: `ends:club:${bookingId}`,
  to,
  subject: 'Deine Laufzeit endet bald',
  paragraphs: [
    'Guten Tag',
    `Die Laufzeit von Nummer ${id} endet am ${formatDateTime(endAt)}. Danach kannst du sie jederzeit wieder starten.`,
    'Diese Erinnerung kannst du im Profil ausschalten.',
  ],
  button: { label: `Nummer ${id} öffnen`, page: pageOf.club(id) },
});
