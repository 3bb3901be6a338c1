import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { report } from '@samtrot/shared/reports/contract.ts';
import { dutyWeeks, NO_DUTY, weekOf } from '@samtrot/shared/staff/duty-rules.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { blockStaff, getTeam, setDuty, setStaffRole } from '@samtrot/shared/staff/team-contract.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { type Staff, staffOf } from '../../../testing/world/staff.ts';
import { testWorld, type World } from '../../../testing/world/world.ts';

const DUTY = 'pikett@samtrot.example';
let world: World;
let owner: Staff;
let other: Staff;
beforeEach(async () => {
  world = await testWorld({ DUTY_EMAIL: DUTY });
  owner = await staffOf(world, 'owner');
  other = await staffOf(world, 'moderator');
});
afterEach(() => world[Symbol.asyncDispose]());

const thisWeek = () => weekOf(world.clock.now());
const onDuty = async () =>
  (await (await staffOf(world, 'reader')).call(getStaffOverview, {})).body.duty;
const subjectsTo = async (email: string) =>
  (await world.mails(email)).map(({ subject }) => subject);
const give = (week: string, staff_id: number | null) => owner.call(setDuty, { week, staff_id });

test('who has the duty of the week stands on the overview and gets its alarms [BOF-134, BOF-138]', async () => {
  expect(await onDuty()).toBe(DUTY);
  expect((await give(thisWeek(), other.staffId)).status).toBe(200);
  expect(await onDuty()).toBe(other.name);
  await world.runTasks('heartbeat');
  for (const seconds of [0, 40, 10]) {
    world.clock.advance(seconds * 1000);
    for (const task of world.app.watch)
      while ((await task.run({ db: world.db, now: world.clock.now() })) > 0);
  }
  expect(await subjectsTo(DUTY)).toEqual(['Störung im Betrieb']);
  expect(await subjectsTo(other.email)).toEqual(['Störung im Betrieb']);
});

test('an urgent report is mailed to DUTY_EMAIL and to who has the duty, each time [BOF-58]', async () => {
  await give(thisWeek(), other.staffId);
  const on = advertisers(world);
  const { id } = await on.place(await on.rich(100), { inserat_typ: '1_week' });
  const { public_id } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { body } = await world.visitor.call(report, {
    object: { type: 'inserat', id: public_id },
    reason: 'minderjaehrig',
  });
  const subject = `DRINGEND ${body.number}: Meldung zu Inserat ${id}`;
  world.clock.advance(31 * MINUTE_MS);
  await world.runTasks('reports/alert');
  for (const to of [DUTY, other.email])
    expect(await subjectsTo(to), to).toEqual([subject, subject]);
});

test('a week ends on Sunday, and who is blocked has no duty any more [BOF-134]', async () => {
  await give(thisWeek(), other.staffId);
  world.clock.advance(7 * DAY_MS);
  owner = await staffOf(world, 'owner');
  expect(await onDuty()).toBe(DUTY);
  await give(thisWeek(), other.staffId);
  expect(await onDuty()).toBe(other.name);
  await owner.call(blockStaff, { staff_id: other.staffId, state: 'blocked' });
  expect(await onDuty()).toBe(DUTY);
});

test('the team shows eight weeks; a week of another time and a blocked person are refused [BOF-134]', async () => {
  const [, next] = dutyWeeks(world.clock.now());
  await give(next!, other.staffId);
  const { duty, duty_email } = (await owner.call(getTeam, {})).body;
  expect(duty_email).toBe(DUTY);
  expect(duty).toHaveLength(8);
  expect(duty[1]).toEqual({ week: next, staff_id: other.staffId });
  expect((await give(next!, null)).status).toBe(200);
  expect((await owner.call(getTeam, {})).body.duty[1].staff_id).toBeNull();
  expect((await give('2020-01-06', other.staffId)).status).toBe(422);
  await owner.call(blockStaff, { staff_id: other.staffId, state: 'blocked' });
  expect((await give(next!, other.staffId)).status).toBe(404);
});

test('only who may decide reports has the duty, also after another role [BOF-58, BOF-134]', async () => {
  const [week, next] = dutyWeeks(world.clock.now());
  for (const role of ['reader', 'finance', 'partner_manager'] as const) {
    const { staffId } = await staffOf(world, role);
    expect((await give(week!, staffId)).body.errors, role).toEqual({ staff_id: NO_DUTY });
  }
  expect(await onDuty()).toBe(DUTY);
  for (const day of [week!, next!]) expect((await give(day, other.staffId)).status).toBe(200);
  await owner.call(setStaffRole, { staff_id: other.staffId, role: 'reader' });
  expect(await onDuty()).toBe(DUTY);
  const { duty } = (await owner.call(getTeam, {})).body as { duty: { staff_id: number | null }[] };
  expect(duty.slice(0, 2).map(({ staff_id }) => staff_id)).toEqual([null, null]);
});
