import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import {
  CATALOGUE_LISTS,
  type CatalogueList,
  contentOf,
  LISTS,
  rowsOf,
} from '@samtrot/shared/catalogue/shape-rules.ts';
import * as contract from '@samtrot/shared/catalogue/staff-contract.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import {
  approve,
  declineApproval,
  getApprovals,
  withdrawApproval,
} from '@samtrot/shared/staff/approval-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { advertisers, cantons } from '../../testing/listings/inserate.ts';
import { keepStaffLogins, type Staff, staffCaller, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { pricesAt } from './service.ts';

let world: World;
let owner: Staff;
let finance: Staff;
beforeEach(async () => {
  world = await testWorld();
  [owner, finance] = [await staffOf(world, 'owner'), await staffOf(world, 'finance')];
  await keepStaffLogins(world);
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const dearer = { ...PRICES.packages, '3_days': 22, '1_month': 95 };
const TOMORROW = '2026-11-20T23:00:00.000Z';
const REASON = 'Neue Preise ab Dezember.';
const listed = async (by = owner, list: 'packages' | 'extras' = 'packages') =>
  (await by.call(contract.getCatalogue, { list })).body.versions;
const begun = async (by = finance): Promise<number> =>
  (await by.call(contract.draftCatalogue, { list: 'packages' })).body.version_id;
const saved = (version_id: number, content: unknown, by = finance, seen = 0) =>
  by.call(contract.saveCatalogue, { version_id, seen, content });
const submitted = (version_id: number, more: object = {}, by = finance) =>
  by.call(contract.requestCatalogue, {
    version_id,
    seen: 1,
    valid_from: TOMORROW,
    reason: REASON,
    ...more,
  });
const priceNow = async () =>
  (await pricesAt({ db: world.db, now: world.clock.now() })).packages['3_days'];

test('a draft is saved, submitted, released by a second person, and begins at its moment [BOF-109, BOF-112]', async () => {
  expect(await listed()).toMatchObject([{ number: 1, state: 'valid', created_by: null }]);
  const id = await begun();
  expect((await saved(id, dearer)).body).toMatchObject({ saved: 1 });
  const asked = await submitted(id);
  expect(asked).toMatchObject({ status: 202, body: { code: 'APPROVAL_PENDING' } });
  const { approval_id } = asked.body;
  expect(await listed()).toMatchObject([
    { number: 2, state: 'submitted', submitted_by: finance.name, valid_from: TOMORROW },
    { state: 'valid' },
  ]);
  expect((await finance.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
  expect(await listed()).toMatchObject([
    { state: 'coming', decided_by: owner.name },
    { state: 'valid' },
  ]);
  expect(await priceNow()).toBe(20);
  world.clock.set(new Date(TOMORROW));
  expect(await priceNow()).toBe(22);
  expect(await listed()).toMatchObject([{ state: 'valid' }, { state: 'replaced' }]);
  const { rows } = { rows: await world.db.selectFrom('audit').select(['action']).execute() };
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['catalogue_drafted', 'catalogue_saved', 'catalogue_released']),
  );
});

test('two approvals at once release once; the second hears that it is decided', async () => {
  const id = await begun();
  await saved(id, dearer);
  const { approval_id } = (await submitted(id)).body;
  const third = await staffOf(world, 'owner');
  const answers = await Promise.all([owner, third].map((by) => by.call(approve, { approval_id })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('declined it is closed, withdrawn it is a draft again [BOF-109]', async () => {
  const id = await begun();
  await saved(id, dearer);
  const first = (await submitted(id)).body.approval_id;
  await finance.call(withdrawApproval, { approval_id: first });
  expect(await listed()).toMatchObject([{ state: 'draft', saved: 1 }, { state: 'valid' }]);
  const again = (await submitted(id)).body.approval_id;
  await owner.call(declineApproval, { approval_id: again, reason: 'Zu hoch' });
  expect(await listed()).toMatchObject([{ state: 'declined' }, { state: 'valid' }]);
  expect((await saved(id, dearer, finance, 1)).body.code).toBe('STAFF_VERSION_CONFLICT');
});

test('of two drafts the one that is late is retired, and goes over with what it changes [BOF-110]', async () => {
  const [one, two] = [await begun(), await begun(owner)];
  await saved(one, dearer);
  await saved(two, { ...PRICES.packages, '1_day': 12 }, owner);
  const { approval_id } = (await submitted(one)).body;
  await owner.call(approve, { approval_id });
  const late = { valid_from: new Date(START.getTime() + 3 * DAY_MS).toISOString() };
  expect((await submitted(two, late, owner)).body.code).toBe('VERSION_RETIRED');
  expect((await listed())[0]).toMatchObject({ version_id: two, retired: true });
  const moved = await owner.call(contract.transferCatalogue, { version_id: two, seen: 1 });
  expect(moved.body).toMatchObject({ saved: 2 });
  expect((await listed())[0]).toMatchObject({
    retired: false,
    content: { ...dearer, '1_day': 12 },
  });
  expect((await submitted(two, { ...late, seen: 2 }, owner)).status).toBe(202);
});

test('bad prices, dates and reasons are refused at their field, nothing is lost [BOF-116]', async () => {
  const id = await begun();
  const bad = await saved(id, { ...dearer, '1_day': -1, '5_days': 1.5, '1_month': 1e9 });
  expect([bad.status, bad.body.errors]).toEqual([
    422,
    {
      '1_day': 'Der Preis kann nicht unter 0 liegen',
      '5_days': expect.any(String),
      '1_month': expect.any(String),
    },
  ]);
  // Nothing may cost nothing, but on purpose.
  const free = await begun();
  expect((await saved(free, { ...dearer, '1_day': 0 })).status).toBe(200);
  await saved(id, dearer);
  for (const valid_from of [
    new Date(START.getTime() - DAY_MS).toISOString(),
    START.toISOString(),
    new Date(START.getTime() + MINUTE_MS).toISOString(),
    new Date(START.getTime() + 60 * MINUTE_MS).toISOString(),
  ])
    expect((await submitted(id, { valid_from })).body.errors.valid_from).toEqual(
      expect.any(String),
    );
  expect((await submitted(id, { reason: ' ' })).body.code).toBe('REASON_REQUIRED');
  expect((await saved(id, dearer)).body.code).toBe('STAFF_VERSION_CONFLICT');
  const other = await begun();
  await saved(other, { ...dearer, '1_day': 9 });
  await submitted(id);
  expect((await submitted(other)).body.errors.valid_from).toContain('schon eine andere');
  const same = await begun();
  await saved(same, PRICES.packages);
  expect((await submitted(same)).body.errors.content).toEqual(expect.any(String));
});

test('of two versions submitted at once for one moment one is taken, and it alone begins [BOF-110, BOF-116]', async () => {
  const [one, other] = [await begun(), await begun(owner)];
  await saved(one, dearer);
  await saved(other, { ...PRICES.packages, '3_days': 30 }, owner);
  const answers = await Promise.all([submitted(one), submitted(other, {}, owner)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422]);
  const [lost] = answers.filter(({ status }) => status === 422);
  expect(lost!.body.errors.valid_from).toContain('schon eine andere');
  const at = answers.findIndex(({ status }) => status === 202);
  const { approval_id } = answers[at]!.body;
  expect((await [owner, finance][at]!.call(approve, { approval_id })).status).toBe(200);
  world.clock.set(new Date(TOMORROW));
  expect(await priceNow()).toBe([22, 30][at]);
});

test('without approval at its date it does not begin, and both are mailed once [BOF-112]', async () => {
  const id = await begun();
  await saved(id, dearer);
  const { approval_id } = (await submitted(id)).body;
  const told = async () =>
    (await world.mails())
      .filter(({ subject }) => subject === 'Eine Fassung gilt nicht')
      .map(({ recipient }) => recipient)
      .toSorted();
  world.clock.set(new Date(new Date(TOMORROW).getTime() - 1));
  await world.runTasks('catalogue/missed');
  expect(await told()).toEqual([]);
  world.clock.set(new Date(TOMORROW));
  await Promise.all([1, 2].map(() => world.runTasks('catalogue/missed')));
  await world.runTasks('catalogue/missed');
  expect(await told()).toEqual([finance.email, owner.email].toSorted());
  expect((await owner.call(approve, { approval_id })).body.code).toBe('ALREADY_DECIDED');
  expect(await priceNow()).toBe(20);
  expect((await listed())[0]).toMatchObject({ state: 'draft' });
  // With a new beginning it can be submitted again, and is missed again.
  const next = new Date(new Date(TOMORROW).getTime() + DAY_MS);
  expect((await submitted(id, { valid_from: next.toISOString() })).status).toBe(202);
  world.clock.set(next);
  await world.runTasks('catalogue/missed');
  expect(await told()).toHaveLength(4);
});

test('who approves too late hears so; a withdrawn one is nobody’s to miss [BOF-112]', async () => {
  const id = await begun();
  await saved(id, dearer);
  const { approval_id } = (await submitted(id)).body;
  const other = await begun();
  await saved(other, { ...dearer, '1_day': 9 });
  const later = { valid_from: new Date(START.getTime() + 2 * DAY_MS).toISOString() };
  const taken = (await submitted(other, later)).body.approval_id;
  await finance.call(withdrawApproval, { approval_id: taken });
  world.clock.set(new Date(TOMORROW));
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({ state: 'void' });
  // At once, without a look at the list.
  const { state } = await world.db
    .selectFrom('catalogue_version')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('draft');
  world.clock.advance(3 * DAY_MS);
  await world.runTasks('catalogue/missed');
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(
    Array(2).fill('Eine Fassung gilt nicht'),
  );
});

test('fifty decided prices hide from moderators nothing that they read [BOF-19]', async () => {
  const moderator = await staffOf(world, 'moderator');
  await keepStaffLogins(world);
  const taken = async (version_id: number, by: Staff) => {
    const { approval_id } = (await submitted(version_id, {}, by)).body;
    expect((await by.call(withdrawApproval, { approval_id })).status).toBe(200);
    return approval_id as number;
  };
  const list = 'forbidden_phrases';
  const { version_id } = (await owner.call(contract.draftCatalogue, { list })).body;
  await saved(version_id, [{ id: 1, phrase: 'ohne schutz' }], owner);
  const read = await taken(version_id, owner);
  const prices = await begun();
  await saved(prices, dearer);
  for (let n = 0; n < 50; n++) await taken(prices, finance);
  const decided = async (by: Staff) =>
    ((await by.call(getApprovals, {})).body.decided as { approval_id: number }[]).map(
      ({ approval_id }) => approval_id,
    );
  expect(await decided(moderator)).toEqual([read]);
  expect(await decided(owner)).toHaveLength(50);
});

test('prices that wait are nothing to moderators, who are no second person for them [BOF-19, BOF-24]', async () => {
  const moderator = await staffOf(world, 'moderator');
  await keepStaffLogins(world);
  const id = await begun();
  await saved(id, dearer);
  const { approval_id } = (await submitted(id)).body;
  const shown = async (by: Staff) => {
    const { open } = (await by.call(getApprovals, {})).body as { open: unknown[] };
    const { waiting } = (await by.call(getStaffOverview, {})).body as {
      waiting: { path: string; count: number }[];
    };
    return [open.length, waiting.find(({ path }) => path === '/freigaben')!.count];
  };
  expect([await shown(moderator), await shown(owner)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  expect((await moderator.call(approve, { approval_id })).status).toBe(404);
  const reason = 'Zu hoch';
  expect((await moderator.call(declineApproval, { approval_id, reason })).status).toBe(404);

  // Who asked has another part of the right meanwhile.
  const roleOf = (by: Staff, change: object) =>
    world.db.updateTable('staff').set(change).where('id', '=', by.staffId).execute();
  await roleOf(finance, { role: 'moderator' });
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({
    state: 'void',
    message: expect.stringContaining(`${finance.name} hat das Recht dafür nicht mehr.`),
  });
  const next = await begun(owner);
  await saved(next, dearer, owner);
  expect((await submitted(next, {}, owner)).body.code).toBe('SECOND_PERSON_MISSING');
  await roleOf(finance, { role: 'finance' });
  expect((await submitted(next, {}, owner)).status).toBe(202);
});

test('moderators see no prices; unknown versions are not found; nobody without a session', async () => {
  const moderator = await staffOf(world, 'moderator');
  expect((await moderator.call(contract.getCatalogue, { list: 'packages' })).body.code).toBe(
    'RIGHT_MISSING',
  );
  expect((await saved(999_999, dearer)).status).toBe(404);
  const nobody = staffCaller(world);
  expect((await nobody.call(contract.getCatalogue, { list: 'packages' })).status).toBe(401);
});

test('the effect counts the orders of 30 days anew, and renewals at a higher price [BOF-111]', async () => {
  const on = advertisers(world);
  const user = await on.rich(500);
  await on.place(user, { inserat_typ: '3_days', auto_extend: true });
  await on.place(user, { inserat_typ: '3_days' });
  await on.place(user, { inserat_typ: '1_month' });
  const id = await begun();
  await saved(id, dearer);
  expect((await finance.call(contract.previewCatalogue, { version_id: id })).body).toMatchObject({
    figures: [
      { key: '3_days', before: 20, after: 22, ordered: 2, difference: 4 },
      { key: '1_month', before: 100, after: 95, ordered: 1, difference: -5 },
    ],
    difference: -1,
    orders: 3,
    revenue: { before: 140, after: 139 },
    renewals: 1,
    dearer: 1,
    owners: 1,
  });
});

/** A draft of the list with this content; what it would change. */
async function effectOf(list: CatalogueList, change: (content: unknown) => unknown) {
  const { versions } = (await owner.call(contract.getCatalogue, { list })).body;
  const { content } = versions.find((one: { state: string }) => one.state === 'valid');
  const { version_id } = (await owner.call(contract.draftCatalogue, { list })).body;
  const kept = await saved(version_id, change(content), owner);
  expect([list, kept.status, kept.body.errors]).toEqual([list, 200, undefined]);
  const answer = await owner.call(contract.previewCatalogue, { version_id });
  expect([list, answer.status]).toEqual([list, 200]);
  return answer.body;
}

test('the effect of each list is shown when every figure and name of it is another [BOF-111]', async () => {
  for (const list of CATALOGUE_LISTS) {
    const { fields } = LISTS[list];
    const { figures } = await effectOf(list, (content) =>
      contentOf(
        list,
        rowsOf(list, content).map((row) => {
          const values = { ...row.values };
          for (const { name, kind, max } of fields)
            if (kind === 'whole' && row.id !== 'free')
              values[name] = Number(values[name]) + (Number(values[name]) < max ? 1 : -1);
            else if (kind === 'text' && values[name] !== '')
              values[name] = `${values[name]}e`.slice(-max);
          return { ...row, values };
        }),
      ),
    );
    expect(figures.length, list).toBeGreaterThan(0);
  }
});

test('renewals at another price are counted by what they renew, also extras and websites [BOF-111]', async () => {
  const on = advertisers(world);
  const user = await on.rich(2000);
  const ads = { inserat_typ: '1_week', auto_extend: true } as const;
  expect((await on.place(user, { ...ads, cantons: cantons(4) })).status).toBe(200);
  expect((await on.place(user, { ...ads, cantons: cantons(3) })).status).toBe(200);
  const sites = [await websiteOf(world), await websiteOf(world, 'nacht')];
  for (const webseiten of [sites, sites.slice(1)]) {
    const wish = bannerWish({ webseiten, auto_extend: true });
    expect((await user.call(orderBanner, wish)).status).toBe(200);
  }
  const renewals = async (list: CatalogueList, changed: Record<string, number>) =>
    (await effectOf(list, (content) => ({ ...(content as object), ...changed }))).renewals;
  expect(await renewals('packages', { '1_week': 41 })).toBe(2);
  expect(await renewals('extras', { region: 6 })).toBe(1);
  expect(await renewals('extras', { colour: 21, planned: 6 })).toBe(0);
  expect(await renewals('banner_prices', { a4: 61 })).toBe(2);
  expect(await renewals('banner_prices', { website: 31 })).toBe(1);
  expect(await renewals('banner_prices', { a1: 601 })).toBe(0);
  expect(await renewals('club_prices', { month: 51 })).toBe(0);
  // Nobody is mailed about a lower price, but the house sees it.
  const lower = await effectOf('packages', (content) => ({ ...(content as object), '1_week': 39 }));
  expect(lower).toMatchObject({ renewals: 2, dearer: 0, owners: 0 });
});
