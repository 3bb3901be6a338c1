/**
 * What a list shows that must not move: the items it knows in their order, each as it is now or was
 * last, and what came meanwhile (BOF-146).
 */
export function steady<T>(
  known: readonly T[],
  items: readonly T[],
  idOf: (item: T) => unknown,
): { shown: T[]; fresh: T[] } {
  const now = new Map(items.map((item) => [idOf(item), item]));
  const ids = new Set(known.map(idOf));
  return {
    shown: known.map((item) => now.get(idOf(item)) ?? item),
    fresh: items.filter((item) => !ids.has(idOf(item))),
  };
}

/** The known items without those that are gone: after an own deed nothing is left of it. */
export function without<T>(
  known: readonly T[],
  items: readonly T[],
  idOf: (item: T) => unknown,
): T[] {
  const ids = new Set(items.map(idOf));
  return known.filter((item) => ids.has(idOf(item)));
}
