import { createHash } from 'node:crypto';
import {
  bookAccounts,
  bookkeeping,
  closeMonth,
  getMonth,
  setBookAccount,
} from '@samtrot/shared/bookkeeping/contract.ts';
import { applyCoupon } from '@samtrot/shared/coupons/contract.ts';
import { type TaxedPart, taxOf } from '@samtrot/shared/history/rules.ts';
import { requestRefund } from '@samtrot/shared/money-desk/contract.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cantons } from '../../testing/listings/inserate.ts';
import { aPartCase, providerSays, type ToppedUp, toppedUp } from '../../testing/payments/desk.ts';
import { rounds } from '../../testing/process/deep.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import { createCoupon } from '../coupons/service.ts';
import { methodName } from '../money-desk/names.ts';
import { checkBooks } from '../overview/service.ts';
import * as wallet from '../wallet/service.ts';

const MONTHS = rounds(3, 12);
const CUSTOMERS = rounds(12, 60);
const monthsOf = Array.from({ length: MONTHS }, (_, n) => {
  const at = new Date(Date.UTC(2026, 8 + n, 15));
  return at.toISOString().slice(0, 7);
});

let world: World;
let finance: Staff;
let reader: Staff;
let customers: Owner[];

/** The same business each time. */
let seed = 7;
let made = 1000;
const chance = (): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
const book = <T>(work: (ctx: Parameters<typeof wallet.spend>[0]) => Promise<T>): Promise<T> =>
  world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));

async function business(): Promise<void> {
  const paid: (ToppedUp & { by: Owner })[] = [];
  const orders: { by: Owner; cause: string; amount: number }[] = [];
  const spend = async (by: Owner, kind: string, most: number) => {
    const { userId } = by;
    const balance = await book(({ db }) => wallet.balance(db, userId));
    const amount = Math.min(balance, Math.ceil(chance() * most));
    if (amount === 0) return;
    const cause = `${kind}:${++made}`;
    await book((ctx) => wallet.spend(ctx, { userId, amount, cause, description: kind }));
    orders.push({ by, cause, amount });
  };
  for (const [nth, month] of monthsOf.entries()) {
    // Another rate of the tax from the second month on.
    const log = { warn() {} };
    if (nth === 1)
      await wallet.noteVatRate(world.db, { permille: 85, now: world.clock.now(), log });
    const code = `MONAT-${month}`;
    const values = { code, credits: 15, description: '', maxUses: null, expiresAt: null };
    await book(({ db }) => createCoupon({ db, now: new Date(`${month}-01T01:00:00Z`) }, values));
    for (const [turn, by] of customers.entries()) {
      const day = String(2 + (turn % 26)).padStart(2, '0');
      world.clock.set(new Date(`${month}-${day}T${10 + (turn % 8)}:00:00Z`));
      await world.db.deleteFrom('rate_limit').execute();
      const method = oneOf(['visa', 'twint', 'postcard']);
      if (chance() < 0.7) paid.push({ ...(await toppedUp(by, { method }, oneOf([1, 2, 3]))), by });
      if (chance() < 0.4) await by.call(applyCoupon, { coupon_code: `MONAT-${month}` });
      if (chance() < 0.6) {
        const placed = await by.on.place(by, { inserat_typ: '1_week', cantons: cantons(6) });
        if (placed.status !== 200 && placed.body.code !== 'INSUFFICIENT_CREDITS')
          throw new Error(JSON.stringify(placed.body));
      }
      await spend(by, 'banner', 70);
      await spend(by, 'club', 40);
      const order = oneOf(orders);
      if (order && chance() < 0.2) {
        const { by: owner, cause } = order;
        orders.splice(orders.indexOf(order), 1);
        await book((ctx) =>
          wallet.refund(ctx, {
            userId: owner.userId,
            amount: Math.ceil(order.amount / 2),
            of: cause,
            cause: `rest:${cause}`,
            description: 'zurück',
          }),
        );
      }
      const chosen = oneOf(paid);
      if (chosen && chance() < 0.3) {
        paid.splice(paid.indexOf(chosen), 1);
        const payment = { payment_id: chosen.number, amount: 12.35, seen_back: 0 };
        if (chance() < 0.5) await providerSays(world, chosen, { charged_back: true });
        else
          await finance.call(requestRefund, {
            ...payment,
            reason: 'Sie hat sich vertippt.',
            may_owe: true,
          });
        await world.runTasks('topups/refunds');
      }
      if (chance() < 0.1)
        await book((ctx) =>
          wallet.credit(ctx, 'correction', {
            userId: by.userId,
            amount: 5,
            description: 'Kulanz',
            cause: `correction:house:${by.userId}:${month}`,
          }),
        );
    }
  }
  // Somebody leaves with credits that she paid for.
  const gone = customers[0]!;
  await toppedUp(gone);
  await book((ctx) => wallet.forfeit(ctx, gone.userId));
}

beforeAll(
  async () => {
    world = await testWorld();
    vi.spyOn(world.app.limiter, 'consume').mockResolvedValue(false);
    world.clock.set(new Date(`${monthsOf[0]}-01T08:00:00Z`));
    finance = await staffOf(world, 'finance');
    reader = await staffOf(world, 'reader');
    await keepStaffLogins(world);
    const fresh = owners(world, 0);
    customers = [];
    for (let n = 0; n < CUSTOMERS; n++) customers.push(await fresh());
    const forever = new Date('2099-01-01T00:00:00Z');
    await world.db
      .updateTable('session')
      .set({ expires_at: forever, last_seen_at: forever })
      .execute();
    await business();
  },
  rounds(240_000, 3_600_000),
);
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const monthOf = async (month: string, who = finance) => (await who.call(getMonth, { month })).body;
const csvOf = async (month: string) => (await finance.call(bookkeeping, { month })).body;
const rappen = (francs: number) => Math.round(francs * 100);
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

/** Independent sums over the rows of the ledger. */
async function ledger() {
  const read = async <T>(text: string) => (await world.pool.query(text)).rows as T[];
  const swiss = "to_char(t.at at time zone 'Europe/Zurich', 'YYYY-MM') as month";
  const lots = await read<{ month: string; kind: string; source: string; n: string; paid: string }>(
    `select ${swiss}, t.kind, l.source, l.granted as n, l.paid from ledger_lot l join ledger_transfer t on t.id = l.transfer_id`,
  );
  const uses = await read<{ month: string; kind: string; source: string; n: string; paid: string }>(
    `select ${swiss}, t.kind, l.source, -u.amount as n, -u.paid as paid
       from ledger_lot_use u join ledger_transfer t on t.id = u.transfer_id join ledger_lot l on l.id = u.lot_id`,
  );
  return [...lots, ...uses].map((row) => ({ ...row, n: Number(row.n), paid: Number(row.paid) }));
}

test('opening and movements of each month give its closing, as the ledger does [BOF-106]', async () => {
  const rows = await ledger();
  for (const month of monthsOf) {
    const { report } = await monthOf(month);
    const before = rows.filter((row) => row.month < month);
    const until = rows.filter((row) => row.month <= month);
    for (const [amounts, of] of [
      [report.opening, before],
      [report.closing, until],
    ] as const) {
      const bought = of.filter(({ source }) => source === 'bought');
      expect(amounts, month).toEqual({
        bought: sum(bought.map(({ n }) => n)),
        given: sum(of.map(({ n }) => n)) - sum(bought.map(({ n }) => n)),
        paid: sum(of.map(({ paid }) => paid)) / 100,
      });
    }
    for (const key of ['bought', 'given', 'paid'] as const) {
      const moved = sum(report.movements.map((line: Record<string, number>) => rappen(line[key]!)));
      expect(rappen(report.opening[key]) + moved, `${month} ${key}`).toBe(
        rappen(report.closing[key]),
      );
    }
  }
  // At the end it is what lies in the lots.
  const { rows: left } = await world.pool.query(
    'select sum(paid_left)::int as paid, sum(remaining)::int as credits from ledger_lot',
  );
  const { closing } = (await monthOf(monthsOf.at(-1)!)).report;
  expect([rappen(closing.paid), closing.bought + closing.given]).toEqual([
    left[0].paid,
    left[0].credits,
  ]);
});

test('revenue and its tax are those of the receipts of the orders [BOF-105, BOF-106]', async () => {
  for (const month of monthsOf) {
    const { rows } = await world.pool.query<{ id: string; kind: string }>(
      `select id, kind from ledger_transfer where kind in ('order', 'refund')
          and to_char(at at time zone 'Europe/Zurich', 'YYYY-MM') = $1`,
      [month],
    );
    const ids = rows.map(({ id }) => Number(id));
    const parts = await book(({ db }) => wallet.paidParts(db, ids));
    const signed = (of: (parts: TaxedPart[]) => number) =>
      sum(
        rows.map(({ id, kind }) => (kind === 'order' ? 1 : -1) * of(parts.get(Number(id)) ?? [])),
      );
    const { products } = (await monthOf(month)).report;
    const total = (key: 'vat' | 'paid') =>
      sum(products.map((row: Record<string, number>) => rappen(row[key]!)));
    expect(total('vat'), month).toBe(signed(taxOf));
    expect(total('paid'), month).toBe(signed((of) => sum(of.map(({ paid }) => paid))));
    const names = products.map(({ product }: { product: string }) => product);
    expect(names).toEqual(['inserate', 'extras', 'banner', 'clubs']);
    for (const { credits } of products) expect(credits).toBeGreaterThan(0);
  }
});

test('an order of an ad is divided into package and extras, to the credit and Rappen [BOF-106]', async () => {
  for (const month of monthsOf) {
    const { rows } = await world.pool.query<{ credits: number; paid: number }>(
      `with bought as (
         select o.total, (select sum((i->>'total')::int) from jsonb_array_elements(o.items) i where i->>'key' <> 'package') as extras,
                (select sum(u.paid) from ledger_lot_use u where u.transfer_id = t.id) as paid
           from booking_order o join ledger_transfer t on t.cause = o.cause and t.kind = 'order'
          where to_char(t.at at time zone 'Europe/Zurich', 'YYYY-MM') = $1)
       select sum(extras)::int as credits, sum(round(paid * extras / total))::int as paid from bought`,
      [month],
    );
    const { products } = (await monthOf(month)).report;
    const extras = products.find(({ product }: { product: string }) => product === 'extras');
    expect([extras.credits, rappen(extras.paid)], month).toEqual([rows[0]!.credits, rows[0]!.paid]);
    expect(extras.credits).toBeGreaterThan(0);
  }
});

test('top-ups are shown by method, and what an account forfeits as such [BOF-106]', async () => {
  const methods = new Set<string>();
  for (const month of monthsOf) {
    const { rows } = await world.pool.query<{ method: string; count: number; paid: number }>(
      `select p.method, count(*)::int as count, sum(coalesce(p.settled_rappen, p.price_rappen))::int as paid
         from payment p join ledger_transfer t on t.cause = 'topup:' || p.id
        where to_char(t.at at time zone 'Europe/Zurich', 'YYYY-MM') = $1 group by 1`,
      [month],
    );
    const { topups, movements } = (await monthOf(month)).report;
    const said = topups.map(
      ({ method, count, paid }: { method: string; count: number; paid: number }) => [
        ...[method, count, rappen(paid)],
      ],
    );
    expect(said.toSorted(), month).toEqual(
      rows.map(({ method, count, paid }) => [methodName(method), count, paid]).toSorted(),
    );
    for (const { method } of rows) methods.add(method);
    const forfeits = (await ledger()).filter(
      (row) => row.kind === 'forfeit' && row.month === month,
    );
    const line = movements.find(({ line }: { line: string }) => line === 'forfeit');
    expect([line.bought + line.given, rappen(line.paid)], month).toEqual([
      sum(forfeits.map(({ n }) => n)),
      sum(forfeits.map(({ paid }) => paid)),
    ]);
    if (month === monthsOf.at(-1)) expect(line.paid).toBeLessThan(0);
  }
  expect(methods.size).toBeGreaterThan(2);
});

test('top-ups, fees, refunds and charge-backs are those of the payments [BOF-106]', async () => {
  for (const month of monthsOf) {
    const { report } = await monthOf(month);
    const at = (column: string) =>
      `to_char(${column} at time zone 'Europe/Zurich', 'YYYY-MM') = '${month}'`;
    const { rows } = await world.pool.query(
      `select (select coalesce(sum(coalesce(settled_rappen, price_rappen)), 0)::int from payment p
                where exists (select from ledger_transfer where cause = 'topup:' || p.id and ${at('at')})) as paid,
              (select coalesce(sum(amount_rappen), 0)::int from payment_refund
                where kind <> 'rueckbelastung' and status = 'bestaetigt' and ${at('settled_at')}) as refunds,
              (select coalesce(sum(amount_rappen), 0)::int from payment_refund
                where kind = 'rueckbelastung' and status = 'bestaetigt' and ${at('settled_at')}) as chargebacks,
              (select coalesce(sum(fee_rappen), 0)::int from payment where ${at('settled_at')}) as fees`,
    );
    expect({
      paid: sum(report.topups.map(({ paid }: { paid: number }) => rappen(paid))),
      refunds: rappen(report.refunds.amount),
      chargebacks: rappen(report.chargebacks.amount),
      fees: rappen(report.fees.amount),
    }).toEqual(rows[0]);
    expect(rows[0].paid).toBeGreaterThan(0);
    expect(rows[0].fees).toBeGreaterThan(0);
  }
});

test('the CSV books what the report says, and what is on its way ends at zero [BOF-107]', async () => {
  const accounts = (await finance.call(bookAccounts, {})).body.accounts as {
    role: string;
    number: string;
  }[];
  const number = (role: string) => accounts.find((one) => one.role === role)!.number;
  const balance = new Map<string, number>();
  const move = (account: string, by: number) =>
    balance.set(account, (balance.get(account) ?? 0) + by);
  for (const month of monthsOf) {
    const { name, text } = await csvOf(month);
    expect([name, text[0]]).toEqual([`buchhaltung-${month}-vorlaeufig.csv`, '\uFEFF']);
    const [head, ...lines] = text.slice(1).trim().split('\r\n');
    expect(head).toBe('Datum;Beleg;Soll;Haben;Betrag;MWST-Code;MWST-Betrag;Text;Referenz');
    const cells = lines.map((line: string) => line.split(';'));
    // Vouchers are counted from 1, without a gap.
    expect(cells.map(([, paper]: string[]) => paper)).toEqual(
      cells.map((_: string[], at: number) => `${month}-${String(at + 1).padStart(4, '0')}`),
    );
    const keys = cells.map(([day, , debit, credit, , code]: string[]) =>
      [day, debit, credit, code].join(' '),
    );
    expect(new Set(keys).size).toBe(keys.length);
    let tax = 0;
    for (const [day, , debit, credit, amount, , vat] of cells) {
      expect(day.slice(0, 7)).toBe(month);
      expect(amount).toMatch(/^\d+\.\d\d$/);
      move(debit, rappen(Number(amount)));
      move(credit, -rappen(Number(amount)));
      if (vat !== '')
        tax += (Number(debit) === Number(number('prepaid')) ? 1 : -1) * rappen(Number(vat));
    }
    const { report } = await monthOf(month);
    expect(tax, month).toBe(sum(report.products.map(({ vat }: { vat: number }) => rappen(vat))));
    expect(-(balance.get(number('prepaid')) ?? 0), month).toBe(rappen(report.closing.paid));
  }
  expect(sum([...balance.values()])).toBe(0);
  expect(balance.get(number('going_back')) ?? 0).toBe(0);
});

test('a month closes once, in order, after its end; then the same bytes come again [BOF-107, BOF-108]', async () => {
  const close = (month: string, cases: number[] = [], who = finance) =>
    who.call(closeMonth, { month, cases });
  const [first, second] = monthsOf as [string, string];
  const last = monthsOf.at(-1)!;
  expect((await close(last)).body.errors).toEqual({ month: 'Dieser Monat läuft noch.' });
  expect((await close(second)).body.errors.month).toMatch(/^Schliess zuerst \S+ 2026 ab\.$/);
  expect((await close(first, [], reader)).body.code).toBe('RIGHT_MISSING');
  // Charge-backs leave cases that somebody looks at.
  const { cases } = await monthOf(first);
  if (cases.length > 0)
    expect((await close(first)).body.errors.cases).toContain(`Fall ${cases[0]}`);
  const before = await monthOf(first);
  expect((await close(first, cases)).status).toBe(200);
  expect((await close(first, cases)).body.errors).toEqual({
    month: 'Dieser Monat ist abgeschlossen.',
  });
  const hash = async () =>
    createHash('sha256')
      .update((await csvOf(first)).text)
      .digest('hex');
  const once = await hash();
  const role = 'clubs' as const;
  expect((await finance.call(setBookAccount, { role, number: '3299' })).status).toBe(200);
  expect((await finance.call(setBookAccount, { role, number: 'x y' })).status).toBe(422);
  expect(await hash()).toBe(once);
  expect((await csvOf(second)).text).toContain(';3299;');
  const shown = await reader.call(getMonth, { month: first });
  expect([shown.status, shown.body.code]).toEqual([200, undefined]);
  const after = shown.body;
  expect(after.report).toEqual(before.report);
  expect([after.cases, after.may_close]).toEqual([cases, false]);
  await expect(
    world.db.updateTable('book_month').set({ csv: '' }).where('month', '=', first).execute(),
  ).rejects.toThrow('permission denied');
});

test('what changes a closed month later is booked in the month that runs, with its payment [BOF-108]', async () => {
  const [first, last] = [monthsOf[0]!, monthsOf.at(-1)!];
  const closed = (await csvOf(first)).text;
  const { rows } = await world.pool.query<{ number: number; back: number }>(
    `select number, (select coalesce(sum(amount_rappen), 0) from payment_refund r where r.payment_id = p.id)::int as back
       from payment p
      where status = 'gutgeschrieben' and to_char(settled_at at time zone 'Europe/Zurich', 'YYYY-MM') = $1
        and not exists (select from payment_refund r where r.payment_id = p.id
                           and to_char(r.settled_at at time zone 'Europe/Zurich', 'YYYY-MM') = $2)
      order by number limit 1`,
    [first, last],
  );
  const payment_id = Number(rows[0]!.number);
  const seen_back = rows[0]!.back / 100;
  const references = async () =>
    (await csvOf(last)).text
      .trim()
      .split('\r\n')
      .flatMap((line: string) => line.split(';').at(-1)!.split(/[ ,]+/));
  expect(await references()).not.toContain(String(payment_id));
  const wish = { payment_id, amount: 5, seen_back, reason: 'Nachträglich', may_owe: true };
  expect((await finance.call(requestRefund, wish)).status).toBe(200);
  await world.runTasks('topups/refunds');
  expect(await references()).toContain(String(payment_id));
  expect((await csvOf(first)).text).toBe(closed);
});

test('on the 5th a month closes by itself, unless cases of it are open [BOF-108]', async () => {
  const second = monthsOf[1]!;
  const third = monthsOf[2]!;
  await world.db.updateTable('payment_case').set({ closed_at: world.clock.now() }).execute();
  world.clock.set(new Date(`${third}-20T12:00:00Z`));
  const open = await aPartCase(customers[1]!);
  const closedAt = async (month: string) => (await monthOf(month)).closed_at;
  const run = async (time: string) => {
    world.clock.set(new Date(time));
    await world.runTasks('bookkeeping/close-month');
  };
  await run(`${third}-04T22:59:59Z`);
  expect(await closedAt(second)).toBeNull();
  await run(`${third}-04T23:00:00Z`);
  expect(await closedAt(second)).toBe(`${third}-04T23:00:00.000Z`);
  // The month of the open case waits for it.
  const next = new Date(Date.UTC(Number(third.slice(0, 4)), Number(third.slice(5)), 20));
  await run(next.toISOString());
  expect(await closedAt(third)).toBeNull();
  expect((await monthOf(third)).cases).toEqual([open.case_id]);
  const named = await finance.call(closeMonth, { month: third, cases: [open.case_id] });
  expect(named.status).toBe(200);
});

test('the books agree after all of it [INV-01]', async () => {
  const { problems } = await checkBooks(world.db);
  expect(
    problems.filter((problem) => !/banner|club|rest:|correction:house|forfeit/.test(problem)),
  ).toEqual([]);
});
