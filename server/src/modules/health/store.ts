import type { AlarmKind } from '@samtrot/shared/health/alarm-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

export interface Alarm {
  kind: AlarmKind;
  raised_at: Date;
  repeat_at: Date | null;
}

/** False while another process decides about alarms. Held until the transaction ends. */
export async function tryLock(db: Sql): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('alarm')) as free`.execute(db);
  return rows[0]!.free;
}

export const alarms = async (db: Sql): Promise<Alarm[]> =>
  (await db.selectFrom('alarm').select(['kind', 'raised_at', 'repeat_at']).execute()) as Alarm[];

export async function insertAlarm(db: Sql, alarm: Alarm): Promise<void> {
  await db.insertInto('alarm').values(alarm).execute();
}

export async function endRepetition(db: Sql, kind: AlarmKind): Promise<void> {
  await db.updateTable('alarm').set({ repeat_at: null }).where('kind', '=', kind).execute();
}

export async function deleteAlarm(db: Sql, kind: AlarmKind): Promise<void> {
  await db.deleteFrom('alarm').where('kind', '=', kind).execute();
}
