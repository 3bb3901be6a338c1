import { YOUNG_PASSKEY_MS } from '@samtrot/shared/access/factor-rules.ts';
import { formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { GREETING, type MailTemplate, NOT_YOU } from '../mail/service.ts';

/** These mails are neutral: they name neither the trade nor account nor person. */
type Linked = { to: string; url: string; cause: string };

export const confirmMail = ({ to, url, cause }: Linked): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte bestätige deine E-Mail-Adresse',
  paragraphs: [
    GREETING,
    'Mit diesem Link bestätigst du, dass diese E-Mail-Adresse dir gehört. Er ist 7 Tage gültig.',
    NOT_YOU,
  ],
  button: { label: 'E-Mail-Adresse bestätigen', url },
});

/** The first mail of a new account. */
export const welcomeMail = ({ to, url, cause }: Linked): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Konto ist bereit',
  paragraphs: [
    GREETING,
    'Dein Konto ist erstellt. Bestätige noch, dass diese E-Mail-Adresse dir gehört. Der Link ist 7 Tage gültig.',
    NOT_YOU,
  ],
  button: { label: 'E-Mail-Adresse bestätigen', url },
});

/** Where registration is discreet: to the owner of the account that somebody tried to register. */
export const accountExistsMail = (mail: {
  to: string;
  cause: string;
  publicUrl: string;
}): MailTemplate => ({
  cause: mail.cause,
  to: mail.to,
  subject: 'Du hast bereits ein Konto',
  paragraphs: [
    GREETING,
    'Mit dieser E-Mail-Adresse wollte sich jemand neu registrieren. Es gibt dazu bereits ein Konto, und daran ändert sich nichts.',
    `Anmelden kannst du dich hier: ${mail.publicUrl}/auth/login`,
    'Falls du dein Passwort nicht mehr weisst, kannst du ein neues anfordern. Falls du das nicht warst, kannst du diese Nachricht löschen.',
  ],
  button: { label: 'Neues Passwort anfordern', url: `${mail.publicUrl}/auth/forgot` },
});

/** After the box or the switch of the newsletter: the first issue follows only the confirmation. */
export const confirmNewsletterMail = ({ to, url, cause }: Linked): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte bestätige deine Bestellung',
  paragraphs: [
    GREETING,
    'Mit dieser E-Mail-Adresse wurde unser Newsletter bestellt: Aktionen, Rabatte und Neuigkeiten. Du bekommst ihn erst, wenn du die Bestellung bestätigst. Der Link ist 7 Tage gültig.',
    'Abbestellen kannst du jederzeit, mit dem Link in jedem Newsletter oder in deinem Profil.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen. Dann bekommst du keinen Newsletter.',
  ],
  button: { label: 'Newsletter bestätigen', url },
});

export const confirmNewEmailMail = ({ to, url, cause }: Linked): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte bestätige deine neue E-Mail-Adresse',
  paragraphs: [
    GREETING,
    'Diese E-Mail-Adresse soll künftig für ein Konto gelten. Sie gilt, sobald du sie bestätigst. Der Link ist 24 Stunden gültig.',
    NOT_YOU,
  ],
  button: { label: 'Neue Adresse bestätigen', url },
});

export const resetMail = ({ to, url, cause }: Linked): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Link für ein neues Passwort',
  paragraphs: [
    GREETING,
    'Mit diesem Link setzt du ein neues Passwort. Er ist 24 Stunden gültig und gilt nur einmal.',
    'Falls du das nicht warst, kannst du diese Nachricht löschen. Dein Passwort bleibt, wie es ist.',
  ],
  button: { label: 'Neues Passwort setzen', url },
});

/** `url` leads to a password reset, if it was not the owner. */
export const passwordChangedMail = ({ to, url, cause }: Linked): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Passwort wurde geändert',
  paragraphs: [
    GREETING,
    'Dein Passwort wurde soeben geändert. Auf anderen Geräten bist du deshalb abgemeldet.',
    'Falls du das nicht warst, setze gleich ein neues Passwort. Damit endet jede fremde Anmeldung.',
  ],
  button: { label: 'Neues Passwort anfordern', url },
});

/** After a reset by mail (ACC-13). `url` leads to another one, if it was not the owner. */
export const passwordResetMail = ({
  to,
  url,
  cause,
  passkeysEnded,
}: Linked & { passkeysEnded: boolean }): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Passwort wurde geändert',
  paragraphs: [
    GREETING,
    'Dein Passwort wurde soeben neu gesetzt. Alle Geräte sind abgemeldet, und falsche Versuche werden von vorn gezählt.',
    ...(passkeysEnded
      ? [
          `Zur Sicherheit gelten Passkeys der letzten ${YOUNG_PASSKEY_MS / DAY_MS} Tage nicht mehr, und solche von vor der Bestätigung deiner E-Mail-Adresse. Deine kannst du unter «Sicherheit» neu hinzufügen.`,
        ]
      : []),
    'Falls du das nicht warst, setze gleich ein neues Passwort. Damit endet jede fremde Anmeldung.',
  ],
  button: { label: 'Neues Passwort anfordern', url },
});

/** To the current address: nobody with a stolen session takes the account over unnoticed. */
export const emailChangeRequestedMail = ({
  to,
  url,
  cause,
  support,
}: Linked & { support: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Deine E-Mail-Adresse soll geändert werden',
  paragraphs: [
    GREETING,
    'Für dein Konto wurde eine neue E-Mail-Adresse eingetragen. Sie gilt, sobald sie bestätigt ist.',
    `Falls du das nicht warst, setze gleich ein neues Passwort. Damit ist die Änderung aufgehoben. Hilfe bekommst du unter ${support}.`,
  ],
  button: { label: 'Neues Passwort anfordern', url },
});

/** To the earlier address: `url` puts it back until `until`. */
export const emailChangedMail = ({
  to,
  url,
  cause,
  until,
  support,
}: Linked & { until: Date; support: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Deine E-Mail-Adresse wurde geändert',
  paragraphs: [
    GREETING,
    'Für dein Konto gilt ab sofort eine andere E-Mail-Adresse. Warst du das, musst du nichts tun.',
    `Falls du das nicht warst, mach es rückgängig. Der Link ist bis ${formatDateTime(until)} gültig und gilt nur einmal: Diese Adresse gilt dann wieder, alle Geräte sind abgemeldet, und du setzt ein neues Passwort. Hilfe bekommst du unter ${support}.`,
  ],
  button: { label: 'Das war ich nicht', url },
});

/** To the earlier address, once it is put back. */
export const emailRestoredMail = ({ to, url, cause }: Linked): MailTemplate => ({
  cause,
  to,
  subject: 'Deine E-Mail-Adresse gilt wieder',
  paragraphs: [
    GREETING,
    'Diese E-Mail-Adresse gilt wieder für dein Konto. Alle Geräte sind abgemeldet, und das bisherige Passwort gilt nicht mehr.',
    'Setze jetzt ein neues Passwort. Der Link ist 24 Stunden gültig und gilt nur einmal.',
  ],
  button: { label: 'Neues Passwort setzen', url },
});

/** To the later address, once the earlier one is put back. */
export const emailGoneMail = ({
  to,
  cause,
  support,
}: Pick<Linked, 'to' | 'cause'> & { support: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Deine E-Mail-Adresse wurde geändert',
  paragraphs: [
    GREETING,
    'Die Änderung deiner E-Mail-Adresse wurde rückgängig gemacht. Für das Konto gilt wieder die frühere Adresse.',
    `Falls du das nicht warst, schreibe sofort an ${support}.`,
  ],
});

/** To the account that will be deleted: `url` keeps it until `until`. */
export const deletionRequestedMail = ({
  to,
  url,
  cause,
  until,
  support,
}: Linked & { until: Date; support: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Konto wird gelöscht',
  paragraphs: [
    GREETING,
    `Alles von dir ist ab sofort offline. Dein Konto wird am ${formatDateTime(until)} endgültig gelöscht. Bis dahin kannst du es dir noch anders überlegen: mit diesem Link, oder indem du dich anmeldest.`,
    `Falls du das nicht warst, behalte dein Konto und setze danach ein neues Passwort. Hilfe bekommst du unter ${support}.`,
  ],
  button: { label: 'Konto behalten', url },
});

/** To the address of the deleted account. */
export const goodbyeMail = ({
  to,
  cause,
  support,
}: {
  to: string;
  cause: string;
  support: string;
}): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Konto ist gelöscht',
  paragraphs: [
    GREETING,
    'Dein Konto ist gelöscht, und deine persönlichen Daten sind entfernt. Anmelden kannst du dich damit nicht mehr.',
    `Falls du das nicht warst, schreibe sofort an ${support}.`,
  ],
  deleteAfterSend: true,
});

/** 7 days before a personal discount ends (BOF-104). */
export const discountEndsMail = ({
  to,
  url,
  cause,
  percent,
  endsAt,
}: Linked & { percent: number; endsAt: Date }): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Rabatt endet bald',
  paragraphs: [
    GREETING,
    `Dein Rabatt von ${percent} % auf Aufladungen gilt noch bis und mit ${formatDate(new Date(endsAt.getTime() - 1))}. Danach gilt der gewöhnliche Preis.`,
  ],
  button: { label: 'Guthaben ansehen', url },
});
