import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { endView, startView } from '@samtrot/shared/customers/help-contract.ts';
import { VIEW_MS } from '@samtrot/shared/customers/help-rules.ts';
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { setStaffRole } from '@samtrot/shared/staff/team-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { snapshot } from '../testing/process/snapshot.ts';
import { CALLS } from '../testing/world/calls.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { type Staff, staffCaller, staffLoginOf, staffOf } from '../testing/world/staff.ts';
import { type Answer, START, testWorld, type World } from '../testing/world/world.ts';

let world: World;
let newOwner: () => Promise<Owner>;
let moderator: Staff;
let user: Owner;
beforeAll(async () => {
  world = await testWorld({ LEGACY_GET_LOGIN: '1' });
  newOwner = owners(world);
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  moderator = await staffOf(world, 'moderator');
  user = await newOwner();
});
afterEach(() => expect(world.defects).toEqual([]));
afterAll(() => world[Symbol.asyncDispose]());

const reason = 'Sie findet ihr Inserat nicht.';
const open = (staff: Pick<Staff, 'call'> = moderator, account_id = user.userId) =>
  staff.call(startView, { account_id, reason });
/** Begins a change, in a session that a viewer has none of. */
const OF_A_SESSION = ['passkey_options'];
const changes = ({ method, changes }: Action) => method !== 'GET' || changes === true;

/** A call of the portal by the log-in of a person of the house. */
function look(
  { name, method }: Pick<Action, 'name' | 'method'>,
  params: Record<string, unknown> = {},
  { id = user.userId as number | string, cookie = moderator.cookie, headers = {} } = {},
): Promise<Answer> {
  const strings = Object.entries(params).map(([key, value]) => [key, String(value)]);
  const get = method === 'GET';
  return world.send(cookie, {
    method,
    url: `/betrieb/ansicht/${id}/api`,
    headers: { 'x-samtrot': '1', ...headers },
    query: { action: name, ...(get && Object.fromEntries(strings)) },
    ...(!get && { payload: params }),
  });
}

describe("the view of a customer's pages", () => {
  test('reads what she sees herself, and says who she is [BOF-78]', async () => {
    const started = await open();
    expect(started.body.path).toBe(`/betrieb/ansicht/${user.userId}`);
    const seen = (await look(state)).body.state;
    expect(seen).toEqual((await user.call(state, {})).body.state);
    expect(seen.user_email).toBe(user.email);
  });

  test('refuses every call that is no reading one, and changes nothing [BOF-78]', async () => {
    await open();
    const before = await snapshot(world);
    const refused = nonEmpty(world.app.handlers.map(({ spec }) => spec).filter(changes));
    for (const spec of refused) {
      const { status, body } = await look(spec);
      expect([status, body.code], `${spec.method} ${spec.name}`).toEqual([403, 'VIEW_ONLY']);
    }
    expect(await snapshot(world)).toEqual(before);
  });

  test('answers every reading call without a change of anything [BOF-78]', async () => {
    const reading = nonEmpty(
      world.app.handlers.map(({ spec }) => spec).filter((spec) => !changes(spec)),
    );
    for (const spec of reading) {
      user = await newOwner();
      const params = await CALLS[`${spec.method} ${spec.name}`]!.prepare(user);
      await world.db.deleteFrom('rate_limit').execute();
      await open();
      const before = await snapshot(world);
      const answer = await look(spec, params);
      const wanted = OF_A_SESSION.includes(spec.name) ? 401 : 200;
      expect.soft(answer.status, `${spec.name}: ${answer.body.code}`).toBe(wanted);
      expect(await snapshot(world), spec.name).toEqual(before);
    }
  });

  test('returns no stored answer to an order of hers [BOF-78]', async () => {
    const spec = world.app.handlers.find(({ spec }) => spec.money === true)!.spec;
    const headers = { 'idempotency-key': 'a-key-that-she-used-before' };
    await open();
    expect((await look(spec, {}, { headers })).body.code).toBe('VIEW_ONLY');
  });

  test('ends after 15 minutes, and when the person ends it [BOF-78]', async () => {
    await open();
    world.clock.advance(VIEW_MS - 1);
    expect((await look(state)).status).toBe(200);
    world.clock.advance(1);
    expect((await look(state)).body.code).toBe('NOT_LOGGED_IN');
    world.clock.set(START);
    await open();
    expect((await moderator.call(endView, {})).status).toBe(200);
    expect((await look(state)).status).toBe(401);
  });

  test('is open to one log-in and one account only [BOF-78]', async () => {
    const other = await newOwner();
    await open();
    const elsewhere = await staffLoginOf(world, moderator.staffId);
    const attempts = [
      { id: other.userId },
      { cookie: elsewhere },
      { cookie: user.cookie },
      { cookie: '' },
      ...['0', 'abc', '1 or 1=1', '9007199254740993', '-1'].map((id) => ({ id })),
    ];
    for (const attempt of nonEmpty(attempts))
      expect((await look(state, {}, attempt)).status, JSON.stringify(attempt)).toBe(401);
    await open(moderator, other.userId);
    expect((await look(state)).status).toBe(401);
    expect((await look(state, {}, { id: other.userId })).status).toBe(200);
  });

  test('ends with the right of the person and with the account [BOF-13, BOF-78]', async () => {
    await open();
    const owner = await staffOf(world, 'owner');
    await owner.call(setStaffRole, { staff_id: moderator.staffId, role: 'reader' });
    expect((await look(state)).status).toBe(401);
    await owner.call(setStaffRole, { staff_id: moderator.staffId, role: 'moderator' });
    expect((await look(state)).status).toBe(200);
    const closed = { closed_at: START };
    await world.db.updateTable('account').set(closed).where('id', '=', user.userId).execute();
    expect((await look(state)).status).toBe(401);
  });

  test('needs the right, a fresh factor, a reason and an open account [BOF-11, BOF-78]', async () => {
    const finance = await staffOf(world, 'finance');
    expect((await open(finance)).body.code).toBe('RIGHT_MISSING');
    expect((await open(moderator, 999_999)).body.code).toBe('NOT_FOUND');
    const blank = { account_id: user.userId, reason: ' ' };
    expect((await moderator.call(startView, blank)).body.code).toBe('INVALID_INPUT');
    const late = staffCaller(world, await staffLoginOf(world, moderator.staffId));
    world.clock.advance(10 * MINUTE_MS);
    expect((await open(late)).body.code).toBe('FRESH_FACTOR_REQUIRED');
    expect((await look(state, {}, { cookie: late.cookie })).status).toBe(401);
  });

  test('stands in her account log with the reason, and in the audit log [BOF-76, BOF-78]', async () => {
    await open();
    const { entries } = (await user.call(getAccountLog, { filter: 'house' })).body;
    expect(entries[0].label).toContain('Dein Konto in deiner Ansicht angesehen');
    const look = await world.db
      .selectFrom('data_access_log')
      .select(['kind', 'reason', 'role'])
      .where('account_id', '=', user.userId)
      .execute();
    expect(look).toEqual([{ kind: 'view', reason, role: 'moderator' }]);
    const line = await world.db
      .selectFrom('audit')
      .select(['right', 'reason', 'staff_id'])
      .where('action', '=', 'view_started')
      .where('object', '=', `view:${user.userId}`)
      .execute();
    expect(line).toEqual([{ right: 'customer.view_as', reason, staff_id: moderator.staffId }]);
  });
});
