export type ClubStatus = 'aktiv' | 'geplant' | 'abgelaufen';

/**
 * Where a club stands (CLU-12 to CLU-14; one rule for every page). The millisecond of the start belongs to its time, that of the end
 * does not. There are no drafts of clubs.
 */
export function clubStatus(club: { start_at: string | null; end_at: string | null }, now: Date): ClubStatus {
  if (club.end_at !== null && now.getTime() >= Date.parse(club.end_at)) return 'abgelaufen';
  return club.start_at !== null && now.getTime() < Date.parse(club.start_at) ? 'geplant' : 'aktiv';
}
