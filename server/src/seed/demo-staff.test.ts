import { staffLogin, staffMe, staffSecondFactor } from '@samtrot/shared/staff/login-contract.ts';
import { ROLES } from '@samtrot/shared/staff/roles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffCaller } from '../testing/world/staff.ts';
import { totpCode } from '../testing/world/totp.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { DEMO_STAFF, DEMO_TOTP_SECRET } from './demo-logins.ts';
import { assertNoDemoStaff, demoStaffLines, fillDemoStaff } from './demo-staff.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('the demo has a person per role, who logs in with the printed key; production refuses them [BOF-15]', async () => {
  const { db } = world;
  await assertNoDemoStaff(db);
  expect(await demoStaffLines(db)).toEqual([]);
  // Two starts at the same moment.
  const fill = () => fillDemoStaff({ db, now: START });
  await Promise.all([fill(), fill()]);
  expect(DEMO_STAFF.map(({ role }) => role)).toEqual(ROLES);
  const lines = (await demoStaffLines(db)).join('\n');
  expect(lines).toContain(DEMO_TOTP_SECRET);
  // Who enrolled has been in; another link of theirs is no first invitation.
  const ins = await db.selectFrom('staff').select('last_login_at').execute();
  expect(ins).toEqual(DEMO_STAFF.map(() => ({ last_login_at: START })));
  for (const { email, role, name } of DEMO_STAFF) {
    expect(lines).toContain(email);
    const first = await staffCaller(world).call(staffLogin, { email, password: DEMO_PASSWORD });
    const code = totpCode(DEMO_TOTP_SECRET, START.getTime());
    const { pending } = first.body;
    const answer = await staffCaller(world).call(staffSecondFactor, { pending, code });
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .map((text) => String(text).split(';')[0])
      .join('; ');
    expect((await staffCaller(world, cookie).call(staffMe, {})).body).toMatchObject({ role, name });
  }
  await expect(assertNoDemoStaff(db)).rejects.toThrow(/inhaberin@samtrot\.example/);
});
