import { bannerTitle } from '@samtrot/shared/banners/rules.ts';
import type {
  ReviewCause,
  ReviewContent,
  ReviewedThing,
  ReviewFilter,
  ReviewState,
  Signal,
} from '@samtrot/shared/moderation/review-rules.ts';
import {
  COUNTED_MOST,
  LEVELS,
  type Level,
  REVIEW_FILTERS,
} from '@samtrot/shared/moderation/review-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import { contentOf, type Item, readContent, reviewContent } from './review-content.ts';

/** Places of the queue begin at 0. */
const LAST_PLACE = 5;

export interface ReviewRow {
  id: number;
  thing: ReviewedThing;
  item_id: number;
  account_id: number;
  version: number;
  cause: ReviewCause;
  state: ReviewState;
  waiting_since: Date;
  signals: Signal[];
  points: number;
  place: number;
  claimed_by: number | null;
  claimed_until: Date | null;
  note: string;
  first_by: number | null;
  decided_at: Date | null;
  decided_by: number | null;
  hold_id: number | null;
}

const NAMES = [
  ...['id', 'thing', 'item_id', 'account_id', 'version', 'cause', 'state', 'waiting_since'],
  ...['signals', 'points', 'place', 'claimed_by', 'claimed_until', 'note', 'first_by'],
  ...['decided_at', 'decided_by', 'hold_id'],
];
const COLUMNS = sql.raw(NAMES.join(', '));

interface Titled extends ReviewRow {
  /** What it is called in lists. */
  title: string;
  /** Its first picture, tiny; null without one. */
  preview: string | null;
  claimed_name: string | null;
}

const TITLED = sql`
  ${sql.raw(NAMES.map((name) => `r.${name}`).join(', '))},
  coalesce(case r.thing
    when 'inserat' then (select titel from inserat where id = r.item_id)
    when 'story' then (select coalesce(nullif(story_title, ''), titel) from inserat where id = r.item_id)
    when 'club' then (select club_name from club where id = r.item_id) end, '') as title,
  case r.thing when 'banner' then (select jsonb_build_object('typ', typ, 'text', text, 'url', url)
    from banner where id = r.item_id) end as banner,
  case r.thing
    when 'inserat' then (select placeholder from image where inserat_id = r.item_id
      and place = 'inserat' and seen_by in ('all', 'owner') order by position, id limit 1)
    when 'story' then (select placeholder from image where inserat_id = r.item_id
      and place = 'story' and seen_by in ('all', 'owner') limit 1)
    when 'banner' then (select placeholder from image where banner_id = r.item_id
      and place = 'banner' and seen_by in ('all', 'owner') limit 1)
    else (select placeholder from image where club_id = r.item_id
      order by position, id limit 1) end as preview,
  (select s.name from staff s where s.id = r.claimed_by) as claimed_name`;

/** A banner has no title of its own. */
type Selected = Titled & { banner: Parameters<typeof bannerTitle>[0] | null };

const titled = ({ banner, ...row }: Selected): Titled => ({
  ...row,
  title: banner ? bannerTitle(banner) : row.title,
});

export interface Cursor {
  place: number;
  since: Date;
  id: number;
}

interface Asked {
  filter: ReviewFilter;
  staffId: number | null;
  after: Cursor | null;
  limit: number;
  now: Date;
}

/** What of the queue a filter shows. */
const shownBy = (filter: ReviewFilter, staffId: number | null, now: Date): RawBuilder<unknown> =>
  ({
    all: sql`true`,
    // The places of the highest level.
    high: sql`r.place < 2`,
    new: sql`r.cause = 'new'`,
    changed: sql`r.cause = 'changed'`,
    resubmitted: sql`r.cause = 'resubmitted'`,
    mine: sql`r.claimed_by = ${staffId} and r.claimed_until > ${now}`,
  })[filter];

/** A page of the queue: the statement, which a test explains (BOF-42). */
export const queuePage = ({ filter, staffId, after, limit, now }: Asked) => sql<Selected>`
  select ${TITLED} from review r
   where r.state = 'open' and ${shownBy(filter, staffId, now)}
     and ${after ? sql`(r.place, r.waiting_since, r.id) > (${after.place}, ${after.since}, ${after.id})` : sql`true`}
   order by r.place, r.waiting_since, r.id limit ${limit}`;

export const openReviews = async (db: Sql, asked: Asked): Promise<Titled[]> =>
  (await queuePage(asked).execute(db)).rows.map(titled);

/** In the order of the index, so that nothing but what is counted is read. */
const counted = (filter: ReviewFilter, staffId: number | null, now: Date) => sql<number>`
  (select count(*) from (
    select from review r where r.state = 'open' and ${shownBy(filter, staffId, now)}
     order by r.place, r.waiting_since, r.id limit ${COUNTED_MOST}) as waiting)::integer`;

/** How many each filter shows, up to `COUNTED_MOST`: the statement, which a test explains. */
export const queueCounts = (staffId: number | null, now: Date) =>
  sql<Record<ReviewFilter, number>>`
    select ${sql.join(
      REVIEW_FILTERS.map((filter) => sql`${counted(filter, staffId, now)} as ${sql.ref(filter)}`),
    )}`;

export const counts = async (
  db: Sql,
  staffId: number | null,
  now: Date,
): Promise<Record<ReviewFilter, number>> => (await queueCounts(staffId, now).execute(db)).rows[0]!;

/** How many are open, up to `COUNTED_MOST`. */
export async function countOpen(db: Sql, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${counted('all', null, now)} as count`.execute(db);
  return rows[0]!.count;
}

/** Both places of a level. */
const countedAt = (level: Level) => sql<number>`
  (select count(*) from (
    select from review r where r.state = 'open'
       and r.place between ${2 * LEVELS.indexOf(level)}::integer and ${2 * LEVELS.indexOf(level) + 1}::integer
     limit ${COUNTED_MOST}) as waiting)::integer`;

/**
 * How many wait of each level, up to `COUNTED_MOST`, and since when the oldest: one index entry a
 * place.
 */
export const openLevels = () => sql<Record<Level, number> & { since: Date | null }>`
    select ${sql.join(LEVELS.map((level) => sql`${countedAt(level)} as ${sql.ref(level)}`))},
           (select min(first.waiting_since) from generate_series(0, ${LAST_PLACE}) as p
             cross join lateral (
               select r.waiting_since from review r where r.state = 'open' and r.place = p
                order by r.waiting_since limit 1) as first) as since`;

export async function findReview(db: Sql, id: number): Promise<Titled | undefined> {
  const { rows } = await sql<Selected>`select ${TITLED} from review r where r.id = ${id}`.execute(
    db,
  );
  return rows[0] && titled(rows[0]);
}

/** A review, locked until the transaction ends. */
export async function loadReviewForUpdate(db: Sql, id: number): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${COLUMNS} from review where id = ${id} for update`.execute(db);
  return rows[0];
}

/** The newest review of a thing; undefined before it was ever published. */
export async function newestId(db: Sql, { thing, item_id }: Item): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from review where thing = ${thing} and item_id = ${item_id}
     order by version desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** The open review of a thing. */
export async function newestOpen(db: Sql, { thing, item_id }: Item): Promise<number | undefined> {
  const row = await db
    .selectFrom('review')
    .select('id')
    .where('thing', '=', thing)
    .where('item_id', '=', item_id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row?.id;
}

/** What was approved of a thing before this version. */
export async function approvedBefore(
  db: Sql,
  { thing, item_id, version }: Item & { version: number },
): Promise<{ content: ReviewContent; at: Date } | undefined> {
  const { rows } = await sql<{ id: number; content: Ciphertext; at: Date }>`
    select id, content, decided_at as at from review
     where thing = ${thing} and item_id = ${item_id} and version < ${version}
       and state = 'approved' and content is not null
     order by version desc limit 1`.execute(db);
  const [last] = rows;
  return last && { content: readContent(last.id, last.content), at: last.at };
}

export async function claim(
  db: Sql,
  id: number,
  { staffId, until }: { staffId: number | null; until: Date | null },
): Promise<void> {
  await sql`
    update review set claimed_by = ${staffId}, claimed_until = ${until} where id = ${id}`.execute(
    db,
  );
}

export async function setNote(db: Sql, id: number, note: string): Promise<void> {
  await db.updateTable('review').set({ note }).where('id', '=', id).execute();
}

interface Decided {
  state: 'approved' | 'revised' | 'held';
  at: Date;
  staffId: number | null;
  holdId: number | null;
  note: string;
}

/** Stores the decision with what it is about. */
export async function decide(
  db: Sql,
  row: Pick<ReviewRow, 'id' | 'thing' | 'item_id'>,
  { state, at, staffId, holdId, note }: Decided,
): Promise<void> {
  const content = JSON.stringify(await contentOf(db, row));
  await sql`
    update review set state = ${state}, decided_at = ${at}, decided_by = ${staffId},
           hold_id = ${holdId}, note = ${note}, claimed_by = null, claimed_until = null,
           assess_at = null, content = ${reviewContent.encrypt(content, row.id)}
     where id = ${row.id}`.execute(db);
}

/** What the owner of a thing is told with its refused change. */
export async function setAnswer(db: Sql, id: number, answer: string): Promise<void> {
  await db.updateTable('review').set({ answer }).where('id', '=', id).execute();
}

/** Another open review of what the same hold keeps off: of an ad its story, of a story its ad. */
export async function otherOpen(db: Sql, { thing, item_id }: Item): Promise<number | undefined> {
  if (thing !== 'inserat' && thing !== 'story') return undefined;
  const other = await newestOpen(db, { thing: thing === 'story' ? 'inserat' : 'story', item_id });
  if (other === undefined || thing === 'story') return other;
  const { story_until } = await db
    .selectFrom('inserat')
    .select('story_until')
    .where('id', '=', item_id)
    .executeTakeFirstOrThrow();
  // A story that is not bought is in nobody's way.
  return story_until ? other : undefined;
}

/** Opens a decided review again. */
export async function reopen(db: Sql, id: number): Promise<void> {
  await sql`
    update review set state = 'open', decided_at = null, decided_by = null, hold_id = null,
           content = null, answer = ''
     where id = ${id}`.execute(db);
}

/** First decisions since this instant: when, and how long they had waited. */
export async function decidedSince(
  db: Sql,
  since: Date,
): Promise<{ decidedAt: Date; waitedMs: number }[]> {
  const { rows } = await sql<{ decidedAt: Date; waitedMs: number }>`
    select decided_at as "decidedAt",
           (extract(epoch from decided_at - waiting_since) * 1000)::double precision as "waitedMs"
      from review where decided_at > ${since} and cause = 'new'`.execute(db);
  return rows;
}

export interface Facts {
  since: Date;
  things: number;
  online: number;
  holds: number;
  /** Ended ones. */
  holds_ended: number;
  reports: number;
}

/** The account in four facts: since when, its things, its holds, reports about it. */
export async function accountFacts(db: Sql, accountId: number, now: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select a.created_at as since,
           ((select count(*) from inserat where account_id = a.id and status not in ('leer', 'entwurf', 'geloescht'))
            + (select count(*) from banner where account_id = a.id and booking_id is not null and deleted_at is null)
            + (select count(*) from club where account_id = a.id and placed_at is not null and deleted_at is null))::integer as things,
           ((select count(*) from inserat where account_id = a.id and status = 'aktiv' and held_at is null)
            + (select count(*) from banner b join banner_booking k on k.id = b.booking_id
                where b.account_id = a.id and b.deleted_at is null and b.hidden_at is null
                  and b.held_at is null
                  and k.start_at <= ${now} and k.end_at > ${now})
            + (select count(*) from club where account_id = a.id and deleted_at is null
                and shown_from <= ${now} and shown_until > ${now}))::integer as online,
           (select count(*) from hold where account_id = a.id and kind <> 'waiting' and closed_at is null)::integer as holds,
           (select count(*) from hold where account_id = a.id and kind <> 'waiting' and closed_at is not null)::integer as holds_ended,
           (select count(*) from report where account_id = a.id)::integer as reports
      from account a where a.id = ${accountId}`.execute(db);
  return rows[0]!;
}

/** Reviews whose signals are due, locked. */
export async function claimDue(ctx: JobContext, limit: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${COLUMNS} from review where state = 'open' and assess_at <= ${ctx.now} and ${dueOnly(ctx)}
     order by assess_at limit ${limit} for update skip locked`.execute(ctx.db);
  ctx.due?.claimed(rows.map(({ id }) => id));
  return rows;
}

export async function setSignals(
  db: Sql,
  id: number,
  { signals, points }: { signals: readonly Signal[]; points: number },
): Promise<void> {
  await sql`
    update review set signals = ${JSON.stringify(signals)}::jsonb, points = ${points},
           assess_at = null
     where id = ${id}`.execute(db);
}

/** For account deletion: erases every word, closes what is open. */
export async function erase(db: Sql, accountId: number): Promise<void> {
  await sql`
    update review set signals = '[]', content = null, replaced = null, answer = '', note = '', assess_at = null,
           claimed_by = null, claimed_until = null,
           state = case when state = 'open' then 'gone' else state end
     where account_id = ${accountId}`.execute(db);
}
