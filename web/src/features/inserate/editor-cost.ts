import { type Quote, quote, type Wishes } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { EditorForm } from './editor-form.ts';

export interface Cost extends Quote {
  /** Balance after placing (PRI-22); negative when it does not suffice. */
  after: Credits;
  /** Credits that are lacking, 0 when it suffices (EDI-24). */
  missing: Credits;
}

/** What the ad in the editor costs now; `paid` is what its running booking has paid for. */
export function costOf(form: EditorForm, images: number, paid: Inserat['paid'], credits: Credits): Cost {
  const price = quote(wishesOf(form, images), paid);
  const after = credits - price.total;
  return { ...price, after, missing: Math.max(0, -after) };
}

const wishesOf = (form: EditorForm, images: number): Wishes => ({
  package: form.package,
  regions: form.cantons.length,
  categories: form.categories.length,
  images,
  dailyPushes: form.pushTimes.length,
  datedPushes: form.datedPushes.length,
  planned: form.publish === 'Planen',
  topAd: form.topAd,
  colour: form.colour,
  story: form.story,
});
