import type { MailTemplate } from '../mail/service.ts';

/** Whoever sees the mailbox learns nothing from these mails: no word of the sector, and names neither account nor person. */
type Linked = { to: string; url: string; cause: string };

export const confirmMail = ({ to, url, cause }: Linked): MailTemplate => ({
  ...{ cause, to, subject: 'Bitte bestätige deine E-Mail-Adresse' },
  paragraphs: [
    'Guten Tag',
    'Mit diesem Link bestätigst du, dass diese E-Mail-Adresse dir gehört. Er ist 7 Tage gültig.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
  button: { label: 'E-Mail-Adresse bestätigen', url },
});

/** The first mail of a new account. */
export const welcomeMail = ({ to, url, cause }: Linked): MailTemplate => ({
  ...{ cause, to, subject: 'Dein Konto ist bereit' },
  paragraphs: [
    'Guten Tag',
    'Dein Konto ist erstellt. Bestätige noch, dass diese E-Mail-Adresse dir gehört. Der Link ist 7 Tage gültig.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
  button: { label: 'E-Mail-Adresse bestätigen', url },
});

/** Where registration is discreet: to whoever already has the account that somebody tried to register. */
export const accountExistsMail = (letter: { to: string; cause: string; publicUrl: string }): MailTemplate => ({
  ...{ cause: letter.cause, to: letter.to, subject: 'Du hast bereits ein Konto' },
  paragraphs: [
    'Guten Tag',
    'Mit dieser E-Mail-Adresse wollte sich jemand neu registrieren. Es gibt dazu bereits ein Konto, und daran ändert sich nichts.',
    `Anmelden kannst du dich hier: ${letter.publicUrl}/auth/login`,
    'Falls du dein Passwort nicht mehr weisst, kannst du ein neues anfordern. Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
  button: { label: 'Neues Passwort anfordern', url: `${letter.publicUrl}/auth/forgot` },
});

/** To whoever ticked the box or switched the newsletter on: before this link is confirmed nobody is written to. */
export const newsletterLetter = ({ to, url, cause }: Linked): MailTemplate => ({
  ...{ cause, to, subject: 'Bitte bestätige deine Bestellung' },
  paragraphs: [
    'Guten Tag',
    'Mit dieser E-Mail-Adresse wurde unser Newsletter bestellt: Aktionen, Rabatte und Neuigkeiten. Du bekommst ihn erst, wenn du die Bestellung bestätigst. Der Link ist 7 Tage gültig.',
    'Abbestellen kannst du jederzeit, mit dem Link in jedem Newsletter oder in deinem Profil.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen. Dann schreiben wir dir keinen Newsletter.',
  ],
  button: { label: 'Newsletter bestätigen', url },
});

export const changeMail = ({ to, url, cause }: Linked): MailTemplate => ({
  ...{ cause, to, subject: 'Bitte bestätige deine neue E-Mail-Adresse' },
  paragraphs: [
    'Guten Tag',
    'Diese E-Mail-Adresse soll künftig für ein Konto gelten. Sie gilt, sobald du sie bestätigst. Der Link ist 24 Stunden gültig.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
  button: { label: 'Neue Adresse bestätigen', url },
});

export const resetMail = ({ to, url, cause }: Linked): MailTemplate => ({
  ...{ cause, to, subject: 'Dein Link für ein neues Passwort' },
  paragraphs: [
    'Guten Tag',
    'Mit diesem Link setzt du ein neues Passwort. Er ist 24 Stunden gültig und gilt nur einmal.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen. Dein Passwort bleibt, wie es ist.',
  ],
  button: { label: 'Neues Passwort setzen', url },
});

/** After the deed, whoever did it. `url` leads to where the owner takes the account back. */
export const passwordChangedMail = ({ to, url, cause }: Linked): MailTemplate => ({
  ...{ cause, to, subject: 'Dein Passwort wurde geändert' },
  paragraphs: [
    'Guten Tag',
    'Dein Passwort wurde soeben geändert. Auf anderen Geräten bist du deshalb abgemeldet.',
    'Falls du das nicht warst, setze gleich ein neues Passwort. Damit endet jede fremde Anmeldung.',
  ],
  button: { label: 'Neues Passwort anfordern', url },
});

/** To the address that counts until the new one is proven: whoever took over a session shall not take the account in silence. */
export const emailWantedMail = ({ to, url, cause, support }: Linked & { support: string }): MailTemplate => ({
  ...{ cause, to, subject: 'Deine E-Mail-Adresse soll geändert werden' },
  paragraphs: [
    'Guten Tag',
    'Für dein Konto wurde eine neue E-Mail-Adresse eingetragen. Sie gilt, sobald sie bestätigt ist.',
    `Falls du das nicht warst, setze gleich ein neues Passwort. Damit ist die Änderung aufgehoben. Hilfe bekommst du unter ${support}.`,
  ],
  button: { label: 'Neues Passwort anfordern', url },
});

/** To the address that counted until now. */
export const emailChangedMail = ({
  to,
  cause,
  support,
}: {
  to: string;
  cause: string;
  support: string;
}): MailTemplate => ({
  ...{ cause, to, subject: 'Deine E-Mail-Adresse wurde geändert' },
  paragraphs: [
    'Guten Tag',
    'Für dein Konto gilt ab sofort eine andere E-Mail-Adresse. An diese hier schreiben wir dir nicht mehr.',
    `Falls du das nicht warst, schreibe sofort an ${support}.`,
  ],
});

/** The last mail, to the address the account had. */
export const goodbyeMail = ({ to, cause, support }: { to: string; cause: string; support: string }): MailTemplate => ({
  ...{ cause, to, subject: 'Dein Konto ist gelöscht' },
  paragraphs: [
    'Guten Tag',
    'Dein Konto ist gelöscht, und deine persönlichen Daten sind entfernt. Anmelden kannst du dich damit nicht mehr.',
    `Falls du das nicht warst, schreibe sofort an ${support}.`,
  ],
  deleteAfterSend: true,
});
