import type { Choice } from '@samtrot/shared/catalogue/choice-rules.ts';
import * as contract from '@samtrot/shared/catalogue/staff-contract.ts';
import { duplicateInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { approve } from '@samtrot/shared/staff/approval-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose } from '../../app/compose.ts';
import { buildServer } from '../../app/server.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { partnerKey } from '../../testing/partners/partner.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { choicesAt } from './service.ts';

const OWN = { [OWN_HEADER]: '1' };
let world: World;
let owner: Staff;
let second: Staff;
let user: Caller;
let on: ReturnType<typeof advertisers>;
let key: string;
beforeAll(async () => {
  world = await testWorld();
  [owner, second] = [await staffOf(world, 'owner'), await staffOf(world, 'owner')];
  on = advertisers(world);
  user = await on.rich(1000);
  key = await partnerKey(world);
  await keepStaffLogins(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const categories = async () =>
  (await choicesAt({ db: world.db, now: world.clock.now() })).categories;
const get = async (path: string) =>
  (
    await world.send('', {
      method: 'GET',
      url: `/partner/v1/${path}`,
      headers: { authorization: `Bearer ${key}` },
    })
  ).body;
const deliveredNames = async () =>
  (await get('lists')).categories.map(({ name }: { name: string }) => name);
const switchedOff = (list: readonly Choice[], id: number) =>
  list.map((one) => (one.id === id ? { ...one, offered: false } : one));

/** A released version with this content, from five minutes on; the clock is there afterwards. */
async function release(content: unknown): Promise<void> {
  const { version_id } = (await owner.call(contract.draftCatalogue, { list: 'categories' })).body;
  const saved = await owner.call(contract.saveCatalogue, { version_id, seen: 0, content });
  expect(saved.status).toBe(200);
  const begins = new Date(world.clock.now().getTime() + 5 * MINUTE_MS);
  const { approval_id } = (
    await owner.call(contract.requestCatalogue, {
      version_id,
      seen: 1,
      valid_from: begins.toISOString(),
      reason: 'Neue Auswahl.',
    })
  ).body;
  expect((await second.call(approve, { approval_id })).body.state).toBe('approved');
  world.clock.set(begins);
}

test('a category that is switched off stays on what has it, and on nothing new [BOF-115, BOF-117]', async () => {
  const before = await categories();
  expect(before.map(({ id, name }) => [id, name])).toContainEqual([2, 'Massage']);
  const placed = await on.place(user, { inserat_typ: '1_week', categories: [2] });
  expect(placed.status).toBe(200);
  expect(await deliveredNames()).toContain('Massage');
  await release([...switchedOff(before, 2), { id: 9, name: 'Gesellschaft', offered: true }]);

  const { categories: shown } = (await user.call(state, {})).body.state;
  expect(shown).toContainEqual({ id: 2, name: 'Massage', offered: false });
  expect(shown).toContainEqual({ id: 9, name: 'Gesellschaft', offered: true });
  // What runs keeps it, also when it is changed.
  const change = { inserat_id: placed.id, inserat_typ: '1_week' as const, categories: [2, 9] };
  const [row] = await on.list(user);
  const changed = await on.place(user, { ...change, version: row!.version, titel: 'Neu am See' });
  expect(changed.status).toBe(200);
  expect((await on.list(user))[0]!.categories).toEqual([2, 9]);
  // What is new may not have it; a copy leaves it out.
  const refused = await on.place(user, { inserat_typ: '1_day', categories: [2] });
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { categories: expect.any(String) } },
  });
  const copy = (await user.call(duplicateInserat, { inserat_id: placed.id })).body;
  expect(copy.inserat.categories).toEqual([9]);

  // Websites get it by name until the last ad with it is gone.
  await expect
    .poll(async () => (await get('lists')).categories.map(({ id }: Choice) => id))
    .toContain(9);
  expect(await deliveredNames()).toContain('Massage');
  await expect
    .poll(async () => (await get('ads')).ads[0]?.categories)
    .toEqual([
      { id: 2, name: 'Massage' },
      { id: 9, name: 'Gesellschaft' },
    ]);
  await world.db
    .updateTable('inserat')
    .set({ status: 'abgelaufen' })
    .where('id', '=', placed.id)
    .execute();
  expect(await deliveredNames()).not.toContain('Massage');
});

test('a version that begins reaches every server without a restart [BOF-117]', async () => {
  const { config, db, pool, clock, app } = world;
  await using other = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  const shownBy = async (server: typeof other) => {
    const [lists, begun] = await Promise.all([
      server.inject({ url: '/partner/v1/lists', headers: { authorization: `Bearer ${key}` } }),
      server.inject({ url: '/api?action=state', headers: { cookie: user.cookie, ...OWN } }),
    ]);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    return [names(lists.json().categories), names(begun.json().state.categories)];
  };
  const servers = [world.server, other];
  // Both hold what was valid.
  for (const server of servers)
    expect((await shownBy(server)).flat()).not.toContain('Neue Auswahl');
  await release([...(await categories()), { id: 10, name: 'Neue Auswahl', offered: true }]);
  for (const server of servers)
    await expect
      .poll(async () => (await shownBy(server)).map((names) => names.includes('Neue Auswahl')))
      .toEqual([true, true]);
});

test('what was released is not removed; the effect says how many ads name it [BOF-111, BOF-115]', async () => {
  world.clock.set(new Date(START.getTime() + 60 * MINUTE_MS));
  await on.place(user, { inserat_typ: '1_week', categories: [3] });
  const before = await categories();
  const { version_id } = (await owner.call(contract.draftCatalogue, { list: 'categories' })).body;
  const save = (content: unknown, seen = 0) =>
    owner.call(contract.saveCatalogue, { version_id, seen, content });
  expect((await save(before.slice(1))).body.errors.content).toContain('nur ausschalten');
  expect((await save(switchedOff(before, 3))).status).toBe(200);
  expect((await owner.call(contract.previewCatalogue, { version_id })).body).toMatchObject({
    figures: [{ key: '3.offered', before: true, after: false, used: 1, ordered: 0, difference: 0 }],
    renewals: 0,
    dearer: 0,
  });
});

test('a canton keeps its code and may change its name; finance has no part in it [BOF-115]', async () => {
  const { version_id } = (await owner.call(contract.draftCatalogue, { list: 'cantons' })).body;
  const { versions } = (await owner.call(contract.getCatalogue, { list: 'cantons' })).body;
  const { content } = versions[0]!;
  const saved = { version_id, seen: 0, content: { ...(content as object), GR: 'Bünden' } };
  expect((await owner.call(contract.saveCatalogue, saved)).status).toBe(200);
  const finance = await staffOf(world, 'finance');
  for (const list of ['categories', 'offerings', 'cantons'] as const)
    expect((await finance.call(contract.getCatalogue, { list })).body.code).toBe('RIGHT_MISSING');
});
