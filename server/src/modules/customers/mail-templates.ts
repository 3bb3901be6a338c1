import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { GREETING, type MailTemplate } from '../mail/service.ts';

/** These mails are neutral: they name neither the trade nor account nor person. */
interface Mail {
  to: string;
  cause: string;
  support: string;
}

const question = (support: string) => `Fragen beantworten wir unter ${support}.`;

export const loginsEndedMail = ({ to, cause, support }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Du bist überall abgemeldet',
  paragraphs: [
    GREETING,
    'Unser Team hat alle deine Anmeldungen beendet. Du kannst dich wie gewohnt wieder anmelden.',
    question(support),
  ],
});

export const waitLiftedMail = ({ to, cause, support }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Du kannst dich wieder anmelden',
  paragraphs: [
    GREETING,
    'Unser Team hat die Wartezeit beim Anmelden aufgehoben.',
    question(support),
  ],
});

export const correctionMail = ({
  to,
  cause,
  support,
  credits,
  balance,
  reason,
}: Mail & { credits: number; balance: number; reason: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Guthaben wurde berichtigt',
  paragraphs: [
    GREETING,
    credits > 0
      ? `Wir haben dir ${formatCredits(credits)} gutgeschrieben. Grund: ${reason}`
      : `Wir haben dir ${formatCredits(-credits)} abgezogen. Grund: ${reason}`,
    `Dein Guthaben ist jetzt ${formatCredits(balance)}.`,
    question(support),
  ],
});
