import type { DeliveredAd } from './types.gen.ts';

/** Whether it may still be shown: never after its end, also when nothing was heard. */
export const isShown = ({ end_at }: { end_at: string | null }, now = new Date()): boolean =>
  end_at === null || Date.parse(end_at) > now.getTime();

/**
 * The ads that may be shown now, TopAds first, then the latest lifted; extras that ended are off.
 */
export function shownAds(ads: Iterable<DeliveredAd>, now = new Date()): DeliveredAd[] {
  const runs = (until: string | null | undefined) =>
    until != null && Date.parse(until) > now.getTime();
  return [...ads]
    .filter((ad) => isShown(ad, now))
    .map((ad) => ({
      ...ad,
      topad: ad.topad && runs(ad.topad_until),
      story: runs(ad.story?.until) ? ad.story : null,
    }))
    .sort(
      (a, b) =>
        Number(b.topad) - Number(a.topad) || Date.parse(b.lifted_at) - Date.parse(a.lifted_at),
    );
}
