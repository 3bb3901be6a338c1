import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { bookkeeping, closeMonth, getMonth } from '@samtrot/shared/bookkeeping/contract.ts';
import { deleteClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { applyCoupon } from '@samtrot/shared/coupons/contract.ts';
import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { requestRefund } from '@samtrot/shared/money-desk/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Sql } from '../../platform/db.ts';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { cantons } from '../../testing/listings/inserate.ts';
import { providerSays, type ToppedUp, toppedUp } from '../../testing/payments/desk.ts';
import { rounds } from '../../testing/process/deep.ts';
import { pick as oneOf, pseudoRandom } from '../../testing/process/random.ts';
import { SEED } from '../../testing/process/random-input.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import { createCoupon } from '../coupons/service.ts';
import { checkBooks } from '../overview/service.ts';

const CUSTOMERS = rounds(90, 10_000);
const YEAR = 2027;
const MONTHS = Array.from({ length: 12 }, (_, n) => `${YEAR}-${String(n + 1).padStart(2, '0')}`);
/** What a week costs from which month on: five lists. */
const LISTS = [
  { from: `${YEAR}-01`, week: 40 },
  { from: `${YEAR}-03`, week: 45 },
  { from: `${YEAR}-06`, week: 38 },
  { from: `${YEAR}-09`, week: 52 },
  { from: `${YEAR}-11`, week: 47 },
] as const;

const chance = (random: () => number, part: number) => random() < part;

let world: World;
let finance: Staff;
let website: number;
let customers: Owner[];
const charged: { month: string; week: number; credits: number }[] = [];
const happened = { topups: 0, coupons: 0, ads: 0, rests: 0, refunds: 0, chargebacks: 0 };

const book = <T>(work: (ctx: { db: Sql; now: Date }) => Promise<T>): Promise<T> =>
  world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));
const rows = async <T>(text: string, values: unknown[] = []) =>
  (await world.pool.query(text, values)).rows as T[];
const rappen = (francs: number) => Math.round(francs * 100);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const monthOf = async (month: string) => (await finance.call(getMonth, { month })).body;

/** One visit of a customer: what she pays, spends and takes back. */
async function visit(random: () => number, by: Owner, past: { paid: Paid[]; planned: Planned[] }) {
  // Lists begin at midnight in Switzerland.
  const month = localDate(world.clock.now()).slice(0, 7);
  await rows('delete from rate_limit');
  if (chance(random, 0.85)) {
    past.paid.push({ ...(await toppedUp(by, {}, oneOf(random, [1, 2, 3, 4]))) });
    happened.topups++;
  }
  if (chance(random, 0.3)) {
    const { status } = await by.call(applyCoupon, { coupon_code: `QUARTAL-${quarter(month)}` });
    if (status === 200) happened.coupons++;
  }
  if (chance(random, 0.5)) {
    const regions = oneOf(random, [1, 4]);
    const placed = await by.on.place(by, { inserat_typ: '1_week', cantons: cantons(regions) });
    if (placed.status === 200) {
      happened.ads++;
      const { week } = LISTS.findLast(({ from }) => from <= month)!;
      if (regions === 1) charged.push({ month, week, credits: placed.body.charged });
    } else expect(placed.body.code).toBe('INSUFFICIENT_CREDITS');
  }
  if (chance(random, 0.4)) await by.call(orderBanner, bannerWish({ webseiten: [website] }));
  if (chance(random, 0.5)) {
    const start = new Date(world.clock.now().getTime() + 30 * DAY_MS);
    const planned = {
      publish_option: 'Planen',
      publish_date: start.toISOString().slice(0, 10),
      publish_time: '12:00',
    } as const;
    const { status, body } = await by.call(saveClub, wholeClub({ monate: 1, ...planned }));
    if (status === 200) past.planned.push({ by, club_id: body.club.ID, start });
  }
  if (chance(random, 0.4)) {
    // What has not begun comes back whole.
    const at = past.planned.findIndex(({ start }) => start > world.clock.now());
    const [taken] = at < 0 ? [] : past.planned.splice(at, 1);
    if (taken) {
      const { status } = await taken.by.call(deleteClub, { club_id: taken.club_id });
      expect(status).toBe(200);
      happened.rests++;
    }
  }
  if (chance(random, 0.25)) {
    const payment = past.paid.shift();
    if (payment && chance(random, 0.4)) {
      await providerSays(world, payment, { charged_back: true });
      happened.chargebacks++;
    } else if (payment) {
      const { status } = await finance.call(requestRefund, {
        payment_id: payment.number,
        amount: oneOf(random, [12.35, 3.3, 7]),
        seen_back: 0,
        reason: 'Sie hat sich vertippt.',
        may_owe: true,
      });
      if (status === 200) happened.refunds++;
    }
    await world.runTasks('topups/refunds');
  }
}
type Paid = ToppedUp;
interface Planned {
  by: Owner;
  club_id: number;
  start: Date;
}
const quarter = (month: string) => Math.floor((Number(month.slice(5)) - 1) / 3) + 1;

beforeAll(
  async () => {
    world = await testWorld();
    vi.spyOn(world.app.limiter, 'consume').mockResolvedValue(false);
    world.clock.set(new Date(`${YEAR}-01-01T08:00:00Z`));
    finance = await staffOf(world, 'finance');
    await keepStaffLogins(world);
    website = await websiteOf(world);
    const random = pseudoRandom(SEED);
    const fresh = owners(world, 0);
    customers = [];
    for (let n = 0; n < CUSTOMERS; n++) customers.push(await fresh());
    await rows("update session set expires_at = '2099-01-01', last_seen_at = '2099-01-01'");
    // Tenths of a percent, for every fifth of them.
    await rows('update account set discount_percent = 0.5 + id % 25 where id % 5 = 0');
    const [first] = nonEmpty(
      await rows<{ content: Record<string, number> }>(
        "select content from catalogue_version where list = 'packages' and state = 'released' order by number limit 1",
      ),
    );
    for (const { from, week } of LISTS)
      await releasedVersion(
        world,
        'packages',
        { ...first!.content, '1_week': week },
        new Date(
          Date.parse(`${from}-01T00:00:00+01:00`) -
            (from > `${YEAR}-03` && from < `${YEAR}-11` ? 3_600_000 : 0),
        ),
      );
    const visits = customers
      .flatMap((by) => Array.from({ length: chance(random, 0.4) ? 2 : 1 }, () => by))
      .map((by) => ({ by, at: new Date(Date.UTC(YEAR, 0, 2) + random() * 362 * 86_400_000) }))
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    const past = { paid: [] as Paid[], planned: [] as Planned[] };
    let coupons = 0;
    for (const { by, at } of visits) {
      world.clock.set(at);
      for (const now = quarter(at.toISOString().slice(0, 7)); coupons < now; ) {
        const code = `QUARTAL-${++coupons}`;
        const values = { code, credits: 15, description: '', maxUses: null, expiresAt: null };
        await book(({ db }) => createCoupon({ db, now: at }, values));
      }
      await visit(random, by, past);
    }
    world.clock.set(new Date(`${YEAR + 1}-01-02T08:00:00Z`));
  },
  rounds(600_000, 7_200_000),
);
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('the year had everything, and each ad cost what its list said [BOF-113, BOF-104]', async () => {
  for (const [what, count] of Object.entries(happened)) expect(count, what).toBeGreaterThan(0);
  for (const { week, credits, month } of nonEmpty(charged)) expect(credits, month).toBe(week);
  expect(new Set(charged.map(({ week }) => week)).size).toBe(LISTS.length);
  const [paid] = nonEmpty(
    await rows<{ discounted: number }>(
      "select count(*)::int as discounted from payment where discount_percent > 0 and status = 'gutgeschrieben'",
    ),
  );
  expect(paid!.discounted).toBeGreaterThan(0);
  expect(await checkBooks(world.db)).toMatchObject({ ok: true, problems: [] });
});

/** Everything that moved, written for this test: one row for each stretch of a lot. */
const MOVED = `
  with stretch as (
    select t.id, t.kind, t.cause, t.at, -1 as sign, u.amount, u.paid, u.paid_from, l.source, t.id as spend
      from ledger_lot_use u join ledger_transfer t on t.id = u.transfer_id join ledger_lot l on l.id = u.lot_id
    union all
    select t.id, t.kind, t.cause, t.at, 1, l.granted, l.paid, l.paid_from, l.source, coalesce(l.spend_id, t.id)
      from ledger_lot l join ledger_transfer t on t.id = l.transfer_id)
  select to_char(s.at at time zone 'Europe/Zurich', 'YYYY-MM') as month, s.kind, o.cause as spend,
         (s.sign * s.amount)::int as credits, s.source, (s.sign * s.paid)::int as paid,
         (s.sign * (round((s.paid_from + s.paid) * 81 / 1081.0) - round(s.paid_from * 81 / 1081.0)))::int as vat
    from stretch s join ledger_transfer o on o.id = s.spend`;
interface Moved {
  month: string;
  kind: string;
  spend: string;
  credits: number;
  source: string;
  paid: number;
  vat: number;
}
const LINE: Record<string, string> = {
  order: 'used',
  refund: 'used',
  bonus: 'gift',
  coupon: 'gift',
};

test(`each month of ${CUSTOMERS} customers is the sum over the ledger, product by product [BOF-105, BOF-106]`, async () => {
  const moved = nonEmpty(await rows<Moved>(MOVED));
  const amounts = (of: readonly Moved[]) => ({
    bought: sum(of.filter(({ source }) => source === 'bought').map(({ credits }) => credits)),
    given: sum(of.filter(({ source }) => source !== 'bought').map(({ credits }) => credits)),
    paid: sum(of.map(({ paid }) => paid)),
  });
  const inRappen = <T extends { paid: number }>(one: T) => ({ ...one, paid: rappen(one.paid) });
  for (const month of MONTHS) {
    const { report } = await monthOf(month);
    const own = moved.filter((row) => row.month === month);
    expect(inRappen(report.opening), month).toEqual(
      amounts(moved.filter((row) => row.month < month)),
    );
    expect(inRappen(report.closing), month).toEqual(
      amounts(moved.filter((row) => row.month <= month)),
    );
    for (const { line, ...is } of nonEmpty(report.movements as { line: string; paid: number }[]))
      expect(inRappen(is), `${month} ${line}`).toEqual(
        amounts(own.filter(({ kind }) => (LINE[kind] ?? kind) === line)),
      );
    const used = own.filter(({ kind }) => kind === 'order' || kind === 'refund');
    const products: Record<string, (row: Moved) => boolean> = {
      banner: ({ spend }) => spend.startsWith('banner:'),
      clubs: ({ spend }) => spend.startsWith('club:'),
      inserate: ({ spend }) => !/^(banner|club):/.test(spend),
    };
    for (const [product, belongs] of Object.entries(products)) {
      const names = product === 'inserate' ? ['inserate', 'extras'] : [product];
      const said = (
        report.products as { product: string; credits: number; paid: number; vat: number }[]
      ).filter((row) => names.includes(row.product));
      const right = used.filter(belongs);
      expect(
        [
          sum(said.map(({ credits }) => credits)),
          sum(said.map(({ paid }) => rappen(paid))),
          sum(said.map(({ vat }) => rappen(vat))),
        ],
        `${month} ${product}`,
      ).toEqual([
        sum(right.map(({ credits }) => -credits)),
        sum(right.map(({ paid }) => -paid)),
        sum(right.map(({ vat }) => -vat)),
      ]);
    }
  }
});

test('money in and out of each month is that of the payments [BOF-106]', async () => {
  const money = await rows<{ month: string; what: string; count: number; rappen: number }>(`
    with event as (
      select 'topups' as what, t.at, coalesce(p.settled_rappen, p.price_rappen) as rappen
        from payment p join ledger_transfer t on t.cause = 'topup:' || p.id
      union all
      select case kind when 'rueckbelastung' then 'chargebacks' else 'refunds' end, settled_at, amount_rappen
        from payment_refund where status = 'bestaetigt'
      union all
      select 'fees', settled_at, fee_rappen from payment where fee_rappen is not null)
    select to_char(at at time zone 'Europe/Zurich', 'YYYY-MM') as month, what, count(*)::int as count, sum(rappen)::int as rappen
      from event group by 1, 2`);
  for (const month of MONTHS) {
    const { report } = await monthOf(month);
    const of = (what: string) =>
      money.find((row) => row.month === month && row.what === what) ?? { count: 0, rappen: 0 };
    expect(sum(report.topups.map(({ paid }: { paid: number }) => rappen(paid))), month).toBe(
      of('topups').rappen,
    );
    for (const what of ['refunds', 'chargebacks', 'fees'] as const)
      expect([report[what].count, rappen(report[what].amount)], `${month} ${what}`).toEqual([
        of(what).count,
        of(what).rappen,
      ]);
  }
});

test('the tax of the orders in the reports is what customers read at their orders [BOF-105, FIX-03]', async () => {
  let read = 0;
  for (const by of customers) {
    let before: string | undefined;
    do {
      const page = (
        await by.call(getDetailedTransactions, { limit: 100, ...(before && { before }) })
      ).body;
      for (const { is_wallet_topup, tax } of page.transactions)
        if (!is_wallet_topup) read += rappen(tax);
      before = page.next ?? undefined;
    } while (before);
  }
  const orders = (await rows<Moved>(MOVED)).filter(({ kind }) => kind === 'order');
  expect(read).toBeGreaterThan(0);
  expect(sum(orders.map(({ vat }) => -vat))).toBe(read);
});

test('a closed month is the same when it is asked for again, whatever happens later [BOF-107, BOF-108]', async () => {
  const asked = async (month: string) => {
    const { report, cases } = await monthOf(month);
    return { report, cases, csv: (await finance.call(bookkeeping, { month })).body.text };
  };
  const closed = MONTHS.slice(0, -1);
  for (const month of closed) {
    const { cases } = await monthOf(month);
    expect((await finance.call(closeMonth, { month, cases })).status, month).toBe(200);
  }
  const before = await Promise.all(closed.map(asked));
  for (const { csv } of before) expect(csv).toContain('Datum;Beleg;Soll;Haben;');
  const [payment] = nonEmpty(
    await rows<{ number: number }>(
      "select number from payment where status = 'gutgeschrieben' and not exists (select from payment_refund r where r.payment_id = payment.id) order by number limit 1",
    ),
  );
  const late = {
    payment_id: payment!.number,
    amount: 5,
    seen_back: 0,
    reason: 'Nachträglich',
    may_owe: true,
  };
  expect((await finance.call(requestRefund, late)).status).toBe(200);
  await world.runTasks('topups/refunds');
  expect(await Promise.all(closed.map(asked))).toEqual(before);
});
