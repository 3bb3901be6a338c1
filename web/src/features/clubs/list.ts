import type { Club } from '@samtrot/shared/clubs/contract.ts';
import { ownClubStatus } from '../../listing/counts.ts';
import { type ListView, listing } from '../../listing/listing.ts';

/** A club with its current status. */
export interface ListedClub extends Club {
  status: ReturnType<typeof ownClubStatus>;
}

/** The same rule as on Home (CLU-12 to CLU-16). */
export const clubsAt = (clubs: readonly Club[], now: Date, offline: boolean): ListedClub[] =>
  clubs.map((club) => ({ ...club, status: ownClubStatus(club, now, offline) }));

/**
 * The clubs of an account in their tabs; a planned one is listed under Aktiv and keeps its label
 * (CLU-02, CLU-09 to CLU-11).
 */
export const CLUB_LIST = listing({
  tabs: { aktiv: 'Aktiv', abgelaufen: 'Abgelaufen' },
  sorts: {
    id_desc: 'Neueste zuerst',
    id_asc: 'Älteste zuerst',
    end_date_desc: 'Endet zuletzt',
    end_date_asc: 'Endet zuerst',
  },
  pageSize: 9,
  statusOf: ({ status }: ListedClub) => status,
  tabOf: (status) => (status === 'abgelaufen' ? 'abgelaufen' : 'aktiv'),
  textsOf: ({ club_name, titel }) => [club_name, titel],
  excerptOf: ({ beschreibung }) => beschreibung,
  instantOf: ({ end_at }) => end_at,
});

export type ClubView = ListView<(typeof CLUB_LIST.tabs)[number], (typeof CLUB_LIST.sorts)[number]>;
