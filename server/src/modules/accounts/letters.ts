import type { Letter } from '../notifications/service.ts';

/** Whoever sees the mailbox learns nothing from these mails: no word of the sector, and names neither account nor person. */
type Linked = { to: string; url: string; cause: string };

export const confirmLetter = ({ to, url, cause }: Linked): Letter => ({
  ...{ cause, to, subject: 'Bitte bestätige deine E-Mail-Adresse' },
  paragraphs: [
    'Guten Tag',
    'Mit diesem Link bestätigst du, dass diese E-Mail-Adresse dir gehört. Er ist 7 Tage gültig.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
  button: { label: 'E-Mail-Adresse bestätigen', url },
});

export const changeLetter = ({ to, url, cause }: Linked): Letter => ({
  ...{ cause, to, subject: 'Bitte bestätige deine neue E-Mail-Adresse' },
  paragraphs: [
    'Guten Tag',
    'Diese E-Mail-Adresse soll künftig für ein Konto gelten. Sie gilt, sobald du sie bestätigst. Der Link ist 24 Stunden gültig.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
  button: { label: 'Neue Adresse bestätigen', url },
});
