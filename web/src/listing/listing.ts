import type { InseratStatus } from '@samtrot/shared/inserate/status.ts';
import { folded as fold } from '@samtrot/shared/kernel/text.ts';
import { type CountName, statusCounts } from './counts.ts';

/** What the house holds stands above the tabs, not in one of them. */
export const HELD = 'gesperrt';

/** What a list shows; it is in the address, so that "back" and a reload restore it. */
export interface ListView<Tab extends CountName, Sort extends string> {
  tab: Tab;
  q: string;
  sort: Sort;
  /**
   * Of the tab only this status, which is not its own: hidden ones among the drafts. Or only what
   * the house holds, whatever the tab is.
   */
  only?: InseratStatus | typeof HELD | undefined;
  page: number;
  /** What the server has found in whole descriptions; not in the address. */
  inTexts?: ReadonlySet<number> | undefined;
}

/** What is looked for, and what the server has found of it. */
type Search = Pick<ListView<never, never>, 'q' | 'inTexts'>;

interface Spec<Item, Tab extends CountName, Sort extends string> {
  /**
   * Tabs and orders with their labels, the default first. `id_…` sorts by number, any other by
   * `instantOf`; `…_desc` downwards.
   */
  tabs: Record<Tab, string>;
  sorts: Record<Sort, string>;
  pageSize: number;
  statusOf: (item: Item) => InseratStatus;
  /** Null: it is in no tab. */
  tabOf: (status: InseratStatus) => Tab | null;
  /** What the search covers, beside the description. */
  textsOf: (item: Item) => readonly string[];
  /** The beginning of the description, which the server searches as a whole. */
  excerptOf?: (item: Item) => string;
  /** ISO 8601. Without one it is last in either order. */
  instantOf: (item: Item) => string | null;
}

export interface Listed<Item> {
  items: Item[];
  total: number;
  pages: number;
  /** The page shown; a number beyond the last page means the last page. */
  page: number;
  /** 1-based position of the first and last item, 0 when there is none. */
  from: number;
  to: number;
}

export interface Listable {
  ID: number;
}

export type Listing<Item extends Listable, Tab extends CountName, Sort extends string> = ReturnType<
  typeof listing<Item, Tab, Sort>
>;

/** The statuses that can stand in the tab of another one. */
const PARTS = ['ausgeblendet', 'geplant'] as const;

/** Tabs, search, order and pages of a list, and its address. */
export function listing<Item extends Listable, Tab extends CountName, Sort extends string>(
  spec: Spec<Item, Tab, Sort>,
) {
  const tabs = Object.keys(spec.tabs) as Tab[];
  const sorts = Object.keys(spec.sorts) as Sort[];
  const defaultView: ListView<Tab, Sort> = { tab: tabs[0]!, q: '', sort: sorts[0]!, page: 1 };

  /** Folding all texts at every key would be slow. */
  const folded = new WeakMap<Item, string[]>();
  const excerptOf = (item: Item): string[] => (spec.excerptOf ? [spec.excerptOf(item)] : []);
  const textsOf = (item: Item): string[] => {
    const texts = folded.get(item) ?? [...spec.textsOf(item), ...excerptOf(item)].map(fold);
    folded.set(item, texts);
    return texts;
  };

  const matches = (item: Item, { q, inTexts }: Search): boolean => {
    const needle = fold(q.trim());
    return (
      needle === '' ||
      // As mails and cards write it: `20038`, `Nr. 20038`.
      needle.replace(/^nr\.? ?/, '') === String(item.ID) ||
      inTexts?.has(item.ID) === true ||
      textsOf(item).some((text) => text.includes(needle))
    );
  };

  const compare = (a: Item, b: Item, sort: Sort): number => {
    const up = sort.endsWith('_asc') ? 1 : -1;
    if (sort.startsWith('id_')) return up * (a.ID - b.ID);
    const [atA, atB] = [spec.instantOf(a), spec.instantOf(b)];
    if (atA === null || atB === null)
      return Number(atA === null) - Number(atB === null) || b.ID - a.ID;
    return up * (Date.parse(atA) - Date.parse(atB)) || b.ID - a.ID;
  };

  const tabOf = (item: Item) => spec.tabOf(spec.statusOf(item));

  /**
   * One page of one tab, searched and sorted. Without any of `only` its chip is gone: all of them.
   */
  const listed = (
    all: readonly Item[],
    { tab, sort, only, page, ...search }: ListView<Tab, Sort>,
  ): Listed<Item> => {
    const inTab = all.filter((item) => tabOf(item) === tab && matches(item, search));
    const part = inTab.filter((item) => spec.statusOf(item) === only);
    const found = (part.length > 0 ? part : inTab).sort((a, b) => compare(a, b, sort));
    const pages = Math.max(1, Math.ceil(found.length / spec.pageSize));
    const shown = Math.min(page, pages);
    const start = (shown - 1) * spec.pageSize;
    const items = found.slice(start, start + spec.pageSize);
    const from = items.length ? start + 1 : 0;
    return { items, total: found.length, pages, page: shown, from, to: start + items.length };
  };

  return {
    tabs,
    tabLabels: spec.tabs,
    sorts,
    sortLabels: spec.sorts,
    defaultView,
    listed,
    excerptOf,
    /** Reads the address; anything unknown becomes the default. */
    viewFromSearch: (search: Record<string, unknown>): ListView<Tab, Sort> => {
      const page = Number(search.page);
      const q =
        typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : '';
      return {
        tab: tabs.find((tab) => tab === search.tab) ?? defaultView.tab,
        q: q.slice(0, 100),
        only: ([...PARTS, HELD] as const).find((only) => only === search.only),
        sort: sorts.find((sort) => sort === search.sort) ?? defaultView.sort,
        page: Number.isInteger(page) && page > 0 ? page : defaultView.page,
      };
    },
    /** The address of a view: only what differs from the default, so that it stays plain. */
    searchOfView: (view: ListView<Tab, Sort>): Partial<ListView<Tab, Sort>> => ({
      ...(view.tab !== defaultView.tab && { tab: view.tab }),
      ...(view.q !== defaultView.q && { q: view.q }),
      ...(view.sort !== defaultView.sort && { sort: view.sort }),
      ...(view.only !== undefined && { only: view.only }),
      ...(view.page !== defaultView.page && { page: view.page }),
    }),
    /** By the one function of all counts, of what the search finds. */
    tabCounts: (all: readonly Item[], search: Search = { q: '' }): Record<Tab, number> => {
      const counts = statusCounts(all.filter((item) => matches(item, search)).map(spec.statusOf));
      return Object.fromEntries(tabs.map((tab) => [tab, counts[tab]])) as Record<Tab, number>;
    },
    /** The other tabs that list what the search finds, under whatever status. */
    otherTabs: (all: readonly Item[], { tab, ...search }: ListView<Tab, Sort>): Tab[] =>
      tabs.filter(
        (other) =>
          other !== tab && all.some((item) => tabOf(item) === other && matches(item, search)),
      ),
    /** What a tab lists beside what it is named after, with its count; a chip for each. */
    partsOf: (all: readonly Item[], { tab, ...search }: ListView<Tab, Sort>) =>
      PARTS.flatMap((status) => {
        const count = all.filter(
          (item) => spec.statusOf(item) === status && tabOf(item) === tab && matches(item, search),
        ).length;
        return status !== tab && count > 0 ? [{ status, count }] : [];
      }),
    /**
     * The view in which one of them is seen: this one when it is on its page, otherwise its tab,
     * without the search where that does not find it. Null when it is in no tab.
     */
    viewWith: (
      all: readonly Item[],
      id: number,
      view: ListView<Tab, Sort>,
    ): ListView<Tab, Sort> | null => {
      const isIn = (there: ListView<Tab, Sort>) =>
        listed(all, there).items.some(({ ID }) => ID === id);
      if (isIn(view)) return view;
      const item = all.find(({ ID }) => ID === id);
      const tab = item && tabOf(item);
      if (!tab) return null;
      const q = matches(item, view) ? view.q : '';
      const whole = { ...view, tab, q, only: undefined };
      const { pages } = listed(all, { ...whole, page: 1 });
      for (let page = 1; page <= pages; page++) {
        const there = { ...whole, page };
        if (isIn(there)) return there;
      }
      return null;
    },
  };
}
