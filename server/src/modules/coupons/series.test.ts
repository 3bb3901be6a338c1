import { applyCoupon } from '@samtrot/shared/coupons/contract.ts';
import { SERIES_SORTS } from '@samtrot/shared/coupons/series-rules.ts';
import {
  couponCodes,
  couponReport,
  coupons,
  createCoupons,
  stopCoupon,
} from '@samtrot/shared/coupons/staff-contract.ts';
import type { Output, Params } from '@samtrot/shared/kernel/action.ts';
import { orderIn, sortsOf } from '@samtrot/shared/kernel/sorting.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { approve } from '@samtrot/shared/staff/approval-contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toppedUp } from '../../testing/payments/desk.ts';
import { race } from '../../testing/process/race.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
let fresh: () => Promise<Owner>;
let finance: Staff;
let owner: Staff;
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world, 0);
  owner = await staffOf(world, 'owner');
});
beforeEach(async () => {
  world.clock.set(START);
  vi.spyOn(world.app.limiter, 'consume').mockResolvedValue(false);
  // Nobody else has made coupons that count towards her limit.
  finance = await staffOf(world, 'finance');
  await keepStaffLogins(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  const { problems } = await checkBooks(world.db);
  expect(problems.filter((problem) => !/spent:|back:/.test(problem))).toEqual([]);
  await world[Symbol.asyncDispose]();
});

let made = 0;
const reason = 'Dank an die ersten Kundinnen';
const plan = (given: object = {}) => ({
  name: `Reihe ${++made}`,
  code: `REIHE-${made}`,
  credits: 10,
  uses: 10,
  reason,
  ...given,
});
const create = async (given: object = {}, who = finance): Promise<number> => {
  const { status, body } = await who.call(createCoupons, plan(given));
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.series_id;
};
const codeOf = () => `REIHE-${made}`;
const apply = async ({ call }: Owner, code: string) =>
  (await call(applyCoupon, { coupon_code: code })).status;
const listed = async (id: number) =>
  (await finance.call(coupons, {})).body.series.find(
    ({ series_id }: { series_id: number }) => series_id === id,
  );
const codesOf = async (id: number): Promise<string[][]> =>
  (await finance.call(couponCodes, { series_id: id })).body.text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line: string) => line.split(';'));

test('of a budget of 100, twenty redemptions of 10 at once get exactly ten [BOF-102]', async () => {
  const id = await create({ budget: 100, uses: null });
  const all = [];
  for (let n = 0; n < 20; n++) all.push(await fresh());
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.server.server.address() as { port: number };
  const statuses = await race(
    port,
    all.map(({ cookie }) => ({
      path: '/api?action=apply_coupon',
      body: JSON.stringify({ coupon_code: codeOf() }),
      headers: { cookie },
    })),
  );
  expect(statuses.toSorted()).toEqual([...Array(10).fill(200), ...Array(10).fill(409)]);
  expect(await listed(id)).toMatchObject({ spent: 100, uses: 10, state: 'used_up' });
});

test('a pattern makes so many codes, each for one redemption, told by its series [BOF-102, BOF-103]', async () => {
  const id = await create({ code: 'DANK-########', count: 20, uses: null, per_account: 2 });
  const codes = (await codesOf(id)).map(([code]) => code!);
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^DANK-[\dA-HJKMNP-TV-Z]{8}$/);
  const [lena, rahel] = [await fresh(), await fresh()];
  const tried: [Owner, number, number][] = [
    ...([
      [lena, 0, 200],
      [rahel, 0, 409],
      [lena, 0, 409],
    ] as [Owner, number, number][]),
    // Two for each account, whichever codes.
    ...([
      [lena, 1, 200],
      [lena, 2, 409],
      [rahel, 2, 200],
    ] as [Owner, number, number][]),
  ];
  for (const [who, code, status] of tried) expect(await apply(who, codes[code]!)).toBe(status);
  const states = (await codesOf(id)).map(([, state]) => state);
  expect(states).toEqual([...Array(3).fill('eingelöst'), ...Array(17).fill('offen')]);
  expect(await listed(id)).toMatchObject({ codes: 20, code: null, uses: 3, spent: 30 });
});

test('10,000 codes are made at once, a million is refused at its field [BOF-102]', async () => {
  const many = { code: 'VIEL-########', credits: 1, uses: 5 };
  const id = await create({ ...many, count: 10_000 });
  expect((await codesOf(id)).length).toBe(10_000);
  const { status, body } = await finance.call(createCoupons, plan({ ...many, count: 1_000_000 }));
  expect([status, body.errors]).toEqual([422, { count: 'Eine ganze Zahl von 1 bis 10’000.' }]);
});

test('a single code may count several times for each account [BOF-102]', async () => {
  await create({ per_account: 2 });
  const lena = await fresh();
  const code = codeOf();
  expect([await apply(lena, code), await apply(lena, code), await apply(lena, code)]).toEqual([
    ...[200, 200, 409],
  ]);
  expect(await apply(await fresh(), code)).toBe(200);
});

test('a code counts from its first day to the end of its last [BOF-102]', async () => {
  const id = await create({ from: '2026-11-22', until: '2026-11-23' });
  // The end that is shown is still within its last day.
  const { ends_at } = await listed(id);
  expect(ends_at).toBe('2026-11-23T22:59:59.999Z');
  const code = codeOf();
  const at = async (time: string, status: number) => {
    world.clock.set(new Date(time));
    expect(await apply(await fresh(), code), time).toBe(status);
  };
  await at('2026-11-21T22:59:59.999Z', 409);
  await at('2026-11-21T23:00:00Z', 200);
  await at('2026-11-23T22:59:59.999Z', 200);
  await at('2026-11-23T23:00:00Z', 409);
});

test('a coupon for new accounts is refused 30 days after the registration [BOF-102]', async () => {
  await create({ only_new: true });
  const code = codeOf();
  const [young, old] = [await fresh(), await fresh()];
  const registered = (age: number) => new Date(START.getTime() - age);
  for (const [{ userId }, age] of [
    [young, 30 * DAY_MS - 1],
    [old, 30 * DAY_MS],
  ] as const)
    await world.db
      .updateTable('account')
      .set({ created_at: registered(age) })
      .where('id', '=', userId)
      .execute();
  expect([await apply(young, code), await apply(old, code)]).toEqual([200, 409]);
});

test('a stopped coupon is refused at once; what was redeemed stays [BOF-102]', async () => {
  const id = await create();
  const code = codeOf();
  const lena = await fresh();
  expect(await apply(lena, code)).toBe(200);
  for (const _ of [1, 2])
    expect((await finance.call(stopCoupon, { series_id: id, reason })).body.message).toBe(
      `«Reihe ${made}» ist gestoppt.`,
    );
  expect(await apply(await fresh(), code)).toBe(409);
  const balance = world.db.transaction().execute((db) => wallet.balance(db, lena.userId));
  expect(await balance).toBe(10);
  expect(await listed(id)).toMatchObject({ state: 'stopped', spent: 10 });
  expect((await finance.call(stopCoupon, { series_id: 999_999, reason })).body.code).toBe(
    'NOT_FOUND',
  );
});

test('above the limit a second person decides, once; halves count together [BOF-101, BOF-102]', async () => {
  await create({ credits: 10, uses: 15 });
  const wish = plan({ credits: 10, uses: 6 });
  const asked = await finance.call(createCoupons, wish);
  expect(asked.status).toBe(202);
  const { approval_id } = asked.body;
  // The same press once more is the same request.
  expect((await finance.call(createCoupons, wish)).body).toMatchObject({ approval_id });
  const code = codeOf();
  expect(await apply(await fresh(), code)).toBe(409);
  const again = await finance.call(
    createCoupons,
    plan({ name: `Reihe ${made}`, credits: 10, uses: 7 }),
  );
  expect(again.body.errors).toEqual({
    name: 'Ein Gutschein mit diesem Namen wartet schon auf eine Freigabe.',
  });
  expect((await finance.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
  expect((await owner.call(approve, { approval_id })).body.code).toBe('ALREADY_DECIDED');
  expect(await apply(await fresh(), code)).toBe(200);
  // Without a limit of its own a coupon may cost anything.
  expect((await finance.call(createCoupons, plan({ uses: null }))).status).toBe(202);
  // What two people made counts for neither.
  await create({ credits: 10, uses: 5 });
  expect((await finance.call(createCoupons, plan({ credits: 1, uses: 1 }))).status).toBe(202);
});

test('a code that somebody made meanwhile voids the request [BOF-101, BOF-102]', async () => {
  const { body } = await finance.call(createCoupons, plan({ uses: null }));
  const code = codeOf();
  await create({ code }, await staffOf(world, 'finance'));
  const { approval_id } = body;
  const decided = (await owner.call(approve, { approval_id })).body;
  expect(decided).toMatchObject({ state: 'void' });
  expect(decided.message).toContain('Diesen Code gibt es schon.');
  expect((await finance.call(createCoupons, plan({ code }))).body.errors).toEqual({
    code: 'Diesen Code gibt es schon.',
  });
});

test('the report counts what was redeemed, topped up and spent, as the ledger has it [BOF-103]', async () => {
  const id = await create({ credits: 20, uses: 10 });
  const code = codeOf();
  const [lena, rahel, noemi] = [await fresh(), await fresh(), await fresh()];
  await toppedUp(lena);
  world.clock.advance(1000);
  for (const who of [lena, rahel, noemi]) expect(await apply(who, code)).toBe(200);
  const book = (work: (ctx: Parameters<typeof wallet.spend>[0]) => Promise<unknown>) =>
    world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));
  const spend = ({ userId }: Owner, amount: number, cause: string) =>
    book((ctx) => wallet.spend(ctx, { userId, amount, cause, description: 'Inserat' }));
  // Her bought credits and the bonus are older and go first.
  await spend(lena, 115, 'spent:lena');
  await spend(rahel, 15, 'spent:rahel');
  await book((ctx) =>
    wallet.refund(ctx, {
      userId: rahel.userId,
      amount: 10,
      of: 'spent:rahel',
      cause: 'back:rahel',
      description: 'Inserat',
    }),
  );
  await spend(rahel, 3, 'spent:rahel:2');
  const expires_at = new Date('2099-01-01T00:00:00Z');
  await world.db.updateTable('session').set({ expires_at, last_seen_at: expires_at }).execute();
  world.clock.set(new Date(START.getTime() + 30 * DAY_MS));
  await toppedUp(rahel);
  world.clock.set(new Date(START.getTime() + 31 * DAY_MS));
  await toppedUp(noemi);
  const { body } = await finance.call(couponReport, { series_id: id });
  expect(body).toMatchObject({
    series: { uses: 3, spent: 60, codes: 1 },
    accounts: 3,
    topped_up: 1,
    topped_up_chf: 100,
    used_credits: 13,
    cost_chf: 13,
  });
});

test('neither list nor log holds a whole code; taking the file is a line [BOF-103, BOF-140]', async () => {
  const id = await create({ code: 'GANZ-GEHEIM-1' });
  await finance.call(createCoupons, plan({ code: 'AUCH-GEHEIM-2', uses: null }));
  expect(await listed(id)).toMatchObject({ code: 'GA•••••••••-1' });
  await codesOf(id);
  await finance.call(stopCoupon, { series_id: id, reason });
  const lines = await world.db.selectFrom('audit').selectAll().execute();
  expect(JSON.stringify(lines)).not.toContain('GEHEIM');
  expect(
    lines.filter(({ object }) => object === `coupon:${id}`).map(({ action }) => action),
  ).toEqual(['coupon_created', 'coupon_codes_read', 'coupon_stopped']);
});

describe('sorted', () => {
  type Series = Output<typeof coupons>['series'][number];
  const NAMES = ['Ähre', 'ahorn', 'Zimt', 'Öl', 'Ahorn'];
  const VALUES: Record<(typeof SERIES_SORTS)[number], (of: Series) => string | number | null> = {
    name: ({ name }) => fold(name),
    credits: ({ credits }) => credits,
    uses: ({ uses }) => uses,
    spent: ({ spent }) => spent,
    ends_at: ({ ends_at }) => ends_at && Date.parse(ends_at),
  };
  const fold = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '');
  const insert = (count: number) =>
    sql`
      with made as (
        insert into coupon_series (name, starts_at, max_uses, created_at)
        select (${NAMES}::text[])[1 + n % 5] || ' ' || n / 10, now(), 10, now() from generate_series(1, ${count}::int) n returning id)
      insert into coupon (code, series_id, credits, description, max_uses, expires_at, created_at)
      select 'SORT-' || id, id, 1 + id % 4, 'Gutschein', 10, case when id % 3 > 0 then timestamptz '2027-01-01' + id % 5 * interval '1 day' end, now()
        from made`.execute(world.db);
  beforeAll(() => insert(120));

  const after = (cursor: string | null): object => (cursor === null ? {} : { cursor });

  async function walked(wish: Params<typeof coupons>, between: () => Promise<unknown>) {
    const seen: Series[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: Output<typeof coupons> } = await finance.call(coupons, {
        ...wish,
        ...after(cursor),
      });
      seen.push(...body.series);
      cursor = body.cursor;
      await between();
    } while (cursor !== null);
    return seen;
  }

  test.each(sortsOf(SERIES_SORTS))(
    'pages by %s are the whole list in that order, with equal and without values [BOF-102, BOF-144]',
    async (sort) => {
      // One more that somebody has redeemed.
      await create();
      await apply(await fresh(), codeOf());
      const before = await walked({}, async () => {});
      const known = new Set(before.map(({ series_id }) => series_id));
      expect(known.size).toBeGreaterThan(120);
      const { column, falling } = orderIn(sort);
      const up = falling ? -1 : 1;
      const whole = before.toSorted((one, other) => {
        const [a, b] = [VALUES[column](one), VALUES[column](other)];
        const rest = up * (one.series_id - other.series_id);
        if (a === b) return rest;
        if (a === null || b === null) return a === null ? 1 : -1;
        return up * (a < b ? -1 : 1);
      });
      const seen = (await walked({ sort }, () => insert(3))).map(({ series_id }) => series_id);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => known.has(id))).toEqual(whole.map(({ series_id }) => series_id));
    },
  );

  test('a cursor goes on only in the sort that gave it [BOF-144]', async () => {
    const { cursor } = (await finance.call(coupons, { sort: 'name' })).body;
    for (const wish of [{ cursor }, { sort: '-name', cursor }, { sort: 'name', cursor: '7' }]) {
      const { status, body } = await finance.call(coupons, wish as never);
      expect([status, body.errors]).toEqual([422, { cursor: fieldTexts.format }]);
    }
  });
});
