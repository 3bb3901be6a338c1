import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { GREETING, type MailTemplate, NOT_YOU, type PortalPage } from '../mail/service.ts';

/** Neutral, as every mail about the account itself. */
export const loginMail = ({
  to,
  url,
  cause,
  reset,
}: {
  to: string;
  url: string;
  cause: string;
  /** Of a new password, where no mail may follow for a while. */
  reset: string | null;
}): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Link für die Anmeldung',
  paragraphs: [
    GREETING,
    'Mit diesem Link meldest du dich an. Er ist 15 Minuten gültig und gilt nur einmal.',
    'Öffne ihn im Browser, in dem du dich anmelden willst. In jedem anderen zeigt er eine Zahl, die du dort abtippst. Gib diese Zahl niemandem weiter.',
    ...(reset === null
      ? []
      : [
          `Weitere Links schicken wir erst später. Bis dahin kannst du hier ein neues Passwort setzen, 24 Stunden lang und einmal: ${reset}`,
        ]),
    NOT_YOU,
    'Ohne den Link kommt niemand in dein Konto.',
  ],
  button: { label: 'Anmelden', url },
});

/** In place of the link of a login while nobody has confirmed the address. */
export const unconfirmedLoginMail = (mail: {
  to: string;
  cause: string;
  url: string;
}): MailTemplate => ({
  cause: mail.cause,
  to: mail.to,
  subject: 'Dein Link für die Anmeldung',
  paragraphs: [
    GREETING,
    'Deine E-Mail-Adresse ist noch nicht bestätigt. Bitte setze mit diesem Link ein neues Passwort: Damit bestätigst du sie, und wer sonst noch angemeldet ist, wird abgemeldet.',
    'Der Link ist 24 Stunden gültig und gilt nur einmal.',
    NOT_YOU,
    'Ohne den Link kommt niemand in dein Konto.',
  ],
  button: { label: 'Neues Passwort setzen', url: mail.url },
});

/** ACC-04. `page` leads to the press that ends all sessions. */
export const newLoginMail = ({
  to,
  page,
  cause,
  device,
  at,
}: {
  to: string;
  page: PortalPage;
  cause: string;
  device: string;
  at: Date;
}): MailTemplate => ({
  cause,
  to,
  subject: 'Neue Anmeldung bei deinem Konto',
  paragraphs: [
    GREETING,
    `Mit einem Browser, den wir noch nicht kannten, hat sich jemand angemeldet: ${device}, ${formatDateTime(at)}.`,
    'Falls du das warst, musst du nichts tun. Falls nicht, melde hier alle Geräte ab. Danach setzt du gleich ein neues Passwort. Der Link ist 7 Tage gültig.',
  ],
  button: { label: 'Das war ich nicht', page },
});
