/**
 * `leer` is an untouched draft that nobody sees; `geloescht` stays as a tombstone for partner
 * websites.
 */
export type InseratStatus =
  | 'leer'
  | 'entwurf'
  | 'geplant'
  | 'aktiv'
  | 'ausgeblendet'
  | 'abgelaufen'
  | 'geloescht';

/**
 * What can happen to an ad. The clock does `starten` and `ablaufen`, and `erneuern` where it is
 * switched on; its owner the rest.
 */
export type InseratEvent =
  | 'entwerfen'
  | 'schalten'
  | 'planen'
  | 'starten'
  | 'ablaufen'
  | 'erneuern'
  | 'ausblenden'
  | 'zurueckziehen'
  | 'aktivieren'
  | 'reaktivieren'
  | 'pushen'
  | 'topad'
  | 'faerben'
  | 'story'
  | 'autoreaktivieren'
  | 'duplizieren'
  | 'loeschen';

const PROMOTED = { pushen: 'aktiv', topad: 'aktiv', faerben: 'aktiv', story: 'aktiv' } as const;
const PROMOTED_LATER = {
  pushen: 'geplant',
  topad: 'geplant',
  faerben: 'geplant',
  story: 'geplant',
} as const;

/**
 * The life of an ad (INS-13 to INS-16, decisions section 5). Server guards, list buttons, tests and
 * the documentation read this table.
 */
export const inseratLife = {
  leer: { entwerfen: 'entwurf', schalten: 'aktiv', planen: 'geplant', loeschen: 'geloescht' },
  entwurf: {
    entwerfen: 'entwurf',
    schalten: 'aktiv',
    planen: 'geplant',
    autoreaktivieren: 'entwurf',
    duplizieren: 'entwurf',
    loeschen: 'geloescht',
  },
  geplant: {
    starten: 'aktiv',
    schalten: 'aktiv',
    aktivieren: 'aktiv',
    ...PROMOTED_LATER,
    autoreaktivieren: 'geplant',
    duplizieren: 'geplant',
    loeschen: 'geloescht',
  },
  aktiv: {
    ablaufen: 'abgelaufen',
    erneuern: 'aktiv',
    ausblenden: 'ausgeblendet',
    zurueckziehen: 'entwurf',
    ...PROMOTED,
    autoreaktivieren: 'aktiv',
    duplizieren: 'aktiv',
    loeschen: 'geloescht',
  },
  ausgeblendet: {
    ablaufen: 'abgelaufen',
    aktivieren: 'aktiv',
    autoreaktivieren: 'ausgeblendet',
    duplizieren: 'ausgeblendet',
    loeschen: 'geloescht',
  },
  abgelaufen: {
    schalten: 'aktiv',
    planen: 'geplant',
    reaktivieren: 'aktiv',
    autoreaktivieren: 'abgelaufen',
    duplizieren: 'abgelaufen',
    loeschen: 'geloescht',
  },
  geloescht: {},
} as const satisfies Record<InseratStatus, Partial<Record<InseratEvent, InseratStatus>>>;

/** Where this event leads from here, or null when it is not possible here. */
export function after(status: InseratStatus, event: InseratEvent): InseratStatus | null {
  const steps: Partial<Record<InseratEvent, InseratStatus>> = inseratLife[status];
  return steps[event] ?? null;
}

/** What a refusal says an ad is (`NOT_IN_THIS_STATE`). */
export const STATUS_LABELS: Record<InseratStatus, string> = {
  leer: 'ein Entwurf',
  entwurf: 'ein Entwurf',
  geplant: 'geplant',
  aktiv: 'online',
  ausgeblendet: 'ausgeblendet',
  abgelaufen: 'abgelaufen',
  geloescht: 'gelöscht',
};

/**
 * The four tabs of the list, and where each ad stands (INS-02; a hidden ad stands under the
 * drafts).
 */
export const INSERAT_TABS = ['aktiv', 'geplant', 'entwurf', 'abgelaufen'] as const;
export type InseratTab = (typeof INSERAT_TABS)[number];

export function tabOf(status: InseratStatus): InseratTab | null {
  if (status === 'ausgeblendet') return 'entwurf';
  return (INSERAT_TABS as readonly string[]).includes(status) ? (status as InseratTab) : null;
}
