import type { Choice } from '@samtrot/shared/catalogue/choice-rules.ts';
import type { Prices, TopupPackage } from '@samtrot/shared/catalogue/price-rules.ts';
import type { CatalogueList } from '@samtrot/shared/catalogue/shape-rules.ts';
import type { HoldReasons } from '@samtrot/shared/holds/reason-rules.ts';
import type { RiskWeights } from '@samtrot/shared/moderation/signal-rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

interface ValidVersion {
  id: number;
  list: CatalogueList;
  content: unknown;
}

/** What a transaction has read for one instant: an order asks for its prices several times. */
const readIn = new WeakMap<object, Map<string, Promise<ValidVersion[]>>>();

function validVersions(db: Sql | Database, lists: readonly CatalogueList[], at: Date) {
  if (!db.isTransaction) return readVersions(db, lists, at);
  const read = readIn.get(db) ?? new Map<string, Promise<ValidVersion[]>>();
  readIn.set(db, read);
  const key = [...lists, at.getTime()].join(' ');
  const versions = read.get(key) ?? readVersions(db, lists, at);
  read.set(key, versions);
  return versions;
}

/** The versions of these lists that are valid then. */
async function readVersions(
  db: Sql | Database,
  lists: readonly CatalogueList[],
  at: Date,
): Promise<ValidVersion[]> {
  const { rows } = await sql<ValidVersion>`
    select v.id, v.list, v.content
      from unnest(${[...lists]}::text[]) l, catalogue_version v
     where v.id = catalogue_valid(l, ${at})`.execute(db);
  return rows;
}

/** The contents of these versions. */
export async function contentsOf(db: Sql, ids: readonly number[]): Promise<Map<number, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('catalogue_version')
    .select(['id', 'content'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}

export interface Moment {
  db: Sql | Database;
  now: Date;
}

/** What each list holds. */
export interface Contents {
  forbidden_phrases: { id: number; phrase: string }[];
  packages: Prices['packages'];
  extras: Prices['extras'];
  banner_prices: Prices['banners'];
  club_prices: Prices['clubs'];
  topup_packages: TopupPackage[];
  categories: Choice[];
  offerings: Choice[];
  cantons: Record<string, string>;
  hold_reasons: HoldReasons;
  risk_weights: RiskWeights;
}

/** The valid contents of these lists; each has one since the first start of the product. */
export async function validContents<List extends CatalogueList>(
  { db, now }: Moment,
  lists: readonly List[],
): Promise<Pick<Contents, List>> {
  const valid = await validVersions(db, lists, now);
  const found = Object.fromEntries(valid.map(({ list, content }) => [list, content]));
  const missing = lists.find((list) => !(list in found));
  if (missing) throw new Error(`the catalogue has no valid version of ${missing}`);
  return found as Pick<Contents, List>;
}
