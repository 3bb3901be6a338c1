import { clubStatus } from '@samtrot/shared/clubs/status.ts';
import { type InseratStatus, type InseratTab, tabOf } from '@samtrot/shared/inserate/status.ts';
import type { Account } from '../lib/session/session.ts';
import { withoutHeld } from './hold.ts';

/**
 * Counted once: shown on websites now, start ahead, unfinished or hidden, ended. `ausgeblendet` is
 * a part of `entwurf`.
 */
export type Counts = Record<CountName, number>;
export type CountName = InseratTab | 'ausgeblendet';

/** The one count of every list, menu and card; what is held is no part of `statuses` (EXP-118). */
export function statusCounts(statuses: readonly InseratStatus[]): Counts {
  const counts: Counts = { aktiv: 0, geplant: 0, entwurf: 0, abgelaufen: 0, ausgeblendet: 0 };
  for (const status of statuses) {
    const tab = tabOf(status);
    if (tab) counts[tab] += 1;
    if (status === 'ausgeblendet') counts.ausgeblendet += 1;
  }
  return counts;
}

/**
 * Where a club stands for its owner (CLU-12 to CLU-16). What would be online is on no website while
 * the account is off all websites.
 */
export function ownClubStatus(
  club: Parameters<typeof clubStatus>[0],
  now: Date,
  offline: boolean,
): ReturnType<typeof clubStatus> | 'ausgeblendet' {
  const status = clubStatus(club, now);
  return offline && status === 'aktiv' ? 'ausgeblendet' : status;
}

type Lists = Pick<Account, 'Inserats' | 'Banners' | 'Clubs' | 'holds' | 'offline_at'>;

/** How many of each kind, for side menu and Home. What is held counts nowhere. */
export function countsOf(account: Lists, now: Date) {
  const { Inserats, Banners, Clubs, offline_at } = withoutHeld(account);
  const clubs = Clubs.map((club) => ownClubStatus(club, now, offline_at !== null));
  return {
    inserate: statusCounts(Inserats.map((ad) => ad.inserat_status)),
    banner: statusCounts(Banners.map(({ status }) => status)),
    // There are no drafts of clubs: hidden ones count apart.
    clubs: { ...statusCounts(clubs), entwurf: 0, all: clubs.length },
  };
}

/** «3 Clubs, 1 aktiv» */
export const clubText = ({ all, aktiv }: { all: number; aktiv: number }): string =>
  `${all} ${all === 1 ? 'Club' : 'Clubs'}, ${aktiv} aktiv`;
