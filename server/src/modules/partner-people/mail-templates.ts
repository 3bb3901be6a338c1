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
    'Falls du das nicht warst, kennt jemand dein Passwort. Lass deinen Zugang beenden und dich neu einladen.',
  ],
  button: { label: 'Partner-Seite öffnen', url: `${publicUrl}/partner` },
});
