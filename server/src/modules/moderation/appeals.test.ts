import { appeal, getHolds } from '@samtrot/shared/holds/contract.ts';
import * as staff from '@samtrot/shared/holds/staff-contract.ts';
import { deleteInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { plansOf } from '../../testing/process/plans.ts';
import { house } from '../../testing/world/house.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { listAppeals, openHolds } from '../holds/service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 20_000 },
);
let moderator: Staff;
let owner: Staff;
beforeEach(async () => {
  moderator = await staffOf(fixture.world, 'moderator');
  owner = await staffOf(fixture.world, 'owner');
  await keepStaffLogins(fixture.world);
});
const MESSAGE = 'Das stimmt so nicht, bitte prüft es.';
const ANSWER = 'Wir haben es nochmals angesehen.';

/** An appeal against the hold of a new ad. */
async function appealed() {
  const { user, on, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_day' });
  const object = { type: 'inserat', id } as const;
  const held = await moderator.call(staff.hold, {
    object,
    kind: 'blocked',
    reason: 'anderes',
    text: MESSAGE,
  });
  expect(held.status, JSON.stringify(held.body)).toBe(200);
  await world.db.deleteFrom('rate_limit').execute();
  const hold: staff.StaffHold = held.body.hold;
  expect((await user.call(appeal, { hold_id: hold.id, message: MESSAGE })).status).toBe(200);
  const listed = await listOf({ q: String(id) });
  return { id, hold, appeal_id: listed.appeals[0]!.id as number };
}
const listOf = async (input: object = {}) => {
  const { status, body } = await owner.call(staff.appeals, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const numbers = (body: { appeals: { object: { id: number } }[] }) =>
  body.appeals.map(({ object }) => object.id);
const decide = async (appeal_id: number, upheld: boolean) => {
  fixture.world.clock.advance(60_000);
  const answered = { appeal_id, upheld, answer: ANSWER };
  expect((await owner.call(staff.decideAppeal, answered)).status).toBe(200);
};

test('decided appeals are listed, the newest decision first, with who decided and what [BOF-36]', async () => {
  const [first, second, open] = [await appealed(), await appealed(), await appealed()];
  await decide(second.appeal_id, false);
  await decide(first.appeal_id, true);
  const { appeals } = await listOf({ list: 'decided' });
  expect(appeals.slice(0, 2)).toMatchObject([
    {
      object: { id: first.id },
      message: MESSAGE,
      decided_by: [moderator.name],
      decided: { upheld: true, by: owner.name, answer: ANSWER },
      open: false,
    },
    { object: { id: second.id }, decided: { upheld: false } },
  ]);
  expect(appeals[0].decided.at).toBe(fixture.world.clock.now().toISOString());
  const still = numbers(await listOf());
  expect(still).toContain(open.id);
  expect(still).not.toContain(first.id);
  const one = await owner.call(staff.getAppeal, { appeal_id: String(second.appeal_id) });
  expect(one.body.appeal).toEqual(appeals[1]);
  expect((await owner.call(staff.getAppeal, { appeal_id: '999999' })).status).toBe(404);
});

test('an appeal has 20 to 2000 characters; a final decision takes one for 30 days [BOF-36]', async () => {
  const { user, on, world } = fixture;
  const team = house(world);
  const { id } = await on.place(user, { inserat_typ: '1_day' });
  const { id: hold_id } = await team.hold(await team.person(), 'inserat', id, { kind: 'final' });
  const send = (characters: number) =>
    user.call(appeal, { hold_id, message: 'x'.repeat(characters) });
  for (const characters of [0, 19, 2001]) {
    const { status, body } = await send(characters);
    expect([status, Object.keys(body.errors)], `${characters}`).toEqual([422, ['message']]);
  }
  const decided = world.clock.now().getTime();
  world.clock.set(new Date(decided + 30 * DAY_MS + 1));
  expect((await send(20)).body).toMatchObject({
    code: 'APPEAL_LATE',
    message: 'Gegen diesen Entscheid ist kein Einspruch mehr möglich.',
  });
  world.clock.set(new Date(decided + 30 * DAY_MS));
  expect((await send(2000)).status).toBe(200);
  world.clock.set(new Date(decided));
});

test('appeals are found by the number of the thing or of its account [BOF-36]', async () => {
  const { id, appeal_id } = await appealed();
  const { userId } = fixture.user;
  for (const q of [String(id), `Inserat ${id}`, `inserat:${id}`])
    expect(numbers(await listOf({ q })), q).toEqual([id]);
  expect(numbers(await listOf({ q: String(userId) }))).toContain(id);
  for (const q of [`Banner ${id}`, `Konto ${id}`, '%', 'Lena', `${id}%`])
    expect(numbers(await listOf({ q })), q).toEqual([]);
  await decide(appeal_id, false);
  expect(numbers(await listOf({ list: 'decided', q: String(id) }))).toEqual([id]);
  expect(numbers(await listOf({ q: String(id) }))).toEqual([]);
});

test('both lists come in pages of fifty, each appeal once [BOF-36]', async () => {
  const { appeal_id, hold } = await appealed();
  const { db, clock } = fixture.world;
  await db
    .insertInto('appeal')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        hold_id: hold.id,
        version: 100 + n,
        message: '',
        appealed_at: clock.now(),
        // Many at one instant.
        ...(n >= 5 && {
          upheld: false,
          decided_at: new Date(clock.now().getTime() - (n % 2) * HOUR_MS),
        }),
      })),
    )
    .execute();
  await decide(appeal_id, false);
  const first = await listOf({ list: 'decided' });
  const second = await listOf({ list: 'decided', cursor: first.cursor });
  expect(first.appeals).toHaveLength(50);
  const all = [...first.appeals, ...second.appeals];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(56);
  const times = all.map(({ decided }) => decided.at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(second.cursor).toBeNull();
  expect((await listOf({ q: String(hold.object.id) })).appeals).toHaveLength(5);
});

test('what is held comes in pages of fifty, each once, and is found by its number [BOF-39]', async () => {
  const { user, on, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_day' });
  const team = house(world);
  const { id: hold } = await team.hold(await team.person(), 'inserat', id);
  await sql`
    insert into hold (thing, item_id, account_id, kind, reason, text, held_at, decided_at)
    select 'banner', 5000000 + n, ${user.userId}, 'final', 'betrug', 'x', now(), now()
      from generate_series(1, 120) n`.execute(world.db);
  const page = async (input: object = {}) => {
    const { status, body } = await owner.call(staff.holds, input);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { holds: staff.StaffHold[]; cursor: number | null };
  };
  const all: number[] = [];
  let cursor: number | null | undefined;
  do {
    const read = await page(cursor === undefined ? {} : { cursor });
    expect(read.holds.length).toBeLessThanOrEqual(50);
    all.push(...read.holds.map((one) => one.id));
    cursor = read.cursor;
  } while (cursor !== null);
  expect(all).toEqual(all.toSorted((a, b) => b - a));
  expect(new Set(all).size).toBe(all.length);
  expect(all.indexOf(hold)).toBeGreaterThanOrEqual(120);
  for (const q of [String(id), `Inserat ${id}`])
    expect((await page({ q })).holds.map((one) => one.id)).toEqual([hold]);
  expect((await page({ q: `Konto ${user.userId}` })).holds).toHaveLength(50);
  expect((await page({ q: 'Lena' })).holds).toEqual([]);
  for (const about of [null, { number: id, things: ['inserat', 'account'] as const }]) {
    const plans = await plansOf(world.pool, (db) => openHolds(db, { about, cursor: 7, limit: 51 }));
    expect(plans[0]).not.toContain('Seq Scan');
  }
});

test.each(['open', 'decided'] as const)(
  'the list of %s appeals reads no table whole [BOF-36]',
  async (list) => {
    for (const about of [null, { number: 20_001, things: ['inserat', 'account'] as const }])
      for (const cursor of [undefined, 7]) {
        const plans = await plansOf(fixture.world.pool, (db) =>
          listAppeals(db, { list, about, cursor, limit: 51 }),
        );
        expect(plans).toHaveLength(1);
        expect(plans[0]).not.toContain('Seq Scan');
        if (!about) expect(plans[0]).toContain(`appeal_${list}`);
      }
  },
);

test('an appeal whose ad was deleted is nothing to decide any more [BOF-36]', async () => {
  const { id, appeal_id } = await appealed();
  await fixture.user.call(deleteInserat, { inserat_id: id });
  expect(numbers(await listOf({ q: String(id) }))).toEqual([]);
  const { body } = await owner.call(staff.getAppeal, { appeal_id: String(appeal_id) });
  expect(body.appeal).toMatchObject({ open: false, decided: null });
  const late = { appeal_id, upheld: true, answer: ANSWER };
  expect((await owner.call(staff.decideAppeal, late)).body.code).toBe('NOTHING_HELD');
});

test('an appeal shows the decision it is about, also after another one [BOF-36]', async () => {
  const { id, hold, appeal_id } = await appealed();
  const changed = await owner.call(staff.hold, {
    object: { type: 'inserat', id },
    kind: 'revise',
    reason: 'falsche_angaben',
    seen_version: hold.version,
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const { body } = await owner.call(staff.getAppeal, { appeal_id: String(appeal_id) });
  expect(body.appeal).toMatchObject({
    kind: 'blocked',
    reason: 'anderes',
    text: MESSAGE,
    decided_by: [moderator.name],
    may_decide: true,
    open: true,
  });
});

test('a reworded decision takes no second appeal, and shows the first one [BOF-36]', async () => {
  const { user, world } = fixture;
  const { id, hold } = await appealed();
  const reworded = await owner.call(staff.hold, {
    object: { type: 'inserat', id },
    kind: 'blocked',
    reason: 'anderes',
    text: `${MESSAGE} Genauer gesagt.`,
    seen_version: hold.version,
  });
  expect(reworded.body.hold.version).toBe(hold.version + 1);
  await world.db.deleteFrom('rate_limit').execute();
  const again = await user.call(appeal, { hold_id: hold.id, message: MESSAGE });
  expect(again.body.code).toBe('APPEALED');
  const [shown] = (await user.call(getHolds, {})).body.holds;
  expect(shown).toMatchObject({ may_appeal: false, appeal: { message: MESSAGE, upheld: null } });
  // Whoever worded it later has not decided what the appeal is against.
  const [listed] = (await listOf({ q: String(id) })).appeals;
  expect(listed).toMatchObject({ text: MESSAGE, decided_by: [moderator.name], may_decide: true });
});

test('who took a decision decides no appeal against it, whoever has worded it since [BOF-36]', async () => {
  const { user, on, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_day' });
  const object = { type: 'inserat', id } as const;
  const said = { object, kind: 'blocked', reason: 'anderes' } as const;
  const { hold } = (await moderator.call(staff.hold, { ...said, text: MESSAGE })).body;
  for (const n of [1, 2]) {
    const text = `${MESSAGE} ${n}`;
    const seen_version = hold.version + n - 1;
    expect((await owner.call(staff.hold, { ...said, text, seen_version })).status).toBe(200);
  }
  await world.db.deleteFrom('rate_limit').execute();
  await user.call(appeal, { hold_id: hold.id, message: MESSAGE });
  const [listed] = (await listOf({ q: String(id) })).appeals;
  expect(listed.decided_by.toSorted()).toEqual([moderator.name, owner.name].toSorted());
  const decision = { appeal_id: listed.id, upheld: true, answer: ANSWER };
  for (const person of [moderator, owner])
    expect((await person.call(staff.decideAppeal, decision)).body.code).toBe('SAME_PERSON');
  // Another decision takes another appeal.
  const other = { ...said, kind: 'revise', reason: 'falsche_angaben' } as const;
  const changed = await owner.call(staff.hold, { ...other, seen_version: hold.version + 2 });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const second = await user.call(appeal, { hold_id: hold.id, message: MESSAGE });
  expect(second.status, JSON.stringify(second.body)).toBe(200);
});
