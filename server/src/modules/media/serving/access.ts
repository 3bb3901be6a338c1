import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';

/** Who may fetch the files of a content. */
interface Access {
  /** Whether visitors may see it now. */
  published: boolean;
  /** Accounts whose ads, banners or clubs use it. */
  owners: number[];
}

/**
 * Returns who may fetch this content. Decided per request by the rule of the ad list: expired,
 * planned, hidden or deleted items are excluded at once, without any job.
 */
export async function accessTo(db: Database, contentId: string, now: Date): Promise<Access> {
  const { rows } = await sql<{ published: boolean; owners: string[] | null }>`
    select coalesce(bool_or(m.published), false) as published,
           array_agg(distinct m.account_id) as owners from (
      select p.account_id, p.seen_by in ('all', 'visitors') and ${onAd('p', now)} as published
        from image p join inserat i on i.id = p.inserat_id
       where p.content_id = ${contentId} and i.status <> 'geloescht'
      union all
      select v.account_id, v.status = 'bereit' and v.seen_by in ('all', 'visitors')
             and ${onAd('v', now)}
        from video v join inserat i on i.id = v.inserat_id
       where v.content_id = ${contentId} and i.status <> 'geloescht'
      union all
      select p.account_id, p.place = 'banner' and p.seen_by in ('all', 'visitors')
          and b.hidden_at is null and b.held_at is null and ${running('k', now)}
          and exists (select from banner_webseite w join website s on s.id = w.website_id
                       where w.banner_id = b.id and s.status = 'on')
        from image p join banner b on b.id = p.banner_id
        left join banner_booking k on k.id = b.booking_id
       where p.content_id = ${contentId} and b.deleted_at is null
      union all
      select p.account_id, p.seen_by in ('all', 'visitors') and c.placed_at is not null and c.hidden_at is null and c.held_at is null and (k.id is null or ${running('k', now)})
        from image p join club c on c.id = p.club_id left join club_booking k on k.id = c.booking_id
       where p.content_id = ${contentId} and c.deleted_at is null
    ) m`.execute(db);
  const { published, owners } = rows[0]!;
  // An array of bigint is read as texts, unlike a bigint.
  return { published, owners: (owners ?? []).map(Number) };
}

/** Whether the booking is running. */
const running = (booking: string, now: Date): RawBuilder<boolean> => sql`
  coalesce(${sql.ref(`${booking}.start_at`)} <= ${now} and ${sql.ref(`${booking}.end_at`)} > ${now}, false)`;

/** A story ends a day after its publication, whatever the ad does. */
const onAd = (media: string, now: Date): RawBuilder<boolean> => sql`
  coalesce(i.status = 'aktiv' and i.held_at is null and i.start_at <= ${now} and i.end_at > ${now}
    and (${sql.ref(`${media}.place`)} = 'inserat' or i.story_until > ${now}), false)`;
