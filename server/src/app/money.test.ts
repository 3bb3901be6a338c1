import { errors } from '@samtrot/shared/kernel/errors.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCoupon } from '../modules/coupons/service.ts';
import { checkBooks } from '../modules/overview/service.ts';
import type { FailPoint } from '../platform/failpoints.ts';
import { type Actors, createActors, expected } from '../testing/money/actors.ts';
import type { Fault } from '../testing/money/faults.ts';
import { after, type Books, emptyBooks, type Operation } from '../testing/money/model.ts';
import { rounds } from '../testing/process/deep.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';

/**
 * Fixed steps; MONEY_RUNS=400 MONEY_SEED=$RANDOM for new ones. The seed is in the title and in
 * every failure.
 */
const RUNS = Number(process.env.MONEY_RUNS ?? rounds(7, 100));
const SEED = Number(process.env.MONEY_SEED ?? 24);
/** Discounts in percent; the second results in odd Rappen. */
const DISCOUNTS = [0, 33, 10];

let world: World;
let fresh: () => Promise<Owner>;
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world, 0);
  // Limits are tested elsewhere and would stop the random operations here.
  vi.spyOn(world.app.limiter, 'consume').mockResolvedValue(false);
});
afterAll(() => world[Symbol.asyncDispose]());

const MONEY = [
  'topup',
  'topup',
  'topup',
  'coupon',
  'place',
  'place',
  'place',
  'pay',
  'pay',
  'pay',
  'notify',
  'notify',
] as const;
const REST = [
  'deliver',
  'poll',
  'grant',
  'refund',
  'refund',
  'chargeback',
  'carryOut',
  'close',
] as const;
const anyChoice = fc.record({
  kind: fc.constantFrom(...MONEY, ...MONEY, ...REST),
  who: fc.constantFrom(0, 0, 0, 1, 1, 2),
  pick: fc.nat(99),
  size: fc.nat(11),
  flag: fc.boolean(),
});
type Choice = typeof anyChoice extends fc.Arbitrary<infer T> ? T : never;

/** The fail points of an operation. */
const POINTS: { [kind in Operation['kind']]?: FailPoint[] } = {
  topup: ['topup.after_insert', 'topup.after_psp_create'],
  notify: [
    'credit.before_commit',
    'credit.after_commit_before_reply',
    'webhook.after_verify',
    'webhook.after_event_insert',
  ],
  deliver: [
    'credit.before_commit',
    'credit.after_commit_before_reply',
    'webhook.after_event_insert',
  ],
  poll: ['credit.before_commit', 'credit.after_commit_before_reply'],
  coupon: ['coupon.after_claim'],
  place: ['buy.after_debit', 'buy.after_feature'],
};
const trouble = fc.record({
  kind: fc.constantFrom('point', 'point', 'statement', 'commit'),
  nth: fc.nat(23),
});

function faultOf({ kind, nth }: { kind: string; nth: number }, operation: Operation): Fault {
  const points = POINTS[operation.kind];
  if (kind === 'point' && points) return { at: points[nth % points.length]! };
  return kind === 'commit' ? { afterCommit: nth % 3 } : { beforeStatement: nth };
}

const anyStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ one: anyChoice, twice: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ one: anyChoice, other: anyChoice }) },
  { weight: 3, arbitrary: fc.record({ one: anyChoice, trouble }) },
  { weight: 2, arbitrary: fc.record({ again: fc.nat(99), otherwise: fc.boolean() }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** Consisting of several parts, or without a key for a retry. */
const NOT_AT_ONCE = ['deliver', 'poll', 'carryOut'];
const NOT_BROKEN = ['grant', 'refund', 'chargeback'];

test(`random money operations, concurrent or interrupted, match a model (seed ${SEED}) [INV-01, INV-02, INV-03, INV-04, INV-05, INV-10, GUT-19, GUT-42, PRI-22, T-PAY-13, T-RACE-06]`, async () => {
  const steps = fc.array(anyStep, { minLength: 8, maxLength: 24, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      world.clock.set(START);
      const play = await newPlay();
      await play.begin();
      for (const step of sequence) {
        await play.act(step);
        await everythingAgrees();
      }
      await play.historiesAgree();
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(world.defects).toEqual([]);
});

test.each<{ broken: string; fault: Fault | undefined }>([
  { broken: 'not broken off', fault: undefined },
  { broken: 'broken off after the debit', fault: { at: 'buy.after_debit' } },
  { broken: 'cut before a statement', fault: { beforeStatement: 9 } },
  { broken: 'cut after the commit', fault: { afterCommit: 0 } },
])(
  'paid regions and price count for another package within the hour; first placing $broken [FIX-06, EXP-58, EXP-59]',
  async ({ fault }) => {
    world.clock.set(START);
    const play = await newPlay();
    await play.begin();
    const order = { kind: 'place', who: 0, ad: await play.blank(0) } as const;
    expect(await play.perform({ ...order, package: '1_week', regions: 4 }, fault)).toBe(
      '200 charged 45',
    );
    expect(await play.perform({ ...order, package: '3_days', regions: 6 })).toBe('200 charged 30');
    expect(await play.perform({ ...order, package: '1_week', regions: 1 })).toBe('200 charged 20');
    await play.perform({ kind: 'grant', who: 0, amount: 100 });
    world.clock.advance(HOUR_MS + 1);
    expect(await play.perform({ ...order, package: '1_month', regions: 7 })).toBe(
      '200 charged 105',
    );
    await everythingAgrees();
    await play.historiesAgree();
  },
);

let plays = 0;

async function newPlay() {
  const run = ++plays;
  const people = await Promise.all(DISCOUNTS.map(fresh));
  people.sort((a, b) => a.userId - b.userId);
  for (const [who, { userId }] of people.entries())
    await world.db
      .updateTable('account')
      .set({ discount_percent: DISCOUNTS[who]! })
      .where('id', '=', userId)
      .execute();
  await sql`update session set expires_at = '2099-01-01' where account_id = any(${people.map(({ userId }) => userId)})`.execute(
    world.db,
  );
  const coupons: [string, number, number][] = [
    [`GELD-${run}-A`, 15, 2],
    [`GELD-${run}-B`, 60, 1],
  ];
  await world.db.transaction().execute(async (db) => {
    for (const [code, credits, maxUses] of coupons)
      await createCoupon(
        { db, now: START },
        { code, credits, maxUses, description: '', expiresAt: null },
      );
  });
  const actors = createActors(world, people);
  let books = emptyBooks(START.getTime(), DISCOUNTS, coupons);
  let named = 0;

  /** Payments for which a notification is meaningful. */
  const paidUntold = () =>
    [...books.payments].find(
      ([, { atProvider, status }]) => atProvider === 'paid' && status === 'open',
    )?.[0];

  /** Turns a random choice into an operation; undefined if nothing fits yet. */
  const operationOf = async ({
    kind,
    who,
    pick,
    size,
    flag,
  }: Choice): Promise<Operation | undefined> => {
    const names = [...books.payments.keys()];
    const payment = names[pick % names.length];
    switch (kind) {
      case 'topup':
        return { kind, who, option: [1, 2, 2, 3, 2, 9][size % 6]!, payment: `p${++named}` };
      case 'coupon':
        return { kind, who, code: [...coupons.map(([code]) => code), 'GIBT-ES-NICHT'][pick % 3]! };
      case 'place': {
        const mine = [...books.ads].filter(([, { owner }]) => owner === who).map(([id]) => id);
        const id =
          flag && mine.length > 0
            ? mine[pick % mine.length]!
            : await people[who]!.on.blank(people[who]!);
        const chosen = (['3_days', '1_week', '1_month'] as const)[pick % 3]!;
        return { kind, who, ad: id ?? 1, package: chosen, regions: 1 + (size % 6) };
      }
      case 'grant':
        return { kind, who, amount: 1 + size * 10 };
      case 'close':
        // Rarely, because afterwards nothing happens any more.
        return size > 7 ? { kind, who } : undefined;
      case 'deliver':
      case 'poll':
      case 'carryOut':
        return { kind };
    }
    if (payment === undefined) return undefined;
    switch (kind) {
      case 'pay':
        return {
          kind,
          payment,
          result: (['paid', 'paid', 'paid', 'late', 'declined', 'cancelled'] as const)[size % 6]!,
        };
      case 'notify':
        return { kind, payment: (flag && paidUntold()) || payment, times: 1 + (size % 3) };
      case 'refund':
        return { kind, payment, amount: flag ? undefined : 1 + size * 777, owe: pick % 2 === 0 };
      case 'chargeback':
        return {
          kind,
          payment,
          by: flag && books.payments.get(payment)!.atProvider === 'paid' ? 'bank' : 'operator',
        };
    }
  };

  /** Asserts that the product agrees with the model in one possible order of events. */
  const agree = async (
    orders: { responses: string[]; books: Books }[],
    responses: string[],
    operations: Operation[],
  ) => {
    const shown = { responses, ...(await actors.shown()) };
    const match = orders.find((order) =>
      isSame({ responses: order.responses, ...expected(order.books) }, shown),
    );
    if (!match)
      expect(shown, JSON.stringify(operations)).toEqual({
        responses: orders[0]!.responses,
        ...expected(orders[0]!.books),
      });
    books = match!.books;
  };

  const alone = async (
    operation: Operation,
    work: () => Promise<string>,
    orElse: string[] = [],
  ) => {
    const begun = world.clock.now().getTime();
    const response = await work();
    const ended = world.clock.now().getTime();
    // An interrupted placement was booked then, or by the retry; the ledger shows which.
    const times = operation.kind === 'place' ? [begun, ended] : [ended];
    const orders = times.flatMap((now) => {
      const order = after({ ...books, now }, operation);
      return [order.response, ...orElse].map((answer) => ({
        responses: [answer],
        books: order.books,
      }));
    });
    await agree(orders, [response], [operation]);
    return response;
  };
  const perform = (operation: Operation, fault?: Fault) =>
    alone(operation, () =>
      fault ? actors.performBroken(operation, fault) : actors.perform(operation, false),
    );

  return {
    perform,
    blank: (who: number) => people[who]!.on.blank(people[who]!),
    /** A credited payment, so that there is a balance to spend. */
    async begin(): Promise<void> {
      const payment = `p${++named}`;
      const operations: Operation[] = [
        { kind: 'topup', who: 0, option: 2, payment },
        { kind: 'pay', payment, result: 'paid' },
        { kind: 'deliver' },
      ];
      for (const operation of operations) await perform(operation);
    },

    async act(step: Step): Promise<void> {
      if ('again' in step) return again(actors, books, step);
      const operation = await operationOf(step.one);
      if (!operation) return;
      if ('trouble' in step && !NOT_BROKEN.includes(operation.kind)) {
        const work = () => actors.performBroken(operation, faultOf(step.trouble, operation));
        // Account deletion ended the session: a retry after a lost response is not logged in.
        await alone(operation, work, operation.kind === 'close' ? ['401 NOT_LOGGED_IN'] : []);
        return;
      }
      const beside = 'other' in step ? await operationOf(step.other) : undefined;
      if (!beside || NOT_AT_ONCE.includes(operation.kind) || NOT_AT_ONCE.includes(beside.kind)) {
        await alone(operation, () => actors.perform(operation, 'twice' in step && step.twice));
        return;
      }
      const responses = await Promise.all([
        actors.perform(operation, false),
        actors.perform(beside, false),
      ]);
      const start = { ...books, now: world.clock.now().getTime() };
      const [one, other] = [after(start, operation), after(start, beside)];
      const [second, first] = [after(one.books, beside), after(other.books, operation)];
      const orders = [
        { responses: [one.response, second.response], books: second.books },
        { responses: [first.response, other.response], books: first.books },
      ];
      await agree(orders, responses, [operation, beside]);
    },

    /** INV-01 for the owner: the movements of all pages sum up to the balance. */
    async historiesAgree(): Promise<void> {
      for (const [who, { balance, closed }] of books.purses.entries()) {
        if (closed) continue;
        let total = 0;
        for (let before: string | null = ''; before !== null; ) {
          const query = { limit: '7', ...(before && { before }) };
          const { body } = await people[who]!.raw('get_detailed_transactions', {
            method: 'GET',
            query,
          });
          for (const { type, amount } of body.wallet_transactions)
            total += type === 'credit' ? amount : -amount;
          before = body.next;
        }
        const { body } = await people[who]!.raw('state', { method: 'GET' });
        expect([total, body.state.credits]).toEqual([balance, balance]);
      }
    },
  };
}

/** INV-10: a stored response is replayed, and another order with its key refused. */
async function again(
  { presses, send }: Actors,
  { purses }: Books,
  { again: pick, otherwise }: { again: number; otherwise: boolean },
) {
  const { who, action, body, key, reply, at } = presses[pick % presses.length] ?? {};
  if (reply === undefined || reply.status === 401) return;
  // Stored for a day.
  if (world.clock.now().getTime() - at! > 23 * 3_600_000) return;
  const other = {
    topup_option_id: 4,
    coupon_code: 'ANDERER',
    titel: 'Ein anderer Titel',
    password: 'falsch',
  };
  const changed = Object.fromEntries(
    Object.entries(body!).map(([name, value]) => [name, Object(other)[name] ?? value]),
  );
  const answer = await send(who!, action!, otherwise ? changed : body!, key!);
  if (purses[who!]!.closed) expect(answer.status, 'INV-10').toBe(401);
  else if (otherwise)
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([
      errors.IDEMPOTENCY_MISMATCH.status,
      'IDEMPOTENCY_MISMATCH',
    ]);
  else expect(answer, 'INV-10').toEqual(reply);
}

/** Asserts the invariants over the whole database. */
async function everythingAgrees(): Promise<void> {
  expect(world.defects).toEqual([]);
  expect((await checkBooks(world.db)).problems).toEqual([]);
  const { rows } = await sql`
    select 'INV-03 credited, not paid like that' as what, p.id::text as which
      from payment p left join sandbox.payment s on s.reference = p.id::text
     where p.status in ('gutgeschrieben', 'erstattet', 'rueckbelastet')
       and (s.status, s.amount, s.currency) is distinct from ('paid', p.price_rappen, 'CHF')
    union all
    select 'INV-03 another price than the option had', p.id::text
      from payment p join (select (o ->> 'id')::int as id, (o ->> 'francs')::int * 100 as price_rappen, (o ->> 'credits')::int as credits, (o ->> 'bonus')::int as bonus
        from catalogue_version, jsonb_array_elements(content) o where list = 'topup_packages') o on o.id = p.option_id
     where p.price_rappen <> round(o.price_rappen * (100 - p.discount_percent) / 100) or (p.credits, p.bonus) <> (o.credits, o.bonus)
    union all
    select 'INV-03 credits out of nothing', t.cause from ledger_transfer t join ledger_account w on w.id = t.to_account
     where w.kind = 'wallet' and t.cause !~ '^(topup|bonus|coupon|correction:house|refund_refused):'
    union all
    select 'INV-05 an order that gives credits', t.cause from ledger_transfer t join ledger_account w on w.id = t.to_account
     where w.kind = 'wallet' and t.cause ~ '^booking:'
    union all
    select 'INV-10 a key without its answer', i.id::text from idempotency i where i.status is null`.execute(
    world.db,
  );
  expect(rows).toEqual([]);
}

const isSame = (one: object, other: object) =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, member]) => [key, sorted(member)]),
        )
      : value;
