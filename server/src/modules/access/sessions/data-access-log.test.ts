import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownRows } from '../../../platform/own-data.ts';
import { house } from '../../../testing/world/house.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';
import { readLog } from '../security.ts';
import { delayLooks, recordLook } from '../service.ts';
import { ownTables } from './own-data.ts';

let world: World;
let user: Awaited<ReturnType<World['user']>>;
let team: ReturnType<typeof house>;
let anna: Awaited<ReturnType<typeof team.person>>;
beforeAll(async () => {
  world = await testWorld();
  team = house(world);
  anna = { ...(await team.person('moderator')), sign: 'AM' };
});
beforeEach(async () => {
  world.clock.set(START);
  user = await world.user();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const message = { type: 'message', number: 10042 } as const;
const of = () => ({
  ...({ account: user.userId, kind: 'messages', thing: message } as const),
  reason: 'Frage zur Rechnung',
});
type Person = typeof anna;
const look = (more: Partial<Parameters<typeof recordLook>[1]> = {}, person: Person = anna) =>
  team.as(person, (ctx) => recordLook(ctx, { ...of(), ...more }));
const shown = async (caller = user) =>
  (await caller.call(getAccountLog, { filter: 'house' })).body.entries;
/** What she reads long after her session has ended. */
const shownLater = () =>
  world.db.transaction().execute(async (db) => {
    const actor = { kind: 'user', userId: user.userId };
    const ctx = { db, now: world.clock.now(), actor } as Parameters<typeof readLog>[0];
    return (await readLog(ctx, { filter: 'house', page: 1 })).entries;
  });

test('the owner reads time, role and sign, what and which thing, within the call [BOF-76, BOF-77]', async () => {
  await look({ reason: 'Frage zur Rechnung' });
  expect(await shown()).toEqual([
    {
      at: START.toISOString(),
      kind: 'house_look',
      label: 'Nachrichten gelesen',
      house: true,
      details: {
        by: 'Moderation AM',
        thing: 'Nachricht S-10042',
        reason: 'Frage zur Rechnung',
      },
    },
  ]);
  const other = await world.user({ email: `andere${user.userId}@beispiel.ch` });
  expect(await shown(other)).toEqual([]);
});

test('looks at one thing are one row for each person and hour, also at once [BOF-76]', async () => {
  const first = await Promise.all(Array.from({ length: 8 }, () => look()));
  expect(first.filter(Boolean)).toHaveLength(1);
  const beat = { ...(await team.person('owner')), sign: 'BF' };
  expect(await look({}, beat)).toBe(true);
  expect(await look({ thing: { type: 'message', number: 10043 } })).toBe(true);
  expect(await look({ kind: 'contact', thing: { type: 'account', number: '' } })).toBe(true);
  world.clock.advance(HOUR_MS - 1);
  expect(await look()).toBe(false);
  world.clock.advance(1);
  expect(await look()).toBe(true);
  expect(await shown()).toHaveLength(5);
});

test('the command line without a person is the house, once an hour as well [BOF-76]', async () => {
  const cli = () =>
    world.db
      .transaction()
      .execute((db) => recordLook({ db, now: world.clock.now(), actor: { kind: 'cli' } }, of()));
  expect([await cli(), await cli()]).toEqual([true, false]);
  expect((await shown())[0].details.by).toBe('Samtrot');
});

test('a delayed look is shown from its day on, at most 90 days later [BOF-77]', async () => {
  const owner = await team.person('owner');
  const delay = (days: number) =>
    team.as(owner, (ctx) =>
      delayLooks(ctx, { account: user.userId, days, reason: 'Anfrage der Polizei' }),
    );
  await expect(
    team.as(owner, (ctx) => delayLooks(ctx, { account: user.userId, days: 90, reason: ' ' })),
  ).rejects.toMatchObject({ code: 'REASON_REQUIRED' });
  await delay(400);
  await look();
  expect(await shownLater()).toEqual([]);
  world.clock.advance(90 * DAY_MS - MINUTE_MS);
  await world.runTasks('housekeeping');
  expect(await shownLater()).toEqual([]);
  world.clock.advance(MINUTE_MS);
  expect(await shownLater()).toMatchObject([{ at: START.toISOString() }]);
  await look();
  expect(await shownLater()).toHaveLength(2);
  await delay(10);
  await delay(0);
  await look({ kind: 'images' });
  expect(await shownLater()).toHaveLength(3);
});

/** How many delays her copy names. */
async function copiedDelays(): Promise<number> {
  await world.runTasks('housekeeping');
  const owner = { accountId: user.userId, email: null, username: '', now: world.clock.now() };
  const delays = ownTables.find(({ table }) => table === 'data_access_delay')!;
  return world.db.transaction().execute(async (db) => {
    let rows = 0;
    for await (const some of ownRows(db, delays, owner)) rows += some.length;
    return rows;
  });
}

test('that looks were shown later stands in the copy of her data for 400 days [BOF-77, ACC-14]', async () => {
  const owner = await team.person('owner');
  await team.as(owner, (ctx) =>
    delayLooks(ctx, { account: user.userId, days: 1, reason: 'Anfrage der Polizei' }),
  );
  const after = [];
  for (const days of [0.5, 0.5, 399, 1]) {
    world.clock.advance(days * DAY_MS);
    after.push(await copiedDelays());
  }
  expect(after).toEqual([0, 1, 1, 0]);
});

test('a delay that is ended early is told only once no look is hidden any more [BOF-77, ACC-14]', async () => {
  const owner = await team.person('owner');
  const delay = (days: number) =>
    team.as(owner, (ctx) =>
      delayLooks(ctx, { account: user.userId, days, reason: 'Anfrage der Polizei' }),
    );
  await delay(30);
  await look();
  await delay(0);
  expect([await copiedDelays(), await shownLater()]).toEqual([0, []]);
  world.clock.advance(30 * DAY_MS - MINUTE_MS);
  expect([await copiedDelays(), await shownLater()]).toEqual([0, []]);
  world.clock.advance(MINUTE_MS);
  expect(await copiedDelays()).toBe(1);
  expect(await shownLater()).toHaveLength(1);
});

test('a look is kept for 400 days and changed by nobody [BOF-76, ACC-14]', async () => {
  await look();
  const rewritten = world.db.updateTable('data_access_log').set({ reason: '' }).execute();
  await expect(rewritten).rejects.toThrow('permission denied');
  const left = async () => {
    await world.runTasks('housekeeping');
    return (
      await world.db
        .selectFrom('data_access_log')
        .select('id')
        .where('account_id', '=', user.userId)
        .execute()
    ).length;
  };
  world.clock.advance(400 * DAY_MS - HOUR_MS);
  expect(await left()).toBe(1);
  world.clock.advance(HOUR_MS);
  expect(await left()).toBe(0);
});

test('a look is a line of the audit log without its reason', async () => {
  await look({ reason: 'Frage zur Rechnung' });
  const line = await world.db
    .selectFrom('audit')
    .select(['action', 'details', 'staff_id'])
    .where('action', '=', 'looked')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(line).toEqual({
    action: 'looked',
    details: { account: user.userId, kind: 'messages', thing: 'message' },
    staff_id: anna.staffId,
  });
});
