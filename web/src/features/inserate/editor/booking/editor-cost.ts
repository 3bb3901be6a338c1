import {
  type AdPrices,
  type Paid,
  type Quote,
  type QuoteItem,
  quote,
  type Wishes,
} from '@samtrot/shared/cart/rules.ts';
import type { InseratContent, PackageChange } from '@samtrot/shared/inserate/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { afterExchange, lackingWithDebt } from '@samtrot/shared/topups/debt.ts';
import { pushesAhead, timesLabel } from './editor-run.ts';

export const REFUND_LABEL = 'Zurück für Pushes';

/** As the card of costs shows it. */
export interface ShownCost {
  items: Pick<QuoteItem, 'label' | 'note' | 'total'>[];
  total: Credits;
  /** Credits that another package refunds at once, as far as the server has computed them. */
  refund: Credits;
  /** Balance after placing (PRI-22); negative when it does not suffice. */
  after: Credits;
  /** Credits that are lacking, 0 when it suffices (EDI-24). */
  missing: Credits;
  /** Part of `missing` that is owed. */
  owed: Credits;
}

export type Cost = Quote & ShownCost;

/**
 * Placing costs nothing and can be undone within ten minutes, so its question can be switched off.
 */
export const placesFree = ({ total, missing, items }: Cost, booked: boolean): boolean =>
  !booked && total === 0 && missing === 0 && items.length > 0;

/** What the ad in the editor costs now; `paid` is what is paid for already (`paidFor`). */
export function costOf(
  prices: AdPrices,
  form: InseratContent,
  images: number,
  paid: Paid | null,
  { credits, owed }: { credits: Credits; owed: Credits },
  now: Date = new Date(),
): Cost {
  const price = quote(prices, wishesOf(form, images, now), paid);
  const after = credits - price.total;
  const items = price.items.map((item) => explained(item, form));
  return {
    ...price,
    items,
    refund: 0,
    after,
    missing: lackingWithDebt(Math.max(0, -after), owed),
    owed,
  };
}

/**
 * The server's quote for another package: the costs beside its question are those of the
 * question.
 */
export function costOfChange(
  change: PackageChange & { credits: Credits },
  debt: Credits,
): ShownCost {
  const { items, total, refund, credits: balance } = change;
  const { after, missing, owed } = afterExchange({ balance, owed: debt }, { refund, total });
  return { items, total, refund, after, missing, owed };
}

/** A daily push is paid once for the whole run, at whatever length (PRI-15). */
function explained(item: QuoteItem, form: InseratContent): QuoteItem {
  if (item.key !== 'dailyPush') return item;
  const paid = form.push_times.length - item.quantity;
  const rest = paid > 0 ? `, ${paid} bezahlt` : '';
  return { ...item, note: `${timesLabel(form.push_times)}, ganze Laufzeit${rest}` };
}

const wishesOf = (form: InseratContent, images: number, now: Date): Wishes => ({
  package: form.inserat_typ,
  regions: form.cantons.length,
  categories: form.categories.length,
  images,
  dailyPushes: form.push_times.length,
  datedPushes: pushesAhead(form, now),
  planned: form.publish_option === 'Planen',
  topAd: form.top_ad_enabled,
  colour: form.color_enabled,
  story: form.story_posted,
});
