interface Distinct<T> {
  item: T;
  /** How many before it are the same. */
  nth: number;
  key: string;
}

/** Each item with a key of its own, also where the same one stands twice, such as one picture. */
export function distinct<T>(
  items: readonly T[],
  idOf: (item: T) => string = String,
): Distinct<T>[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const id = idOf(item);
    const nth = counts.get(id) ?? 0;
    counts.set(id, nth + 1);
    return { item, nth, key: `${id} ${nth}` };
  });
}
