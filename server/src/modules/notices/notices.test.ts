import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { getNotices } from '@samtrot/shared/notices/contract.ts';
import * as contract from '@samtrot/shared/notices/staff-contract.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let owner: Staff;
beforeEach(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
  await keepStaffLogins(world);
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);
const add = (more: object = {}) =>
  owner.call(contract.addPortalNotice, {
    kind: 'info',
    place: 'all',
    text: 'Am Sonntag arbeiten wir am Netz.',
    until: at(60).toISOString(),
    ...more,
  } as never);
const shownTo = async (caller: Pick<World['visitor'], 'call'>) =>
  (await caller.call(getNotices, {})).body.notices.map(({ text }: { text: string }) => text);

test('a notice is shown from its beginning to its end, to everybody [BOF-131]', async () => {
  const user = await world.user();
  expect((await add({ from: at(10).toISOString() })).status).toBe(200);
  const seen = async () => [await shownTo(world.visitor), await shownTo(user)];
  expect(await seen()).toEqual([[], []]);
  world.clock.set(at(10));
  expect(await seen()).toEqual(Array(2).fill(['Am Sonntag arbeiten wir am Netz.']));
  world.clock.set(at(60));
  expect(await seen()).toEqual([[], []]);
});

test('one for who is logged in is not shown to visitors [BOF-131]', async () => {
  await add({ place: 'logged_in', kind: 'outage', text: 'Nur für dich.' });
  expect(await shownTo(world.visitor)).toEqual([]);
  expect(await shownTo(await world.user())).toEqual(['Nur für dich.']);
});

test('ended it is gone at once, and the list keeps it with its writer [BOF-131]', async () => {
  const { notice_id } = (await add()).body;
  const end = () => owner.call(contract.endPortalNotice, { notice_id });
  expect((await end()).body.message).toBe('Der Hinweis ist weg.');
  expect((await end()).body.message).toBe('Der Hinweis war schon vorbei.');
  expect(await shownTo(world.visitor)).toEqual([]);
  expect((await owner.call(contract.getPortalNotices, {})).body.notices).toMatchObject([
    { notice_id, until: START.toISOString(), written_by: owner.name },
  ]);
  expect((await owner.call(contract.endPortalNotice, { notice_id: 999 })).status).toBe(404);
});

test('one that is ended before it begins never begins, and the list says so [BOF-131]', async () => {
  const { notice_id } = (await add({ from: at(10).toISOString() })).body;
  await owner.call(contract.endPortalNotice, { notice_id });
  world.clock.set(at(10));
  expect(await shownTo(world.visitor)).toEqual([]);
  const ended = { notice_id, from: START.toISOString(), until: START.toISOString() };
  const { notices } = (await owner.call(contract.getPortalNotices, {})).body;
  expect(notices).toMatchObject([ended]);
});

test('bad texts and times are refused at their field [BOF-131]', async () => {
  for (const [more, field] of [
    [{ text: '   ' }, 'text'],
    [{ text: 'a'.repeat(201) }, 'text'],
    [{ kind: 'werbung' }, 'kind'],
    [{ place: 'nirgends' }, 'place'],
    [{ until: at(0).toISOString() }, 'until'],
    [{ from: at(70).toISOString() }, 'until'],
    [{ until: at(91 * 24 * 60).toISOString() }, 'until'],
  ] as const) {
    const { status, body } = await add(more);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  }
});

test('what it says stands as text in the audit log and nowhere as markup [BOF-131]', async () => {
  await add({ text: '<b>Netz</b> & mehr' });
  const { after } = await world.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'notice_added')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ text: '<b>Netz</b> & mehr', kind: 'info' });
  expect(await shownTo(world.visitor)).toEqual(['<b>Netz</b> & mehr']);
});
