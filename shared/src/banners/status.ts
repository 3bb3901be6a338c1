export const BANNER_STATUSES = [
  'aktiv',
  'geplant',
  'entwurf',
  'abgelaufen',
  'ausgeblendet',
] as const;
export type BannerStatus = (typeof BANNER_STATUSES)[number];

/** What the status of a banner follows from. Without a booking there is neither start nor end. */
export interface BannerRun {
  start_at: Date | null;
  end_at: Date | null;
  /** When its owner took it off the partner websites. */
  hidden_at: Date | null;
}

/**
 * Where a banner stands (BAN-10). The millisecond of the start belongs to the booking, that of the
 * end does not. A hidden one can be shown again until its end, and is over afterwards like any
 * other (decisions, section 6).
 */
export function bannerStatus({ start_at, end_at, hidden_at }: BannerRun, now: Date): BannerStatus {
  if (start_at === null || end_at === null) return 'entwurf';
  if (now >= end_at) return 'abgelaufen';
  if (hidden_at !== null) return 'ausgeblendet';
  return now < start_at ? 'geplant' : 'aktiv';
}

/**
 * What can happen to a banner. Time does `starten` and `ablaufen`, the clock `erneuern` where it is
 * switched on; its owner the rest.
 */
export type BannerEvent =
  | 'bestellen'
  | 'planen'
  | 'starten'
  | 'ablaufen'
  | 'erneuern'
  | 'aendern'
  | 'aktivieren'
  | 'ausblenden'
  | 'duplizieren'
  | 'loeschen';

/**
 * The life of a banner (BAN-12 to BAN-14, BAN-25 to BAN-27, decisions section 6). Server guards,
 * list buttons, tests and docs read this table.
 */
export const bannerLife = {
  entwurf: {
    aendern: 'entwurf',
    duplizieren: 'entwurf',
    loeschen: 'geloescht',
    bestellen: 'aktiv',
    planen: 'geplant',
  },
  geplant: {
    aendern: 'geplant',
    duplizieren: 'geplant',
    loeschen: 'geloescht',
    starten: 'aktiv',
    aktivieren: 'aktiv',
  },
  aktiv: {
    aendern: 'aktiv',
    duplizieren: 'aktiv',
    loeschen: 'geloescht',
    ausblenden: 'ausgeblendet',
    ablaufen: 'abgelaufen',
    erneuern: 'aktiv',
  },
  ausgeblendet: {
    aendern: 'ausgeblendet',
    duplizieren: 'ausgeblendet',
    loeschen: 'geloescht',
    aktivieren: 'aktiv',
    ablaufen: 'abgelaufen',
  },
  abgelaufen: {
    aendern: 'abgelaufen',
    duplizieren: 'abgelaufen',
    loeschen: 'geloescht',
    bestellen: 'aktiv',
    planen: 'geplant',
  },
} as const satisfies Record<BannerStatus, Partial<Record<BannerEvent, BannerStatus | 'geloescht'>>>;

/** Where this event leads from here, or null when it is not possible here. */
export function afterBanner(
  status: BannerStatus,
  event: BannerEvent,
): BannerStatus | 'geloescht' | null {
  const steps: Partial<Record<BannerEvent, BannerStatus | 'geloescht'>> = bannerLife[status];
  return steps[event] ?? null;
}

/** What a refusal says a banner is (`BANNER_NOT_IN_THIS_STATE`). */
export const BANNER_STATUS_LABELS: Record<BannerStatus, string> = {
  entwurf: 'ein Entwurf',
  geplant: 'geplant',
  aktiv: 'online',
  ausgeblendet: 'ausgeblendet',
  abgelaufen: 'abgelaufen',
};
