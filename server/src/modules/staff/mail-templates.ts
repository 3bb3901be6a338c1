import { GREETING, type MailTemplate } from '../mail/service.ts';

/** No mail of the house names a customer. */
interface Mail {
  to: string;
  cause: string;
  publicUrl: string;
}

const NOT_ME = 'Falls du das nicht warst, melde dich gleich bei der Inhaberin.';
const open = (publicUrl: string) => ({ label: 'Betrieb öffnen', url: `${publicUrl}/betrieb` });

export const invitationMail = ({
  to,
  cause,
  url,
}: Omit<Mail, 'publicUrl'> & { url: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Deine Einladung in den Betrieb',
  paragraphs: [
    GREETING,
    'Du kannst ab jetzt im Betrieb mitarbeiten. Setze zuerst dein Passwort und richte einen zweiten Faktor ein.',
    'Der Link gilt 24 Stunden und nur einmal.',
  ],
  button: { label: 'Einrichten', url },
  deleteAfterSend: true,
});

/** To who worked here before and must set up access again. */
export const setUpAgainMail = ({
  to,
  cause,
  url,
}: Omit<Mail, 'publicUrl'> & { url: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Richte deinen zweiten Faktor neu ein',
  paragraphs: [
    'Guten Tag',
    'Dein Zugang zum Betrieb wurde zurückgesetzt: Passwort, zweiter Faktor und Wiederherstellungscodes gelten nicht mehr, alle Anmeldungen sind beendet.',
    'Setze ein neues Passwort und richte deinen zweiten Faktor neu ein. Deine Rolle bleibt dieselbe. Der Link gilt 24 Stunden und nur einmal.',
    'Falls du nicht darum gebeten hast, frage bei der Inhaberin nach, bevor du ihn öffnest.',
  ],
  button: { label: 'Neu einrichten', url },
  deleteAfterSend: true,
});

export const newBrowserMail = ({
  to,
  cause,
  publicUrl,
  device,
}: Mail & { device: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Neue Anmeldung im Betrieb',
  paragraphs: [
    GREETING,
    `Du hast dich soeben mit einem Browser angemeldet, den wir noch nicht kennen: ${device || 'unbekannt'}.`,
    NOT_ME,
  ],
  button: open(publicUrl),
});

export const recoveryCodeUsedMail = ({
  to,
  cause,
  publicUrl,
  name,
  left,
}: Mail & { name: string; left: number }): MailTemplate => ({
  cause,
  to,
  subject: 'Wiederherstellungscode verwendet',
  paragraphs: [
    GREETING,
    `${name} hat sich soeben mit einem Wiederherstellungscode im Betrieb angemeldet. Übrig sind noch ${left}.`,
    NOT_ME,
  ],
  button: open(publicUrl),
});

export const wrongFactorsMail = ({ to, cause, publicUrl }: Mail): MailTemplate => ({
  cause,
  to,
  subject: 'Mehrere falsche Codes im Betrieb',
  paragraphs: [
    GREETING,
    'Jemand hat dein Passwort richtig eingegeben und danach fünf Mal einen falschen zweiten Faktor. Angemeldet ist niemand.',
    'Falls du das nicht warst, kennt jemand dein Passwort. Melde dich gleich bei der Inhaberin.',
  ],
  button: open(publicUrl),
});
