import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { type RawBuilder, sql } from 'kysely';

type Part = RawBuilder<unknown>;

/** An expression that rows are ordered by. */
export interface Key {
  by: Part;
  kind: keyof typeof KINDS;
}

/** The order of a list in pages (decision 181). */
export interface Ordering {
  /** Together they are unique. */
  keys: readonly [Key, ...Key[]];
  falling: boolean;
  /** The first key may be null: such rows come last in both directions. */
  nullable?: boolean;
  /**
   * The few values of the first key in the order of their words; of each the newest rows come
   * first.
   */
  words?: readonly string[];
}

/** The keys of a row as a cursor carries them. */
export type Place = readonly (string | null)[];

/** How a cursor carries a value, to the microsecond, and what it may look like there. */
const KINDS = {
  number: {
    text: (by: Part) => sql`(${by})::text`,
    pattern: /^-?\d{1,18}$/,
    value: (text: string) => sql`${text}::bigint`,
  },
  time: {
    text: (by: Part) => sql`(extract(epoch from ${by}) * 1000000)::bigint::text`,
    pattern: /^-?\d{1,16}$/,
    value: (text: string) =>
      sql`('epoch'::timestamptz + ${text}::bigint * interval '1 microsecond')`,
  },
  text: {
    text: (by: Part) => sql`(${by})::text`,
    pattern: /^[^\0]{0,200}$/u,
    value: (text: string) => sql`${text}::text`,
  },
};

/** The place of a row, to be selected as an array of texts. */
export const placeOf = ({ keys }: Ordering): Part =>
  sql`array[${sql.join(keys.map(({ by, kind }) => KINDS[kind].text(by)))}]`;

export const cursorOf = (sort: string | undefined, place: Place): string =>
  Buffer.from(JSON.stringify([sort ?? '', ...place])).toString('base64url');

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** Null without a cursor. @throws INVALID_INPUT for anything but one of this sort */
export function placeIn(
  { cursor, sort }: { cursor?: string | undefined; sort?: string | undefined },
  { keys, nullable, words }: Ordering,
): Place | null {
  if (cursor === undefined) return null;
  const [of, ...place] = partsOf(cursor);
  const fits = (value: unknown, n: number) =>
    value === null
      ? n === 0 && nullable === true
      : typeof value === 'string' && KINDS[keys[n]!.kind].pattern.test(value);
  const known = !words || place[0] === null || words.includes(place[0] as string);
  if (of !== (sort ?? '') || place.length !== keys.length || !place.every(fits) || !known)
    throw invalid({ cursor: fieldTexts.format });
  return place as Place;
}

/** `order by` for rows of several parts of a page. */
export function orderBy({ keys: [first, ...rest], falling, nullable, words }: Ordering): Part {
  const by = words ? sql`array_position(${[...words]}::text[], ${first.by})` : first.by;
  const mine = descending(by, falling);
  const others = rest.map(({ by }) => descending(by, falling || words !== undefined));
  // Said only where it is needed: with it no index is known to have this order already.
  return sql`order by ${sql.join([nullable ? sql`${mine} nulls last` : mine, ...others])}`;
}

const descending = (by: Part, falling: boolean) => (falling ? sql`${by} desc` : by);

/** Rows of which all keys follow in one direction, as an index has them. */
const plainOrder = (keys: readonly Key[], falling: boolean) =>
  sql`order by ${sql.join(keys.map(({ by }) => descending(by, falling)))}`;

/** After these values. */
function beyond(keys: readonly Key[], values: Place, falling: boolean): Part {
  const known = keys.map(({ kind }, n) => KINDS[kind].value(values[n]!));
  const mine = keys.map(({ by }) => by);
  return sql`(${sql.join(mine)}) ${falling ? sql`<` : sql`>`} (${sql.join(known)})`;
}

/**
 * The rows of a page in its parts, each of which an index begins where it begins: `rows` gives the
 * first so many that meet a condition, in an order. The whole is put into order by `orderBy`.
 */
export function pageOf(
  ordering: Ordering,
  after: Place | null,
  rows: (where: Part, order: Part) => Part,
): Part {
  const parts = ordering.words
    ? partsByWord(ordering, ordering.words, after, rows)
    : partsByValue(ordering, after, rows);
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );
}

type Rows = Parameters<typeof pageOf>[2];

function partsByValue(ordering: Ordering, after: Place | null, rows: Rows): Part[] {
  const { keys, falling, nullable = false } = ordering;
  const [{ by }, ...rest] = keys;
  const order = plainOrder(keys, falling);
  const inNulls = after !== null && after[0] === null;
  const parts: Part[] = [];
  if (after && !inNulls) parts.push(rows(beyond(keys, after, falling), order));
  else if (!inNulls) parts.push(rows(nullable ? sql`${by} is not null` : sql`true`, order));
  if (nullable) {
    const further = inNulls ? sql` and ${beyond(rest, after.slice(1), falling)}` : sql``;
    parts.push(rows(sql`${by} is null${further}`, order));
  }
  return parts;
}

function partsByWord(
  { keys: [{ by }, ...rest], falling, nullable = false }: Ordering,
  words: readonly string[],
  after: Place | null,
  rows: Rows,
): Part[] {
  const listed = falling ? words.toReversed() : words;
  const word = after?.[0];
  const further = after ? sql` and ${beyond(rest, after.slice(1), true)}` : sql``;
  const order = sql`order by ${sql.join([by, ...rest.map((key) => descending(key.by, true))])}`;
  const left = word === null ? [] : listed.slice(word === undefined ? 0 : listed.indexOf(word));
  // One by one, so that the planner knows which are rare: a rare one is found by its index alone.
  const parts = left.map((one) =>
    rows(sql`${by} = ${one}${one === word ? further : sql``}`, order),
  );
  if (nullable) parts.push(rows(sql`${by} is null${word === null ? further : sql``}`, order));
  // No word is left, or there never was one.
  return parts.length > 0 ? parts : [rows(sql`false`, order)];
}

/** Codes in the order of what people call them. */
export const inWords = <Code extends string>(
  codes: readonly Code[],
  wordsOf: (code: Code) => string,
): Code[] => codes.toSorted((a, b) => wordsOf(a).localeCompare(wordsOf(b), 'de-CH'));

/** The values of an indexed expression, each once, in so many steps in its index. */
export const valuesOf = (table: Part, by: Part): RawBuilder<{ value: string }> => sql<{
  value: string;
}>`
  with recursive known as (
    select (select min(${by}) from ${table}) as value
    union all
    select (select min(${by}) from ${table} where ${by} > known.value) from known
     where known.value is not null)
  select value from known where value is not null`;
