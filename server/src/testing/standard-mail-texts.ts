import type { MailTexts } from '../modules/mail/service.ts';

/** The words of the house in mails, for tests that have no database. */
export const STANDARD_MAIL_TEXTS: MailTexts = {
  signature: '',
  sentences: {
    greeting: 'Guten Tag',
    not_you: 'Falls du das nicht warst, kannst du diese Nachricht löschen.',
    reply: 'Wir antworten dir innerhalb von 24 Stunden.',
    button: 'Geht es nicht? Die Adresse:',
  },
};
