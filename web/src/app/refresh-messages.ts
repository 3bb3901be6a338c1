import { STORE_WARNINGS } from '../lib/page/store-warnings.ts';

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
  if (failed.length === 0)
    return [{ tone: 'success', text: 'Alle Daten wurden erfolgreich aktualisiert' }];
  return [
    ...failed.map((store): Message => ({ tone: 'warning', text: STORE_WARNINGS[store] })),
    {
      tone: 'warning',
      text: `Daten aktualisiert (${failed.length} Warnung${failed.length === 1 ? '' : 'en'})`,
    },
  ];
}
