import { KEEP_FACTOR_LABEL, YOUNG_PASSKEY_MS } from '@samtrot/shared/access/factor-rules.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { GREETING, type MailTemplate } from '../../mail/service.ts';

/** These mails are neutral: they name neither the trade nor account nor person. */
interface Mail {
  to: string;
  cause: string;
  publicUrl: string;
}

const NOT_ME =
  'Falls du das nicht warst, setze gleich ein neues Passwort. Damit endet jede fremde Anmeldung.';
const newPassword = (publicUrl: string) => ({
  label: 'Neues Passwort anfordern',
  url: `${publicUrl}/auth/forgot`,
});

export const factorAddedMail = ({ to, cause, publicUrl }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Der zweite Schritt ist eingeschaltet',
  paragraphs: [
    GREETING,
    'Beim Anmelden fragen wir ab jetzt nach einem Code aus deiner Code-App. Auf anderen Geräten bist du deshalb abgemeldet. Bewahre deine Wiederherstellungscodes gut auf.',
    NOT_ME,
    'Fragt die Anmeldung danach nach einem Code, den du nicht hast, wähle dort «Beides verloren?».',
  ],
  button: newPassword(publicUrl),
});

export const factorRemovedMail = ({ to, cause, publicUrl }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Der zweite Schritt ist ausgeschaltet',
  paragraphs: [
    GREETING,
    'Die Code-App ist entfernt. Anmelden kannst du dich ab jetzt ohne Code, und die Wiederherstellungscodes gelten nicht mehr. Auf anderen Geräten bist du abgemeldet.',
    NOT_ME,
  ],
  button: newPassword(publicUrl),
});

export const recoveryCodesMail = ({ to, cause, publicUrl }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Du hast neue Wiederherstellungscodes',
  paragraphs: [
    GREETING,
    'Es gibt neue Wiederherstellungscodes. Die alten gelten nicht mehr.',
    NOT_ME,
  ],
  button: newPassword(publicUrl),
});

export const recoveryCodeUsedMail = ({
  to,
  cause,
  publicUrl,
  left,
}: Mail & { left: number }): MailTemplate => ({
  cause,
  to,
  subject: 'Ein Wiederherstellungscode wurde benutzt',
  paragraphs: [
    GREETING,
    `Mit einem deiner Wiederherstellungscodes hat sich soeben jemand angemeldet. Übrig sind noch ${left}.`,
    NOT_ME,
  ],
  button: newPassword(publicUrl),
});

/** Whoever gets this far knows the password. */
export const wrongCodesMail = ({ to, cause, publicUrl }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Mehrere falsche Codes beim Anmelden',
  paragraphs: [
    GREETING,
    'Jemand hat dein Passwort richtig eingegeben und danach fünf falsche Codes. Angemeldet ist niemand.',
    'Falls du das nicht warst, kennt jemand dein Passwort. Setze gleich ein neues.',
  ],
  button: newPassword(publicUrl),
});

/** At the request and on each day of the wait; every one has the same link. */
export const factorRemovalMail = ({
  to,
  cause,
  url,
  at,
}: {
  to: string;
  cause: string;
  url: string;
  at: Date;
}): MailTemplate => ({
  cause,
  to,
  subject: 'Der zweite Schritt soll ausgeschaltet werden',
  paragraphs: [
    GREETING,
    `Jemand hat dein Passwort eingegeben und verlangt, dass die Anmeldung ohne Code geht. Das gilt ab ${formatDateTime(at)}. Bis dahin schreiben wir dir jeden Tag.`,
    'Falls du das warst, musst du nichts tun. Falls nicht, halte es hier auf: Dann bleibt der zweite Schritt, alle Geräte werden abgemeldet, und dein Passwort gilt nicht mehr.',
  ],
  button: { label: KEEP_FACTOR_LABEL, url },
});

export const passkeyAddedMail = ({ to, cause, publicUrl }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Ein Passkey wurde hinzugefügt',
  paragraphs: [
    GREETING,
    'Mit einem neuen Passkey kannst du dich ab jetzt anmelden.',
    `Falls du das nicht warst, setze innert ${YOUNG_PASSKEY_MS / DAY_MS} Tagen ein neues Passwort. Damit endet jede fremde Anmeldung, und auch dieser Passkey gilt nicht mehr.`,
  ],
  button: newPassword(publicUrl),
});

export const passkeyRemovedMail = ({ to, cause, publicUrl }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Ein Passkey wurde entfernt',
  paragraphs: [GREETING, 'Einer deiner Passkeys gilt nicht mehr.', NOT_ME],
  button: newPassword(publicUrl),
});

/** Not refused: the copy may have come first, and the owner would be locked out. */
export const passkeyCountMail = ({ to, cause, publicUrl }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Ein Passkey wurde vielleicht kopiert',
  paragraphs: [
    GREETING,
    'Soeben wurde ein Passkey benutzt, dessen Zähler niedriger ist als beim letzten Mal. Das kann bedeuten, dass es davon eine Kopie gibt.',
    'Entferne ihn zur Sicherheit in deinem Profil unter «Sicherheit» und lege einen neuen an.',
  ],
  button: { label: 'Zur Sicherheit', url: `${publicUrl}/profil/sicherheit` },
});
