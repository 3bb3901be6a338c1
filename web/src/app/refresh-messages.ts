/** What "refresh all" loads besides the account itself, and what it says of each that could not be loaded (ERR-040, ERR-047). */
export const STORE_WARNINGS = {
  banners: 'Banner-Daten konnten nicht geladen werden',
  topupOptions: 'Aufladepakete konnten nicht geladen werden',
  cart: 'Warenkorb konnte nicht geladen werden',
  transactions: 'Transaktionen konnten nicht geladen werden',
} as const;

export interface Outcome {
  /** The account itself could not be loaded. */
  critical: boolean;
  /** The other stores that could not be loaded. */
  failed: readonly (keyof typeof STORE_WARNINGS)[];
}

interface Message {
  tone: 'success' | 'warning' | 'error';
  text: string;
}

/** What the person reads after "refresh all" (FRM-23 to FRM-25). */
export function refreshMessages({ critical, failed }: Outcome): Message[] {
  if (critical) return [{ tone: 'error', text: 'Kritischer Fehler beim Aktualisieren der Daten' }];
  if (failed.length === 0) return [{ tone: 'success', text: 'Alle Daten wurden erfolgreich aktualisiert' }];
  return [
    ...failed.map((store): Message => ({ tone: 'warning', text: STORE_WARNINGS[store] })),
    { tone: 'warning', text: `Daten aktualisiert (${failed.length} Warnung${failed.length === 1 ? '' : 'en'})` },
  ];
}
