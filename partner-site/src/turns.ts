import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';

/**
 * The TopAds in the order of this hour; the first is the panel. Each is the first equally often, as
 * long as they are the same ones.
 */
export function inTurn<T extends { id: string }>(topAds: readonly T[], now: Date): T[] {
  const inOrder = topAds.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const first = Math.floor(now.getTime() / HOUR_MS) % Math.max(1, inOrder.length);
  return [...inOrder.slice(first), ...inOrder.slice(0, first)];
}

/** The first 24 hours since it was first online. */
export const isNew = ({ published_at }: { published_at: string }, now: Date): boolean =>
  now.getTime() - Date.parse(published_at) < DAY_MS;
