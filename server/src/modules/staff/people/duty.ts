import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { dutyWeeks, mayHaveDuty, NO_DUTY, weekOf } from '@samtrot/shared/staff/duty-rules.ts';
import type { StaffCtx } from '../../../platform/action.ts';
import { auditChange } from '../../../platform/audit.ts';
import type { Sql } from '../../../platform/db.ts';
import { enqueueMail, type MailTemplate } from '../../mail/service.ts';
import * as store from '../store.ts';

interface Moment {
  db: Sql;
  now: Date;
}

/** Who has the duty of this week, if she still works here and decides reports (BOF-134). */
export async function dutyPerson({ db, now }: Moment): Promise<store.Person | undefined> {
  const row = await db
    .selectFrom('duty_week')
    .select('staff_id')
    .where('week', '=', weekOf(now))
    .executeTakeFirst();
  const person = row && (await store.findPerson(db, row.staff_id));
  return person && mayHaveDuty(person) ? person : undefined;
}

/** Enqueues a mail to `DUTY_EMAIL`, and the same one to who has the duty of this week. */
export async function enqueueDutyMail(moment: Moment, mail: MailTemplate): Promise<void> {
  await enqueueMail(moment, mail, null);
  const person = await dutyPerson(moment);
  if (!person || person.email.toLowerCase() === mail.to.toLowerCase()) return;
  const cause = `${mail.cause}:staff:${person.id}`;
  await enqueueMail(moment, { ...mail, cause, to: person.email }, null);
}

/** The rota from this week on; null where nobody has been chosen. */
export async function dutyRota({
  db,
  now,
}: Moment): Promise<{ week: string; staff_id: number | null }[]> {
  const able = new Set((await store.listPeople(db)).filter(mayHaveDuty).map(({ id }) => id));
  const rows = (await db.selectFrom('duty_week').select(['week', 'staff_id']).execute()).filter(
    ({ staff_id }) => able.has(staff_id),
  );
  const chosen = new Map(rows.map(({ week, staff_id }) => [week, staff_id]));
  return dutyWeeks(now).map((week) => ({ week, staff_id: chosen.get(week) ?? null }));
}

/** Gives a week to somebody, or to nobody. @throws INVALID_INPUT, NOT_FOUND */
export async function setDuty(
  ctx: StaffCtx,
  { week, staff_id }: { week: string; staff_id: number | null },
): Promise<void> {
  const { db, now } = ctx;
  if (!dutyWeeks(now).includes(week)) throw invalid({ week: 'Diese Woche gehört nicht zum Plan.' });
  const person = staff_id === null ? null : await store.loadForUpdate(db, staff_id);
  if (person !== null && person?.state !== 'active') throw new AppError('NOT_FOUND');
  if (person && !mayHaveDuty(person)) throw invalid({ staff_id: NO_DUTY });
  const before = (await dutyRota(ctx)).find((row) => row.week === week)!.staff_id;
  if (before === staff_id) return;
  await db
    .deleteFrom('duty_week')
    .where((is) => is.or([is('week', '<', weekOf(now)), is('week', '=', week)]))
    .execute();
  if (staff_id !== null) await db.insertInto('duty_week').values({ week, staff_id }).execute();
  await auditChange(ctx, 'duty_set', {
    right: 'staff.manage',
    object: `duty:${week}`,
    before: await named(db, before),
    after: await named(db, staff_id),
  });
}

const named = async (db: Sql, id: number | null): Promise<Record<string, string>> => ({
  person: id === null ? '' : ((await store.findPerson(db, id))?.name ?? ''),
});
