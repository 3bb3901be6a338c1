import type { Inserat } from '@samtrot/shared/inserate/contract.ts';

interface Canton {
  id: string;
  name: string;
}

/** The cantons in which most people live, largest first. */
const LARGEST = ['ZH', 'BE', 'VD', 'AG', 'SG', 'GE'];

/** The cantons of the ad that was saved last, without the one in the editor. */
export function lastUsed(
  ads: readonly Pick<Inserat, 'ID' | 'cantons' | 'saved_at'>[],
  without: number,
): readonly string[] {
  const others = ads.filter(({ ID, cantons }) => ID !== without && cantons.length > 0);
  const [latest] = others.toSorted((a, b) => (b.saved_at ?? '').localeCompare(a.saved_at ?? ''));
  return latest?.cantons ?? [];
}

interface Asked {
  list: readonly Canton[];
  chosen: readonly string[];
  recent: readonly string[];
  search: string;
  all: boolean;
}

/** Without accents and case, so that «zuri» and «Geneve» find something. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The cantons that are shown: what is searched, or the last used and the largest with all chosen
 * ones, or all; in the order of the list except that the last used and largest come first.
 */
export function shownCantons({ list, chosen, recent, search, all }: Asked): readonly Canton[] {
  const wanted = plain(search.trim());
  if (wanted !== '')
    return list.filter(({ id, name }) => plain(name).includes(wanted) || plain(id) === wanted);
  const first = [...new Set([...recent, ...LARGEST])].flatMap(
    (id) => list.find((canton) => canton.id === id) ?? [],
  );
  const rest = list.filter((canton) => !first.includes(canton));
  return [...first, ...(all ? rest : rest.filter(({ id }) => chosen.includes(id)))];
}

/** Whether choosing one more asks first: a free ad has one region, and another replaces it. */
export const asksToReplace = (free: boolean, chosen: readonly string[], id: string): boolean =>
  free && chosen.length === 1 && !chosen.includes(id);
