import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Prices, TopupPackage } from '@samtrot/shared/catalogue/price-rules.ts';
import type { CatalogueList } from '@samtrot/shared/catalogue/shape-rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Database, Sql } from '../../platform/db.ts';
import * as store from './store.ts';

interface Moment {
  db: Sql | Database;
  now: Date;
}

/** What each list holds. */
interface Contents {
  forbidden_phrases: { id: number; phrase: string }[];
  packages: Prices['packages'];
  extras: Prices['extras'];
  banner_prices: Prices['banners'];
  club_prices: Prices['clubs'];
  topup_packages: TopupPackage[];
}

/** The valid contents of these lists; each has one since the first start of the product. */
async function validContents<List extends CatalogueList>(
  { db, now }: Moment,
  lists: readonly List[],
): Promise<Pick<Contents, List>> {
  const valid = await store.validVersions(db, lists, now);
  const found = Object.fromEntries(valid.map(({ list, content }) => [list, content]));
  const missing = lists.find((list) => !(list in found));
  if (missing) throw new Error(`the catalogue has no valid version of ${missing}`);
  return found as Pick<Contents, List>;
}

/** What everything costs at this moment, read with each order: valid everywhere at once (BOF-117). */
export async function pricesAt(moment: Moment): Promise<Prices> {
  const { packages, extras, banner_prices, club_prices } = await validContents(moment, [
    'packages',
    'extras',
    'banner_prices',
    'club_prices',
  ]);
  return { packages, extras, banners: banner_prices, clubs: club_prices };
}

/** The packages of credits on sale at this moment, cheapest first. */
export async function topupPackagesAt(moment: Moment): Promise<TopupPackage[]> {
  const { topup_packages } = await validContents(moment, ['topup_packages']);
  return topup_packages.toSorted((one, other) => one.francs - other.francs);
}

/** The phrases that the house forbids at this moment, beside what is always recognised. */
export async function forbiddenPhrasesAt(moment: Moment): Promise<string[]> {
  const { forbidden_phrases } = await validContents(moment, ['forbidden_phrases']);
  return forbidden_phrases.map(({ phrase }) => phrase);
}

/** What a package cost in each of these versions, by id (BOF-113). */
export async function packagePricesOf(
  db: Sql,
  versions: readonly number[],
): Promise<(version: number, id: PackageId) => Credits> {
  const contents = await store.contentsOf(db, [...new Set(versions)]);
  return (version, id) => (contents.get(version) as Contents['packages'])[id];
}
