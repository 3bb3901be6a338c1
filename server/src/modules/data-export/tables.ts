import { BANNER_EVENT_HOURS } from '@samtrot/shared/legal/retention-rules.ts';
import type { OwnTable } from '../../platform/own-data.ts';
import { platformTables } from '../../platform/own-tables.ts';
import * as access from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import * as banners from '../banners/service.ts';
import * as cart from '../cart/service.ts';
import * as clubs from '../clubs/service.ts';
import * as coupons from '../coupons/service.ts';
import * as notes from '../customer-notes/service.ts';
import * as delivery from '../delivery/service.ts';
import * as receipts from '../delivery-receipts/service.ts';
import * as devices from '../device-messages/service.ts';
import * as documents from '../documents/service.ts';
import * as holds from '../holds/service.ts';
import * as inserate from '../inserate/service.ts';
import * as mail from '../mail/service.ts';
import * as media from '../media/service.ts';
import * as moderation from '../moderation/service.ts';
import * as newsletter from '../newsletter/service.ts';
import * as partners from '../partners/service.ts';
import * as offline from '../pause-all/service.ts';
import * as reports from '../reports/service.ts';
import * as statistics from '../statistics/service.ts';
import * as support from '../support/service.ts';
import * as texts from '../texts/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';
import * as webhooks from '../webhooks/service.ts';
import { ownTables } from './own-data.ts';

/** Every table that holds data of an account, but those of the adapters. */
export const TABLES: readonly OwnTable[] = [
  ...accounts.ownTables,
  ...access.ownTables,
  ...devices.ownTables,
  ...newsletter.ownTables,
  ...texts.ownTables,
  ...inserate.ownTables,
  ...cart.ownTables,
  ...media.ownTables,
  ...statistics.ownTables,
  ...receipts.ownTables,
  ...delivery.ownTables,
  ...webhooks.ownTables,
  ...partners.ownTables,
  ...offline.ownTables,
  ...holds.ownTables,
  ...moderation.ownTables,
  ...banners.ownTables,
  ...clubs.ownTables,
  ...wallet.ownTables,
  ...coupons.ownTables,
  ...topups.ownTables,
  ...documents.ownTables,
  ...support.ownTables,
  ...reports.ownTables,
  ...notes.ownTables,
  ...mail.ownTables,
  ...platformTables,
  ...ownTables,
];

/** Tables with personal data that no copy holds: of other people, or nothing names an account. */
export const UNLINKED: Readonly<Record<string, string>> = {
  ended_session:
    'Beendete Anmeldungen: nur die Prüfsumme einer zufälligen Nummer, ohne Bezug zu deinem Konto.',
  file_removal: 'Dateien, die gerade gelöscht werden: nur Prüfsummen ihres Inhalts.',
  rate_limit:
    'Gezählte Versuche: nur gekürzte Prüfsummen mit einem Schlüssel, höchstens 7 Tage lang.',
  visit_seen: 'Besuche auf den Webseiten: Prüfsummen fremder Besuche, 1 Stunde lang.',
  overlay_seen: 'Gezeigte Popups: Prüfsummen fremder Besuche, bis zum Ende des Tages.',
  banner_event: `Gezeigte Banner: zufällige Nummern, ${BANNER_EVENT_HOURS} Stunden lang.`,
  day_secret: 'Das Geheimnis des Tages für diese Prüfsummen.',
  kept_image:
    'Bilder, wie sie bei einer Meldung waren: nur Prüfsummen ihres Inhalts, wie in der Meldung.',
  thread_tombstone:
    'Nummern von Gesprächen, die mit einem Konto gelöscht wurden; solange es deines gibt, keine von dir.',
  staff: 'Unsere Mitarbeitenden: ihre Daten, nicht deine.',
  approval:
    'Was Mitarbeitende einander freigeben; was dich davon betrifft, steht im Kontoprotokoll.',
  duty_week: 'Welche Mitarbeitenden wann Pikett haben.',
  catalogue_version: 'Unsere Preise, und welche Mitarbeitenden sie geändert haben.',
  maintenance: 'Zeiten der Wartung, und welche Mitarbeitenden sie gesetzt haben.',
  portal_notice: 'Hinweise auf allen Seiten, und welche Mitarbeitenden sie geschrieben haben.',
  text_version: 'Unsere Texte, und welche Mitarbeitenden sie geschrieben haben.',
  newsletter_draft: 'Entwürfe des Newsletters, und welche Mitarbeitenden sie geschrieben haben.',
  staff_login: 'Anmeldungen unserer Mitarbeitenden.',
  staff_pending_login: 'Begonnene Anmeldungen unserer Mitarbeitenden.',
  staff_enrolment: 'Einladungen unserer Mitarbeitenden.',
  staff_browser: 'Bekannte Browser unserer Mitarbeitenden.',
  staff_factor: 'Code-Apps unserer Mitarbeitenden.',
  staff_passkey: 'Passkeys unserer Mitarbeitenden.',
  staff_recovery_code: 'Wiederherstellungscodes unserer Mitarbeitenden.',
  partner_user: 'Leute der Partner-Webseiten: ihre Daten, nicht deine.',
  partner_invitation: 'Einladungen der Partner-Webseiten.',
  partner_login: 'Anmeldungen der Leute der Partner-Webseiten.',
  partner_pending_login: 'Begonnene Anmeldungen der Leute der Partner-Webseiten.',
  partner_factor: 'Code-Apps der Leute der Partner-Webseiten.',
  partner_passkey: 'Passkeys der Leute der Partner-Webseiten.',
  partner_password_link: 'Links der Leute der Partner-Webseiten für ein neues Passwort.',
  partner_recovery_code: 'Wiederherstellungscodes der Leute der Partner-Webseiten.',
};
