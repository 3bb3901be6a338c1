import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { Icon } from './icons.tsx';

/** Remembers the ad on this device; shown where the script of the website runs. */
export function SaveButton({ ad }: { ad: Pick<DeliveredAd, 'id' | 'name' | 'titel'> }) {
  return (
    <button
      type="button"
      className="fav"
      data-save={ad.id}
      aria-pressed="false"
      aria-label={`${ad.name} merken: ${ad.titel}`}
      title="Merken"
    >
      <Icon name="bookmark" />
    </button>
  );
}
