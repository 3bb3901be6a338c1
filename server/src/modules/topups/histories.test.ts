import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { histories, offers, REST, targetOf } from '@samtrot/shared/testing/payment-operations.ts';
import {
  amountOf,
  copyOfAll,
  hasWayOn,
  type Operation,
  opened,
  openRest,
  type Together,
  type Walked,
  walk,
  wentBack,
} from '@samtrot/shared/testing/payment-walk.ts';
import { payRest, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { AMOUNT_TOLERANCE, amountPaid, creditsForPart } from '@samtrot/shared/topups/rules.ts';
import { receivedBy, surplusDue } from '@samtrot/shared/topups/settling-rules.ts';
import { paymentText, waitsForDecision, wasCredited } from '@samtrot/shared/topups/status.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '../../app/payments.ts';
import { rounds } from '../../testing/process/deep.ts';
import { PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import * as wallet from '../wallet/service.ts';
import { type PaymentProvider, PaymentRefused } from './ports.ts';
import { carryOutRefunds } from './refunds/refund-execution.ts';
import * as topups from './service.ts';
import { settle } from './settlement.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const RUNS = rounds(400, 200_000);

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);
const wordsOf = (payment: Walked) =>
  paymentText({
    ...payment,
    transfer: false,
    payable: true,
    settled: 0,
    refund: wentBack(payment).ordered > 0 ? 'ordered' : 'none',
  });

/** What may never be, in plain words; null when all is well. */
function contradiction(payment: Walked, most: number): string | null {
  const { status, price, credits, bonus, asked, received, booked, open } = payment;
  const whole = payment.package.credits + payment.package.bonus;
  const { ordered, confirmed, surplus } = wentBack(payment);
  const holds = sum(booked);
  // What a closed account held is forfeited, so nothing is refunded to it.
  if (open && (holds < 0 || holds > whole)) return `the wallet holds ${holds} credits of it`;
  if (wasCredited(status) ? booked[0] !== credits + bonus : booked.length > 0)
    return `${status}, and booked is ${booked}`;
  const tookBack = sum(
    payment.refunds.map((refund) => (refund.status === 'abgelehnt' ? 0 : refund.credits)),
  );
  if (open && wasCredited(status) && holds !== credits + bonus - tookBack)
    return 'credits are missing, or too many';
  if ((status === 'erstattet' || status === 'rueckbelastet') && open && holds !== 0)
    return `${status} with credits left`;
  if (wasCredited(status) && confirmed > price) return 'more went back than it counts for';
  if (price > asked || price < 0 || credits + bonus > whole)
    return 'it counts for more than was asked for';
  if (ordered + surplus > Math.max(most, price)) return 'more is paid back than ever came';
  const beyond = sum(
    payment.refunds.map(({ kind, amount }) => (kind === 'ueberschuss' ? amount : 0)),
  );
  if (beyond > Math.max(0, most - price)) return 'what came beyond the price is ordered back twice';
  if (status === 'gutgeschrieben' && surplusDue(price, received!, { surplus: beyond }) > 0)
    return 'what came beyond the price is kept';
  if (
    status === 'teilbezahlt' &&
    (received === null || received <= 0 || received >= asked - AMOUNT_TOLERANCE)
  )
    return `a part of ${received}`;
  const { sentence, view, next } = wordsOf(payment);
  if ((view === 'credited') !== (status === 'gutgeschrieben'))
    return `${view} is said of ${status}`;
  if (view === 'credited' && !sentence.includes(formatCredits(booked[0]!)))
    return `"${sentence}" names other credits`;
  if (
    view === 'credited' &&
    received !== null &&
    !amountPaid(asked, received).whole &&
    !sentence.includes(formatChf(received))
  )
    return `"${sentence}" hides what came`;
  if (view === 'partial' && !sentence.includes(formatChf(received!)))
    return `"${sentence}" names another part`;
  if (waitsForDecision(status) && next === 'none' && ordered === 0)
    return `"${sentence}" leaves the payer standing`;
  return hasWayOn(payment) ? null : `${status} has no way on`;
}

/** What a package may never bring, whatever becomes of its payments; null when all is well. */
function tooMuch({ first, rests }: Together): string | null {
  const credited = [first, ...rests].filter(({ status }) => wasCredited(status));
  const { credits, bonus } = first.package;
  if (sum(credited.map((payment) => payment.bonus)) > bonus) return 'the bonus comes twice';
  const bought = rests.map((rest) => creditsForPart(rest.package, rest.received ?? 0));
  if (sum(credited.map((payment) => payment.credits)) > credits + sum(bought))
    return 'credits come that nobody paid';
  return null;
}

/** A rest that came whole while its payment waited completes the package, once. */
function completion(before: Together, { first, rests }: Together): string | null {
  const at = rests.findIndex((rest, index) => rest.bonus > 0 && isNew(before.rests[index]!, rest));
  const rest = rests[at];
  if (!rest) return null;
  if (!isNew(before.first, first)) return 'a rest brings a bonus and completes nothing';
  if (
    first.credits + rest.credits !== first.package.credits ||
    first.bonus + rest.bonus !== first.package.bonus
  )
    return 'a part and its rest do not bring the package';
  return null;
}
const isNew = (before: Walked, after: Walked) =>
  !wasCredited(before.status) && wasCredited(after.status);

test(`${RUNS} random payments with rests: the ledger balances, every state has a next step [FIX-01, FIX-02]`, {
  timeout: 3_600_000,
}, () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(offers, histories, (offer, history) => {
      const together: Together = { first: opened(ID, offer), rests: [] };
      const most = new Map<string, number>();
      const credited = new Map<string, number>();
      for (const step of history) {
        if (step === REST) {
          if (openRest(together, `${ID.slice(0, -2)}${10 + together.rests.length}`))
            reached.add('rest');
          continue;
        }
        const payment = targetOf(together, step.of);
        const { id, status: before, open, received: known } = payment;
        const earlier = copyOfAll(together);
        const real = step.operation(payment);
        walk(payment, real, together);
        if (real.kind === 'report' && real.reported?.currency === 'CHF')
          most.set(id, Math.max(most.get(id) ?? 0, real.reported.amountRappen));
        for (const [index, one] of [together.first, ...together.rests].entries())
          if (isNew([earlier.first, ...earlier.rests][index]!, one))
            credited.set(one.id, (credited.get(one.id) ?? 0) + 1);
        reached.add(payment.status);
        if (payment !== together.first && isNew(earlier.first, together.first))
          reached.add('completed');
        const forgot =
          wasCredited(before) &&
          known !== null &&
          known > (payment.received ?? 0) &&
          'what came is forgotten';
        const late =
          !open &&
          !wasCredited(before) &&
          wasCredited(payment.status) &&
          'credited to a closed account';
        const wrong = [...credited.values()].some((times) => times > 1)
          ? 'credited twice'
          : forgot ||
            late ||
            ([together.first, ...together.rests]
              .map((one) => contradiction(one, most.get(one.id) ?? 0))
              .find((found) => found !== null) ??
              tooMuch(together) ??
              completion(earlier, together) ??
              unseen(payment, real) ??
              twice(together, step.of, real));
        if (wrong)
          throw new Error(`${wrong} after ${JSON.stringify(real)}: ${JSON.stringify(together)}`);
      }
    }),
    { numRuns: RUNS },
  );
  expect([...reached].sort()).toEqual([
    ...[
      'abgebrochen',
      'abgelehnt',
      'abweichend',
      'completed',
      'erstattet',
      'gutgeschrieben',
      'offen',
      'rest',
    ],
    ...['rueckbelastet', 'teilbezahlt', 'verfallen', 'zurueckbezahlt'],
  ]);
});

/** Money that came, was refunded twice or would be, without a case or a status that shows it. */
function unseen({ status, received, refunds, cases }: Walked, operation: Operation): string | null {
  if (operation.kind !== 'report' || !operation.reported) return null;
  const reported = receivedBy(operation.reported);
  // Its case is open until the operator decides; the comparison reports what comes later.
  const over = status === 'abweichend' || status === 'erstattet' || status === 'rueckbelastet';
  if (
    reported !== null &&
    reported !== received &&
    !over &&
    !cases.some((key) => key.endsWith(`:${amountOf(operation.reported!)}`))
  )
    return `${reported} reported, ${received} stored, without a case`;
  if (!operation.reported.chargedBack) return null;
  if (refunds.some(({ status }) => status === 'beauftragt'))
    return 'a refund waits for what the bank has taken';
  const back = refunds.some(
    ({ kind, status }) => kind !== 'rueckbelastung' && status === 'bestaetigt',
  );
  return back && !cases.includes('chargeback') ? 'the money is gone twice without a case' : null;
}

/** The same status, read a second time, changes nothing. */
function twice(together: Together, of: number, operation: Operation): string | null {
  if (operation.kind !== 'report') return null;
  const again = copyOfAll(together);
  walk(targetOf(again, of), operation, again);
  return JSON.stringify(again) === JSON.stringify(together)
    ? null
    : `said twice it becomes ${JSON.stringify(again)}`;
}

let world: World;
let sandbox: PaymentProvider;
beforeAll(async () => {
  world = await testWorld();
  const { config, db, clock, outside } = world;
  const { providers } = payments({
    config,
    db,
    clock,
    fetch: (url, init) => outside.fetch(url, init),
  });
  sandbox = providers.named('sandbox')!;
});
afterAll(() => world[Symbol.asyncDispose]());

const NEVER_MS = 1_000 * 365 * 86_400_000;

/** Performs the same operation on the server; returns whether it was accepted, as `walk` does. */
async function perform(
  operation: Operation,
  { id, ref, user }: { id: string; ref: string; user: Awaited<ReturnType<World['user']>> },
) {
  world.clock.advance(16 * 60_000);
  const { db } = world;
  const now = world.clock.now();
  const ordered = (work: (ctx: Parameters<typeof topups.orderRefund>[0]) => Promise<unknown>) =>
    db
      .transaction()
      .execute((sql) => work({ db: sql, now, actor: { kind: 'cli' } }))
      .then(
        () => true,
        (error: unknown) => {
          if (
            error instanceof AppError &&
            ['PAYMENT_SETTLED', 'INVALID_INPUT'].includes(error.code)
          )
            return false;
          throw error;
        },
      );
  const order = { paymentId: id, reason: 'Test' };
  switch (operation.kind) {
    case 'report': {
      const reported = operation.reported && { ...operation.reported, method: null };
      const pollingSchedule = { giveUpMs: operation.tooOld ? 0 : NEVER_MS, pausesMinutes: [5] };
      await settle(
        { db, now, provider: { ...sandbox, pollingSchedule, fetchStatus: async () => reported } },
        ref,
      );
      return undefined;
    }
    case 'choose':
      return ordered((ctx) => topups.settleDifference(ctx, { ...order, way: operation.way }));
    case 'refund':
      return ordered((ctx) =>
        topups.orderRefund(ctx, {
          ...order,
          mayOwe: true,
          ...(operation.amount !== undefined && { amount: operation.amount }),
        }),
      );
    case 'carryOut': {
      const refund = async () => {
        if (operation.refused) throw new PaymentRefused('no');
      };
      const provider = { ...sandbox, refund };
      const providers = {
        all: [provider],
        methods: [],
        named: () => provider,
        taking: () => provider,
      };
      // The task takes what is due of every payment, the step of this one alone.
      const others = await db
        .updateTable('payment_refund')
        .set({ next_try_at: null })
        .where('payment_id', '<>', id)
        .where('next_try_at', 'is not', null)
        .returning('id')
        .execute();
      const done = await carryOutRefunds({ db, now, providers }, () => {});
      if (others.length > 0)
        await db
          .updateTable('payment_refund')
          .set({ next_try_at: now })
          .where(
            'id',
            'in',
            others.map((other) => other.id),
          )
          .execute();
      return done > 0;
    }
    case 'chargeback':
      return ordered((ctx) => topups.enterChargeback(ctx, order));
    case 'close':
      await user.raw('delete_account', { payload: { password: PASSWORD } });
      await world.finishDeletions();
      return true;
  }
}

const REAL = rounds(15, 400);

test(`${REAL} of these histories give the same state, credits, refunds and books on PostgreSQL [FIX-01, INV-01]`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      world.clock.set(START);
      // What an earlier history left waiting is carried out by nobody.
      await world.db.updateTable('payment_refund').set({ next_try_at: null }).execute();
      const user = await world.user();
      const refs = new Map<string, string>();
      const known = ({
        payment_id: id,
        payment_url,
      }: {
        payment_id: string;
        payment_url: string;
      }): string => {
        refs.set(id, payment_url.split('/').at(-1)!);
        return id;
      };
      const id = known((await user.call(walletTopup, { topup_option_id: 2 })).body);
      const together: Together = {
        first: opened(id, { price: 10_000, credits: 100, bonus: 10 }),
        rests: [],
      };
      for (const step of history) {
        if (step === REST) {
          world.clock.advance(16 * 60_000);
          const { body } = await user.raw(payRest.name, { payload: { payment_id: id } });
          // One that can still be paid is the answer again.
          if (body.success && refs.has(body.payment_id)) continue;
          expect(
            openRest(together, body.success ? known(body) : 'refused') !== undefined,
            body.code,
          ).toBe(body.success);
          continue;
        }
        const payment = targetOf(together, step.of);
        const real = step.operation(payment);
        const taken = walk(payment, real, together);
        const done = await perform(real, { id: payment.id, ref: refs.get(payment.id)!, user });
        if (done !== undefined) expect(done, JSON.stringify(real)).toBe(taken);
        const all = [together.first, ...together.rests];
        const { open } = together.first;
        for (const one of all)
          expect(await standing(one.id), JSON.stringify(real)).toEqual({
            status: one.status,
            price: one.price,
            credits: one.credits,
            bonus: one.bonus,
            received: one.received,
            refunds: one.refunds.map(said).sort(),
            cases: one.cases.toSorted(),
          });
        for (const one of all.filter(({ status }) => waitsForDecision(status)))
          expect(await hasOpenCase(one.id), JSON.stringify(real)).toBe(true);
        if (open)
          expect(await holdings(user.userId)).toBe(sum(all.flatMap(({ booked }) => booked)));
      }
    }),
    { numRuns: REAL },
  );
  expect((await checkBooks(world.db)).problems).toEqual([]);
  expect(world.defects).toEqual([]);
});

const holdings = (userId: number) =>
  world.db
    .transaction()
    .execute(async (db) => (await wallet.balance(db, userId)) - (await wallet.owed(db, userId)));

const hasOpenCase = async (id: string) =>
  (await world.db.transaction().execute(topups.openCases)).some(
    ({ payment_id }) => payment_id === id,
  );

async function standing(id: string) {
  return world.db.transaction().execute(async (db) => {
    const payment = (await topups.loadPaymentForUpdate(db, id))!;
    const { status, price, credits, bonus, received } = payment;
    const refunds = await db
      .selectFrom('payment_refund')
      .select(['kind', 'amount_rappen as amount', 'credits', 'status'])
      .where('payment_id', '=', id)
      .execute();
    // A key consists of the kind, the payment and the reported amount.
    const cases = await db
      .selectFrom('payment_case')
      .select('key')
      .where('payment_id', '=', id)
      .where('key', 'like', `%:${id}%`)
      .where((row) => row.or([row('kind', '=', 'chargeback'), row('key', 'like', `%:${id}:%`)]))
      .execute();
    return {
      status,
      price,
      credits,
      bonus,
      received,
      refunds: refunds.map(said).sort(),
      cases: cases.map(({ key }) => key.replace(`:${id}`, '')).sort(),
    };
  });
}

/** In the order of members that the walk writes. */
const said = ({
  kind,
  status,
  amount,
  credits,
}: {
  kind: string;
  status: string;
  amount: number;
  credits: number;
}) => JSON.stringify({ kind, status, amount, credits });
