import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { GREETING, type MailTemplate, pageOf } from '../mail/service.ts';

/** ACC-15. Neutral, as every mail about the account itself. */
export const exportReadyMail = ({
  id,
  to,
  until,
  startedBy,
}: {
  id: string;
  to: string;
  until: Date;
  startedBy: 'owner' | 'house';
}): MailTemplate => ({
  cause: `data_export:${id}`,
  to,
  subject: 'Deine Daten liegen bereit',
  paragraphs: [
    GREETING,
    `Die Kopie deiner Daten ist fertig. Du kannst sie bis ${formatDateTime(until)} herunterladen, dann löschen wir sie.`,
    startedBy === 'house'
      ? 'Unser Team hat sie für dich erstellt. Warum, steht in deinem Kontoprotokoll. Beim Herunterladen fragen wir nach deinem Passwort oder Passkey.'
      : 'Beim Herunterladen fragen wir nach deinem Passwort oder Passkey. Falls du die Kopie nicht verlangt hast, ändere bitte dein Passwort.',
  ],
  button: { label: 'Zu deinen Daten', page: pageOf.security },
});
