export type ClubStatus = 'aktiv' | 'geplant' | 'abgelaufen';

/**
 * Where a club stands (CLU-12 to CLU-14; one rule for every page). The millisecond of the start
 * belongs to its time, that of the end does not. There are no drafts of clubs.
 */
export function clubStatus(
  club: { start_at: string | null; end_at: string | null },
  now: Date,
): ClubStatus {
  // Stryker disable ConditionalExpression: an instant that is null parses as NaN, which no time
  // reaches
  if (club.end_at !== null && now.getTime() >= Date.parse(club.end_at)) return 'abgelaufen';
  return club.start_at !== null && now.getTime() < Date.parse(club.start_at) ? 'geplant' : 'aktiv';
  // Stryker restore ConditionalExpression
}

/**
 * Months come behind an end: a club that was placed without a booking has none and stays (CLU-13).
 */
export const canProlong = ({ end_at }: { end_at: string | Date | null }): boolean =>
  end_at !== null;
