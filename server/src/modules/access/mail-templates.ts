import type { MailTemplate } from '../mail/service.ts';

/** Neutral, as every mail about the account itself. */
export const loginMail = ({
  to,
  url,
  cause,
}: {
  to: string;
  url: string;
  cause: string;
}): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Link für die Anmeldung',
  paragraphs: [
    'Guten Tag',
    'Mit diesem Link meldest du dich an. Er ist 15 Minuten gültig und gilt nur einmal.',
    'Öffne ihn im Browser, in dem du dich anmelden willst. In jedem anderen zeigt er eine Zahl, die du dort abtippst. Gib diese Zahl niemandem weiter.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen. Ohne den Link kommt niemand in dein Konto.',
  ],
  button: { label: 'Anmelden', url },
});
