/** Items as somebody has just put them, while these are still exactly the same ones. */
export function inOrder<T>(
  items: readonly T[],
  keyOf: (item: T) => number,
  order: readonly number[] | null,
): readonly T[] {
  if (!order || order.length !== items.length) return items;
  const known = new Map(items.map((item) => [keyOf(item), item]));
  const ordered = order.flatMap((key) => known.get(key) ?? []);
  return ordered.length === items.length ? ordered : items;
}
