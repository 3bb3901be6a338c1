import type { AdSort } from '@samtrot/shared/delivery/contract.ts';
import type { LanguageCode } from '@samtrot/shared/inserate/languages.ts';
import { ZONE } from '@samtrot/shared/kernel/time.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { NO_POLICY, type Policy } from '@samtrot/shared/partners/policy-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../../platform/db.ts';
import { matches, type SearchWord } from './words.ts';

export interface Filter {
  canton?: string;
  category?: number;
  /** A language that is spoken. */
  sprache?: LanguageCode;
  /** Word prefixes that must all match. */
  words?: SearchWord[];
  /** Public ids. */
  ids?: string[];
  topad?: 'only' | 'none';
  /** Last lift first unless it says otherwise. */
  sort?: AdSort;
  /** What the website does not want. */
  policy?: Policy;
}

/** A published ad as a page needs it; what is shown of it is kept by its version. */
export interface AdRow {
  id: number;
  public_id: string;
  /** The transaction that changed what is delivered of it; null where none is on record. */
  version: number | null;
  /** What it is ordered by, for the cursor; an instant with microseconds. */
  place_key: string;
  is_topad: boolean;
  /** When time alone changes it next, in milliseconds. */
  until_ms: number;
  changed_ms: number;
}

interface Place {
  /** As `place_key`. */
  lifted: string;
  id: number;
}

/** After an ad of a section, in it or in the next one. */
type PageQuery = Omit<ListQuery, 'selectivity' | 'after'> & {
  after: (Place & { section: 'top' | 'rest' }) | undefined;
};

interface ListQuery {
  filter: Filter;
  now: Date;
  /** Divides TopAds from the others for all pages of one read. */
  at: Date;
  after?: Place;
  limit: number;
  /** Known selectivity of the filter's words (`selectivityOf` in spelling.ts); 0 without words. */
  selectivity: number;
}

/** By name, here and below: a statement with `*` is not prepared. */
const TIMES = sql.raw(
  'i.id, i.public_id, i.lifted_at, i.end_at, i.topad_until, i.story_until, i.changed_at',
);
const LIFTED = sql`i.lifted_at`;
const msOf = (time: RawBuilder<unknown>) => sql`floor(extract(epoch from ${time}) * 1000)::bigint`;

/** The columns of `AdRow`, at the end of a query: no row is looked up that no page shows. */
export const columns = (now: Date, at = now, place: RawBuilder<unknown> = LIFTED) =>
  sql`i.id, i.public_id, ${place}::text as place_key, coalesce(i.topad_until > ${at}, false) as is_topad,
    (select changed_tx from delivery_change where inserat_id = i.id) as version,
    ${msOf(sql`i.changed_at`)} as changed_ms,
    ${msOf(sql`least(i.end_at, case when i.topad_until > ${now} then i.topad_until end,
      case when i.story_until > ${now} then i.story_until end)`)} as until_ms`;

/** Decided on read: an expired ad is excluded even while the scheduler stands still. */
export const published = (now: Date) =>
  sql<boolean>`(i.status = 'aktiv' and i.held_at is null and i.start_at <= ${now} and i.end_at > ${now})`;

/**
 * All transactions below it have ended, so later commits are at or above it. Capped by the last
 * stored change, because a crash may reuse unwritten transaction ids.
 */
export const LOW_WATERMARK = sql<number>`least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
  coalesce((select max(changed_tx) from delivery_change), 0) + 1)`;

const and = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

export function within({ canton, category, ...rest }: Filter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [narrowed(rest)];
  if (canton !== undefined) parts.push(sql`i.cantons @> array[${canton}]::text[]`);
  if (category !== undefined) parts.push(sql`i.categories @> array[${category}]::integer[]`);
  return and(parts);
}

/** Whether a website with this policy shows the ad. */
export function wanted(policy: Policy | undefined): RawBuilder<unknown> {
  const { categories, cantons, inserate } = policy ?? NO_POLICY;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (categories.length > 0) parts.push(sql`not (i.categories && ${[...categories]}::integer[])`);
  if (cantons.length > 0) parts.push(sql`not (i.cantons <@ ${[...cantons]}::text[])`);
  if (inserate.length > 0) parts.push(sql`i.id <> all(${[...inserate]}::bigint[])`);
  return and(parts);
}

function narrowed({ words, sprache, policy }: Filter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [wanted(policy)];
  if (words) parts.push(matches(words));
  if (sprache !== undefined) parts.push(sql`i.sprachen @> array[${sprache}]::text[]`);
  return and(parts);
}

/** Words, canton and category in one index condition, on the index of TopAds or of all ads. */
const matchesIndexed = ({ filter: { canton, category, words = [] }, prefix }: SectionQuery) =>
  sql`${matches(words, [...(canton ? [canton] : []), ...(category ? [`K${category}`] : [])])}
    ${prefix === '' ? sql`` : sql`and i.topad_until is not null`}`;

/** The condition covered by an index: that of the words, or without words that of languages. */
const hits = (query: SectionQuery) =>
  query.filter.words
    ? sql`${matchesIndexed(query)} and ${narrowed({ ...query.filter, words: undefined })}`
    : sql`${within(query.filter)} ${query.prefix === '' ? sql`` : sql`and i.topad_until is not null`}`;

const place = (after: Place) => sql`(${after.lifted}::timestamptz, ${after.id}::bigint)`;

/** TopAds of the filter, last lifted first unless `sort` says otherwise. */
export const topAds = (db: Database, query: ListQuery): Promise<AdRow[]> =>
  section(db, { ...query, ...TOP });

/** The other ads of the filter, in the same order. */
export const otherAds = (db: Database, query: ListQuery): Promise<AdRow[]> =>
  section(db, { ...query, ...REST });

const section = (db: Database, query: NarrowQuery): Promise<AdRow[]> => {
  const { sort = 'lifted', ids } = query.filter;
  return sort === 'lifted' && !ids ? listPage(db, query) : sortedPage(db, query, SORTS[sort]);
};

interface Sort {
  column: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  /** Descending? */
  latestFirst: boolean;
}
const SORTS: Record<AdSort, Sort> = {
  lifted: { column: sql`i.lifted_at`, type: sql`timestamptz`, latestFirst: true },
  updated: { column: sql`i.changed_at`, type: sql`timestamptz`, latestFirst: true },
  // As the search folds letters: the same order in every locale of the database.
  name: {
    column: sql`delivery_fold(i.name) collate "C"`,
    type: sql`text`,
    latestFirst: false,
  },
};

/** A page in an order no index holds: a push must not change an index of the ad itself. */
async function sortedPage(
  db: Database,
  { filter, now, at, after, limit, isInSection }: SectionQuery,
  { column, type, latestFirst }: Sort,
): Promise<AdRow[]> {
  const { ids } = filter;
  const parts = [published(now), isInSection(at), within(filter)];
  if (ids) parts.push(sql`i.public_id = any(${ids}::uuid[])`);
  const [beyond, order] = latestFirst ? [sql`<`, sql`desc`] : [sql`>`, sql``];
  if (after)
    parts.push(sql`(${column}, i.id) ${beyond} (${after.lifted}::${type}, ${after.id}::bigint)`);
  const { rows } = await sql<AdRow>`
    with page as materialized (
      select i.id, ${column} as place from inserat i where ${and(parts)}
       order by ${column} ${order}, i.id ${order} limit ${limit})
    select ${columns(now, at, sql`page.place`)} from page join inserat i using (id)
     order by page.place ${order}, page.id ${order}`.execute(db);
  return rows;
}

/** The ads of a canton or category by their list: nothing else finds them without reading all. */
const counted = ({ canton, category, words }: Filter) =>
  words !== undefined || (canton === undefined && category === undefined)
    ? sql`inserat i`
    : sql`delivery_entry e join inserat i
            on i.id = e.inserat_id and e.term = ${`${canton ?? ''}${category ?? ''}`}`;

/** How many ads the filter leaves, and when time alone changes that at the latest. */
export async function countAds(
  db: Database | Sql,
  filter: Filter,
  now: Date,
): Promise<{ total: number; new_today: number; changes_at: Date }> {
  const midnight = (
    days: number,
  ) => sql`((date_trunc('day', ${now}::timestamptz at time zone ${ZONE})
    + ${days} * interval '1 day') at time zone ${ZONE})`;
  const { rows } = await sql<{ total: number; new_today: number; changes_at: Date }>`
    select count(*)::int as total,
           (count(*) filter (where i.published_at >= ${midnight(0)}))::int as new_today,
           least(min(i.end_at), ${midnight(1)}) as changes_at
      from ${counted(filter)} where ${published(now)} and ${within(filter)}`.execute(db);
  return rows[0]!;
}

interface SectionQuery extends Omit<ListQuery, 'selectivity'> {
  /** Prefix of the section's terms in `delivery_entry`. */
  prefix: '*' | '';
  isInSection(at: Date): RawBuilder<unknown>;
  /**
   * Entries read in list order if the selectivity promises a full page; costs about as much as an
   * index query for a rare word.
   */
  scanSize: number;
  /** Entries sampled to estimate an unknown selectivity. */
  sampleSize: number;
}

type NarrowQuery = SectionQuery & Pick<ListQuery, 'selectivity'>;

// The index of TopAds is small, so an index query for a frequent word costs little.
const TOP = {
  prefix: '*',
  isInSection: (at: Date) => sql`i.topad_until > ${at}`,
  scanSize: 150,
  sampleSize: 0,
} as const;
const REST = {
  prefix: '',
  isInSection: (at: Date) => sql`(i.topad_until is null or i.topad_until <= ${at})`,
  scanSize: 3_000,
  sampleSize: 100,
} as const;

/** Whether `plainPage` reads these ads. */
export const isPlain = ({ words, sprache, ids, sort = 'lifted' }: Filter): boolean =>
  words === undefined && sprache === undefined && ids === undefined && sort === 'lifted';

/**
 * A page of TopAds and then the others from two ranges of `delivery_entry`, whatever the filter and
 * the number of ads, with the low watermark of the same snapshot: one statement.
 */
export async function plainPage(
  db: Database,
  query: PageQuery,
): Promise<{ rows: AdRow[]; watermark: number }> {
  const { filter, now, at, after, limit } = query;
  const ranges = [
    filter.topad === 'none' || after?.section === 'rest' ? [] : [{ ...query, ...TOP }],
    filter.topad === 'only'
      ? []
      : [{ ...query, ...REST, after: after?.section === 'rest' ? after : undefined }],
  ].flat();
  // Written into the text: with a limit it does not know the planner would plan for whole lists.
  const first = sql.raw(`limit ${Math.trunc(limit)}`);
  const parts = ranges.map(
    (
      range,
      section,
    ) => sql`select ${sql.raw(String(section))} as section, i.place_at, i.place_id, ${TIMES}
      from (${ordered(range, entries(range))} ${first}) i`,
  );
  const { rows } = await sql<AdRow & { watermark: number; id: number | null }>`
    select w.watermark, p.id, p.public_id, p.place_key, p.is_topad, p.version, p.changed_ms, p.until_ms
      from (select ${LOW_WATERMARK} as watermark) w left join (
      select i.section, extract(epoch from i.place_at) as place_at, ${columns(now, at)}
        from (${sql.join(parts, sql` union all `)}) i
       order by i.section, i.place_at desc, i.place_id desc ${first}) p on true
     order by p.section, p.place_at desc, p.id desc`.execute(db);
  return { rows: rows.filter(({ id }) => id !== null), watermark: rows[0]!.watermark };
}

/** A page of a filter that no list holds. */
async function listPage(db: Database, query: NarrowQuery): Promise<AdRow[]> {
  // A frequent word is found by scanning the list; a rare one by the index, with few hits to sort.
  // The index is used only if neither dictionary nor sample says frequent.
  const fillsPage = (selectivity: number) => selectivity * query.scanSize >= query.limit;
  let { selectivity } = query;
  if (!fillsPage(selectivity) && query.sampleSize > 0) {
    const { rows, complete } = await scanList(db, query, query.sampleSize);
    if (complete) return rows;
    selectivity = rows.length / query.sampleSize;
  }
  if (!fillsPage(selectivity)) return queryIndex(db, query);
  const { rows, complete } = await scanList(db, query, query.scanSize);
  return complete ? rows : queryIndex(db, query);
}

/** Matches within `size` list entries; `complete` if they fill the page or the list ends. */
async function scanList(
  db: Database,
  query: SectionQuery,
  size: number,
): Promise<{ rows: AdRow[]; complete: boolean }> {
  // One statement is one snapshot, so concurrent changes cannot fake the end of the list.
  const { rows } = await sql<AdRow & { beyond: boolean | null }>`
    select ${columns(query.now, query.at)}, case when count(i.id) over () < ${query.limit} then exists (${entries(query)} offset ${size} limit 1) end as beyond
      from (select) one left join (
        select i.place_at, i.place_id, ${TIMES} from (${ordered(query, sql`${entries(query)} limit ${size}`, FILTERED)}) i
         where ${narrowed(query.filter)}
         order by i.place_at desc, i.place_id desc limit ${query.limit}) i on true
     order by i.place_at desc, i.place_id desc`.execute(db);
  return { rows: rows.filter(({ id }) => id !== null), complete: !rows[0]!.beyond };
}

const entries = ({ filter, after, prefix }: SectionQuery) => sql`
  select lifted_at as place_at, inserat_id as place_id from delivery_entry
  where term = ${`${prefix}${filter.canton ?? ''}${filter.category ?? ''}`}
    ${after ? sql`and (lifted_at, inserat_id) < ${place(after)}` : sql``}
  order by lifted_at desc, inserat_id desc`;

/** What the narrowing filters are about. */
const FILTERED = sql.raw(', i.search, i.sprachen, i.cantons, i.categories');

function ordered(
  query: SectionQuery,
  list: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<AdRow> {
  // The lateral join with its own limit preserves index order; no plan may sort all ads.
  return sql`
    select e.place_at, e.place_id, ${TIMES}${more} from (${list}) e
    cross join lateral (
      select ${TIMES}${more} from inserat i
      where i.id = e.place_id and ${published(query.now)} and ${wanted(query.filter.policy)}
        and ${query.isInSection(query.at)} limit 1) i
    order by e.place_at desc, e.place_id desc`;
}

async function queryIndex(db: Database, query: SectionQuery): Promise<AdRow[]> {
  const { now, at, after, limit, isInSection } = query;
  const parts = [published(now), isInSection(at)];
  if (after) parts.push(sql`(i.lifted_at, i.id) < ${place(after)}`);
  // The text condition first: any other index would read all TopAds.
  const { rows } = await sql<AdRow>`
    with hits as materialized (
      select i.id, i.status, i.held_at, i.start_at, i.end_at, i.lifted_at, i.topad_until
        from inserat i
       where i.status = 'aktiv' and ${hits(query)}),
      page as (select i.id from hits i where ${and(parts)} order by i.lifted_at desc, i.id desc limit ${limit})
    select ${columns(now, at)} from page join inserat i using (id)
     order by i.lifted_at desc, i.id desc`.execute(db);
  return rows;
}

/** Ads with a running story, the longest first. */
export async function stories(
  db: Database,
  {
    canton,
    policy,
    now,
    after,
    limit,
  }: Pick<Filter, 'canton' | 'policy'> & {
    now: Date;
    after?: { until: string; id: number };
    limit: number;
  },
): Promise<(AdRow & { until_key: string })[]> {
  const { rows } = await sql<AdRow & { until_key: string }>`
    select ${columns(now)}, i.story_until::text as until_key from inserat i
    where i.story_until > ${now} and ${published(now)} and ${within({ canton, policy })}
      ${after ? sql`and (i.story_until, i.id) < (${after.until}::timestamptz, ${after.id}::bigint)` : sql``}
    order by i.story_until desc, i.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findPublished(
  db: Database,
  publicId: string,
  now: Date,
  policy?: Policy,
): Promise<AdRow | undefined> {
  const { rows } = await sql<AdRow>`
    select ${columns(now)} from inserat i
     where i.public_id = ${publicId} and ${published(now)} and ${wanted(policy)}`.execute(db);
  return rows[0];
}

/** Some ad that is shown now, by its public id. */
export async function firstAd(db: Database | Sql, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ public_id: string }>`
    select public_id from inserat i where ${published(now)} limit 1`.execute(db);
  return rows[0]?.public_id;
}

/** Which of these categories or offerings some ad has that is shown now. */
export async function stillOnline(
  db: Database,
  of: 'categories' | 'offerings',
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select chosen as id from unnest(${[...ids]}::integer[]) as chosen
     where exists (select from inserat i
                    where ${published(now)} and i.${sql.ref(of)} @> array[chosen])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Where an ad stands or stood that was once online. */
export async function findPlaces(
  db: Database,
  publicId: string,
): Promise<{ id: number; cantons: string[]; categories: number[] } | undefined> {
  return db
    .selectFrom('inserat')
    .select(['id', 'cantons', 'categories'])
    .where('public_id', '=', publicId)
    .where('published_at', 'is not', null)
    .executeTakeFirst();
}

/** The id of this ad in any state. */
export async function findIdInAnyState(
  db: Database,
  publicId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('inserat')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row?.id;
}

/** Pictures and videos above these ratings, of the ads that a website with this policy shows. */
export async function countMediaAbove(
  db: Sql,
  { policy, ratings }: { policy: Policy; ratings: readonly Rating[] },
  now: Date,
): Promise<number> {
  const above = sql`m.inserat_id = i.id and m.seen_by in ('all', 'visitors')
    and m.rating <> all(${[...ratings]}::text[])`;
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum((select count(*) from image m where ${above})
      + (select count(*) from video m where ${above} and m.status = 'bereit')), 0)::int as n
      from inserat i where ${published(now)} and ${wanted(policy)}`.execute(db);
  return rows[0]!.n;
}
