/** `leer` is an untouched draft that nobody sees; `geloescht` stays as a tombstone for partner websites. */
export type InseratStatus = 'leer' | 'entwurf' | 'geplant' | 'aktiv' | 'ausgeblendet' | 'abgelaufen' | 'geloescht';
export type InseratEvent = 'entwerfen' | 'schalten' | 'planen' | 'starten' | 'ablaufen' | 'loeschen';

/** The life of an ad. Server guards, list buttons, tests and the documentation read this table. */
export const inseratLife = {
  leer: { entwerfen: 'entwurf', schalten: 'aktiv', planen: 'geplant', loeschen: 'geloescht' },
  entwurf: { entwerfen: 'entwurf', schalten: 'aktiv', planen: 'geplant', loeschen: 'geloescht' },
  geplant: { starten: 'aktiv', schalten: 'aktiv', loeschen: 'geloescht' },
  aktiv: { ablaufen: 'abgelaufen', loeschen: 'geloescht' },
  ausgeblendet: { ablaufen: 'abgelaufen', loeschen: 'geloescht' },
  abgelaufen: { schalten: 'aktiv', planen: 'geplant', loeschen: 'geloescht' },
  geloescht: {},
} as const satisfies Record<InseratStatus, Partial<Record<InseratEvent, InseratStatus>>>;

/** Where this event leads from here, or null when it is not possible here. */
export function after(status: InseratStatus, event: InseratEvent): InseratStatus | null {
  const steps: Partial<Record<InseratEvent, InseratStatus>> = inseratLife[status];
  return steps[event] ?? null;
}

/** The four tabs of the list, and where each ad stands (INS-02; a hidden ad stands under the drafts). */
export const INSERAT_TABS = ['aktiv', 'geplant', 'entwurf', 'abgelaufen'] as const;
export type InseratTab = (typeof INSERAT_TABS)[number];

export function tabOf(status: InseratStatus): InseratTab | null {
  if (status === 'ausgeblendet') return 'entwurf';
  return (INSERAT_TABS as readonly string[]).includes(status) ? (status as InseratTab) : null;
}
