import { VISIT_ONCE_MINUTES, type VisitKind } from '@samtrot/shared/statistics/rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

export type VisitedKind = 'inserat' | 'club';

/** A visit. The fingerprint is the only trace of the visitor, unreadable after the day. */
export interface Visit {
  fingerprint: Buffer;
  kind: VisitedKind;
  itemId: number;
  websiteId: number;
  visit: VisitKind;
  at: Date;
  /** Swiss date, YYYY-MM-DD. */
  day: string;
}

/**
 * Records the fingerprints; returns those not counted within 30 minutes, each once even under
 * concurrency.
 */
export async function recordFingerprints(db: Sql, visits: readonly Visit[]): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    insert into visit_seen (fingerprint, at)
    select * from unnest(${visits.map(({ fingerprint }) => fingerprint)}::bytea[],
      ${visits.map(({ at }) => at.toISOString())}::timestamptz[]) as t (fingerprint, at) order by fingerprint
    on conflict (fingerprint) do update set at = excluded.at
      where visit_seen.at <= excluded.at - make_interval(mins => ${VISIT_ONCE_MINUTES})
    returning fingerprint`.execute(db);
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('latin1')));
}

/**
 * The existing items, locked until the transaction ends. Deletion locks them before their counts,
 * too, so that no deadlock occurs.
 */
export async function lockExisting(
  db: Sql,
  { ads, clubs }: { ads: number[]; clubs: number[] },
): Promise<{ ads: Set<number>; clubs: Set<number> }> {
  const lockRows = async (query: ReturnType<typeof sql<{ id: number }>>, ids: number[]) =>
    new Set(ids.length === 0 ? [] : (await query.execute(db)).rows.map(({ id }) => id));
  return {
    ads: await lockRows(
      sql`select id from inserat where id = any (${ads}) and status <> 'geloescht' order by id for no key update`,
      ads,
    ),
    clubs: await lockRows(
      sql`select id from club where id = any (${clubs}) and deleted_at is null order by id for share`,
      clubs,
    ),
  };
}

export interface DayRow extends Record<VisitKind, number> {
  kind: VisitedKind;
  itemId: number;
  websiteId: number;
  day: string;
}

/** Rows are written in one order everywhere to avoid deadlocks. */
export async function addDays(db: Sql, rows: readonly DayRow[]): Promise<void> {
  await sql`
    insert into visit_day (kind, item_id, website_id, day, views, phone, whatsapp, sms, homepage)
    select t.* from unnest(
        ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ itemId }) => itemId)}::bigint[],
        ${rows.map(({ websiteId }) => websiteId)}::bigint[], ${rows.map(({ day }) => day)}::date[],
        ${rows.map(({ view }) => view)}::integer[], ${rows.map(({ phone }) => phone)}::integer[],
        ${rows.map(({ whatsapp }) => whatsapp)}::integer[],
        ${rows.map(({ sms }) => sms)}::integer[],
        ${rows.map(({ homepage }) => homepage)}::integer[])
        as t (kind, item_id, website_id, day, views, phone, whatsapp, sms, homepage)
      join website w on w.id = t.website_id
     order by kind, item_id, day, website_id
    on conflict (kind, item_id, day, website_id) do update set
      views = visit_day.views + excluded.views, phone = visit_day.phone + excluded.phone,
      whatsapp = visit_day.whatsapp + excluded.whatsapp, sms = visit_day.sms + excluded.sms, homepage = visit_day.homepage + excluded.homepage`.execute(
    db,
  );
}

export interface HourRow {
  inseratId: number;
  /** Start of the hour, ISO. */
  hour: string;
  views: number;
  contacts: number;
}

export async function addHours(db: Sql, rows: readonly HourRow[]): Promise<void> {
  await sql`
    insert into visit_hour (inserat_id, hour, views, contacts)
    select * from unnest(
        ${rows.map(({ inseratId }) => inseratId)}::bigint[],
        ${rows.map(({ hour }) => hour)}::timestamptz[],
        ${rows.map(({ views }) => views)}::integer[],
        ${rows.map(({ contacts }) => contacts)}::integer[])
        as t (inserat_id, hour, views, contacts) order by inserat_id, hour
    on conflict (inserat_id, hour) do update set
      views = visit_hour.views + excluded.views, contacts = visit_hour.contacts + excluded.contacts`.execute(
    db,
  );
}

/** Adds to the views in the owner's list; no notification, since nothing delivered changes. */
export async function addViews(db: Sql, views: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update inserat set views = inserat.views + t.views
      from unnest(${[...views.keys()]}::bigint[], ${[...views.values()]}::integer[]) as t (id, views)
     where inserat.id = t.id`.execute(db);
}

const BATCH = 10_000;

/** Purges old fingerprints and hourly counts; returns the row count. */
export async function purgeBefore(
  db: Database,
  { seen, hours }: { seen: Date; hours: Date },
): Promise<number> {
  const results = [
    await sql`
      delete from visit_seen where fingerprint in (
        select fingerprint from visit_seen
         where at < ${seen} limit ${BATCH} for update skip locked)`.execute(db),
    await sql`
      delete from visit_hour where (inserat_id, hour) in (
        select inserat_id, hour from visit_hour
         where hour < ${hours} limit ${BATCH} for update skip locked)`.execute(db),
  ];
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0);
}
