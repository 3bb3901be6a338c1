export const BANNER_STATUSES = ['aktiv', 'geplant', 'entwurf', 'abgelaufen', 'ausgeblendet'] as const;
export type BannerStatus = (typeof BANNER_STATUSES)[number];

/** What the status of a banner follows from. Without a booking there is neither start nor end. */
export interface BannerRun {
  start_at: Date | null;
  end_at: Date | null;
  /** When its owner took it off the partner websites. */
  hidden_at: Date | null;
}

/**
 * Where a banner stands (BAN-10). The millisecond of the start belongs to the booking, that of the end does not. A hidden one can be
 * shown again until its end, and is over afterwards like any other (decisions, section 6).
 */
export function bannerStatus({ start_at, end_at, hidden_at }: BannerRun, now: Date): BannerStatus {
  if (start_at === null || end_at === null) return 'entwurf';
  if (now >= end_at) return 'abgelaufen';
  if (hidden_at !== null) return 'ausgeblendet';
  return now < start_at ? 'geplant' : 'aktiv';
}
