import { PENDING_LOGIN_MS } from '../access/factor-rules.ts';
import { NOTICE_MS } from '../access/security-rules.ts';
import { sessionTimes } from '../access/session-rules.ts';
import { EXPORT_OFFERED_MS } from '../data-export/rules.ts';
import { DRAFT_KEPT_MS, RESTORABLE_MS } from '../inserate/keeping-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { UPLOAD_LIVES_MS } from '../media/rules.ts';
import { CONSOLE_MOST_MS, PARTNER_INVITATION_MS } from '../partners/people-rules.ts';
import { INVITATION_MS, KNOWN_BROWSER_MS, STAFF_MOST_MS } from '../staff/login-rules.ts';
import { HOURS_KEPT_DAYS } from '../statistics/rules.ts';
import { KEEP_THREADS_MS } from '../support/thread-rules.ts';
import {
  BANNER_EVENT_HOURS,
  CONSENT_KEPT_YEARS,
  KEPT_DAYS,
  REPORT_KEPT_MONTHS,
  VISIT_HASH_HOURS,
} from './retention-rules.ts';

/**
 * Which personal data is kept, and in which tables: shown on the privacy page and repeated in each
 * table's comment (`comment on table …`). Change all three together.
 */
export interface PersonalData {
  title: string;
  what: string;
  purpose: string;
  /** Articles of the GDPR for whom it applies to. */
  basis: string;
  kept: string;
  tables: readonly string[];
}

const CONTRACT = 'Vertrag (Art. 6 Abs. 1 Bst. b DSGVO)';
const DUTY = 'Vertrag und gesetzliche Pflicht (Bst. b und c)';
const INTEREST = 'überwiegendes Interesse (Bst. f)';
const BOOKS =
  'mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';

const [PLAIN, REMEMBERED] = [sessionTimes(false), sessionTimes(true)];
export const minutes = (ms: number) => `${ms / MINUTE_MS} Minuten`;
export const hours = (ms: number) => `${ms / HOUR_MS} Stunden`;
export const days = (ms: number) => (ms === DAY_MS ? '1 Tag' : `${ms / DAY_MS} Tage`);

/** How long reports are kept, with the months of `REPORT_KEEP_MONTHS` (BOF-66). */
export const reportsKept = (months: string): string =>
  `bis ${months} Monate nach dem Entscheid, auch wenn du dein Konto vorher löschst; Angaben der meldenden Person ${REPORT_KEPT_MONTHS.reporter} Monate, ihre Netzadresse als Prüfsumme ${KEPT_DAYS.reportSource} Tage`;

export const PERSONAL_DATA: readonly PersonalData[] = [
  {
    title: 'Konto',
    what: 'Benutzername, Spitzname, E-Mail-Adresse (verschlüsselt), Prüfsumme des Passworts, Einstellungen, Rabatt',
    purpose: 'dein Konto führen und dich anmelden',
    basis: CONTRACT,
    kept: 'bis du dein Konto löschst; danach bleibt eine Nummer ohne Namen',
    tables: ['account'],
  },
  {
    title: 'Anmeldungen',
    what: 'Prüfsumme einer zufälligen Nummer, Browser und System in Worten, Beginn, letzter Gebrauch, letzte Bestätigung mit dem Passwort',
    purpose: 'dich angemeldet lassen und dir zeigen, wo du angemeldet bist',
    basis: CONTRACT,
    kept: `${minutes(PLAIN.restMs)} nach der letzten Benutzung, längstens ${hours(PLAIN.mostMs)}; mit «Angemeldet bleiben» ${days(REMEMBERED.restMs)}, längstens ${days(REMEMBERED.mostMs)}; oder bis du dich abmeldest`,
    tables: ['session', 'reauthentication'],
  },
  {
    title: 'Beendete Anmeldungen',
    what: 'Prüfsumme einer zufälligen Nummer, Grund',
    purpose: 'dir in einem offenen Fenster sagen, warum du abgemeldet bist',
    basis: CONTRACT,
    kept: `bis die Anmeldung von selbst geendet hätte, längstens ${days(REMEMBERED.mostMs)}`,
    tables: ['ended_session'],
  },
  {
    title: 'Anmeldungen mit einem neuen Browser',
    what: 'Browser und System in Worten, Zeitpunkt, Prüfsumme des Links in der E-Mail',
    purpose: 'dir sagen, wenn sich jemand mit einem neuen Browser bei deinem Konto anmeldet',
    basis: INTEREST,
    kept: `${days(NOTICE_MS)}, längstens bis du dein Konto löschst`,
    tables: ['login_notice'],
  },
  {
    title: 'Bekannte Browser',
    what: 'Prüfsumme einer zufälligen Nummer, die dein Browser aufbewahrt, erster und letzter Gebrauch',
    purpose: 'dich anmelden lassen, auch wenn jemand dein Passwort errät oder es versucht',
    basis: INTEREST,
    kept: `${KEPT_DAYS.knownBrowser} Tage, oder bis du dich überall abmeldest`,
    tables: ['known_browser'],
  },
  {
    title: 'Zweiter Schritt und Passkeys',
    what: 'verschlüsselter Schlüssel der Code-App, Prüfsummen der Wiederherstellungscodes, öffentliche Schlüssel, Namen und letzter Gebrauch deiner Passkeys, begonnene Anmeldungen',
    purpose: 'dein Konto auch dann schützen, wenn jemand dein Passwort kennt',
    basis: CONTRACT,
    kept: `bis du sie entfernst oder dein Konto löschst; eine begonnene Anmeldung ${minutes(PENDING_LOGIN_MS)}`,
    tables: ['second_factor', 'recovery_code', 'passkey', 'pending_login'],
  },
  {
    title: 'Mitteilungen auf Geräte',
    what: 'die Adresse deines Browsers beim Dienst seines Herstellers und die Schlüssel dazu (beides verschlüsselt), welche Mitteilungen du willst, wann wir welche gesendet haben',
    purpose: 'dir sagen, dass etwas ansteht, wenn du es eingeschaltet hast',
    basis: 'Einwilligung (Bst. a), jederzeit widerrufbar',
    kept: `bis du sie ausschaltest oder dich auf dem Gerät abmeldest; Gesendetes ${KEPT_DAYS.deviceMessage} Tage, längstens bis du dein Konto löschst`,
    tables: ['message_device', 'device_message', 'device_event'],
  },
  {
    title: 'Kontoprotokoll',
    what: 'Anmeldungen mit Browser und System, falsche Passwörter je Tag, Änderungen am Konto, Zugriffe unseres Teams',
    purpose: 'dir zeigen, was mit deinem Konto geschieht',
    basis: INTEREST,
    kept: `${KEPT_DAYS.accountEvent} Tage, längstens bis du dein Konto löschst`,
    tables: ['account_event', 'data_access_log', 'data_access_delay'],
  },
  {
    title: 'Notizen unseres Teams',
    what: 'was wir uns zu deinem Konto merken (verschlüsselt), wann und wer',
    purpose: 'dir helfen, ohne zweimal zu fragen',
    basis: INTEREST,
    kept: 'bis du dein Konto löschst',
    tables: ['customer_note'],
  },
  {
    title: 'Kopie deiner Daten',
    what: 'wann und warum eine Kopie verlangt wurde, ihr Fortschritt und ihre Grösse; die Kopie selbst verschlüsselt',
    purpose: 'dir eine Kopie deiner Daten geben',
    basis: DUTY,
    kept: `${days(EXPORT_OFFERED_MS)}, längstens bis du dein Konto löschst`,
    tables: ['data_export'],
  },
  {
    title: 'Registrierung und Links in E-Mails',
    what: 'E-Mail-Adresse (verschlüsselt), gewünschter Name, Prüfsummen von Passwort und Link',
    purpose: 'deine Adresse bestätigen, dich per Mail anmelden und dein Passwort neu setzen',
    basis: CONTRACT,
    kept: '15 Minuten bis 7 Tage, so lange wie der Link gilt',
    tables: [
      'account_link',
      'login_mail',
      'password_reset_request',
      'pending_registration',
      'reserved_username',
    ],
  },
  {
    title: 'Bedingungen',
    what: 'welchen Fassungen der Bedingungen und des Datenschutzes du wann zugestimmt hast',
    purpose: 'zeigen, worauf wir uns geeinigt haben',
    basis: CONTRACT,
    kept: 'bis du dein Konto löschst',
    tables: ['text_acceptance'],
  },
  {
    title: 'Newsletter',
    what: 'deine Einwilligung mit Wortlaut und Zeiten, und welche Newsletter du bekommen hast',
    purpose: 'dir den Newsletter senden und die Einwilligung beweisen',
    basis: 'Einwilligung (Bst. a), jederzeit widerrufbar',
    kept: `die Einwilligung bis ${CONSENT_KEPT_YEARS} Jahre nach ihrem Ende, die Liste ${KEPT_DAYS.mail} Tage, ein unbestätigter Wunsch ${KEPT_DAYS.unconfirmedConsent} Tage; alles längstens bis du dein Konto löschst`,
    tables: ['newsletter_consent', 'newsletter_sending'],
  },
  {
    title: 'E-Mails an dich',
    what: 'Adresse und Betreff (verschlüsselt) und Zeitpunkt; der Inhalt nur bis zum Versand; von einer, die nicht ankam, bis sie gelöscht wird',
    purpose: 'dir schreiben und Fragen zu E-Mails beantworten, die nicht ankamen',
    basis: CONTRACT,
    kept: `${KEPT_DAYS.mail} Tage, längstens bis du dein Konto löschst`,
    tables: ['mail'],
  },
  {
    title: 'Nachrichten an den Support',
    what: 'Name, E-Mail-Adresse, Telefonnummer (freiwillig), was du schreibst, uns mailst und hochlädst, unsere Antworten und Notizen dazu (alles verschlüsselt), Betreff',
    purpose: 'deine Fragen beantworten',
    basis: 'Vertrag oder unser Interesse, dir zu helfen (Bst. b und f)',
    kept: `${days(KEEP_THREADS_MS)}, nachdem wir sie erledigt haben; offene, bis sie erledigt sind; längstens bis du dein Konto löschst (solche ohne Anmeldung gehören dazu, sobald du deine Adresse bestätigt hast); danach ${days(KEEP_THREADS_MS)} nur ihre Nummer`,
    tables: ['thread', 'thread_entry', 'thread_file', 'thread_tombstone'],
  },
  {
    title: 'Inserate',
    what: 'was du hineinschreibst, auch noch nicht Gespeichertes, dein Warenkorb, und wann das Inserat online war und Extras hatte',
    purpose: 'deine Inserate auf den Partner-Webseiten zeigen',
    basis:
      'Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e)',
    kept: `bis du das Inserat oder dein Konto löschst, ein gelöschter Entwurf ${minutes(RESTORABLE_MS)} länger, ein Entwurf, der nie online war, ${days(DRAFT_KEPT_MS)} nach der letzten Änderung; danach bleibt eine Nummer ohne Inhalt`,
    tables: [
      'inserat',
      'cart',
      'inserat_phase',
      'push',
      'effect',
      'delivery_change',
      'delivery_entry',
    ],
  },
  {
    title: 'Banner und Clubs',
    what: 'Texte, Zieladresse, Adresse, Telefonnummer, Öffnungszeiten, Kontaktperson, gewählte Webseiten',
    purpose: 'deine Banner und Clubs auf den Partner-Webseiten zeigen',
    basis: CONTRACT,
    kept: 'bis du sie oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt',
    tables: ['banner', 'banner_webseite', 'club', 'delivery_club_change'],
  },
  {
    title: 'Bilder und Videos',
    what: 'Bilder ohne Metadaten, Videos, Dateinamen, Einstufung, ein Fingerabdruck des Bildes, um gleiche Bilder zu erkennen',
    purpose: 'sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen',
    basis: 'Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f)',
    kept: `bis du sie oder dein Konto löschst, ein entferntes Bild ${minutes(RESTORABLE_MS)} länger; ein abgebrochener Upload ${days(UPLOAD_LIVES_MS)}; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst`,
    tables: ['image', 'removed_image', 'video', 'upload', 'file_removal', 'fixed_rating'],
  },
  {
    title: 'Überall offline',
    what: 'wann du alles offline und wieder online geschaltet hast, und was die Webseiten bestätigt haben',
    purpose: 'alles zurückbringen, was offline ging',
    basis: CONTRACT,
    kept: 'bis du dein Konto löschst',
    tables: ['offline_run', 'offline_item', 'offline_receipt'],
  },
  {
    title: 'Bestellungen',
    what: 'was du wann für wie viele Credits gebucht hast',
    purpose: 'Laufzeiten führen und Bücher halten',
    basis: DUTY,
    kept: BOOKS,
    tables: ['booking', 'booking_order', 'promotion', 'banner_booking', 'club_booking'],
  },
  {
    title: 'Guthaben',
    what: 'dein Saldo, jede Bewegung und eingelöste Gutscheine',
    purpose: 'dein Guthaben führen und Bücher halten',
    basis: DUTY,
    kept: BOOKS,
    tables: ['ledger_account', 'ledger_transfer', 'ledger_lot', 'ledger_lot_use', 'coupon_use'],
  },
  {
    title: 'Zahlungen und Belege',
    what: 'Betrag, Zeitpunkt, Zahlungsart, Zahlungsnummer, Referenz und Ergebnis; unser Grund einer Rückerstattung, unsere Notiz zu einer Unstimmigkeit; Belege und Monatsauszüge',
    purpose: 'Zahlungen verbuchen, zurückerstatten und belegen',
    basis: DUTY,
    kept: BOOKS,
    tables: [
      ...[
        'payment',
        'payment_event',
        'payment_case',
        'payment_refund',
        'bank_slip',
        'bank_entry',
        'bank_refund',
      ],
      ...['paper', 'paper_due'],
    ],
  },
  {
    title: 'Wo etwas steht',
    what: 'wann eine Webseite dein Inserat, deinen Banner oder deinen Club erhalten, gezeigt und entfernt hat',
    purpose: 'dir zeigen, dass es ankam und wieder weg ist',
    basis: CONTRACT,
    kept: `${KEPT_DAYS.receipt} Tage nach der letzten Meldung dazu, längstens bis du dein Konto löschst; angenommene Meldungen an Webseiten ${KEPT_DAYS.deliveredWebhook} Tage, aufgegebene ${KEPT_DAYS.deadWebhook} Tage`,
    tables: ['placement', 'webhook_message', 'website_block'],
  },
  {
    title: 'Statistik deiner Inserate, Banner und Clubs',
    what: 'wie oft etwas angesehen und angetippt wurde, nach Tag und Webseite; bei Inseraten auch nach Stunde',
    purpose: 'dir zeigen, was ein Inserat, ein Banner oder ein Extra bewirkt',
    basis: CONTRACT,
    kept: `Tage so lange wie das Inserat, der Banner oder der Club, Stunden ${HOURS_KEPT_DAYS} Tage`,
    tables: ['visit_day', 'visit_hour', 'banner_day'],
  },
  {
    title: 'Besuche auf Partner-Webseiten',
    what: 'eine Prüfsumme aus dem, womit die Webseite Besuchende am selben Tag auseinanderhält (etwa IP-Adresse und Browser), mit einem Geheimnis, das täglich wechselt',
    purpose: 'denselben Besuch nur einmal zählen und ein Popup nur einmal am Tag zeigen',
    basis: INTEREST,
    kept: `bei Besuchen ${VISIT_HASH_HOURS} Stunde, beim Popup bis zum Ende des Tages, die Nummer einer Banner-Anzeige ${BANNER_EVENT_HOURS} Stunden; danach mit dem Geheimnis weg`,
    tables: ['visit_seen', 'overlay_seen', 'banner_event', 'day_secret'],
  },
  {
    title: 'Schutz vor Missbrauch',
    what: 'Versuche unter einer gekürzten Prüfsumme der IP-Adresse, der E-Mail-Adresse oder der Kontonummer; Antworten auf wiederholte Aufträge',
    purpose: 'Angriffe bremsen und nichts doppelt ausführen',
    basis: INTEREST,
    kept: 'höchstens 7 Tage, Antworten 1 Tag',
    tables: ['rate_limit', 'idempotency'],
  },
  {
    title: 'Protokoll der sicherheitsrelevanten Vorgänge',
    what: 'Kontonummer, Vorgang und Zeitpunkt, ohne Namen und Adressen',
    purpose: 'Missbrauch und Fehler aufklären',
    basis: 'überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f)',
    kept: 'so lange wie die Bücher',
    tables: ['audit'],
  },
  {
    title: 'Sperren und Einsprüche',
    what: 'was wir wann und warum von den Webseiten genommen haben, was du dazu geschrieben hast und was wir geantwortet haben',
    purpose: 'Regeln durchsetzen und jeden Entscheid erklären',
    basis: 'überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f)',
    kept: 'Grund und Zeitpunkte so lange wie das Protokoll; Texte, bis du dein Konto löschst',
    tables: ['hold', 'hold_version', 'hold_receipt', 'hold_refund', 'appeal'],
  },
  {
    title: 'Prüfungen',
    what: 'was du veröffentlicht oder geändert hast, wie wir es beurteilt haben und wann',
    purpose: 'prüfen, ob das Veröffentlichte unsere Regeln einhält',
    basis: 'überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f)',
    kept: 'Entscheid und Zeitpunkte so lange wie das Protokoll; Inhalte, bis du dein Konto löschst',
    tables: ['review'],
  },
  {
    title: 'Mitarbeitende',
    what: 'Name, Kürzel, E-Mail-Adresse (verschlüsselt), Prüfsumme des Passworts, Rolle, Wochen mit Pikett, was sie freigeben und warum',
    purpose: 'den Betrieb schützen und zeigen, wer was getan hat',
    basis: 'überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f)',
    kept: 'so lange wie das Protokoll, in dem ihr Name steht',
    tables: [
      'staff',
      'approval',
      'duty_week',
      'catalogue_version',
      'maintenance',
      'portal_notice',
      'newsletter_draft',
      'text_version',
    ],
  },
  {
    title: 'Meldungen',
    what: 'Grund und Zeitpunkt; Nachricht, Name, E-Mail-Adresse und Telefonnummer der meldenden Person, wenn sie sie nennt (verschlüsselt); Prüfsumme ihrer Netzadresse oder ihres Besuchs; das Gemeldete, wie es war: Titel, Name, Text, Kontaktangaben (verschlüsselt), Bilder, Webseiten; der Entscheid',
    purpose: 'Meldungen prüfen, entscheiden und den Entscheid belegen',
    basis: 'überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f)',
    kept: reportsKept(String(REPORT_KEPT_MONTHS.usual)),
    tables: ['report', 'report_snapshot', 'kept_image'],
  },
  {
    title: 'Anmeldungen im Betrieb',
    what: 'Mitarbeitende: Prüfsumme einer zufälligen Nummer, die in einem eigenen Cookie liegt, Browser und System in Worten, letzter Gebrauch, verschlüsselter Schlüssel der Code-App, öffentliche Schlüssel, Prüfsummen der Wiederherstellungscodes',
    purpose: 'den Betrieb schützen',
    basis: INTEREST,
    kept: `eine Anmeldung höchstens ${hours(STAFF_MOST_MS)}, ein Link ${hours(INVITATION_MS)}, ein bekannter Browser ${days(KNOWN_BROWSER_MS)}, ein zweiter Faktor, bis er zurückgesetzt wird`,
    tables: [
      ...['staff_login', 'staff_pending_login', 'staff_enrolment', 'staff_browser'],
      ...['staff_factor', 'staff_passkey', 'staff_recovery_code'],
    ],
  },
  {
    title: 'Leute der Partner-Webseiten',
    what: 'Name, E-Mail-Adresse (verschlüsselt), Prüfsumme des Passworts, Rolle, Webseite; Prüfsumme einer zufälligen Nummer, die in einem eigenen Cookie liegt, Browser und System in Worten, letzter Gebrauch, verschlüsselter Schlüssel der Code-App, öffentliche Schlüssel',
    purpose: 'Webseiten ihren Anschluss selbst verwalten lassen und zeigen, wer was getan hat',
    basis: CONTRACT,
    kept: `Adresse, Passwort und zweiter Faktor, bis der Zugang endet; der Name so lange wie das Protokoll; eine Anmeldung höchstens ${days(CONSOLE_MOST_MS)}, eine Einladung ${days(PARTNER_INVITATION_MS)}`,
    tables: [
      ...['partner_user', 'partner_invitation', 'partner_login', 'partner_pending_login'],
      ...['partner_factor', 'partner_passkey'],
      ...['partner_recovery_code', 'partner_password_link'],
    ],
  },
];

/** What the comment of a table says of it, as the migrations have it. */
export const commentOf = ({ title, purpose, basis, kept }: PersonalData): string =>
  `personal: ${title}; purpose: ${purpose}; basis: ${basis}; kept: ${kept}`;

/** Begins the comment of a table that holds nothing of a person; why stands after it. */
export const IMPERSONAL = 'not personal: ';
