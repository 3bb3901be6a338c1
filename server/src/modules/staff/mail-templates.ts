import { GREETING, type MailTemplate } from '../mail/service.ts';

/** No mail of the house names a customer. */
interface Mail {
  to: string;
  cause: string;
  publicUrl: string;
}

/**
 * Who helps somebody that works here: an owner, for an owner another one, else the server alone.
 */
export type Help = 'owner' | 'other_owner' | 'server';

/** What to do about a log-in of somebody else; an owner without another one helps herself. */
const helped = (help: Help, email: string): string =>
  ({
    owner: 'Melde dich gleich bei der Inhaberin.',
    other_owner: 'Melde dich gleich bei einer anderen Inhaberin.',
    server: `Setze deinen Zugang gleich auf dem Server zurück, dann enden alle Anmeldungen: samtrot staff reset-factor ${email} --as ${email}`,
  })[help];
const notMe = (help: Help, email: string) => `Das warst nicht du? ${helped(help, email)}`;
const ASKED: Record<Help, string> = {
  owner: 'frage bei der Inhaberin nach',
  other_owner: 'frage bei einer anderen Inhaberin nach',
  server: 'frage die Leute, die den Server betreiben',
};
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
  help,
}: Omit<Mail, 'publicUrl'> & { url: string; help: Help }): MailTemplate => ({
  cause,
  to,
  subject: 'Richte deinen zweiten Faktor neu ein',
  paragraphs: [
    'Guten Tag',
    'Dein Zugang zum Betrieb wurde zurückgesetzt: Passwort, zweiter Faktor und Wiederherstellungscodes gelten nicht mehr, alle Anmeldungen sind beendet.',
    'Setze ein neues Passwort und richte deinen zweiten Faktor neu ein. Deine Rolle bleibt dieselbe. Der Link gilt 24 Stunden und nur einmal.',
    `Falls du nicht darum gebeten hast, ${ASKED[help]}, bevor du ihn öffnest.`,
  ],
  button: { label: 'Neu einrichten', url },
  deleteAfterSend: true,
});

export const newBrowserMail = ({
  to,
  cause,
  publicUrl,
  device,
  help,
}: Mail & { device: string; help: Help }): MailTemplate => ({
  cause,
  to,
  subject: 'Neue Anmeldung im Betrieb',
  paragraphs: [
    GREETING,
    `Du hast dich soeben mit einem Browser angemeldet, den wir noch nicht kennen: ${device || 'unbekannt'}.`,
    notMe(help, to),
  ],
  button: open(publicUrl),
});

/** To who used it, with her help, and to owners, who can end it. */
export const recoveryCodeUsedMail = ({
  to,
  cause,
  publicUrl,
  name,
  left,
  help,
}: Mail & { name: string; left: number; help: Help | null }): MailTemplate => ({
  cause,
  to,
  subject: 'Wiederherstellungscode verwendet',
  paragraphs: [
    GREETING,
    `${name} hat sich soeben mit einem Wiederherstellungscode im Betrieb angemeldet. Übrig sind noch ${left}.`,
    help
      ? notMe(help, to)
      : `Frag ${name}, ob das stimmt. Falls nicht, setze ihren Zugang unter «Team» zurück: Dann enden alle ihre Anmeldungen.`,
  ],
  button: open(publicUrl),
});

export const wrongFactorsMail = ({
  to,
  cause,
  publicUrl,
  help,
}: Mail & { help: Help }): MailTemplate => ({
  cause,
  to,
  subject: 'Mehrere falsche Codes im Betrieb',
  paragraphs: [
    GREETING,
    'Jemand hat dein Passwort richtig eingegeben und danach fünf Mal einen falschen zweiten Faktor. Angemeldet ist niemand.',
    `Das warst nicht du? Dann kennt jemand dein Passwort. ${helped(help, to)}`,
  ],
  button: open(publicUrl),
});
