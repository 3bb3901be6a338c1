import type { AdPrices } from '../cart/rules.ts';
import { formatDayTime } from '../kernel/format.ts';
import type { Credits } from '../kernel/money.ts';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/** TopAd and story: shown for so many hours (decisions, section 5). */
export const PROMOTED_HOURS = 24;
export const PROMOTIONS = {
  topAd: { name: 'TopAd', a: '', The: '' },
  story: { name: 'Story', a: 'eine ', The: 'Die ' },
} as const;
export type PromotionKind = keyof typeof PROMOTIONS;

interface Asked {
  /** When it would begin: at the end of the one that runs, else now or with the planned start. */
  from: Date;
  /** The end of the ad. */
  end: Date;
  /** The ad is renewed at its end, or can be. */
  renews: boolean;
  renewable: boolean;
}

/** What can be bought: how long it runs, what it costs, and until when. */
export interface PromotionOffer {
  /** 24, the hours that are left of the ad, or 0: too little is left. */
  hours: number;
  price: Credits;
  until: Date;
  /**
   * The other way where less than 24 hours are left: whole, with the automatic renewal switched on.
   */
  renewing: { price: Credits; until: Date } | null;
}

/** EXP-60, EXP-61: whole, the whole hours that are left of the ad, or not at all. */
export function promotionOffer(
  extras: AdPrices['extras'],
  kind: PromotionKind,
  { from, end, renews, renewable }: Asked,
): PromotionOffer {
  const price = extras[kind];
  const whole = { price, until: new Date(from.getTime() + DAY_MS) };
  const hours = promotedHours({ from, end, renews });
  if (hours === PROMOTED_HOURS) return { hours, ...whole, renewing: null };
  const until = hours > 0 ? end : from;
  return {
    hours,
    price: partPrice(price, hours),
    until,
    renewing: hours > 0 && renewable ? whole : null,
  };
}

/** 24, the whole hours that are left of the ad, or 0 (EXP-60, EXP-61). */
export function promotedHours({ from, end, renews }: Omit<Asked, 'renewable'>): number {
  const left = end.getTime() - from.getTime();
  if (left >= DAY_MS || (renews && left >= HOUR_MS)) return PROMOTED_HOURS;
  return Math.max(0, Math.floor(left / HOUR_MS));
}

/** What some hours of what lasts `of` hours cost. */
export const partPrice = (price: Credits, hours: number, of = PROMOTED_HOURS): Credits =>
  Math.ceil((price * hours) / of);

/** `8 Stunden`, `1 Stunde` */
export const formatHours = (hours: number): string =>
  hours === 1 ? '1 Stunde' : `${hours} Stunden`;

/** The row of the account book for what comes back (EXP-62). */
export const unrunText = (kind: PromotionKind, hours: number): string =>
  `Nicht gelaufen: ${formatHours(hours)} ${PROMOTIONS[kind].name}`;

/** Why none more can be bought; `running` is until when one runs already. */
export function noRoomText(kind: PromotionKind, running: Date | null): string {
  const { name, a, The } = PROMOTIONS[kind];
  if (!running) return `Die Laufzeit reicht nicht mehr für ${a}${name}.`;
  return `${The}${name} läuft schon bis ${formatDayTime(running)}. Mehr passt nicht in die Laufzeit.`;
}
