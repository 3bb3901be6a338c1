/** What the tables know about a thing that is reviewed: its account, and pictures like its own. */
import type { SimilarPicture } from '@samtrot/shared/moderation/review-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { clubContact } from '../clubs/service.ts';
import { adContact } from '../inserate/service.ts';
import type { ReviewRow } from './review-store.ts';

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
  return inOrder(
    db,
    rows.map((row) => row.id),
  );
}

async function inOrder(db: Sql, ids: readonly number[]): Promise<ShownPicture[]> {
  const found = new Map((await picturesOf(db, ids)).map((one) => [one.id, one]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The pictures of a thing in the order in which a hold counts them. */
export async function picturesOfThing(
  db: Sql,
  { thing, id }: { thing: 'inserat' | 'banner' | 'club'; id: number },
): Promise<ShownPicture[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from image p where ${sql.ref(`p.${thing}_id`)} = ${id} and p.place = ${thing}
       and p.seen_by in ('all', 'owner') order by p.position, p.id`.execute(db);
  return inOrder(
    db,
    rows.map((row) => row.id),
  );
}

/** The smallest size in which each of these films is stored. */
export async function filmSizes(
  db: Sql,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ content_id: string; height: number }>`
    select content_id, min(h) as height from video cross join unnest(heights) as h
     where content_id = any (${[...contentIds]}) group by content_id`.execute(db);
  return new Map(rows.map(({ content_id, height }) => [content_id, height]));
}
