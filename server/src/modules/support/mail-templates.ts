import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import { subjectLabel, ticketOf } from '@samtrot/shared/support/rules.ts';
import type { MailTemplate } from '../mail/service.ts';
import type { NewMessage } from './store.ts';

const ORIGIN = { contact: 'das Kontaktformular', support: 'die Support-Seite' } as const;

interface Received {
  id: number;
  message: NewMessage;
  supportEmail: string;
}

/**
 * To the house. Nothing the sender typed stands in a header: the subject is one of our labels, and only the checked address becomes
 * the one an answer goes to.
 */
export const inboxMail = ({ id, message, supportEmail, now }: Received & { now: Date }): MailTemplate => ({
  cause: `support:${id}`,
  to: supportEmail,
  subject: `${ticketOf(id)}: ${subjectLabel(message.subject)}`,
  paragraphs: [
    `Nachricht ${ticketOf(id)} über ${ORIGIN[message.kind]}, ${formatDateTime(now).replace(' ', ', ')}`,
    [
      `Von: ${message.name}`,
      message.accountId === null ? [] : `Konto: ${message.accountId}`,
      `E-Mail: ${message.email}${message.accountId === null ? ' (nicht geprüft)' : ''}`,
      message.phone === null ? [] : `Telefon: ${message.phone}`,
      `Betreff: ${subjectLabel(message.subject)}`,
    ]
      .flat()
      .join('\n'),
    ...message.body.split('\n\n'),
  ],
  replyTo: message.email,
});

/**
 * To the sender, for her files. Her own words go along only when she has proven that the address is hers: anybody can open an account
 * under a stranger's address, and must not get to write to that stranger.
 */
export const copyMail = ({ id, message, supportEmail, proven }: Received & { proven: boolean }): MailTemplate => ({
  cause: `support:${id}:copy`,
  to: message.email,
  subject: `Wir haben deine Nachricht erhalten (${ticketOf(id)})`,
  paragraphs: [
    'Guten Tag',
    `Wir haben deine Nachricht erhalten. Sie hat die Nummer ${ticketOf(id)}. Wir antworten dir innerhalb von 24 Stunden.`,
    ...(proven ? ['Das hast du uns geschrieben:', ...message.body.split('\n\n')] : []),
    'Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
  replyTo: supportEmail,
});
