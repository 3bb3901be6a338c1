import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { subjectLabel, ticketOf } from '@samtrot/shared/support/rules.ts';
import {
  GREETING,
  greetingOf,
  type MailTemplate,
  NOT_YOU,
  pageOf,
  REPLY_TIME,
} from '../mail/service.ts';
import type { NewMessage } from './store.ts';

const ORIGIN = { contact: 'das Kontaktformular', support: 'die Support-Seite' } as const;

interface Received {
  id: number;
  message: NewMessage;
  supportEmail: string;
}

/** Of the mail about this answer; ends with a colon, so that no other one begins with it. */
export const answerCause = (id: number, entry: number): string => `support:${id}:answer:${entry}:`;

/**
 * The mail to the support. User input never enters a header: the subject is a fixed label and only
 * the validated address becomes Reply-To.
 */
export const inboxMail = ({
  id,
  entry,
  message,
  supportEmail,
  now,
}: Received & { entry: number; now: Date }): MailTemplate => ({
  cause: `support:${id}:${entry}`,
  to: supportEmail,
  subject: `${ticketOf(id)}: ${subjectLabel(message.subject)}`,
  paragraphs: [
    `Nachricht ${ticketOf(id)} über ${ORIGIN[message.kind]}, ${formatDateTime(now)}`,
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
 * The copy for the sender. It quotes the message only if the address is confirmed: an account can
 * be registered under a stranger's address.
 */
export const copyMail = ({
  id,
  message,
  supportEmail,
  proven,
}: Received & { proven: boolean }): MailTemplate => ({
  cause: `support:${id}:copy`,
  to: message.email,
  subject: `Wir haben deine Nachricht erhalten (${ticketOf(id)})`,
  paragraphs: [
    GREETING,
    `Wir haben deine Nachricht erhalten. Sie hat die Nummer ${ticketOf(id)}.`,
    REPLY_TIME,
    ...(proven ? ['Das hast du uns geschrieben:', ...message.body.split('\n\n')] : []),
    NOT_YOU,
  ],
  replyTo: supportEmail,
});

interface Answered {
  id: number;
  entry: number;
  to: string;
}

/** To an account: that there is an answer, and nothing of it (BOF-83). */
export const noticeMail = ({ id, entry, to }: Answered): MailTemplate => ({
  cause: answerCause(id, entry),
  to,
  subject: 'Du hast eine Antwort von uns.',
  paragraphs: ['Du hast eine Antwort von uns.'],
  button: { label: 'Antwort lesen', page: pageOf.thread(ticketOf(id)) },
});

/** The same of a conversation in which it has asked nothing. */
export const messageMail = (of: Answered): MailTemplate => ({
  ...noticeMail(of),
  subject: 'Du hast eine Nachricht von uns.',
  paragraphs: ['Du hast eine Nachricht von uns.'],
  button: { label: 'Nachricht lesen', page: pageOf.thread(ticketOf(of.id)) },
});

interface Answer extends Answered {
  name: string;
  text: string;
  /** The address of the thread, where a mailbox is read. */
  replyTo: string | undefined;
}

/** To an address of the public form: the whole answer, and how to write on (BOF-84). */
export const answerMail = ({ id, entry, to, name, text, replyTo }: Answer): MailTemplate => ({
  cause: answerCause(id, entry),
  to,
  subject: `Antwort auf deine Nachricht ${ticketOf(id)}`,
  paragraphs: [
    greetingOf(name),
    ...text.split('\n\n'),
    replyTo === undefined
      ? `Antworte über das Formular und nenne ${ticketOf(id)}.`
      : 'Antworte einfach auf diese E-Mail.',
  ],
  ...(replyTo === undefined
    ? { button: { label: 'Zum Formular', page: pageOf.contact } }
    : { replyTo }),
});
