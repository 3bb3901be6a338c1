import { type InseratContent, SHOWN_CONTENT } from '@samtrot/shared/inserate/contract.ts';
import type { LanguageCode } from '@samtrot/shared/inserate/languages.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';

export interface Filter {
  canton?: string;
  category?: number;
  /** A language that is spoken. */
  sprache?: LanguageCode;
  /** Beginnings of words that all must stand in the ad. */
  words?: string[];
}

export type AdRow = Pick<InseratContent, (typeof SHOWN_CONTENT)[number]> & {
  id: number;
  public_id: string;
  colour: boolean;
  lifted_at: Date;
  /** `lifted_at` with its microseconds, for the place in the list. */
  lifted_key: string;
  end_at: Date;
  topad_until: Date | null;
  story_until: Date | null;
  changed_at: Date;
};

interface Place {
  lifted: string;
  id: number;
}

interface ListQuery {
  filter: Filter;
  now: Date;
  /** The instant that divides TopAds from the rest for the whole walk through the pages. */
  at: Date;
  after?: Place;
  limit: number;
  /** How large a part of the ads has the words of the filter, as far as it is known (`shareOf` in words.ts); 0 without words. */
  share: number;
}

export const COLUMNS = sql.raw(`i.id, i.public_id, ${SHOWN_CONTENT.map((name) => `i.${name}`).join(', ')},
  i.colour, i.lifted_at, i.lifted_at::text as lifted_key, i.end_at, i.topad_until, i.story_until, i.changed_at`);

/** What may be shown, decided when it is read: an ad whose time is over stays away also while the background clock stands still. */
export const published = (now: Date) =>
  sql<boolean>`(i.status = 'aktiv' and i.start_at <= ${now} and i.end_at > ${now})`;

const and = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

export function within({ canton, category, ...rest }: Filter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [narrowed(rest)];
  if (canton !== undefined) parts.push(sql`i.cantons @> array[${canton}]::text[]`);
  if (category !== undefined) parts.push(sql`i.categories @> array[${category}]::integer[]`);
  return and(parts);
}

/** What no list in `delivery_entry` is made of: it is looked for in the ads. */
const isNarrow = ({ words, sprache }: Filter): boolean => words !== undefined || sprache !== undefined;

function narrowed({ words, sprache }: Filter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (words) parts.push(found(words));
  if (sprache !== undefined) parts.push(sql`i.sprachen @> array[${sprache}]::text[]`);
  return and(parts);
}

// The words hold letters and digits only (shared/delivery/rules.ts), so they need no quoting. Each is cut to its stem by the database.
const question = (words: string[]) =>
  sql`to_tsquery('delivery_query', ${words.map((word) => `${word}:*`).join(' & ')})`;
const found = (words: string[]) => sql`i.search @@ ${question(words)}`;

/** Words, canton and category in one question to an index: that of TopAds, or of all ads. */
const foundWithin = ({ filter: { canton, category, words = [] }, prefix }: SectionQuery) =>
  sql`i.search @@ (${question(words)}
    ${canton === undefined ? sql`` : sql`&& ${`'${canton}'`}::tsquery`}
    ${category === undefined ? sql`` : sql`&& ${`'K${category}'`}::tsquery`})
    ${prefix === '' ? sql`` : sql`and i.topad_until is not null`}`;

/** Without words the index of languages finds them. */
const hits = (query: SectionQuery) =>
  query.filter.words
    ? sql`${foundWithin(query)} and ${narrowed({ ...query.filter, words: undefined })}`
    : sql`${within(query.filter)} ${query.prefix === '' ? sql`` : sql`and i.topad_until is not null`}`;

const place = (after: Place) => sql`(${after.lifted}::timestamptz, ${after.id}::bigint)`;

/** TopAds of the filter, newest lift first. */
export const topAds = (db: Database, query: ListQuery): Promise<AdRow[]> => inOrder(db, { ...query, ...TOP });

/** The other ads of the filter, newest lift first. */
export const otherAds = (db: Database, query: ListQuery): Promise<AdRow[]> => inOrder(db, { ...query, ...REST });

interface SectionQuery extends ListQuery {
  /** Begins the terms of the section's lists in `delivery_entry`. */
  prefix: '*' | '';
  belongs(at: Date): RawBuilder<unknown>;
  /** So many entries of the list are read in order where that promises a whole page: it costs about as much as a rarer word in the index. */
  walk: number;
  /** So many are read where the words are not known to be frequent, to see whether they are. */
  probe: number;
}

// The index of TopAds is small, so that asking it for a frequent word by mistake costs little.
const TOP = { prefix: '*', belongs: (at: Date) => sql`i.topad_until > ${at}`, walk: 150, probe: 0 } as const;
const REST = {
  prefix: '',
  belongs: (at: Date) => sql`(i.topad_until is null or i.topad_until <= ${at})`,
  walk: 3_000,
  probe: 100,
} as const;

/** A range of `delivery_entry`, whatever the filter and however many ads there are. */
async function inOrder(db: Database, query: SectionQuery): Promise<AdRow[]> {
  if (!isNarrow(query.filter)) {
    const { rows } = await sql<AdRow>`${ordered(query, entries(query))} limit ${query.limit}`.execute(db);
    return rows;
  }
  // A frequent word is soon found by reading on in the list; a rarer one has few hits in the index to sort. The index is asked only
  // where neither the known words nor the list itself say frequent: its hits of a frequent word are nearly all ads.
  const fillsPage = (share: number) => share * query.walk >= query.limit;
  let { share } = query;
  if (!fillsPage(share) && query.probe > 0) {
    const { rows, whole } = await walked(db, query, query.probe);
    if (whole) return rows;
    share = rows.length / query.probe;
  }
  if (!fillsPage(share)) return indexed(db, query);
  const { rows, whole } = await walked(db, query, query.walk);
  return whole ? rows : indexed(db, query);
}

/** What so many entries of the list hold; `whole` when that fills the page or is all there is. */
async function walked(db: Database, query: SectionQuery, walk: number): Promise<{ rows: AdRow[]; whole: boolean }> {
  // One statement sees one list: whatever comes or goes meanwhile, the end of the walk is no end of the list. It is looked for last.
  const { rows } = await sql<AdRow & { beyond: boolean | null }>`
    select i.*, case when count(i.id) over () < ${query.limit} then exists (${entries(query)} offset ${walk} limit 1) end as beyond
      from (select) one left join (
        select i.* from (${ordered(query, sql`${entries(query)} limit ${walk}`)}) i
         where ${narrowed(query.filter)} order by i.place_at desc, i.place_id desc limit ${query.limit}) i on true
     order by i.place_at desc, i.place_id desc`.execute(db);
  return { rows: rows.filter(({ id }) => id !== null), whole: !rows[0]!.beyond };
}

const entries = ({ filter, after, prefix }: SectionQuery) => sql`
  select lifted_at as place_at, inserat_id as place_id from delivery_entry
  where term = ${`${prefix}${filter.canton ?? ''}${filter.category ?? ''}`}
    ${after ? sql`and (lifted_at, inserat_id) < ${place(after)}` : sql``}
  order by lifted_at desc, inserat_id desc`;

function ordered(query: SectionQuery, list: RawBuilder<unknown>): RawBuilder<AdRow> {
  // The lateral join with its own limit keeps the order of the index: no plan may gather all ads and sort them.
  return sql`
    select e.*, i.* from (${list}) e
    cross join lateral (
      select ${COLUMNS}, i.search from inserat i
      where i.id = e.place_id and ${published(query.now)}
        and ${query.belongs(query.at)} limit 1) i
    order by e.place_at desc, e.place_id desc`;
}

async function indexed(db: Database, query: SectionQuery): Promise<AdRow[]> {
  const { now, at, after, limit, belongs } = query;
  const parts = [published(now), belongs(at)];
  if (after) parts.push(sql`(i.lifted_at, i.id) < ${place(after)}`);
  // The words first: by any other index a plan would read all TopAds to find none.
  const { rows } = await sql<AdRow>`
    with hits as materialized (
      select i.id, i.status, i.start_at, i.end_at, i.lifted_at, i.topad_until from inserat i
       where i.status = 'aktiv' and ${hits(query)}),
      page as (select i.id from hits i where ${and(parts)} order by i.lifted_at desc, i.id desc limit ${limit})
    select ${COLUMNS} from page join inserat i using (id) order by i.lifted_at desc, i.id desc`.execute(db);
  return rows;
}

/** Ads with a running story, the one that runs longest first. */
export async function stories(
  db: Database,
  { canton, now, after, limit }: { canton?: string; now: Date; after?: { until: string; id: number }; limit: number },
): Promise<(AdRow & { until_key: string })[]> {
  const { rows } = await sql<AdRow & { until_key: string }>`
    select ${COLUMNS}, i.story_until::text as until_key from inserat i
    where i.story_until > ${now} and ${published(now)} and ${within({ canton })}
      ${after ? sql`and (i.story_until, i.id) < (${after.until}::timestamptz, ${after.id}::bigint)` : sql``}
    order by i.story_until desc, i.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findPublished(db: Database, publicId: string, now: Date): Promise<AdRow | undefined> {
  const { rows } = await sql<AdRow>`
    select ${COLUMNS} from inserat i where i.public_id = ${publicId} and ${published(now)}`.execute(db);
  return rows[0];
}

/** The ad of this name, whatever has become of it. */
export async function findAnybodys(db: Database, publicId: string): Promise<number | undefined> {
  const row = await db.selectFrom('inserat').select('id').where('public_id', '=', publicId).executeTakeFirst();
  return row?.id;
}
