import { included } from '@samtrot/shared/cart/rules.ts';
import type { CatalogueList } from '@samtrot/shared/catalogue/shape-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';

export interface VersionRow {
  id: number;
  list: CatalogueList;
  number: number;
  state: 'draft' | 'submitted' | 'released' | 'declined';
  content: unknown;
  based_on: number | null;
  valid_from: Date | null;
  changed_at: Date;
  saved: number;
  submitted_by: number | null;
  submitted_at: Date | null;
  approval_id: number | null;
  decided_at: Date | null;
}

const COLUMNS = [
  ...(['id', 'list', 'number', 'state', 'content', 'based_on', 'valid_from'] as const),
  ...(['changed_at', 'saved', 'submitted_by', 'submitted_at', 'approval_id'] as const),
  'decided_at',
] as const;

interface Missed {
  id: number;
  list: CatalogueList;
  number: number;
  valid_from: Date;
  approval_id: number | null;
  created_by: number;
  submitted_by: number;
}

/** A version whose beginning is over without a release, and of which nobody was told yet. */
export async function findMissed(ctx: JobContext): Promise<Missed | undefined> {
  const row = await ctx.db
    .selectFrom('catalogue_version')
    .select(['id', 'list', 'number', 'valid_from', 'approval_id', 'created_by', 'submitted_by'])
    .where('state', 'in', ['submitted', 'draft'])
    .where('missed_told_at', 'is', null)
    .where('valid_from', '<=', ctx.now)
    .where(dueOnly(ctx))
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst();
  if (row) ctx.due?.claimed([row.id]);
  return row as Missed | undefined;
}

/** Notes that people are told of it; false where another worker did, or it has a new beginning. */
export async function noteMissed(db: Sql, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('catalogue_version')
    .set({ missed_told_at: now })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('missed_told_at', 'is', null)
    .where('valid_from', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface NamedVersion extends VersionRow {
  created_by: string | null;
  submitter: string | null;
  decider: string | null;
}

/** All versions of a list with the names of the people, newest first. */
export async function versionsOf(db: Sql, list: CatalogueList): Promise<NamedVersion[]> {
  const { rows } = await sql<NamedVersion>`
    select v.id, v.list, v.number, v.state, v.content, v.based_on, v.valid_from,
           v.changed_at, v.saved,
           v.submitted_by, v.submitted_at, v.approval_id, v.decided_at,
           c.name as created_by, s.name as submitter, d.name as decider
      from catalogue_version v
      left join staff c on c.id = v.created_by
      left join staff s on s.id = v.submitted_by
      left join staff d on d.id = v.decided_by
     where v.list = ${list} order by v.number desc`.execute(db);
  return rows;
}

export async function loadForUpdate(db: Sql, id: number): Promise<VersionRow | undefined> {
  const row = await db
    .selectFrom('catalogue_version')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as VersionRow | undefined;
}

export async function find(db: Sql, id: number): Promise<VersionRow | undefined> {
  const row = await db
    .selectFrom('catalogue_version')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as VersionRow | undefined;
}

/** The released version of a list that begins last. */
export async function latest(db: Sql, list: CatalogueList): Promise<VersionRow> {
  const row = await db
    .selectFrom('catalogue_version')
    .select(COLUMNS)
    .where('list', '=', list)
    .where('state', '=', 'released')
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row as VersionRow;
}

/** Serializes drafting and releasing of one list. */
export async function lockList(db: Sql, list: CatalogueList): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue'), hashtext(${list}))`.execute(db);
}

export async function insertDraft(
  db: Sql,
  { from, by, now }: { from: VersionRow; by: number; now: Date },
): Promise<{ version_id: number; number: number }> {
  const { rows } = await sql<{ version_id: number; number: number }>`
    insert into catalogue_version (list, number, content, based_on, created_by, created_at, changed_at)
    select ${from.list}, max(number) + 1, ${JSON.stringify(from.content)}::jsonb, ${from.id}, ${by},
           ${now}, ${now}
      from catalogue_version where list = ${from.list}
    returning id as version_id, number`.execute(db);
  return rows[0]!;
}

export async function saveDraft(
  db: Sql,
  id: number,
  { content, basedOn, now }: { content: unknown; basedOn: number | null; now: Date },
): Promise<number> {
  const { saved } = await db
    .updateTable('catalogue_version')
    .set(({ eb }) => ({
      content: JSON.stringify(content),
      based_on: basedOn,
      changed_at: now,
      saved: eb('saved', '+', 1),
    }))
    .where('id', '=', id)
    .returning('saved')
    .executeTakeFirstOrThrow();
  return saved;
}

export async function submit(
  db: Sql,
  id: number,
  {
    by,
    validFrom,
    approvalId,
    now,
  }: { by: number; validFrom: Date; approvalId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('catalogue_version')
    .set({
      state: 'submitted',
      submitted_by: by,
      submitted_at: now,
      valid_from: validFrom,
      approval_id: approvalId,
      missed_told_at: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function release(
  db: Sql,
  id: number,
  { by, now }: { by: number; now: Date },
): Promise<void> {
  await db
    .updateTable('catalogue_version')
    .set({ state: 'released', decided_by: by, decided_at: now })
    .where('id', '=', id)
    .execute();
}

/** Whether another version of the list begins at that moment. */
export async function isTaken(db: Sql, { list, id }: VersionRow, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('catalogue_version')
    .select('id')
    .where('list', '=', list)
    .where('id', '<>', id)
    .where('valid_from', '=', at)
    .where('state', 'in', ['submitted', 'released'])
    .executeTakeFirst();
  return row !== undefined;
}

/** How many of each figure were ordered since then; months of banners and clubs. */
export async function orderedSince(
  db: Sql,
  list: CatalogueList,
  since: Date,
): Promise<Map<string, number>> {
  const counts: Partial<Record<CatalogueList, RawBuilder<unknown>>> = {
    packages: sql`select package as key, count(*)::int as n from booking where created_at >= ${since} group by 1`,
    extras: sql`select item ->> 'key' as key, sum((item ->> 'quantity')::int)::int as n
      from booking_order, jsonb_array_elements(items) item
     where at >= ${since} and item ->> 'key' <> 'package' group by 1`,
    banner_prices: sql`select typ as key, sum(months)::int as n from banner_booking where created_at >= ${since} group by 1`,
    club_prices: sql`select 'month' as key, coalesce(sum(months), 0)::int as n from club_booking where created_at >= ${since}`,
    topup_packages: sql`select option_id || '.francs' as key, count(*)::int as n from payment
     where created_at >= ${since} and status = 'gutgeschrieben' group by 1`,
  };
  const count = counts[list];
  if (!count) return new Map();
  const { rows } = await sql<{ key: string; n: number }>`${count}`.execute(db);
  return new Map(rows.map(({ key, n }) => [key, n]));
}

/**
 * How many ads, drafts too, or open holds name each entry of a list; null of lists that nothing
 * chooses from.
 */
export async function usesOf(db: Sql, list: CatalogueList): Promise<Map<string, number> | null> {
  if (list !== 'categories' && list !== 'offerings' && list !== 'hold_reasons') return null;
  const { rows } = await (list === 'hold_reasons'
    ? sql<{ id: string; n: number }>`
        select reason as id, count(*)::int as n from hold where closed_at is null group by 1`
    : sql<{ id: string; n: number }>`
        select chosen::text as id, count(*)::int as n
          from inserat, unnest(${sql.ref(list)}) as chosen
         where status not in ('leer', 'geloescht') group by 1`
  ).execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/**
 * How many ads or banners renew automatically with one of these figures, and of how many owners.
 */
export async function countRenewals(
  db: Sql,
  list: CatalogueList,
  keys: readonly string[],
): Promise<{ renewals: number; owners: number }> {
  const none = { renewals: 0, owners: 0 };
  const where = keys.length > 0 && renewalsWith[list]?.(keys);
  if (!where) return none;
  const { rows } = await sql<typeof none>`
    select count(*)::int as renewals, count(distinct account_id)::int as owners
      from ${where}`.execute(db);
  return rows[0]!;
}

const AD_RENEWS = sql`status = 'aktiv' and auto_extend and held_at is null`;

/** A renewal pays for more of something than its package includes. */
const beyond = (count: RawBuilder<unknown>, of: 'regions' | 'categories' | 'images') =>
  sql`${count} > case inserat_typ when 'free' then ${included('free')[of]}::int else ${included('1_month')[of]}::int end`;

/** What of the extras a renewal has; the others end with the run they were ordered for. */
const RENEWED_EXTRAS: Partial<Record<string, RawBuilder<unknown>>> = {
  region: beyond(sql`cardinality(cantons)`, 'regions'),
  category: beyond(sql`cardinality(categories)`, 'categories'),
  image: beyond(
    sql`(select count(*) from image where inserat_id = inserat.id and place = 'inserat')`,
    'images',
  ),
  dailyPush: sql`cardinality(push_times) > 0`,
};

const renewalsWith: Partial<
  Record<CatalogueList, (keys: readonly string[]) => RawBuilder<unknown> | undefined>
> = {
  packages: (keys) => sql`inserat where ${AD_RENEWS} and inserat_typ = any (${[...keys]})`,
  extras(keys) {
    const had = keys.flatMap((key) => RENEWED_EXTRAS[key] ?? []);
    return had.length > 0
      ? sql`inserat where ${AD_RENEWS} and (${sql.join(had, sql` or `)})`
      : undefined;
  },
  banner_prices: (keys) =>
    sql`banner where deleted_at is null and open_end is not null and auto_extend and hidden_at is null and held_at is null
      and (typ = any (${[...keys]}) or (${keys.includes('website')}
        and (select count(*) from banner_webseite where banner_id = banner.id) > 1))`,
};

export interface OnlineText {
  thing: 'banner' | 'club' | 'inserat' | 'story';
  id: number;
  account_id: number;
  texts: string[];
  /** The member of `texts` with markup, if any. */
  html: string | null;
}

interface TextPage {
  now: Date;
  after: Pick<OnlineText, 'thing' | 'id'> | null;
  limit: number;
  /** Also what its owner has published and visitors do not see yet, or not at the moment. */
  coming?: true;
}

/** The texts of what visitors see, by kind and number; a page of them after another. */
export async function onlineTexts(
  db: Sql,
  { now, after, limit, coming }: TextPage,
): Promise<OnlineText[]> {
  const ads = coming ? sql`status in ('aktiv', 'geplant', 'ausgeblendet')` : sql`status = 'aktiv'`;
  const seen = (of: string) =>
    coming ? sql`` : sql`and k.start_at <= ${now} and ${sql.ref(of)} is null`;
  const { rows } = await sql<OnlineText>`
    with online as (
      select 'inserat' as thing, id, account_id, array[titel, name] as texts, beschreibung as html
        from inserat where ${ads} and held_at is null
      union all
      select 'story', id, account_id, array[story_title], null
        from inserat where ${ads} and held_at is null and story_until > ${now}
      union all
      select 'banner', b.id, b.account_id, array[b.text], null
        from banner b join banner_booking k on k.id = b.booking_id
       where b.deleted_at is null and b.held_at is null and k.end_at > ${now} ${seen('b.hidden_at')}
      union all
      select 'club', c.id, c.account_id, array[c.club_name, c.titel], c.beschreibung
        from club c join club_booking k on k.id = c.booking_id
       where c.deleted_at is null and c.held_at is null
         and k.end_at > ${now} ${seen('c.hidden_at')})
    select * from online where (thing, id) > (${after?.thing ?? ''}, ${after?.id ?? 0}::bigint)
     order by thing, id limit ${limit}`.execute(db);
  return rows;
}
