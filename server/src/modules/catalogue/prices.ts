import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Prices, TopupPackage } from '@samtrot/shared/catalogue/price-rules.ts';
import type { HoldReasons } from '@samtrot/shared/holds/reason-rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { RiskWeights } from '@samtrot/shared/moderation/signal-rules.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

/**
 * What everything costs at this moment, read with each order: valid everywhere at once (BOF-117).
 */
export async function pricesAt(moment: store.Moment): Promise<Prices> {
  const { packages, extras, banner_prices, club_prices } = await store.validContents(moment, [
    'packages',
    'extras',
    'banner_prices',
    'club_prices',
  ]);
  return { packages, extras, banners: banner_prices, clubs: club_prices };
}

/** The packages of credits on sale at this moment, cheapest first. */
export async function topupPackagesAt(moment: store.Moment): Promise<TopupPackage[]> {
  const { topup_packages } = await store.validContents(moment, ['topup_packages']);
  return topup_packages.toSorted((one, other) => one.francs - other.francs);
}

/** The phrases that the house forbids at this moment, beside what is always recognised. */
export async function forbiddenPhrasesAt(moment: store.Moment): Promise<string[]> {
  const { forbidden_phrases } = await store.validContents(moment, ['forbidden_phrases']);
  return forbidden_phrases.map(({ phrase }) => phrase);
}

/** Points of each signal at this moment. */
export async function riskWeightsAt(moment: store.Moment): Promise<RiskWeights> {
  const { risk_weights } = await store.validContents(moment, ['risk_weights']);
  return risk_weights;
}

/** Why something is taken off the websites, as the house says it at this moment. */
export async function holdReasonsAt(moment: store.Moment): Promise<HoldReasons> {
  const { hold_reasons } = await store.validContents(moment, ['hold_reasons']);
  return hold_reasons;
}

/** What a package cost in each of these versions, by id (BOF-113). */
export async function packagePricesOf(
  db: Sql,
  versions: readonly number[],
): Promise<(version: number, id: PackageId) => Credits> {
  const contents = await store.contentsOf(db, [...new Set(versions)]);
  return (version, id) => (contents.get(version) as store.Contents['packages'])[id];
}
