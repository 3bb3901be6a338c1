import { BLANK_CLUB_CONTACT, SHOWN_CLUB } from '@samtrot/shared/clubs/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Policy } from '@samtrot/shared/partners/policy-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import type { Content } from './store.ts';

/** A club as visitors see it; its contact data are a ciphertext until they are delivered. */
export interface PublishedClub
  extends Omit<Pick<Content, (typeof SHOWN_CLUB)[number]>, keyof typeof BLANK_CLUB_CONTACT> {
  contact: Ciphertext | null;
  id: number;
  public_id: string;
  /** Null without an end. */
  end_at: Date | null;
  changed_at: Date;
  /** Sort key: start of publication with microseconds. */
  since_key: string;
}

/** Of one that is not shown only the ids are valid. */
export interface ChangedClub extends PublishedClub {
  changed_tx: number;
  shown: boolean;
  /** Not published at all, not only outside the canton. */
  over: boolean;
}

/** Position in the list: after this club. */
export interface ClubPlace {
  since: string;
  id: number;
}

interface Filter {
  now: Date;
  canton?: string | undefined;
  /** What the website does not want. */
  policy?: Policy | undefined;
}

interface Query extends Filter {
  after?: ClubPlace | undefined;
  limit: number;
}

const CLEAR = SHOWN_CLUB.filter((name) => !(name in BLANK_CLUB_CONTACT));
const COLUMNS =
  sql.raw(`c.id, c.public_id, ${CLEAR.map((name) => `c.${name}`).join(', ')}, c.contact,
  nullif(c.shown_until, 'infinity') as end_at, c.changed_at, c.shown_from::text as since_key`);

/** Excludes planned, expired and deleted clubs (CLU-12 to CLU-14). */
const published = ({ now, canton, policy }: Filter): RawBuilder<boolean> => sql`(
  c.deleted_at is null and c.shown_from <= ${now} and c.shown_until > ${now}
  ${canton === undefined ? sql`` : sql`and c.canton = ${canton}`}
  ${policy ? wanted(policy) : sql``})`;

/** Whether a website with this policy shows the club. */
const wanted = ({ cantons, clubs }: Policy): RawBuilder<unknown> => sql`
  ${cantons.length === 0 ? sql`` : sql`and coalesce(c.canton, '') <> all(${[...cantons]}::text[])`}
  ${clubs.length === 0 ? sql`` : sql`and c.id <> all(${[...clubs]}::bigint[])`}`;

/** Newest first. */
export async function publishedClubs(
  db: Database,
  { after, limit, ...filter }: Query,
): Promise<PublishedClub[]> {
  const older = after
    ? sql`and (c.shown_from, c.id) < (${after.since}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<PublishedClub>`
    select ${COLUMNS} from club c where ${published(filter)} ${older}
     order by c.shown_from desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function publishedClub(
  db: Database,
  publicId: string,
  now: Date,
  policy?: Policy,
): Promise<PublishedClub | undefined> {
  const { rows } = await sql<PublishedClub>`
    select ${COLUMNS} from club c where ${published({ now, policy })}
     and c.public_id = ${publicId}`.execute(db);
  return rows[0];
}

/** How many clubs are shown. */
export async function countPublished(db: Sql, now: Date, policy?: Policy): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from club c where ${published({ now, policy })}`.execute(db);
  return rows[0]!.n;
}

/** Pictures above these ratings, of the clubs that a website with this policy shows. */
export async function countPicturesAbove(
  db: Sql,
  { policy, ratings }: { policy: Policy; ratings: readonly Rating[] },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from club c join image m on m.club_id = c.id
     where ${published({ now, policy })} and m.seen_by in ('all', 'visitors')
       and m.rating <> all(${[...ratings]}::text[])`.execute(db);
  return rows[0]!.n;
}

/** The club with this public id, in any state. */
export async function clubNamed(db: Database, publicId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('club')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row?.id;
}

/** Start of the next planned club. */
export async function nextClubStart(db: Database, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ start_at: Date | null }>`
    select min(shown_from) as start_at from club where shown_from > ${now}
     and deleted_at is null`.execute(db);
  return rows[0]!.start_at;
}

/** Watermark: every transaction below this number has ended. */
export async function clubHorizon(db: Database): Promise<number> {
  const { rows } = await sql<{ horizon: number }>`
    select least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
      coalesce((select max(changed_tx) from delivery_club_change), 0) + 1) as horizon`.execute(db);
  return rows[0]!.horizon;
}

/**
 * Clubs changed by transactions from `from` on, ordered by transaction and club, without those that
 * were never published.
 */
export async function changedClubs(
  db: Database,
  {
    from,
    after,
    limit,
    ...filter
  }: Filter & { from: number; after?: { tx: number; id: number }; limit: number },
): Promise<ChangedClub[]> {
  const start = after
    ? sql`(d.changed_tx, d.club_id) > (${after.tx}::bigint, ${after.id}::bigint)`
    : sql`d.changed_tx >= ${from}::bigint`;
  const { rows } = await sql<ChangedClub>`
    select ${COLUMNS}, d.club_id as id, d.public_id, d.changed_tx,
      coalesce(${published(filter)}, false) as shown,
           not coalesce(${published({ now: filter.now })}, false) as over
      from delivery_club_change d left join club c on c.id = d.club_id
     where ${start} and (c.booking_id is null
       or exists (select from club_booking b where b.club_id = c.id
         and b.start_at <= least(${filter.now}::timestamptz, c.deleted_at)))
     order by d.changed_tx, d.club_id limit ${limit}`.execute(db);
  return rows;
}

/** Current states of clubs that were placed once. */
export async function clubStates(
  db: Database,
  ids: number[],
  now: Date,
  policy?: Policy,
): Promise<ChangedClub[]> {
  const { rows } = await sql<ChangedClub>`
    select ${COLUMNS}, d.club_id as id, d.public_id, 0 as changed_tx,
      coalesce(${published({ now, policy })}, false) as shown
      from delivery_club_change d left join club c on c.id = d.club_id
       where d.club_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Clubs whose run began or ended between the two instants, without a write. */
export async function passedClubs(
  db: Database,
  {
    from,
    until,
    afterId,
    limit,
    ...filter
  }: Filter & { from: Date; until: Date; afterId: number; limit: number },
): Promise<ChangedClub[]> {
  const { rows } = await sql<ChangedClub>`
    select ${COLUMNS}, 0 as changed_tx, coalesce(${published(filter)}, false) as shown,
           not coalesce(${published({ now: filter.now })}, false) as over from club c
     where c.deleted_at is null and c.id > ${afterId} and c.id = any (array(
       select club_id from club_booking where start_at > ${from} and start_at <= ${until}
       union select club_id from club_booking where end_at > ${from} and end_at <= ${until}))
     order by c.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Published clubs with a picture of these ratings; used after a website changes what it accepts.
 */
export async function ratedClubs(
  db: Database,
  {
    ratings,
    afterId,
    limit,
    ...filter
  }: Filter & { ratings: Rating[]; afterId: number; limit: number },
): Promise<ChangedClub[]> {
  const { rows } = await sql<ChangedClub>`
    select ${COLUMNS}, 0 as changed_tx, true as shown, false as over from club c
     where ${published(filter)} and c.id > ${afterId}
       and exists (select from image m where m.club_id = c.id
         and m.rating = any(${ratings}::text[]) and m.seen_by in ('all', 'visitors'))
     order by c.id limit ${limit}`.execute(db);
  return rows;
}

/** Writes the clubs that one policy shows and the other does not into the change feed. */
export async function markClubs(
  db: Sql,
  { before, after }: { before: Policy; after: Policy },
): Promise<void> {
  await sql`
    select delivery_mark_club(c.id, c.public_id) from club c
     where c.deleted_at is null
       and (true ${wanted(before)}) is distinct from (true ${wanted(after)})`.execute(db);
}
