/**
 * Each call by which the house changes something, sent with a key; the mechanism itself is tested
 * in `idempotency.test.ts`.
 */
import { OWN_HEADER, type StaffAction, takesKey } from '@samtrot/shared/kernel/action.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { snapshot } from '../testing/process/snapshot.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { type Staff, staffOf } from '../testing/world/staff.ts';
import { STAFF_CALLS, type Stage } from '../testing/world/staff-calls.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';

let world: World;
let fresh: () => Promise<Owner>;
let caller: Staff;
let second: Staff;
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world);
  caller = await staffOf(world, 'owner');
  second = await staffOf(world, 'owner');
});
afterEach(() => {
  world.clock.set(START);
  expect(world.defects).toEqual([]);
});
afterAll(() => world[Symbol.asyncDispose]());

const stage = async (): Promise<Stage> => ({ caller, second, user: await fresh() });
const keyed = () =>
  nonEmpty(
    world.app.staffHandlers
      .map(({ spec }) => spec as StaffAction)
      .filter(takesKey)
      .map(({ name }) => name),
  );

/** One call, with everything of the answer that the same key must give again. */
async function send(action: string, payload: object, key: string, by: Staff = caller) {
  const answer = await world.server.inject({
    method: 'POST',
    url: '/betrieb/api',
    query: { action },
    headers: { cookie: by.cookie, [OWN_HEADER]: '1', 'idempotency-key': key },
    payload,
  });
  const { 'idempotency-replayed': replayed } = answer.headers;
  return { status: answer.statusCode, text: answer.body, replayed: replayed === 'true' };
}

test('every change by the house has a call here; these take no key [BOF-16]', () => {
  expect(keyed().toSorted()).toEqual(Object.keys(STAFF_CALLS).toSorted());
  const others = world.app.staffHandlers
    .map(({ spec }) => spec as StaffAction)
    .filter((spec) => spec.method !== 'GET' && spec.right !== null && !takesKey(spec))
    .map(({ name }) => name);
  expect(others.toSorted()).toEqual([
    ...['bookkeeping', 'coupon_codes'],
    ...['export_audit_log', 'issue_partner_key', 'payments'],
    ...['preview_partner_policy'],
    ...['rotate_partner_secret', 'search'],
    ...['set_partner_webhook', 'show_contact', 'staff_confirm', 'staff_stay'],
    ...['test_partner_webhook', 'type_in_thread', 'uncover_object', 'uncover_review'],
  ]);
});

test('every change sent twice with one key is made once, with the same answer', async () => {
  for (const [n, name] of keyed().entries()) {
    const params = await STAFF_CALLS[name]!(await stage());
    const first = await send(name, params, `k-${n}`);
    expect([first.status, first.replayed], `${name}: ${first.text}`).toEqual([
      name === 'make_final' || name.startsWith('request_') ? 202 : 200,
      false,
    ]);
    const before = await snapshot(world);
    const shuffled = Object.fromEntries(Object.entries(params).toReversed());
    for (const again of [params, shuffled])
      expect(await send(name, again, `k-${n}`), name).toEqual({ ...first, replayed: true });
    expect(await snapshot(world), name).toEqual(before);
  }
});

test('five presses at once with one key are one change', async () => {
  const { user } = await stage();
  const note = { account_id: user.userId, text: 'Hat angerufen.' };
  const all = await Promise.all(
    Array.from({ length: 5 }, () => send('add_customer_note', note, 'five')),
  );
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect(all.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(all.filter(({ replayed }) => replayed)).toHaveLength(4);
  const kept = world.db.selectFrom('customer_note').select('id');
  expect(await kept.where('account_id', '=', user.userId).execute()).toHaveLength(1);
});

test('a key is of one person and of one change; without a key each press counts', async () => {
  const { user } = await stage();
  const note = { account_id: user.userId, text: 'Hat angerufen.' };
  const own = await send('add_customer_note', note, 'mine');
  const theirs = await send('add_customer_note', note, 'mine', second);
  expect([own.replayed, theirs.replayed, theirs.text === own.text]).toEqual([false, false, false]);
  const other = await send('add_customer_note', { ...note, text: 'Nochmals.' }, 'mine');
  expect([other.status, JSON.parse(other.text).code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  const elsewhere = await send('choose_digest', { chosen: true }, 'mine');
  expect(JSON.parse(elsewhere.text).code).toBe('IDEMPOTENCY_MISMATCH');
  const { rows } = await world.pool.query(
    'select account_id, staff_id from idempotency where staff_id = any($1) and account_id is not null',
    [[caller.staffId, second.staffId]],
  );
  expect(rows).toEqual([]);
});

test('who lost the right or the log-in gets no answer from before; an old factor asks first', async () => {
  const moderator = await staffOf(world, 'moderator');
  const { user } = await stage();
  const note = { account_id: user.userId, text: 'Hat angerufen.' };
  expect((await send('add_customer_note', note, 'role', moderator)).status).toBe(200);
  const role = (to: string) =>
    world.db.updateTable('staff').set({ role: to }).where('id', '=', moderator.staffId).execute();
  await role('reader');
  const refused = await send('add_customer_note', note, 'role', moderator);
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'RIGHT_MISSING']);
  await role('moderator');
  expect((await send('add_customer_note', note, 'role', moderator)).replayed).toBe(true);

  // A change that waits for the factor keeps its key for the time after it.
  const view = { account_id: user.userId, reason: 'Sie hat angerufen.' };
  world.clock.advance(11 * MINUTE_MS);
  const stale = await send('start_view', view, 'view', moderator);
  expect(JSON.parse(stale.text).code).toBe('FRESH_FACTOR_REQUIRED');
  await world.db
    .updateTable('staff_login')
    .set({ confirmed_at: world.clock.now() })
    .where('staff_id', '=', moderator.staffId)
    .execute();
  const done = await send('start_view', view, 'view', moderator);
  expect([done.status, done.replayed]).toEqual([200, false]);
});
