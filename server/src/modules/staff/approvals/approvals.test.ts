import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import {
  approve,
  declineApproval,
  getApprovals,
  withdrawApproval,
} from '@samtrot/shared/staff/approval-contract.ts';
import { staffMe } from '@samtrot/shared/staff/login-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import {
  blockStaff,
  getTeam,
  inviteStaff,
  setStaffRole,
} from '@samtrot/shared/staff/team-contract.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { behindGate } from '../../../testing/process/gate.ts';
import { type Staff, staffCaller, staffLoginOf, staffOf } from '../../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let asker: Staff;
let other: Staff;
let reader: Staff;
const open = async (env: Record<string, string> = {}) => {
  world = await testWorld(env);
  [asker, other, reader] = [
    await staffOf(world, 'owner'),
    await staffOf(world, 'owner'),
    await staffOf(world, 'reader'),
  ];
};
beforeEach(() => open());
afterEach(() => world[Symbol.asyncDispose]());

const askFor = (caller: Pick<Staff, 'call'> = asker, reason = 'Vertretung im Dezember') =>
  caller.call(setStaffRole, { staff_id: reader.staffId, role: 'owner', reason });
const roleOf = async ({ staffId }: Staff) =>
  (
    await world.db
      .selectFrom('staff')
      .select('role')
      .where('id', '=', staffId)
      .executeTakeFirstOrThrow()
  ).role;
const stateOf = async (id: number) =>
  world.db
    .selectFrom('approval')
    .select(['state', 'note', 'solo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const lines = async () =>
  (
    await world.db
      .selectFrom('audit')
      .select(['action', 'staff_id', 'right', 'reason', 'before', 'after'])
      .where('staff_id', 'is not', null)
      .orderBy('id')
      .execute()
  ).filter(({ action }) => action !== 'staff_added');

describe('a change that needs four eyes', () => {
  test('waits for a second person and changes nothing until then [BOF-18]', async () => {
    expect((await askFor(asker, '  ')).body.code).toBe('REASON_REQUIRED');
    const answer = await askFor();
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        code: 'APPROVAL_PENDING',
        message: 'Zur Freigabe vorgelegt. Eine zweite Person muss zustimmen.',
        approval_id: expect.any(Number),
      },
    ]);
    expect(await roleOf(reader)).toBe('reader');
    // Asked for twice it waits once.
    expect((await askFor(other)).body.approval_id).toBe(answer.body.approval_id);
    expect(await lines()).toEqual([
      {
        action: 'approval_requested',
        staff_id: asker.staffId,
        right: 'staff.manage',
        reason: 'Vertretung im Dezember',
        before: { Rolle: 'Lesen' },
        after: { Rolle: 'Inhaberin' },
      },
    ]);
  });

  test('is carried out once somebody else with the right approves it [BOF-19, BOF-139]', async () => {
    const { approval_id } = (await askFor()).body;
    const list = async (who: Staff) => (await who.call(getApprovals, {})).body.open;
    expect(await list(other)).toMatchObject([
      {
        approval_id,
        label: 'Zur Inhaberin machen',
        object_name: reader.name,
        before: { Rolle: 'Lesen' },
        after: { Rolle: 'Inhaberin' },
        asked_by: asker.name,
        may: ['approve', 'decline'],
      },
    ]);
    expect(await list(asker)).toMatchObject([{ may: ['withdraw'] }]);
    expect(await list(reader)).toEqual([]);
    const waiting = { label: 'Freigaben', path: '/freigaben', count: 1 };
    expect((await other.call(getStaffOverview, {})).body.waiting).toContainEqual(
      expect.objectContaining(waiting),
    );
    expect((await other.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
    expect(await roleOf(reader)).toBe('owner');
    expect((await lines()).slice(1)).toMatchObject([
      { action: 'approval_approved', staff_id: other.staffId, right: 'staff.manage' },
      {
        action: 'staff_role',
        staff_id: other.staffId,
        reason: 'Vertretung im Dezember',
        before: { role: 'reader' },
        after: { role: 'owner' },
      },
    ]);
  });

  test('is declined with a reason, or taken back by the asker [BOF-19]', async () => {
    const { approval_id } = (await askFor()).body;
    const decline = (reason: string) => other.call(declineApproval, { approval_id, reason });
    expect((await decline(' ')).body.code).toBe('REASON_REQUIRED');
    expect((await decline('Zu früh')).body).toMatchObject({ state: 'declined' });
    expect((await asker.call(getApprovals, {})).body).toMatchObject({
      open: [],
      decided: [{ state: 'declined', note: 'Zu früh', decided_by: other.name, may: [] }],
    });
    const second = (await askFor()).body.approval_id;
    const withdraw = (who: Staff) => who.call(withdrawApproval, { approval_id: second });
    expect((await withdraw(other)).status).toBe(404);
    expect((await withdraw(asker)).body).toMatchObject({ state: 'withdrawn' });
    expect((await other.call(approve, { approval_id: second })).body.code).toBe('ALREADY_DECIDED');
    expect(await roleOf(reader)).toBe('reader');
  });

  test('is never approved by its asker, also not in another log-in [BOF-20]', async () => {
    const { approval_id } = (await askFor()).body;
    const elsewhere = staffCaller(world, await staffLoginOf(world, asker.staffId));
    for (const who of [asker, elsewhere]) {
      expect((await who.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
      expect((await who.call(declineApproval, { approval_id, reason: 'Nein' })).body.code).toBe(
        'SAME_PERSON',
      );
    }
    // And not by somebody without the right, who learns nothing of it.
    expect((await reader.call(approve, { approval_id })).status).toBe(404);
    expect(await roleOf(reader)).toBe('reader');
  });

  test('nor by an asker who got another role and has it back [BOF-20]', async () => {
    const { approval_id } = (await askFor()).body;
    for (const role of ['finance', 'owner'])
      await world.db.updateTable('staff').set({ role }).where('id', '=', asker.staffId).execute();
    expect((await asker.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  });

  test('is void when the asker lost the right or the person changed [BOF-21]', async () => {
    const { approval_id } = (await askFor()).body;
    await other.call(setStaffRole, { staff_id: asker.staffId, role: 'finance' });
    const body = { state: 'void', message: expect.stringContaining('hinfällig: ') };
    expect((await other.call(approve, { approval_id })).body).toMatchObject(body);
    expect((await stateOf(approval_id)).note).toBe(`${asker.name} hat das Recht dafür nicht mehr.`);
    const third = await staffOf(world, 'owner');
    const next = (await askFor(third)).body.approval_id;
    await other.call(blockStaff, { staff_id: reader.staffId, state: 'blocked' });
    expect((await other.call(approve, { approval_id: next })).body).toMatchObject(body);
    expect((await stateOf(next)).note).toMatch(/gesperrt oder ausgetreten/);
    expect(await roleOf(reader)).toBe('reader');
  });

  test('is void when the asker works here no more [BOF-21]', async () => {
    const { approval_id } = (await askFor()).body;
    await other.call(blockStaff, { staff_id: asker.staffId, state: 'left' });
    expect((await other.call(approve, { approval_id })).body).toMatchObject({ state: 'void' });
    expect((await stateOf(approval_id)).note).toBe(
      'Eine der beiden Personen arbeitet nicht mehr hier.',
    );
    expect(await roleOf(reader)).toBe('reader');
  });

  test('ends after 72 hours [BOF-18]', async () => {
    const { approval_id } = (await askFor()).body;
    world.clock.set(new Date(START.getTime() + 3 * DAY_MS));
    const late = staffCaller(world, await staffLoginOf(world, other.staffId));
    expect((await late.call(approve, { approval_id })).body).toMatchObject({ state: 'expired' });
    expect(await roleOf(reader)).toBe('reader');
    world.clock.set(START);
    const first = (await askFor()).body.approval_id;
    world.clock.set(new Date(START.getTime() + 3 * DAY_MS));
    // Asked for again before the one that is over is cleared away, it waits anew.
    const again = staffCaller(world, await staffLoginOf(world, asker.staffId));
    const second = (await askFor(again)).body.approval_id;
    expect(second).not.toBe(first);
    world.clock.advance(3 * DAY_MS);
    await world.runTasks('staff/purge');
    expect(await stateOf(second)).toMatchObject({
      state: 'expired',
      note: 'Die Frist von 72 Stunden ist abgelaufen.',
    });
    // Who asked reads it among the decided ones, and everybody in the log.
    const sees = staffCaller(world, await staffLoginOf(world, asker.staffId));
    const listed = (await sees.call(getApprovals, {})).body;
    expect(JSON.stringify(listed)).toContain('Die Frist von 72 Stunden ist abgelaufen.');
    const line = await world.db
      .selectFrom('audit')
      .select(['action', 'actor', 'staff_id', 'reason'])
      .where('object', '=', `approval:${second}`)
      .where('action', '=', 'approval_expired')
      .execute();
    expect(line).toMatchObject([
      { actor: 'system', staff_id: null, reason: 'Die Frist von 72 Stunden ist abgelaufen.' },
    ]);
    const known = staffCaller(world, await staffLoginOf(world, other.staffId));
    expect((await known.call(approve, { approval_id: second })).body).toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringContaining('Automatik'),
    });
  });

  test('is carried out once by ten approvals at once [BOF-23]', async () => {
    const { approval_id } = (await askFor()).body;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => other.call(approve, { approval_id })),
    );
    const codes = answers.map(({ body }) => body.code ?? body.state);
    expect(codes.filter((code) => code === 'approved')).toHaveLength(1);
    expect(codes.filter((code) => code === 'ALREADY_DECIDED')).toHaveLength(9);
    expect((await lines()).filter(({ action }) => action === 'staff_role')).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)!.body.message).toMatch(
      new RegExp(`^${other.name} hat das um .+ schon entschieden: freigegeben\\.$`),
    );
  });
});

describe('a house with one person who has the right', () => {
  const alone = async (env: Record<string, string> = {}) => {
    await world[Symbol.asyncDispose]();
    await open(env);
    await asker.call(blockStaff, { staff_id: other.staffId, state: 'blocked' });
  };
  const HALF_MINUTE = 30_000;
  const askerAt = async (ms: number) => {
    world.clock.set(new Date(START.getTime() + ms));
    return staffCaller(world, await staffLoginOf(world, asker.staffId));
  };

  test('needs a second one first [BOF-24]', async () => {
    await alone();
    const answer = await askFor();
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'SECOND_PERSON_MISSING',
      'Dafür braucht es eine zweite Person mit diesem Recht. Lade zuerst jemanden ein.',
    ]);
  });

  test('lets the asker approve after 24 hours where the operator chose so [BOF-24]', async () => {
    expect((await asker.call(staffMe, {})).body.solo).toBe(false);
    await alone({ FOUR_EYES: 'solo' });
    // The overview says so to everybody.
    expect((await reader.call(staffMe, {})).body.solo).toBe(true);
    const { approval_id } = (await askFor()).body;
    const soon = await askerAt(DAY_MS - HALF_MINUTE);
    expect((await soon.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
    const later = await askerAt(DAY_MS + HALF_MINUTE);
    expect((await later.call(approve, { approval_id })).body.state).toBe('approved');
    expect(await stateOf(approval_id)).toMatchObject({ state: 'approved', solo: true });
    expect((await lines()).find(({ action }) => action === 'approval_approved')!.after).toEqual({
      Rolle: 'Inhaberin',
      solo: true,
    });
  });

  test('of two people the asker waits for the other one, whatever was chosen [BOF-24]', async () => {
    await world[Symbol.asyncDispose]();
    await open({ FOUR_EYES: 'solo' });
    const { approval_id } = (await askFor()).body;
    const later = await askerAt(DAY_MS + HOUR_MS);
    expect((await later.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  });
});

describe('the team', () => {
  test('shows role, factors and open log-ins; an owner invites [BOF-13]', async () => {
    const invited = await asker.call(inviteStaff, {
      name: 'Lea  Neu',
      email: 'lea@samtrot.example',
      role: 'moderator',
    });
    expect(invited.status).toBe(200);
    expect((await world.mails('lea@samtrot.example'))[0]!.subject).toBe(
      'Deine Einladung in den Betrieb',
    );
    const { people } = (await asker.call(getTeam, {})).body;
    expect(people.at(-1)).toMatchObject({
      name: 'Lea Neu',
      sign: 'LN',
      email: 'lea@samtrot.example',
      role: 'moderator',
      state: 'invited',
      last_login_at: null,
      has_app: false,
      passkeys: 0,
      logins: 0,
    });
    expect(people[0]).toMatchObject({ name: asker.name, role: 'owner', logins: 1 });
    const twice = { name: 'Lea Zwei', email: 'LEA@samtrot.example', role: 'reader' } as const;
    expect((await asker.call(inviteStaff, twice)).body.errors.email).toBe(
      'Diese Person gibt es schon.',
    );
  });

  test('invites an owner as a reader until a second person approves [BOF-18]', async () => {
    const person = { name: 'Ola Neu', email: 'ola@samtrot.example', role: 'owner' } as const;
    expect((await asker.call(inviteStaff, person)).body.code).toBe('REASON_REQUIRED');
    const answer = await asker.call(inviteStaff, { ...person, reason: 'Nachfolge' });
    expect(answer.status).toBe(202);
    const roles = async () =>
      (await asker.call(getTeam, {})).body.people.at(-1) as { name: string; role: string };
    expect(await roles()).toMatchObject({ name: 'Ola Neu', role: 'reader' });
    await other.call(approve, { approval_id: answer.body.approval_id });
    expect(await roles()).toMatchObject({ name: 'Ola Neu', role: 'owner' });
  });

  test('keeps its last owner, also when two demote each other at once [BOF-14]', async () => {
    const lock = ["select from staff where role = 'owner' for update"] as const;
    const [one, two] = await behindGate(world.pool, { locks: [lock], waiting: 2 }, () =>
      Promise.all([
        asker.call(setStaffRole, { staff_id: other.staffId, role: 'reader' }),
        other.call(setStaffRole, { staff_id: asker.staffId, role: 'reader' }),
      ]),
    );
    expect([one!.status, two!.status].toSorted()).toEqual([200, 409]);
    const refused = [one!, two!].find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({
      code: 'LAST_OWNER',
      message: 'Es braucht mindestens eine Inhaberin.',
    });
    const last = one!.status === 200 ? asker : other;
    for (const state of ['blocked', 'left'] as const)
      expect((await last.call(blockStaff, { staff_id: last.staffId, state })).body.code).toBe(
        'LAST_OWNER',
      );
  });
});
