/** What the log of an account tells its owner (ACC-14). `house` marks looks and acts of the house. */
export const ACCOUNT_EVENTS = {
  login: { label: 'Anmeldung' },
  login_failed: { label: 'Falsches Passwort' },
  logout_everywhere: { label: 'Alle Geräte abgemeldet' },
  password_changed: { label: 'Passwort geändert' },
  email_change_requested: { label: 'Neue E-Mail-Adresse eingetragen' },
  email_changed: { label: 'E-Mail-Adresse geändert' },
  email_restored: { label: 'Alte E-Mail-Adresse gilt wieder' },
  deletion_requested: { label: 'Konto gelöscht' },
  deletion_cancelled: { label: 'Konto behalten' },
  factor_added: { label: 'Code-App eingerichtet' },
  factor_removed: { label: 'Code-App entfernt' },
  factor_removal_stopped: { label: 'Code-App bleibt' },
  code_failed: { label: 'Falscher Code' },
  factor_removal_requested: { label: 'Entfernen der Code-App verlangt' },
  passkey_added: { label: 'Passkey hinzugefügt' },
  passkey_removed: { label: 'Passkey entfernt' },
  passkey_count_back: { label: 'Passkey mit altem Zähler benutzt' },
  recovery_codes_created: { label: 'Neue Wiederherstellungscodes' },
  recovery_code_used: { label: 'Wiederherstellungscode benutzt' },
  export_requested: { label: 'Daten zusammengestellt' },
  export_downloaded: { label: 'Daten heruntergeladen' },
} as const satisfies Record<string, { label: string; house?: true }>;

export type AccountEventKind = keyof typeof ACCOUNT_EVENTS;
