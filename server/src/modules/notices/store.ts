import type { NoticeKind, NoticePlace } from '@samtrot/shared/notices/rules.ts';
import type { Database, Sql } from '../../platform/db.ts';

export interface MaintenanceRow {
  from_at: Date;
  until_at: Date;
  set_by: number | null;
}

/** The maintenance that lasts or comes at this moment. */
export const findMaintenance = (
  db: Database | Sql,
  now: Date,
): Promise<(MaintenanceRow & { name: string | null }) | undefined> =>
  db
    .selectFrom('maintenance')
    .leftJoin('staff', 'staff.id', 'maintenance.set_by')
    .select(['from_at', 'until_at', 'set_by', 'staff.name'])
    .where('until_at', '>', now)
    .executeTakeFirst();

export async function replaceMaintenance(db: Sql, row: MaintenanceRow): Promise<void> {
  await db
    .insertInto('maintenance')
    .values(row)
    .onConflict((on) => on.column('one').doUpdateSet(row))
    .execute();
}

/** Returns the one that lasted or was to come. */
export const deleteMaintenance = (db: Sql, now: Date): Promise<MaintenanceRow | undefined> =>
  db
    .deleteFrom('maintenance')
    .where('until_at', '>', now)
    .returning(['from_at', 'until_at', 'set_by'])
    .executeTakeFirst();

export interface NoticeRow {
  id: number;
  kind: NoticeKind;
  place: NoticePlace;
  text: string;
  from_at: Date;
  until_at: Date;
}

const COLUMNS = ['id', 'kind', 'place', 'text', 'from_at', 'until_at'] as const;
const ofNotices = (db: Database | Sql) =>
  db
    .selectFrom('portal_notice')
    .select(COLUMNS.map((name) => `portal_notice.${name}` as const))
    .$narrowType<NoticeRow>();

/** Current notices, oldest first. */
export const shownNotices = (
  db: Database | Sql,
  now: Date,
  places: readonly NoticePlace[],
): Promise<NoticeRow[]> =>
  ofNotices(db)
    .where('from_at', '<=', now)
    .where('until_at', '>', now)
    .where('place', 'in', places)
    .orderBy('from_at')
    .orderBy('id')
    .execute();

export const newestNotices = (
  db: Sql,
  atMost: number,
): Promise<(NoticeRow & { written_by: string | null })[]> =>
  ofNotices(db)
    .leftJoin('staff', 'staff.id', 'portal_notice.written_by')
    .select('staff.name as written_by')
    .orderBy('until_at', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();

export const loadNoticeForUpdate = (db: Sql, id: number): Promise<NoticeRow | undefined> =>
  ofNotices(db).where('id', '=', id).forUpdate().executeTakeFirst();

export async function insertNotice(
  db: Sql,
  row: Omit<NoticeRow, 'id'> & { written_by: number | null },
): Promise<number> {
  const { id } = await db
    .insertInto('portal_notice')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setNoticeTimes(
  db: Sql,
  id: number,
  times: { from_at?: Date; until_at: Date },
): Promise<void> {
  await db.updateTable('portal_notice').set(times).where('id', '=', id).execute();
}
