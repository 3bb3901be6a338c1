import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';

/** A booked banner that is not hidden, before or within its run. */
export interface RunningBanner {
  id: number;
  public_id: string;
  typ: BannerTypeId;
  text: string;
  url: string;
  start_at: Date;
  end_at: Date;
  /** Ids of its websites, including disabled ones. */
  websites: number[];
  /** Its picture; all null for a text link. */
  content_id: string | null;
  width: number | null;
  height: number | null;
  widths: number[] | null;
  placeholder: string | null;
  rating: Rating | null;
}

const runs = (now: Date) => sql`
  banner_booking k
      join banner b on b.id = k.banner_id and b.booking_id = k.id
      left join image p on p.banner_id = b.id and p.place = 'banner'
        and p.seen_by in ('all', 'visitors')
     where k.end_at > ${now} and b.hidden_at is null and b.held_at is null
       and b.deleted_at is null
       and case when b.typ = 'a4' then b.text <> '' else p.id is not null end`;

/**
 * Banners that are shown now or will be without another change, or those of them with these ids;
 * the caller checks start and end.
 */
export async function runningBanners(
  db: Database,
  now: Date,
  ids?: readonly number[],
): Promise<RunningBanner[]> {
  const { rows } = await sql<RunningBanner>`
    select b.id, b.public_id, b.typ, b.text, b.url, k.start_at, k.end_at,
           array(select website_id::integer from banner_webseite w where w.banner_id = b.id
             order by 1) as websites,
           p.content_id, p.width, p.height, p.widths, p.placeholder, p.rating
      from ${runs(now)} ${ids ? sql`and b.id = any(${ids}::bigint[])` : sql``}
     order by b.id`.execute(db);
  return rows;
}

/**
 * The same banners by id, each with a version: the transactions that wrote what `runningBanners`
 * reads of it.
 */
export async function runningVersions(db: Database, now: Date): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; version: string }>`
    select b.id, concat_ws(' ', b.xmin, k.id, k.xmin, p.id, p.xmin,
             (select concat(count(*), '.', max(w.xmin::text::bigint))
                from banner_webseite w where w.banner_id = b.id)) as version
      from ${runs(now)}
     order by b.id`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
