import { formatDate } from '@samtrot/shared/kernel/format.ts';
import {
  GREETING,
  type MailTemplate,
  type MailTexts,
  NOT_YOU,
  pageOf,
  REPLY_TIME,
} from '../mail/service.ts';

interface NewTerms {
  to: string;
  cause: string;
  number: number;
  validFrom: Date;
}

/** To every account, 30 days before new terms are valid (BOF-129). */
export const newTermsMail = ({ to, cause, number, validFrom }: NewTerms): MailTemplate => ({
  cause,
  to,
  subject: 'Neue Bedingungen',
  paragraphs: [
    GREETING,
    `Ab ${formatDate(validFrom)} gelten neue Bedingungen für dein Konto. Du kannst sie jetzt schon lesen.`,
    'Nach diesem Tag fragen wir dich beim Anmelden, ob du einverstanden bist. Solange du es nicht bist, kannst du nichts kaufen; lesen, ausblenden, herunterladen und löschen geht weiter. Was du gebucht hast, läuft zu seinem Preis bis zum Ende.',
    'Bist du nicht einverstanden, kannst du dein Konto im Profil löschen.',
  ],
  button: { label: 'Ansehen', page: pageOf.terms(number) },
});

/** How every mail looks with these words: to the person of the house who writes them (BOF-130). */
export const sampleMail = ({
  to,
  cause,
  texts,
}: {
  to: string;
  cause: string;
  texts: MailTexts;
}): MailTemplate => ({
  cause,
  to,
  subject: 'So sehen unsere Nachrichten aus',
  paragraphs: [
    GREETING,
    'Das ist ein Muster: So stehen die Sätze und die Signatur in unseren Nachrichten.',
    REPLY_TIME,
    NOT_YOU,
  ],
  button: { label: 'Kontakt öffnen', page: pageOf.contact },
  texts,
});
