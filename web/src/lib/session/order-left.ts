/** The unfinished order that was left to top up. Logging out removes it. */

const KEY = 'order';
const EDITOR = /^\/(rabota|banner_edit|clubs_edit|clubs_neu)(?:\/(\d+))?$/;
const KINDS = {
  rabota: 'inserat',
  banner_edit: 'banner',
  clubs_edit: 'club',
  clubs_neu: 'club',
} as const;

export interface OrderLeft {
  kind: (typeof KINDS)[keyof typeof KINDS];
  /** Null for the new club. */
  id: number | null;
  step: number | null;
  hash: string;
}

interface Place {
  pathname: string;
  search: { schritt?: unknown };
  hash?: string;
}

/** The order at this place; null for what is not saved under a number yet. */
export function orderAt({ pathname, search, hash = '' }: Place): OrderLeft | null {
  const [, page, id] = EDITOR.exec(pathname) ?? [];
  if (!page || (id === undefined) !== (page === 'clubs_neu')) return null;
  return {
    kind: KINDS[page as keyof typeof KINDS],
    id: id === undefined ? null : Number(id),
    step: Number(search.schritt) || null,
    hash,
  };
}

/** Null removes it. */
export function keepOrderLeft(order: OrderLeft | null): void {
  // Without storage nothing leads back.
  try {
    if (order) sessionStorage.setItem(KEY, JSON.stringify(order));
    else sessionStorage.removeItem(KEY);
  } catch {}
}

export function orderLeft(): OrderLeft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as OrderLeft | null;
  } catch {
    return null;
  }
}
