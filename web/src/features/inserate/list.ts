import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { plainText } from '@samtrot/shared/inserate/html.ts';
import { INSERAT_TABS, type InseratTab, tabOf } from '@samtrot/shared/inserate/status.ts';

const PAGE_SIZE = 12;

export const TAB_LABELS: Record<InseratTab, string> = {
  aktiv: 'Aktiv',
  geplant: 'Geplant',
  entwurf: 'Entwürfe',
  abgelaufen: 'Abgelaufen',
};

export const SORT_LABELS = {
  id_desc: 'Neueste zuerst',
  id_asc: 'Älteste zuerst',
  end_zeit_desc: 'Endet zuletzt',
  end_zeit_asc: 'Endet zuerst',
} as const;
export type Sort = keyof typeof SORT_LABELS;
export const SORTS = Object.keys(SORT_LABELS) as Sort[];

/** What the list shows; kept in the address so that "back" and a reload find it again. */
export interface ListView {
  tab: InseratTab;
  q: string;
  sort: Sort;
  page: number;
}

export const DEFAULT_VIEW: ListView = { tab: 'aktiv', q: '', sort: 'id_desc', page: 1 };

/** Reads the address; whatever is not understood becomes the default. */
export function viewFromSearch(search: Record<string, unknown>): ListView {
  const page = Number(search.page);
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : '';
  return {
    tab: INSERAT_TABS.find((tab) => tab === search.tab) ?? DEFAULT_VIEW.tab,
    q: q.slice(0, 100),
    sort: SORTS.find((sort) => sort === search.sort) ?? DEFAULT_VIEW.sort,
    page: Number.isInteger(page) && page > 0 ? page : DEFAULT_VIEW.page,
  };
}

/** The address of a view: only what differs from the default, so that /inserate stays plain. */
export function searchOfView(view: ListView): Partial<ListView> {
  return {
    ...(view.tab !== DEFAULT_VIEW.tab && { tab: view.tab }),
    ...(view.q !== DEFAULT_VIEW.q && { q: view.q }),
    ...(view.sort !== DEFAULT_VIEW.sort && { sort: view.sort }),
    ...(view.page !== DEFAULT_VIEW.page && { page: view.page }),
  };
}

export function tabCounts(inserate: readonly Inserat[]): Record<InseratTab, number> {
  const counts: Record<InseratTab, number> = { aktiv: 0, geplant: 0, entwurf: 0, abgelaufen: 0 };
  for (const { inserat_status } of inserate) {
    const tab = tabOf(inserat_status);
    if (tab) counts[tab]++;
  }
  return counts;
}

export interface Listed {
  items: Inserat[];
  total: number;
  pages: number;
  /** The page shown; a number beyond the last page means the last page. */
  page: number;
  /** 1-based position of the first and last item, 0 when there is none. */
  from: number;
  to: number;
}

/** One page of one tab, searched and sorted. */
export function listed(inserate: readonly Inserat[], { tab, q, sort, page }: ListView): Listed {
  const found = inserate
    .filter((inserat) => tabOf(inserat.inserat_status) === tab && matches(inserat, q))
    .sort((a, b) => compare(a, b, sort));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const start = (shown - 1) * PAGE_SIZE;
  const items = found.slice(start, start + PAGE_SIZE);
  return {
    items,
    total: found.length,
    pages,
    page: shown,
    from: items.length ? start + 1 : 0,
    to: start + items.length,
  };
}

const fold = (text: string) => text.normalize('NFC').toLocaleLowerCase('de-CH');

function matches(inserat: Inserat, q: string): boolean {
  const needle = fold(q.trim());
  if (needle === '') return true;
  return [inserat.titel, inserat.name].some((text) => fold(text).includes(needle)) || textOf(inserat).includes(needle);
}

/** A description as it reads, folded; taking it out of its markup at every letter typed would be felt. */
const texts = new WeakMap<Inserat, string>();
function textOf(inserat: Inserat): string {
  const known = texts.get(inserat);
  if (known !== undefined) return known;
  const text = fold(plainText(inserat.beschreibung));
  texts.set(inserat, text);
  return text;
}

/** The view in which an ad is seen: this one when it is on its page, otherwise its tab without a search. Null when it is in no tab. */
export function viewWith(inserate: readonly Inserat[], id: number, view: ListView): ListView | null {
  if (listed(inserate, view).items.some(({ ID }) => ID === id)) return view;
  const inserat = inserate.find(({ ID }) => ID === id);
  const tab = inserat && tabOf(inserat.inserat_status);
  if (!tab) return null;
  const there = { ...view, tab, q: '', page: 1 };
  const { pages } = listed(inserate, there);
  for (let page = 1; page <= pages; page++) {
    if (listed(inserate, { ...there, page }).items.some(({ ID }) => ID === id)) return { ...there, page };
  }
  return null;
}

function compare(a: Inserat, b: Inserat, sort: Sort): number {
  if (sort === 'id_desc') return b.ID - a.ID;
  if (sort === 'id_asc') return a.ID - b.ID;
  // Ads without an end (drafts) come last whichever way the ends are sorted.
  const [endA, endB] = [endOf(a), endOf(b)];
  if (endA === null || endB === null) return Number(endA === null) - Number(endB === null) || b.ID - a.ID;
  return (sort === 'end_zeit_desc' ? endB - endA : endA - endB) || b.ID - a.ID;
}

const endOf = ({ end_at }: Inserat) => (end_at === null ? null : Date.parse(end_at));
