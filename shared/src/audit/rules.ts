import { fieldTexts } from '../kernel/text.ts';
import { DAY_MS } from '../kernel/time.ts';

/** The most lines of one answer. */
export const AUDIT_PAGE = 50;

/** What sorts the log (BOF-144). */
export const AUDIT_SORTS = ['at', 'kind'] as const;

/** The kinds of lines of the audit log, as people read them. */
export const AUDIT_LABELS = {
  account_closed: 'Konto gelöscht',
  account_offline: 'Überall offline',
  account_online: 'Wieder online',
  appeal_made: 'Einspruch erhoben',
  appeal_rejected: 'Einspruch abgelehnt',
  appeal_upheld: 'Einspruch gutgeheissen',
  approval_approved: 'Freigabe erteilt',
  approval_declined: 'Freigabe abgelehnt',
  approval_expired: 'Freigabe verfallen',
  approval_requested: 'Zur Freigabe vorgelegt',
  approval_void: 'Freigabe hinfällig',
  approval_withdrawn: 'Freigabe zurückgezogen',
  audit_exported: 'Protokoll heruntergeladen',
  bank_entry_matched: 'Bankbuchung zugeordnet',
  bank_imported: 'Bankauszug eingelesen',
  bank_refund_paid: 'Rückzahlung überwiesen',
  banner_deleted: 'Banner gelöscht',
  banner_order: 'Banner gebucht',
  card_opened: 'Karte geöffnet',
  chargeback_entered: 'Rückbuchung erfasst',
  club_deleted: 'Club gelöscht',
  club_order: 'Club gebucht',
  coupon_codes_read: 'Codes heruntergeladen',
  coupon_created: 'Gutschein erstellt',
  coupon_stopped: 'Gutschein gestoppt',
  credits_corrected: 'Credits korrigiert',
  credits_granted: 'Credits gutgeschrieben',
  customer_end_logins: 'Anmeldungen beendet',
  customer_reset_throttling: 'Wartezeit aufgehoben',
  customer_send_reset: 'Link zum Zurücksetzen gesendet',
  deletion_cancelled: 'Löschung zurückgenommen',
  deletion_requested: 'Löschung verlangt',
  digest_chosen: 'Zusammenfassung gewählt',
  discount_set: 'Rabatt gesetzt',
  duty_set: 'Pikett vergeben',
  email_change_wanted: 'Neue E-Mail verlangt',
  email_changed: 'E-Mail geändert',
  email_confirmed: 'E-Mail bestätigt',
  email_restored: 'E-Mail zurückgesetzt',
  export_downloaded: 'Daten heruntergeladen',
  export_ready: 'Daten bereitgestellt',
  export_requested: 'Daten verlangt',
  factor_added: 'Code-App eingerichtet',
  factor_kept: 'Zweiter Faktor behalten',
  factor_removal_requested: 'Ausschalten des zweiten Faktors verlangt',
  factor_removed: 'Zweiter Faktor ausgeschaltet',
  held: 'Gesperrt',
  hold_changed: 'Sperre geändert',
  hold_resubmitted: 'Zur Prüfung zurückgegeben',
  inserat_deleted: 'Inserat gelöscht',
  inserat_extra: 'Extra gebucht',
  inserat_order: 'Inserat gebucht',
  login: 'Angemeldet',
  login_reported: 'Anmeldung: «Das war ich nicht»',
  looked: 'Private Daten angesehen',
  looks_delayed: 'Zugriffe später zeigen',
  mail_given_up: 'Mail nicht zustellbar',
  mail_resent: 'Mail erneut gesendet',
  maintenance_ended: 'Wartung beendet',
  maintenance_set: 'Wartung eingestellt',
  media_rated: 'Bild eingestuft',
  moderation_mode_chosen: 'Prüfung umgestellt',
  book_account_set: 'Kontonummer geändert',
  catalogue_drafted: 'Entwurf im Katalog begonnen',
  text_drafted: 'Entwurf eines Textes begonnen',
  text_saved: 'Entwurf eines Textes gespeichert',
  text_released: 'Fassung eines Textes freigegeben',
  catalogue_saved: 'Entwurf im Katalog gespeichert',
  catalogue_released: 'Fassung des Katalogs freigegeben',
  month_closed: 'Monat abgeschlossen',
  money_went_back: 'Geld ging zurück',
  newsletter_begun: 'Rundmail begonnen',
  newsletter_dropped: 'Entwurf einer Rundmail gelöscht',
  newsletter_saved: 'Entwurf einer Rundmail gespeichert',
  notice_added: 'Hinweis aufgeschaltet',
  notice_ended: 'Hinweis beendet',
  note_added: 'Notiz geschrieben',
  note_struck: 'Notiz gestrichen',
  paid_after_deletion: 'Zahlung nach der Löschung',
  passkey_added: 'Passkey eingerichtet',
  passkey_removed: 'Passkey entfernt',
  password_changed: 'Passwort geändert',
  password_reset: 'Passwort zurückgesetzt',
  payment_asked: 'Zahlung beim Anbieter nachgefragt',
  payment_case_closed: 'Zahlungsfall abgeschlossen',
  payment_completed: 'Zahlung vollständig',
  payment_differs: 'Zahlung weicht ab',
  payment_difference_settled: 'Differenz verrechnet',
  payment_dropped: 'Zahlung verworfen',
  payment_overpaid: 'Zu viel bezahlt',
  payment_refund_wished: 'Rückzahlung gewünscht',
  payment_underpaid: 'Zu wenig bezahlt',
  payment_unknown: 'Unbekannte Zahlung',
  pictures_uncovered: 'Bilder aufgedeckt',
  purged: 'Aufgeräumt',
  recovery_code_used: 'Wiederherstellungscode benutzt',
  recovery_codes_created: 'Wiederherstellungscodes erstellt',
  refund_ordered: 'Rückzahlung angeordnet',
  refund_overtaken: 'Rückzahlung überholt',
  released: 'Freigegeben',
  review_claimed: 'Prüfung geöffnet',
  review_released: 'Prüfung abgegeben',
  review_noted: 'Notiz zur Prüfung',
  review_decided: 'Prüfung entschieden',
  review_undecided: 'Nicht rechtzeitig geprüft',
  review_undone: 'Entscheid der Prüfung zurückgenommen',
  report_claimed: 'Meldung geöffnet',
  report_released: 'Meldung abgegeben',
  report_decided: 'Meldung entschieden',
  report_objected: 'Zweiter Blick verlangt',
  reported: 'Gemeldet',
  searched: 'Gesucht',
  staff_added: 'Ins Team aufgenommen',
  staff_enrolled: 'Zugang eingerichtet',
  staff_factor_reset: 'Zugang zurückgesetzt',
  staff_link_renewed: 'Neuer Link zum Einrichten',
  staff_login: 'Im Betrieb angemeldet',
  staff_login_refused: 'Anmeldung im Betrieb gesperrt',
  staff_role: 'Rolle geändert',
  staff_state: 'Zugang geändert',
  tamper_suspected: 'Manipulation vermutet',
  template_changed: 'Vorlage geändert',
  thread_answered: 'Nachricht beantwortet',
  thread_assigned: 'Nachricht zugeteilt',
  thread_begun: 'Nachricht begonnen',
  thread_closed: 'Nachricht abgeschlossen',
  thread_noted: 'Interne Notiz geschrieben',
  topup_figures_differ: 'Preisangaben weichen ab',
  view_started: 'Ansicht der Kundin geöffnet',
  website_person_codes: 'Wiederherstellungscodes einer Webseite erneuert',
  website_person_ended: 'Zugang einer Webseite beendet',
  website_person_factor: 'Zweiter Faktor einer Webseite geändert',
  website_person_invited: 'Person einer Webseite eingeladen',
  website_person_joined: 'Zugang einer Webseite eingerichtet',
  website_person_login: 'Auf der Partner-Seite angemeldet',
  website_person_password: 'Passwort der Partner-Seite neu gesetzt',
  website_person_refused: 'Anmeldung auf der Partner-Seite gesperrt',
  website_person_role: 'Rolle bei einer Webseite geändert',
  website_person_withdrawn: 'Einladung einer Webseite zurückgezogen',
  website_accepts: 'Webseite nimmt an',
  website_added: 'Webseite aufgenommen',
  website_key_ending: 'Ende eines Schlüssels bestimmt',
  website_key_issued: 'Schlüssel ausgestellt',
  website_keys_revoked: 'Schlüssel widerrufen',
  website_link: 'Link der Webseite geändert',
  website_blocked: 'Auf die Sperrliste der Webseite',
  website_policy: 'Regeln der Webseite geändert',
  website_unblocked: 'Von der Sperrliste der Webseite',
  website_status: 'Webseite ein- oder ausgeschaltet',
  website_webhook_gone: 'Webhook abgelehnt',
  website_webhook_resent: 'Webhook erneut gesendet',
  website_webhook_rotated: 'Geheimnis des Webhooks erneuert',
  website_webhook_set: 'Webhook geändert',
} as const;

/** A kind of line; listings name theirs by their table. */
export type AuditAction = keyof typeof AUDIT_LABELS | `${string}_${'deleted' | 'order' | 'extra'}`;

export const auditLabel = (action: string): string =>
  (AUDIT_LABELS as Record<string, string>)[action] ?? action;

/** The longest span of one export. */
export const EXPORT_DAYS = 31;

/** Why the days from `from` to `to` (YYYY-MM-DD, both included) cannot be exported at once. */
export function spanProblem({ from, to }: { from: string; to: string }): string | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (Number.isNaN(days)) return fieldTexts.format;
  if (days < 1) return 'Das Ende liegt vor dem Anfang.';
  return days > EXPORT_DAYS ? `Höchstens ${EXPORT_DAYS} Tage auf einmal.` : null;
}

export const OBJECT_LABELS: Record<string, string> = {
  account: 'Konto',
  approval: 'Freigabe',
  banner: 'Banner',
  card: 'Karte',
  case: 'Zahlungsfall',
  club: 'Club',
  coupon: 'Gutschein',
  duty: 'Pikett der Woche vom',
  catalogue: 'Fassung',
  export: 'Kopie von Konto',
  hold: 'Sperre Nr.',
  image: 'Bild',
  inserat: 'Inserat',
  look: 'Zugriff',
  note: 'Interne Notiz',
  month: 'Monat',
  book_account: 'Konto der Buchhaltung',
  newsletter: 'Rundmail',
  notice: 'Hinweis',
  payment: 'Zahlung',
  report: 'Meldung',
  review: 'Prüfung',
  search: 'Suche',
  setting: 'Einstellung',
  audit: 'Protokoll',
  look_delay: 'Späterer Zugriff',
  text: 'Text',
  topup_option: 'Paket',
  staff: 'Person',
  template: 'Vorlage',
  thread: 'Nachricht',
  video: 'Video',
  view: 'Ansicht von Konto',
  website: 'Webseite',
  website_person: 'Person einer Webseite',
};

const SETTING_LABELS: Record<string, string> = {
  maintenance: '«Wartung»',
  moderation: '«Prüfung»',
};

/** `inserat:20447` as people say it: «Inserat 20447». */
export function objectLabel(object: string): string {
  const [kind = '', id = ''] = object.split(/:(.*)/s);
  // What was searched for is a fingerprint, which tells nobody anything.
  if (kind === 'search') return OBJECT_LABELS.search!;
  if (kind === 'setting') return `${OBJECT_LABELS.setting} ${SETTING_LABELS[id] ?? id}`;
  const name = kind === 'newsletter' ? id.replace(/^draft-/, 'Entwurf ') : id;
  const label = OBJECT_LABELS[kind];
  return label ? `${label} ${name}`.trim() : object;
}

/** What a person types as the object of a line: «Inserat 20447» or `inserat:20447`. */
export function objectOf(typed: string): string {
  // «Sperre Nr. 4 · Inserat 20001» is found by its number.
  const text = typed.split(' · ')[0]!.trim();
  const [, words = '', id = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
  const draft = /^Rundmail Entwurf (\d+)$/.exec(text)?.[1];
  if (draft) return `newsletter:draft-${draft}`;
  const setting = Object.keys(SETTING_LABELS).find((known) => SETTING_LABELS[known] === id);
  if (words === OBJECT_LABELS.setting && setting) return `setting:${setting}`;
  const kind = Object.keys(OBJECT_LABELS).find(
    (known) => OBJECT_LABELS[known]!.toLowerCase() === words.toLowerCase(),
  );
  return kind ? `${kind}:${id}` : text;
}

const MONEY =
  // Stryker disable next-line Regex: no kind holds one of these words elsewhere than here
  /^(bank|payment|refund)_|^(chargeback_entered|coupon_(codes_read|created|stopped)|credits_(corrected|granted)|discount_set|book_account_set|month_closed|money_went_back|paid_after_deletion|topup_figures_differ)$/;
const KINDS = Object.keys(AUDIT_LABELS) as AuditAction[];

/** The kinds of lines that a role may read which does not read all. */
export const SCOPED_KINDS: Record<string, readonly AuditAction[]> = {
  money_lines: KINDS.filter((kind) => MONEY.test(kind)),
  partner_lines: KINDS.filter((kind) => kind.startsWith('website_')),
};
