import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

/** Whether an image, a kept one or a video has this file. Each branch is one index look-up. */
const isNamed = (name: RawBuilder<unknown>) => sql`(
  exists (select from image i, unnest(i.widths) w
           where i.content_id = left(${name}, 64) and ${name} = i.content_id || '-' || w || '.webp')
  or exists (select from kept_image k, unnest(k.widths) w
           where k.content_id = left(${name}, 64) and ${name} = k.content_id || '-' || w || '.webp')
  or exists (select from removed_image r, unnest(r.widths) w
           where r.content_id = left(${name}, 64) and ${name} = r.content_id || '-' || w || '.webp')
  or exists (select from video v where v.content_id = left(${name}, 64)
           and (${name} = v.content_id || '-poster.webp'
             or ${name} in (select v.content_id || '-' || h || '.mp4' from unnest(v.heights) h))))`;

/** The names that no image and no video has. */
export async function unnamed(db: Database | Sql, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select f.name from unnest(${names}::text[]) f(name) where not ${isNamed(sql`f.name`)}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The names without an announced removal. */
export async function withoutRemoval(db: Database, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select f.name from unnest(${names}::text[]) f(name)
     where not exists (select from file_removal r where r.content_id = left(f.name, 64) and f.name = any(r.names))`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Schedules their removal now, or with the removal already scheduled for their content. */
export async function scheduleRemovalNow(db: Database, names: string[]): Promise<void> {
  await sql`
    insert into file_removal as known (content_id, names, due_at)
    select left(f.name, 64), array_agg(f.name), '-infinity'
      from unnest(${names}::text[]) f(name) group by 1
    on conflict (content_id) do update set names = array(select distinct unnest(known.names || excluded.names))`.execute(
    db,
  );
}

/** The names of all files of images and videos. */
export async function allNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select content_id || '-' || w || '.webp' as name from image, unnest(widths) w
    union select content_id || '-' || w || '.webp' from kept_image, unnest(widths) w
    union select content_id || '-' || w || '.webp' from removed_image, unnest(widths) w
    union select content_id || '-' || h || '.mp4' from video, unnest(heights) h
    where content_id is not null
    union select content_id || '-poster.webp' from video where content_id is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/** When this database was created. */
export async function installedAt(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select min(applied_at) as at from migration`.execute(db);
  return rows[0]!.at;
}
