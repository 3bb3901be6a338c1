import { GREETING, type MailTemplate, pageOf } from '../mail/service.ts';

/** To a person of the house, by what her role may read; no customer is named in it (BOF-137). */
export const digestMail = ({
  to,
  day,
  staffId,
  lines,
}: {
  to: string;
  day: string;
  staffId: number;
  lines: string[];
}): MailTemplate => ({
  cause: `digest:${day}:${staffId}`,
  to,
  subject: 'Zusammenfassung von heute',
  paragraphs: [GREETING, ...lines],
  button: { label: 'Übersicht öffnen', page: pageOf.house },
});
