import type { Output, Params } from '@samtrot/shared/kernel/action.ts';
import { orderIn, type Sort, sortsOf } from '@samtrot/shared/kernel/sorting.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { payments } from '@samtrot/shared/money-desk/contract.ts';
import {
  PAYMENT_GROUP_IDS,
  PAYMENT_SORTS,
  type PaymentGroup,
  wantedPayment,
} from '@samtrot/shared/money-desk/payment-search.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { placeIn } from '../../platform/keyset.ts';
import { type ToppedUp, toppedUp } from '../../testing/payments/desk.ts';
import { rounds } from '../../testing/process/deep.ts';
import { insertAdvertiser } from '../../testing/world/accounts.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { rowsTouchedBy } from '../../testing/world/plans.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import { findPayments, MOST_NAMED, NEWEST, WINDOW } from './payment-store.ts';
import { orderingOf } from './payments.ts';

/** As many as BOF-92 says, of so many people. */
const MOST_ROWS = 6000;
const [MANY, PAYERS] = [rounds(40_000, 100_000), 1_000];

let world: World;
let finance: Staff;
let lena: Owner;
let part: ToppedUp;
let whole: ToppedUp;
beforeAll(async () => {
  world = await testWorld();
  const fresh = owners(world, 0);
  finance = await staffOf(world, 'finance');
  await keepStaffLogins(world);
  lena = await fresh();
  part = await toppedUp(lena, { amount: 9000 });
  whole = await toppedUp(await fresh(), { method: 'twint' });
  await world.runTasks('documents/issue');
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));
afterAll(() => world[Symbol.asyncDispose]());

const found = async (q: string, more: object = {}): Promise<number[]> =>
  (await finance.call(payments, { q, ...more })).body.payments.map(
    ({ payment_id }: { payment_id: number }) => payment_id,
  );

test('payments are found by whatever names them, newest first [BOF-92]', async () => {
  const both = [whole.number, part.number];
  expect(await found('')).toEqual(both);
  expect(await found(String(part.number))).toEqual([part.number]);
  expect(await found(`Zahlung ${whole.number}`)).toEqual([whole.number]);
  expect(await found(String(lena.userId))).toEqual([part.number]);
  expect(await found(lena.email)).toEqual([part.number]);
  expect(await found('Lena')).toEqual(both);
  expect(await found('CHF 90.-')).toEqual([part.number]);
  expect(await found('100')).toEqual(both);
  expect(await found(part.ref)).toEqual([part.number]);
  expect(await found('TWINT')).toEqual([whole.number]);
  const { at } = (await finance.call(payments, {})).body.payments[0];
  expect(await found(at.slice(0, 10))).toEqual(both);
  expect(await found('1.1.2020')).toEqual([]);
  expect(await found('', { state: 'waiting' })).toEqual([part.number]);
  expect(await found('Lena', { state: 'credited' })).toEqual([whole.number]);
  expect(await found("' or 1=1 --")).toEqual([]);
});

test('a row shows what was paid, credited and returned, and its receipt [BOF-92]', async () => {
  const rows = (await finance.call(payments, {})).body.payments;
  expect(rows[1]).toMatchObject({
    // What the sandbox takes: 1.3 % and 30 Rappen.
    paid: 90,
    fee: 1.47,
    asked: 100,
    credited: 0,
    returned: 0,
    status: 'Zu wenig bezahlt',
    group: 'waiting',
    receipt: null,
    account: { account_id: lena.userId },
  });
  expect(rows[0]).toMatchObject({ paid: 100, fee: 1.6, credited: 110, method: 'TWINT' });
  expect(rows[0].receipt).toMatch(/^\d{4}-\d+$/);
  expect(await found(rows[0].receipt)).toEqual([whole.number]);
});

type Listed = Output<typeof payments>['payments'][number];

const after = (cursor: string | null): object => (cursor === null ? {} : { cursor });

/** All pages of a list, and after each one something happens. */
async function walked(wish: Params<typeof payments>, between: (page: number) => Promise<unknown>) {
  const seen: Listed[] = [];
  let cursor: string | null = null;
  let page = 0;
  do {
    const { body }: { body: Output<typeof payments> } = await finance.call(payments, {
      ...wish,
      ...after(cursor),
    });
    seen.push(...body.payments);
    cursor = body.cursor;
    await between(page++);
  } while (cursor !== null);
  return seen;
}

/** What the list is sorted by; the number is the last resort. */
const VALUES: Record<(typeof PAYMENT_SORTS)[number], (of: Listed) => string | number | null> = {
  number: ({ payment_id }) => payment_id,
  at: ({ at }) => Date.parse(at),
  method: ({ method }) => (method === 'Zahlungsseite' ? null : method),
  paid: ({ paid }) => paid,
  fee: ({ fee }) => fee,
  status: ({ status }) => status,
};
/** Within a word the newest come first; two states of one word follow by their codes. */
const BY_WORD = ['method', 'status'];

function inOrder(all: readonly Listed[], sort: Sort<(typeof PAYMENT_SORTS)[number]>): number[] {
  const { column, falling } = orderIn(sort);
  const value = VALUES[column];
  const up = falling ? -1 : 1;
  return all
    .toSorted((one, other) => {
      const [a, b] = [value(one), value(other)];
      const rest = one.payment_id - other.payment_id;
      const ofRest = BY_WORD.includes(column) ? -rest : up * rest;
      if (a === b) return ofRest;
      if (a === null || b === null) return a === null ? 1 : -1;
      return up * (typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), 'de-CH'));
    })
    .map(({ payment_id }) => payment_id);
}

describe('sorted', () => {
  let zora: number;
  /** Few values, so that many are equal, and some without. */
  const insert = (count: number, at: Date) =>
    sql`
    insert into payment (id, account_id, option_id, status, price_rappen, discount_percent, credits, bonus, provider,
                         provider_ref, method, received_rappen, fee_rappen, created_at)
    select gen_random_uuid(), ${zora}, 2, (array['verfallen', 'abgelehnt', 'abgebrochen', 'gescheitert'])[1 + n % 4], 5000, 0, 50, 0,
           'sandbox', gen_random_uuid()::text, (array['visa', 'twint', null, 'bank_transfer'])[1 + n % 4],
           (array[100, 2000, null, 700])[1 + (n / 3) % 4], (array[null, 45, 7])[1 + n % 3],
           ${at}::timestamptz + n / 2 * interval '1 millisecond'
      from generate_series(1, ${count}::int) n`.execute(world.db);
  beforeAll(async () => {
    const now = world.clock.now();
    zora = (await insertAdvertiser(world.db, { username: 'Zora', email: 'zora@beispiel.ch', now }))
      .id;
    await insert(130, now);
  });

  test.each(sortsOf(PAYMENT_SORTS))(
    'pages by %s are the whole list in that order, with equal and without values [BOF-144]',
    async (sort) => {
      const before = await walked({}, async () => {});
      const known = new Set(before.map(({ payment_id }) => payment_id));
      expect(known.size).toBeGreaterThan(130);
      const seen = await walked({ sort }, () => insert(7, world.clock.now()));
      const numbers = seen.map(({ payment_id }) => payment_id);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.filter((number) => known.has(number))).toEqual(inOrder(before, sort));
    },
  );

  test('a search and a state are sorted, too [BOF-92, BOF-144]', async () => {
    for (const wish of [{ q: 'Zora' }, { q: '50' }, { state: 'none' }] as const) {
      const all = await walked(wish, async () => {});
      expect(all.length).toBeGreaterThan(50);
      const seen = await walked({ ...wish, sort: '-paid' }, async () => {});
      expect(seen.map(({ payment_id }) => payment_id)).toEqual(inOrder(all, '-paid'));
    }
  });

  test('a cursor goes on only in the sort that gave it, and what is none is refused [BOF-144]', async () => {
    const { cursor } = (await finance.call(payments, { sort: 'paid' })).body;
    const forged = (...parts: unknown[]) =>
      Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const wish of [
      { cursor },
      { sort: '-paid', cursor },
      { sort: 'fee', cursor },
      ...['x', '7', forged('paid'), forged('paid', 'viel', '7'), forged('paid', '7', null)].map(
        (bad) => ({ sort: 'paid', cursor: bad }),
      ),
      { sort: 'status', cursor: forged('status', 'unbekannt', '7') },
    ]) {
      const { status, body } = await finance.call(payments, wish as never);
      expect([status, body.errors], JSON.stringify(wish)).toEqual([
        422,
        { cursor: fieldTexts.format },
      ]);
    }
    expect((await finance.call(payments, { sort: 'credited' } as never)).status).toBe(422);
  });
});

describe(`of ${MANY} payments`, () => {
  const old: number[] = [];
  const payers: number[] = [];
  beforeAll(async () => {
    const insert = async (username: string, n: number) => {
      const who = { username: `${username} ${n}`, email: `${username}${n}@beispiel.ch` };
      return (await insertAdvertiser(world.db, { ...who, now: world.clock.now() })).id;
    };
    for (let n = 0; n <= MOST_NAMED; n++) old.push(await insert('Uralt', n));
    for (let n = 0; n < PAYERS; n++) payers.push(await insert(n % 20 === 0 ? 'Lena' : 'Person', n));
    // Every second costs the same.
    const pay = (by: number[], ref: string, count: number) =>
      sql`insert into payment (id, account_id, option_id, status, price_rappen, discount_percent, credits, bonus, provider,
        provider_ref, method, received_rappen, created_at)
      select gen_random_uuid(), (${by}::bigint[])[1 + n % ${by.length}::int], 2, 'verfallen', 10000 + n % 2 * n, 0, 100, 10, 'sandbox',
        ${ref} || n, 'visa', null, '2024-01-01'::timestamptz + n * interval '10 minutes' from generate_series(1, ${count}::int) n`.execute(
        world.db,
      );
    await pay(old, 'old-', old.length);
    await pay(payers, 'many-', MANY);
    // Its role of the application may not: a plan without statistics is another one.
    const owner = connect(world.url, { role: null });
    await sql`analyze account, payment`.execute(owner.db);
    await owner.db.destroy();
  });
  const reads = (q: string, group?: PaymentGroup) => {
    const wanted = q === '' ? null : wantedPayment(q, '2026-11-28');
    const looking = { wanted, group, ordering: NEWEST, after: null, limit: 51 };
    return rowsTouchedBy(world.db, (db) => findPayments(db, looking));
  };

  test('pages follow each other without a gap, and each search reads few [BOF-92]', async () => {
    const first = (await finance.call(payments, { state: 'none' })).body;
    const next = (await finance.call(payments, { state: 'none', cursor: first.cursor })).body;
    expect(first.payments).toHaveLength(50);
    expect(first.payments.at(-1).payment_id - next.payments[0].payment_id).toBe(1);
    const names = ['Lena', 'Person', 'Person 777', 'person777@beispiel.ch', String(payers[9])];
    const others = ['', 'CHF 123.45', '3.3.2024', 'many-777', `Zahlung ${part.number}`];
    for (const q of [...names, ...others, 'CHF 100.-', 'Visa', 'TWINT', 'PayPal'])
      for (const group of [undefined, ...PAYMENT_GROUP_IDS])
        expect(await reads(q, group), `${q} ${group}`).toBeLessThan(MOST_ROWS);
  });

  test('the first and the next page of each sort read few of them [BOF-144]', async () => {
    for (const sort of sortsOf(PAYMENT_SORTS)) {
      const first = (await finance.call(payments, { sort })).body;
      expect(first.payments).toHaveLength(50);
      const ordering = await orderingOf(world.db, sort);
      for (const cursor of [undefined, first.cursor]) {
        const after = placeIn({ cursor, sort }, ordering);
        const looking = { wanted: null, group: undefined, ordering, after, limit: 51 };
        const touched = await rowsTouchedBy(world.db, (db) => findPayments(db, looking));
        expect(touched, `${sort} ${cursor}`).toBeLessThan(MOST_ROWS);
      }
    }
  });

  test('a name that all bear reads one page, one that many bore long ago a part at a time [BOF-92]', async () => {
    const common = (await finance.call(payments, { q: 'Person' })).body;
    expect(common.payments).toHaveLength(50);
    expect(await reads('Uralt')).toBeLessThan(25_000);
    const seen: number[] = [];
    let pages = 0;
    for (let cursor: string | undefined; pages === 0 || cursor; pages++) {
      const wish = { q: 'Uralt', ...(cursor && { cursor }) };
      const page: Output<typeof payments> = (await finance.call(payments, wish)).body;
      seen.push(...page.payments.map(({ payment_id }) => payment_id));
      cursor = page.cursor ?? undefined;
    }
    expect([seen.length, new Set(seen).size]).toEqual([old.length, old.length]);
    // The last part, with all that are found, has three pages.
    expect(pages).toBe(Math.ceil((MANY + old.length) / WINDOW) + 2);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });
});
