import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits, formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import type { PlacedOn } from '@samtrot/shared/overview/placed-contract.ts';
import type { Account } from '../../lib/session/session.ts';
import { holdsOf, isOpen, isWaiting } from '../../listing/hold.ts';

/** How an ad stands that has just been placed. */
export type Placing = 'online' | 'review' | 'planned';

type Lists = Pick<Account, 'Inserats' | 'holds'>;

/** The ad of this number with its panel; null where there is none to show (EXP-20, EXP-27). */
export function placingOf(account: Lists, id: number): { ad: Inserat; placing: Placing } | null {
  const ad = account.Inserats.find(({ ID }) => ID === id);
  if (!ad) return null;
  const { inserat_status: status } = ad;
  if (status !== 'aktiv' && status !== 'geplant') return null;
  const hold = holdsOf(account, 'inserat').get(id);
  if (isOpen(hold)) return isWaiting(hold) ? { ad, placing: 'review' } : null;
  return { ad, placing: status === 'aktiv' ? 'online' : 'planned' };
}

export const HEADINGS: Record<Placing, string> = {
  online: 'Dein Inserat ist online.',
  review: 'Dein Inserat wird geprüft.',
  planned: 'Dein Inserat ist geplant.',
};

/** `23.12.2026, 09:12` */
const moment = (iso: string) => formatDateTime(new Date(iso));

/** What stands under the heading; `cost` is null until it is known. */
export function termSentence(
  { ad, placing }: { ad: Inserat; placing: Placing },
  { cost, promise }: { cost: number | null; promise: string | null },
): string {
  const costs = cost === null ? '' : ` Kosten: ${formatCredits(cost)}.`;
  if (placing === 'online') return `Online bis ${moment(ad.end_at!)}.${costs}`;
  if (placing === 'review')
    return [promise ?? 'Danach geht es online, und wir schreiben dir.', costs.trim()]
      .filter(Boolean)
      .join(' ');
  const start = new Date(ad.start_at!);
  return `Es geht am ${formatDate(start)} um ${localTime(start)} online.${costs}`;
}

type Arrived = PlacedOn & { arrived_after: number };
const hasArrived = (site: PlacedOn): site is Arrived => site.arrived_after !== null;

/** Where the ad arrived first; undefined while nowhere. */
export const firstArrival = (websites: readonly PlacedOn[]): Arrived | undefined =>
  websites.filter(hasArrived).toSorted((a, b) => a.arrived_after - b.arrived_after)[0];

/** `4 von 7 angekommen` */
export const arrivedText = (websites: readonly PlacedOn[]): string =>
  `${websites.filter(hasArrived).length} von ${websites.length} angekommen`;

export const allArrived = (websites: readonly PlacedOn[]): boolean => websites.every(hasArrived);

/** What is read of an address: without `https://`. */
export const shownAddress = (url: string): string => url.replace(/^https?:\/\//, '');
