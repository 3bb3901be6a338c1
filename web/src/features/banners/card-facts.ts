import type { Banner } from '@samtrot/shared/banners/contract.ts';
import {
  BANNER_TYPES,
  type BannerPrices,
  bannerHost,
  bannerPrice,
  monthsLabel,
} from '@samtrot/shared/banners/rules.ts';
import {
  formatCredits,
  formatDateTime,
  formatShare,
  shownWire,
} from '@samtrot/shared/kernel/format.ts';
import { startOf } from '@samtrot/shared/kernel/start.ts';
import { CalendarClock, Hourglass, RotateCcw, Wallet } from 'lucide-react';
import type { Fact } from '../../listing/item-card.tsx';
import { type Runtime, runtimeOf } from '../../listing/runtime.ts';

/** `Leaderboard · 1248 × 244 px` */
export const kindOf = ({ typ }: Pick<Banner, 'typ'>): string =>
  `${BANNER_TYPES[typ].name} · ${BANNER_TYPES[typ].format}`;

export type WebsiteNames = ReadonlyMap<number, string>;

/** Where it leads and the websites it is on. Those that are not offered any more have no name. */
export function placeOf({ url, webseiten }: Banner, names: WebsiteNames): string {
  const known = webseiten.flatMap((id) => names.get(id) ?? []);
  const gone = webseiten.length - known.length;
  const listed = gone === 0 ? known : [...known, `${gone} nicht mehr online`];
  return [bannerHost(url), listed.join(', ')].filter(Boolean).join(' · ') || 'Noch ohne Angaben';
}

/** How far its run is; a draft has none. */
export const bannerRuntime = (
  { status, start_datum, end_datum, ...banner }: Banner,
  now: number,
): Runtime | null =>
  runtimeOf(
    {
      ...banner,
      start: shownWire(start_datum),
      end: shownWire(end_datum),
      over: status === 'abgelaufen',
    },
    now,
  );

/** What else there is to know about a banner: start, months, price, renewal (BAN-07, BAN-09). */
export function factsOf(prices: BannerPrices, banner: Banner, offline: boolean): Fact[] {
  const { status, monate, start_datum, auto_extend } = banner;
  const start =
    status === 'entwurf'
      ? plannedStart(banner)
      : status === 'geplant'
        ? ''
        : shownWire(start_datum);
  const facts: (Fact | false)[] = [
    // The time of what the switch took offline is paused; which ones these are is not known here.
    status === 'ausgeblendet' && !offline && { icon: Hourglass, text: 'Laufzeit läuft weiter' },
    start !== '' && { icon: CalendarClock, text: `Start ${start}` },
    { icon: Hourglass, text: monthsLabel(monate) },
    { icon: Wallet, text: formatCredits(priceOf(prices, banner)) },
    auto_extend &&
      status !== 'abgelaufen' &&
      status !== 'ausgeblendet' && { icon: RotateCcw, text: 'Wird automatisch reaktiviert' },
  ];
  return facts.filter((fact) => fact !== false);
}

/** What the last booking cost; of a draft what its order would. */
const priceOf = (
  prices: BannerPrices,
  { status, banner_credits, typ, monate, webseiten }: Banner,
) =>
  status === 'entwurf'
    ? bannerPrice(prices, { typ, months: monate, websites: webseiten.length }).total
    : banner_credits;

function plannedStart(banner: Banner): string {
  const at = banner.publish_option === 'Planen' ? startOf(banner) : null;
  return at ? formatDateTime(at) : '';
}

export interface Figures {
  views: number;
  clicks: number;
}

export interface WebsiteFigures extends Figures {
  name: string;
}

export const wasOnline = ({ status, zahlen }: Pick<Banner, 'status' | 'zahlen'>): boolean =>
  zahlen.length > 0 || (status !== 'entwurf' && status !== 'geplant');

/**
 * Views and clicks, for all websites and for each it is on; null before it was
 * ever online.
 */
export function figuresOf(
  banner: Banner,
  names: WebsiteNames,
): { sum: Figures; websites: WebsiteFigures[] } | null {
  if (!wasOnline(banner)) return null;
  const { zahlen, webseiten } = banner;
  const websites = new Map(
    webseiten.flatMap((id) => (names.has(id) ? [[nameOf(id, names), NONE]] : [])),
  );
  for (const { website, ...figures } of zahlen) {
    const name = nameOf(website, names);
    websites.set(name, plus(websites.get(name) ?? NONE, figures));
  }
  return {
    sum: [...websites.values()].reduce(plus, NONE),
    websites: [...websites].map(([name, figures]) => ({ name, ...figures })),
  };
}

const NONE: Figures = { views: 0, clicks: 0 };

const plus = (a: Figures, b: Figures): Figures => ({
  views: a.views + b.views,
  clicks: a.clicks + b.clicks,
});

const nameOf = (id: number, names: WebsiteNames): string => names.get(id) ?? 'Nicht mehr online';

/** `2.5 %` of the views were clicked; a dash without views. */
export const rateOf = ({ views, clicks }: Figures): string =>
  views === 0 ? '–' : formatShare(clicks / views);
