import type { HoldKind } from '@samtrot/shared/holds/status.ts';
import type {
  ReviewCause,
  ReviewContent,
  ReviewedThing,
  ReviewFilter,
  ReviewState,
  Signal,
  SimilarPicture,
} from '@samtrot/shared/moderation/review-rules.ts';
import {
  COUNTED_MOST,
  LEVELS,
  type Level,
  REVIEW_FILTERS,
} from '@samtrot/shared/moderation/review-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import { clubContact } from '../clubs/service.ts';
import { adContact } from '../inserate/service.ts';
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
    when 'banner' then (select text from banner where id = r.item_id)
    else (select club_name from club where id = r.item_id) end, '') as title,
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
export const queuePage = ({ filter, staffId, after, limit, now }: Asked) => sql<Titled>`
  select ${TITLED} from review r
   where r.state = 'open' and ${shownBy(filter, staffId, now)}
     and ${after ? sql`(r.place, r.waiting_since, r.id) > (${after.place}, ${after.since}, ${after.id})` : sql`true`}
   order by r.place, r.waiting_since, r.id limit ${limit}`;

export const openReviews = async (db: Sql, asked: Asked): Promise<Titled[]> =>
  (await queuePage(asked).execute(db)).rows;

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

/** How many wait of each level, up to `COUNTED_MOST`, and since when the oldest: one index entry a place. */
export const openLevels = () => sql<Record<Level, number> & { since: Date | null }>`
    select ${sql.join(LEVELS.map((level) => sql`${countedAt(level)} as ${sql.ref(level)}`))},
           (select min(first.waiting_since) from generate_series(0, ${LAST_PLACE}) as p
             cross join lateral (
               select r.waiting_since from review r where r.state = 'open' and r.place = p
                order by r.waiting_since limit 1) as first) as since`;

export async function findReview(db: Sql, id: number): Promise<Titled | undefined> {
  const { rows } = await sql<Titled>`select ${TITLED} from review r where r.id = ${id}`.execute(db);
  return rows[0];
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

export interface DecisionRow {
  at: Date;
  by: number | null;
  /** Null for a hold that no review made. */
  state: ReviewState | null;
  kind: HoldKind | null;
  of_account: boolean;
  reason: string | null;
  note: string;
  sample: boolean;
  ended_at: Date | null;
}

/** All that was decided about a thing: its reviews and the holds on it or its account, newest first. */
export async function decisionsOn(
  db: Sql,
  { thing, item_id, account_id }: Item & { account_id: number },
): Promise<DecisionRow[]> {
  const held = thing === 'story' ? 'inserat' : thing;
  const { rows } = await sql<DecisionRow>`
    select r.decided_at as at, r.decided_by as by, r.state, null as kind, false as of_account,
           h.reason, r.note, r.cause = 'sample' as sample, h.closed_at as ended_at
      from review r left join hold h on h.id = r.hold_id
     where r.thing = ${thing} and r.item_id = ${item_id} and r.decided_at is not null
    union all
    select h.decided_at, h.decided_by, null, h.kind, h.thing = 'account', h.reason, '', false, h.closed_at
      from hold h
     where ((h.thing = ${held} and h.item_id = ${item_id})
            or (h.thing = 'account' and h.item_id = ${account_id}))
       and h.kind <> 'waiting'
       and not exists (select from review r where r.hold_id = h.id)
     order by at desc limit 20`.execute(db);
  return rows;
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
                where b.account_id = a.id and b.deleted_at is null and b.hidden_at is null and b.held_at is null
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
export async function claimDue(db: Sql, now: Date, limit: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${COLUMNS} from review where state = 'open' and assess_at <= ${now}
     order by assess_at limit ${limit} for update skip locked`.execute(db);
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

/** Its pictures, of a story those of the story. */
const PICTURES = {
  inserat: sql`inserat_id = r.item_id and p.place = 'inserat' and p.seen_by in ('all', 'owner')`,
  story: sql`inserat_id = r.item_id and p.place = 'story' and p.seen_by in ('all', 'owner')`,
  banner: sql`banner_id = r.item_id and p.place = 'banner' and p.seen_by in ('all', 'owner')`,
  club: sql`club_id = r.item_id`,
};

/** Each picture with one like it in another account, one of a held thing first. */
export async function similarPictures(
  db: Sql,
  { id, thing }: Pick<ReviewRow, 'id' | 'thing'>,
  bits: number,
): Promise<SimilarPicture[]> {
  const { rows } = await sql<SimilarPicture>`
    select mine.n::integer as n, o.image_id, o.held
      from review r
      cross join lateral (
        select p.phash, row_number() over (order by p.position, p.id) as n
          from image p where p.${PICTURES[thing]}) mine
      cross join lateral (
        select o.id as image_id, coalesce(
            (select i.id from inserat i where i.id = o.inserat_id and i.held_at is not null),
            (select b.id from banner b where b.id = o.banner_id and b.held_at is not null),
            (select c.id from club c where c.id = o.club_id and c.held_at is not null)) as held
          from image o
         where o.account_id <> r.account_id and bit_count(o.phash # mine.phash) <= ${bits}
         order by held nulls last, bit_count(o.phash # mine.phash), o.id limit 1) o
     where r.id = ${id} order by mine.n`.execute(db);
  return rows;
}

interface Signs {
  phone_of_held: boolean;
  phone_elsewhere: number;
  chargeback: boolean;
  reports: number;
  first: boolean;
  since: Date;
  good: number;
}

/** What the tables know about a thing and its account. */
export async function signsOf(
  db: Sql,
  row: ReviewRow,
  { phones, goodSince }: { phones: readonly string[]; goodSince: Date },
): Promise<Signs> {
  const hashes = ({ phoneHashes }: typeof adContact | typeof clubContact) =>
    phones.flatMap((phone) => phoneHashes('telefon', phone));
  const same = sql`
    select i.account_id from inserat i
     where i.telefon_hash = any (${hashes(adContact)}) and i.status not in ('leer', 'geloescht')
    union
    select c.account_id from club c
     where c.telefon_hash = any (${hashes(clubContact)}) and c.deleted_at is null`;
  const { rows } = await sql<Signs>`
    with others as (
      select a.id, a.held_at from (${same}) s join account a on a.id = s.account_id
       where a.id <> ${row.account_id})
    select exists (select from others where held_at is not null) as phone_of_held,
           (select count(*) from others)::integer as phone_elsewhere,
           exists (select from payment p where p.account_id = a.id and (
             exists (select from payment_case k where k.payment_id = p.id and k.kind = 'chargeback')
             or exists (select from payment_refund k where k.payment_id = p.id and k.kind = 'rueckbelastung')))
             as chargeback,
           (select count(*) from report t where t.item_id = ${row.item_id} and t.decided_at is null
             and t.thing = ${row.thing === 'story' ? 'inserat' : row.thing})::integer as reports,
           not exists (select from review o where o.account_id = a.id and o.thing = ${row.thing}
             and o.id < ${row.id} and (o.item_id <> ${row.item_id} or o.state = 'approved')) as first,
           a.created_at as since,
           case when exists (select from hold h where h.account_id = a.id and h.kind <> 'waiting'
                              and h.held_at > ${goodSince}) then 0
                else (select count(distinct (o.thing, o.item_id)) from review o
                       where o.account_id = a.id and o.state = 'approved'
                         and o.decided_at > ${goodSince}) end::integer as good
      from account a where a.id = ${row.account_id}`.execute(db);
  return rows[0]!;
}

export interface ShownPicture {
  id: number;
  content_id: string;
  width: number;
  account_id: number;
  thing: 'inserat' | 'banner' | 'club';
  item_id: number;
}

/** Pictures by their ids, with a width that is stored. */
export async function picturesOf(db: Sql, ids: readonly number[]): Promise<ShownPicture[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ShownPicture>`
    select id, content_id, (select max(w) from unnest(widths) w) as width, account_id,
           case when inserat_id is not null then 'inserat' when banner_id is not null then 'banner' else 'club' end as thing,
           coalesce(inserat_id, banner_id, club_id) as item_id
      from image where id = any (${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** The pictures of a review in their order. */
export async function picturesIn(
  db: Sql,
  { id, thing }: Pick<ReviewRow, 'id' | 'thing'>,
): Promise<ShownPicture[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from review r join image p on p.${PICTURES[thing]}
     where r.id = ${id} order by p.position, p.id`.execute(db);
  const found = new Map(
    (
      await picturesOf(
        db,
        rows.map((row) => row.id),
      )
    ).map((one) => [one.id, one]),
  );
  return rows.flatMap((row) => found.get(row.id) ?? []);
}

/** For account deletion: erases every word, closes what is open. */
export async function erase(db: Sql, accountId: number): Promise<void> {
  await sql`
    update review set signals = '[]', content = null, replaced = null, answer = '', note = '', assess_at = null,
           claimed_by = null, claimed_until = null,
           state = case when state = 'open' then 'gone' else state end
     where account_id = ${accountId}`.execute(db);
}
