import type { Place, Rating } from '@samtrot/shared/media/rules.ts';
import { type NotNull, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';
import { SEEN_BY_OWNER } from './images/held-back.ts';
import type { StoredRating } from './images/rating-store.ts';

export interface StoredImage {
  id: number;
  content_id: string;
  name: string;
  width: number;
  height: number;
  widths: number[];
  placeholder: string;
  rating: Rating;
  seen_by: string;
  /** Waits in the place of this one, which visitors see until then. */
  replaces: number | null;
}

const COLUMNS = [
  'id',
  'content_id',
  'name',
  'width',
  'height',
  'widths',
  'placeholder',
  'rating',
  'seen_by',
  'replaces',
] as const;

/** The images of these ads, of both places, each list in order. */
export const imagesOf = (
  db: Sql,
  inseratIds: number[],
): Promise<(StoredImage & { inserat_id: number; place: Place })[]> =>
  db
    .selectFrom('image')
    .select([...COLUMNS, 'inserat_id', 'place'])
    .where('inserat_id', 'in', inseratIds)
    .where(SEEN_BY_OWNER)
    .orderBy('inserat_id')
    .orderBy('position')
    .orderBy('id')
    .$narrowType<{ inserat_id: NotNull; place: Place; rating: Rating }>()
    .execute();

/** The shown image of a banner, and the chosen, unsaved one. */
export type BannerPlace = 'banner' | 'banner_neu';

export const bannerImages = (
  db: Sql,
  bannerIds: number[],
): Promise<(StoredImage & { banner_id: number; place: BannerPlace })[]> =>
  db
    .selectFrom('image')
    .select([...COLUMNS, 'banner_id', 'place'])
    .where('banner_id', 'in', bannerIds)
    .where(SEEN_BY_OWNER)
    .$narrowType<{ banner_id: NotNull; place: BannerPlace; rating: Rating }>()
    .execute();

/** The images of these clubs, each list in order. */
export const clubImages = (
  db: Database | Sql,
  clubIds: number[],
): Promise<(StoredImage & { club_id: number })[]> =>
  db
    .selectFrom('image')
    .select([...COLUMNS, 'club_id'])
    .where('club_id', 'in', clubIds)
    .where(SEEN_BY_OWNER)
    .orderBy('club_id')
    .orderBy('position')
    .orderBy('id')
    .$narrowType<{ club_id: NotNull; rating: Rating }>()
    .execute();

/** The ad of this account's image; undefined also for images of banners or clubs. */
export async function inseratOf(
  db: Sql,
  accountId: number,
  imageId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('image')
    .select('inserat_id')
    .where('id', '=', imageId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.inserat_id ?? undefined;
}

/** The club of this account's image; undefined for any other. */
export async function clubOf(
  db: Sql,
  accountId: number,
  imageId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('image')
    .select('club_id')
    .where('id', '=', imageId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.club_id ?? undefined;
}

/** The image of an ad whose owner sees it; undefined for a story and for any other. */
export async function findById(db: Sql, id: number): Promise<{ rating: Rating } | undefined> {
  return db
    .selectFrom('image')
    .select('rating')
    .where('id', '=', id)
    .where('place', '=', 'inserat')
    .where(SEEN_BY_OWNER)
    .$narrowType<{ rating: Rating }>()
    .executeTakeFirst();
}

/**
 * Puts an image where another one is, which goes; if the new one waits, what visitors see stays
 * until it is approved. Returns the id of that one.
 */
export async function takePlace(db: Sql, id: number, replaced: number): Promise<number | null> {
  const { rows } = await sql<{ replaces: number | null }>`
    update image set position = other.position,
           replaces = case when image.seen_by <> 'owner' then null
             when other.seen_by = 'owner' then other.replaces else other.id end
      from image other where image.id = ${id} and other.id = ${replaced}
    returning image.replaces`.execute(db);
  const { replaces } = rows[0]!;
  if (replaces === null)
    await sql`
      delete from image where id = (select replaces from image where id = ${replaced})`.execute(db);
  if (replaces === replaced) {
    await db.updateTable('image').set({ seen_by: 'visitors' }).where('id', '=', replaced).execute();
    return replaces;
  }
  // What it was to replace is replaced by the new one now.
  await db.updateTable('image').set({ replaces: null }).where('id', '=', replaced).execute();
  await remove(db, replaced);
  return replaces;
}

/** How many images of the ad stand before this one. */
export async function indexOf(db: Sql, inseratId: number, id: number): Promise<number> {
  const { rows } = await sql<{ index: number }>`
    select count(*)::integer as index from image other, image one
     where one.id = ${id} and other.inserat_id = ${inseratId} and other.place = 'inserat'
       and other.seen_by in ('all', 'owner')
       and (other.position, other.id) < (one.position, one.id)`.execute(db);
  return rows[0]!.index;
}

export async function countOf(db: Sql, inseratId: number): Promise<number> {
  const { count } = await db
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('inserat_id', '=', inseratId)
    .where('place', '=', 'inserat')
    .where(SEEN_BY_OWNER)
    .executeTakeFirstOrThrow();
  return count;
}

type NewImage = Omit<StoredImage, 'id' | 'seen_by' | 'replaces'> &
  StoredRating & {
    account_id: number;
    phash: string;
    bytes: number;
    created_at: Date;
  };

/** Appends the image in its place of an ad or club, which must be locked. */
export async function insert(
  db: Sql,
  image: NewImage & ({ inserat_id: number; place: Place } | { club_id: number; place: 'club' }),
): Promise<StoredImage> {
  const [column, of] =
    'club_id' in image ? ['club_id', image.club_id] : ['inserat_id', image.inserat_id];
  const { rows } = await sql<StoredImage>`
    insert into image (account_id, ${sql.ref(column)}, place, content_id, name, width, height, widths, placeholder, phash, bytes,
                       rating, rating_fixed, position, created_at)
    select ${image.account_id}, ${of}, ${image.place}, ${image.content_id}, ${image.name},
           ${image.width},
           ${image.height}, ${image.widths}::integer[], ${image.placeholder},
           ${image.phash}::bit(64), ${image.bytes},
           ${image.rating}, ${image.rating_fixed}, coalesce(max(position), 0) + 1,
           ${image.created_at}
      from image where ${sql.ref(column)} = ${of} and place = ${image.place}
    returning id, content_id, name, width, height, widths, placeholder, rating, seen_by, replaces`.execute(
    db,
  );
  return rows[0]!;
}

/** Inserts the only image of a banner's place. */
export async function insertForBanner(
  db: Sql,
  image: NewImage & { banner_id: number; place: BannerPlace },
): Promise<void> {
  await db
    .insertInto('image')
    .values({ ...image, position: 1 })
    .execute();
}

export async function removeFromBanner(
  db: Sql,
  bannerId: number,
  places: readonly BannerPlace[],
): Promise<void> {
  await db
    .deleteFrom('image')
    .where('banner_id', '=', bannerId)
    .where('place', 'in', places)
    .execute();
}

/** The chosen image becomes the shown one, whose place is free. */
export async function showChosen(db: Sql, bannerId: number): Promise<void> {
  await db
    .updateTable('image')
    .set({ place: 'banner' })
    .where('banner_id', '=', bannerId)
    .where('place', '=', 'banner_neu')
    .execute();
}

/** Size in bytes of a banner's shown image. */
export async function bytesOfBanner(db: Sql, bannerId: number): Promise<number> {
  const row = await db
    .selectFrom('image')
    .select('bytes')
    .where('banner_id', '=', bannerId)
    .where('place', '=', 'banner')
    .where(SEEN_BY_OWNER)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

export async function copyBannerImage(
  db: Sql,
  { from, to, at }: { from: number; to: number; at: Date },
): Promise<void> {
  await sql`
    insert into image (account_id, banner_id, place, content_id, name, width, height, widths,
                       placeholder, position, created_at,
                       phash, rating, rating_fixed, bytes)
    select account_id, ${to}, place, content_id, name, width, height, widths, placeholder,
           position, ${at},
           phash, rating, rating_fixed, bytes from image
     where banner_id = ${from} and place = 'banner' and ${SEEN_BY_OWNER}`.execute(db);
}

/** Deletes the images of every banner of an account. */
export async function removeFromBanners(db: Sql, accountId: number): Promise<void> {
  await db
    .deleteFrom('image')
    .where('account_id', '=', accountId)
    .where('banner_id', 'is not', null)
    .execute();
}

export async function remove(db: Sql, imageId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('image')
    .where('id', '=', imageId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the images of every ad of an account. */
export async function removeFromInserate(db: Sql, accountId: number): Promise<void> {
  await db
    .deleteFrom('image')
    .where('account_id', '=', accountId)
    .where('inserat_id', 'is not', null)
    .execute();
}

/** Deletes the images of one club, or of all clubs of an account. */
export async function removeFromClubs(
  db: Sql,
  which: { clubId: number } | { accountId: number },
): Promise<void> {
  const one = 'clubId' in which;
  await db
    .deleteFrom('image')
    .where('club_id', 'is not', null)
    .where(one ? 'club_id' : 'account_id', '=', one ? which.clubId : which.accountId)
    .execute();
}

/** Deletes all images of an ad. */
export async function removeOfInserat(db: Sql, inseratId: number): Promise<void> {
  await db.deleteFrom('image').where('inserat_id', '=', inseratId).execute();
}

export async function sort(db: Sql, imageIds: number[]): Promise<void> {
  await sql`
    update image set position = o.position
      from unnest(${imageIds}::bigint[]) with ordinality o(id, position)
     where image.id = o.id`.execute(db);
  // What visitors see until its replacement is approved goes along.
  await sql`
    update image set position = one.position from image one
     where one.id = any(${imageIds}::bigint[]) and one.replaces = image.id`.execute(db);
}

/** Size in bytes of a copy of an ad's media, without its story. */
export async function bytesOfInserat(db: Sql, inseratId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ((select coalesce(sum(bytes), 0) from image where inserat_id = ${inseratId} and place = 'inserat'
              and ${SEEN_BY_OWNER})
          + (select coalesce(sum(bytes), 0) from video where inserat_id = ${inseratId} and place = 'inserat' and status = 'bereit'))::bigint
        as bytes`.execute(db);
  return rows[0]!.bytes;
}

export async function copyImages(
  db: Sql,
  { from, to, at }: { from: number; to: number; at: Date },
): Promise<void> {
  await sql`
    insert into image (account_id, inserat_id, content_id, name, width, height, widths, placeholder,
                       position, created_at,
                       phash, rating, rating_fixed, bytes)
    select account_id, ${to}, content_id, name, width, height, widths, placeholder, position, ${at},
           phash, rating, rating_fixed, bytes from image
     where inserat_id = ${from} and place = 'inserat' and ${SEEN_BY_OWNER}
     order by position, id`.execute(db);
}

interface Removal {
  contentId: string;
  names: string[];
}

/** Triggers schedule the removal of deleted images and videos (0033_media.sql). */
export async function scheduleRemoval(
  db: Sql,
  { contentId, names, dueAt }: Removal & { dueAt: Date },
): Promise<void> {
  await sql`
    insert into file_removal as known (content_id, names, due_at) values (${contentId}, ${names}::text[], ${dueAt})
    on conflict (content_id) do update set due_at = greatest(known.due_at, excluded.due_at),
      names = array(select distinct unnest(known.names || excluded.names))`.execute(db);
}

/**
 * Locks the content of one due image or video, then its row: whoever restores a picture holds its
 * content when it comes to the row. Undefined if none is due or the row is in somebody's hands.
 */
export async function claimRemoval(ctx: JobContext): Promise<Removal | undefined> {
  const { rows: due } = await sql<{ content_id: string }>`
    select content_id from file_removal
     where due_at <= ${ctx.now} and ${dueOnly(ctx, sql`content_id`)}
     order by due_at limit 1`.execute(ctx.db);
  if (!due[0]) return undefined;
  const { content_id } = due[0];
  ctx.due?.claimed([content_id]);
  await lockContent(ctx.db, content_id, 'exclusive');
  const { rows } = await sql<Removal>`
    select content_id as "contentId", names from file_removal
     where content_id = ${content_id} and due_at <= ${ctx.now} for update skip locked`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function endRemoval(db: Sql, contentId: string): Promise<void> {
  await db.deleteFrom('file_removal').where('content_id', '=', contentId).execute();
}

/** Advisory lock on a content: attaching an image and removing its files exclude each other. */
export async function lockContent(
  db: Sql,
  contentId: string,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const lock = sql.raw(
    mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock',
  );
  await sql`select ${lock}(hashtext('media'), hashtext(${contentId}))`.execute(db);
}

export interface SimilarImage {
  id: number;
  account_id: number;
  inserat_id: number | null;
  banner_id: number | null;
  club_id: number | null;
  content_id: string;
  /** In how many of 64 bits the hashes differ. */
  distance: number;
}

/** Nearest first. */
export async function imagesNear(
  db: Sql,
  phash: string,
  distance: number,
  limit: number,
): Promise<SimilarImage[]> {
  const { rows } = await sql<SimilarImage>`
    select id, account_id, inserat_id, banner_id, club_id, content_id,
           bit_count(phash # ${phash}::bit(64))::integer as distance
      from image where bit_count(phash # ${phash}::bit(64)) <= ${distance}
     order by distance, id limit ${limit}`.execute(db);
  return rows;
}

/** Undefined without such an image, null for one without a hash. */
export async function phashOf(db: Sql, id: number): Promise<string | null | undefined> {
  const row = await db.selectFrom('image').select('phash').where('id', '=', id).executeTakeFirst();
  return row?.phash;
}
