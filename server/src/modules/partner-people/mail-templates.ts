import { recoveryCodesText } from '@samtrot/shared/access/factor-rules.ts';
import { PARTNER_ROLE_LABELS, type PartnerRole } from '@samtrot/shared/partners/people-rules.ts';
import { GREETING, type MailTemplate } from '../mail/service.ts';

interface Invited {
  to: string;
  cause: string;
  url: string;
  website: string;
  role: PartnerRole;
}

/** BOF-125 */
export const partnerInvitationMail = ({
  to,
  cause,
  url,
  website,
  role,
}: Invited): MailTemplate => ({
  cause,
  to,
  subject: 'Deine Einladung zur Partner-Seite',
  paragraphs: [
    GREETING,
    `Du kannst ab jetzt den Anschluss der Webseite «${website}» selbst pflegen. Deine Rolle ist «${PARTNER_ROLE_LABELS[role]}».`,
    'Setze zuerst deinen Namen und dein Passwort. Der Link gilt 7 Tage und nur einmal.',
    'Falls du damit nichts zu tun hast, vergiss diese Mail. Ohne dich geschieht nichts.',
  ],
  button: { label: 'Zugang einrichten', url },
  deleteAfterSend: true,
});

export const partnerWrongFactorsMail = ({
  to,
  cause,
  publicUrl,
}: {
  to: string;
  cause: string;
  publicUrl: string;
}): MailTemplate => ({
  cause,
  to,
  subject: 'Mehrere falsche Codes bei deiner Anmeldung',
  paragraphs: [
    GREETING,
    'Jemand hat dein Passwort für die Partner-Seite richtig eingegeben und danach fünf Mal einen falschen zweiten Faktor. Angemeldet ist niemand.',
    'Falls du das nicht warst, kennt jemand dein Passwort. Setz unter «Passwort vergessen?» ein neues.',
  ],
  button: { label: 'Partner-Seite öffnen', url: `${publicUrl}/partner` },
});

export const partnerPasswordLinkMail = ({
  to,
  cause,
  url,
}: {
  to: string;
  cause: string;
  url: string;
}): MailTemplate => ({
  cause,
  to,
  subject: 'Neues Passwort für die Partner-Seite',
  paragraphs: [
    GREETING,
    'Mit diesem Link setzt du ein neues Passwort. Er gilt eine Stunde und nur einmal. Danach enden alle deine Anmeldungen.',
    'Falls du das nicht wolltest, vergiss diese Mail. Dein Passwort bleibt, wie es ist.',
  ],
  button: { label: 'Neues Passwort setzen', url },
  deleteAfterSend: true,
});

interface Notice {
  to: string;
  cause: string;
  publicUrl: string;
}

export const partnerPasswordChangedMail = ({ to, cause, publicUrl }: Notice): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Passwort der Partner-Seite ist neu',
  paragraphs: [
    GREETING,
    'Dein Passwort für die Partner-Seite ist geändert, und alle deine Anmeldungen sind beendet.',
    'Falls du das nicht warst, liest jemand deine Mails mit: Ändere dort dein Passwort, und lass deinen Zugang beenden und dich neu einladen.',
  ],
  button: { label: 'Partner-Seite öffnen', url: `${publicUrl}/partner` },
});

const GUESSED =
  'Falls du das nicht warst, kennt jemand dein Passwort. Setz gleich unter «Passwort vergessen?» ein neues. Damit endet jede fremde Anmeldung.';

export const partnerFactorAddedMail = ({
  to,
  cause,
  publicUrl,
  kind,
}: Notice & { kind: 'app' | 'passkey' }): MailTemplate => ({
  cause,
  to,
  subject: 'Ein zweiter Faktor ist eingerichtet',
  paragraphs: [
    GREETING,
    `${kind === 'app' ? 'Eine Code-App' : 'Ein Passkey'} ist für deine Anmeldung auf der Partner-Seite eingerichtet; sie fragt ab jetzt danach. Auf anderen Geräten bist du deshalb abgemeldet. Bewahre deine Wiederherstellungscodes gut auf.`,
    GUESSED,
  ],
  button: { label: 'Partner-Seite öffnen', url: `${publicUrl}/partner` },
});

export const partnerFactorRemovedMail = ({ to, cause, publicUrl }: Notice): MailTemplate => ({
  cause,
  to,
  subject: 'Dein zweiter Faktor ist entfernt',
  paragraphs: [
    GREETING,
    'Anmelden kannst du dich auf der Partner-Seite ab jetzt nur mit deinem Passwort, und die Wiederherstellungscodes gelten nicht mehr.',
    GUESSED,
  ],
  button: { label: 'Partner-Seite öffnen', url: `${publicUrl}/partner` },
});

export const partnerRecoveryCodesMail = ({ to, cause, publicUrl }: Notice): MailTemplate => ({
  cause,
  to,
  subject: 'Du hast neue Wiederherstellungscodes',
  paragraphs: [
    GREETING,
    'Es gibt neue Wiederherstellungscodes für die Partner-Seite. Die früheren gelten nicht mehr.',
    'Falls du das nicht warst, kennt jemand dein Passwort. Setz unter «Passwort vergessen?» ein neues, und hol dir dann neue Codes.',
  ],
  button: { label: 'Partner-Seite öffnen', url: `${publicUrl}/partner` },
});

export const partnerRecoveryUsedMail = ({
  to,
  cause,
  publicUrl,
  left,
}: Notice & { left: number }): MailTemplate => ({
  cause,
  to,
  subject: 'Ein Wiederherstellungscode wurde benutzt',
  paragraphs: [
    GREETING,
    `Jemand hat sich mit deinem Passwort und einem deiner Wiederherstellungscodes auf der Partner-Seite angemeldet. ${recoveryCodesText(left)}.`,
    'Falls du das nicht warst, lass deinen Zugang beenden und dich neu einladen.',
  ],
  button: { label: 'Neue Codes holen', url: `${publicUrl}/partner/leute` },
});
