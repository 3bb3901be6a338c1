export interface Outcome {
  /** The account itself could not be loaded. */
  critical: boolean;
  /** Names of the other stores that could not be loaded. */
  failed: readonly string[];
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
    ...failed.map((name): Message => ({ tone: 'warning', text: `${name} konnten nicht geladen werden` })),
    { tone: 'warning', text: `Daten aktualisiert (${failed.length} Warnung${failed.length === 1 ? '' : 'en'})` },
  ];
}
