import { type PackageId, runsAsLong } from '@samtrot/shared/cart/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { dailyRefund } from '@samtrot/shared/refunds/rules.ts';
import type { Sql } from '../../../platform/db.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import { failPoint } from '../../../platform/failpoints.ts';
import * as wallet from '../../wallet/service.ts';
import type { Booking, InseratRow } from '../store.ts';
import { pushesIn, type Run, same, timeOf, type Wanted } from './push-plan.ts';
import * as store from './push-store.ts';

/** A push that comes later than this is refunded instead (security.md 3.5). */
const LATEST_MS = HOUR_MS;
const BATCH = 500;

type Planned = Pick<InseratRow, 'id' | 'account_id'> & Run;

/**
 * Plans missing pushes of a booking and cancels those no longer chosen; past ones are unchanged.
 * Called with the ad locked, after its order is written.
 */
export async function planPushes(
  { db, now }: JobContext,
  ad: Planned,
  bookingId: number,
): Promise<void> {
  // Days that holds have added bring no further daily pushes: those they kept off are refunded.
  const lastDaily = new Date(ad.end_at.getTime() - (await store.heldMs(db, bookingId)));
  const wanted = pushesIn(ad).filter(
    ({ kind, due_at }) => due_at >= now && (kind === 'dated' || due_at < lastDaily),
  );
  const existing = await store.pushesOf(db, bookingId);
  if (wanted.length === 0 && existing.length === 0) return;
  const open = existing.filter(({ state, due_at }) => state === 'due' && due_at > now);
  const gone = open.filter((push) => !wanted.some((one) => same(one, push)));
  await store.cancelPushes(
    db,
    gone.map(({ id }) => id),
    now,
  );
  const stays = (push: store.Push) =>
    push.state !== 'cancelled' && !gone.some(({ id }) => id === push.id);
  const settled = existing.filter((push) => stays(push) && push.state !== 'refunded');
  const fresh = wanted.filter((one) => !settled.some((push) => same(one, push)));
  if (fresh.length === 0) return;
  const standing = (await store.pushesOfChain(db, bookingId)).filter(stays);
  const payers = payersFor(await store.paidPushes(db, bookingId), standing, wanted);
  await store.insertPushes(
    db,
    fresh.map((push) => ({
      ...push,
      inserat_id: ad.id,
      account_id: ad.account_id,
      booking_id: bookingId,
      cause: payers(push),
    })),
  );
}

/**
 * Assigns pushes to orders, each for no more than it charged. All days of a daily time belong to
 * one order; a replaced time frees its order; a delivered or refunded dated push does not.
 */
function payersFor(
  orders: Awaited<ReturnType<typeof store.paidPushes>>,
  standing: readonly store.Push[],
  wanted: readonly Wanted[],
) {
  const daily = new Map<string, string>();
  const times = new Set(wanted.flatMap(({ kind, slot }) => (kind === 'daily' ? timeOf(slot) : [])));
  const paying = new Set(orders.daily.map(([cause]) => cause));
  for (const { kind, slot, cause } of standing)
    if (kind === 'daily' && times.has(timeOf(slot)) && paying.has(cause))
      daily.set(timeOf(slot), cause);
  const dated = standing.flatMap(({ kind, cause }) => (kind === 'dated' ? cause : []));
  const free = (kind: store.PushKind): string => {
    const taken = kind === 'daily' ? [...daily.values()] : dated;
    const order = orders[kind].find(
      ([cause, n]) => taken.filter((payer) => payer === cause).length < n,
    );
    if (!order) throw new Error(`no order pays for a ${kind} push`);
    return order[0];
  };
  return ({ kind, slot }: Wanted): string => {
    if (kind === 'daily') {
      const payer = daily.get(timeOf(slot)) ?? free('daily');
      daily.set(timeOf(slot), payer);
      return payer;
    }
    const payer = free('dated');
    dated.push(payer);
    return payer;
  };
}

/** Delivers due pushes, a batch at a time; returns how many. */
export async function pushDue(ctx: JobContext): Promise<number> {
  const oldest = new Date(ctx.now.getTime() - LATEST_MS);
  const ids = await store.claimPushes(ctx, oldest, BATCH);
  if (ids.length === 0) return 0;
  await store.deliver(ctx.db, ids, ctx.now);
  failPoint('push.before_commit');
  return ids.length;
}

/** Refunds one missed push; returns how many it processed. */
export async function settleMissed(ctx: JobContext): Promise<number> {
  const missed = await store.claimMissed(ctx, new Date(ctx.now.getTime() - LATEST_MS));
  if (!missed) return 0;
  await refundPush(ctx, missed);
  return 1;
}

type Ad = Pick<InseratRow, 'id' | 'account_id'>;

/**
 * Moves waiting daily pushes to the days that a hidden ad gains when shown again. The scheduler
 * delivers or refunds the others. Called with the ad locked, before its new run is planned.
 */
export async function moveDailyPushes(
  { db, now }: JobContext,
  ad: Run,
  { bookingId, until }: { bookingId: number; until: Date },
): Promise<void> {
  const gained = pushesIn(ad).filter(
    ({ kind, due_at }) => kind === 'daily' && due_at >= until && due_at > now,
  );
  const waiting = (await store.pushesOf(db, bookingId)).filter(
    ({ kind, state, due_at }) => kind === 'daily' && state === 'due' && due_at <= now,
  );
  const moved: number[] = [];
  for (const time of new Set(gained.map(({ slot }) => timeOf(slot)))) {
    const of = ({ slot }: { slot: string }) => timeOf(slot) === time;
    moved.push(
      ...waiting
        .filter(of)
        .slice(0, gained.filter(of).length)
        .map(({ id }) => id),
    );
  }
  await store.cancelPushes(db, moved, now);
}

/** Cancels future pushes of a replaced booking; refunds missed ones. */
export async function closePushes(ctx: JobContext, ad: Ad, bookingId: number): Promise<void> {
  const due = (await store.pushesOf(ctx.db, bookingId)).filter(({ state }) => state === 'due');
  const later = due.filter(({ due_at }) => due_at > ctx.now);
  await store.cancelPushes(
    ctx.db,
    later.map(({ id }) => id),
    ctx.now,
  );
  for (const push of due)
    if (!later.includes(push)) await refundPush(ctx, refundable(ad, bookingId, push));
}

type Span = Pick<Run, 'start_at' | 'end_at'>;

/** How the due pushes of a booking are distributed when another one replaces it. */
interface Handover {
  kept: store.Push[];
  /** Paid for once per day, so these move to a day of the new run that lacks that time. */
  moved: { push: store.Push; day: Wanted }[];
  /** Missed, or outside the new run. */
  gone: store.Push[];
  /** Future pushes of an order with refunds: the new run charges their times again. */
  again: store.Push[];
  closed: { cause: string; times: number }[];
}

/** The booking that replaces another. */
interface Successor {
  package: PackageId;
  run: Span;
}

async function handover(
  { db, now }: JobContext,
  from: Pick<Booking, 'id' | 'package'>,
  to: Successor,
): Promise<Handover> {
  const { run } = to;
  const due = (await store.pushesOf(db, from.id)).filter(({ state }) => state === 'due');
  const closed = runsAsLong(to.package, from.package)
    ? await store.shortDailies(db, [from.id])
    : [];
  const again = due.filter(
    ({ kind, cause, due_at }) =>
      kind === 'daily' && due_at > now && closed.some((order) => order.cause === cause),
  );
  const ahead = due.filter((push) => push.due_at > now && !again.includes(push));
  const kept = ahead.filter(({ due_at }) => due_at >= run.start_at && due_at < run.end_at);
  const outside = ahead
    .filter((push) => push.kind === 'daily' && !kept.includes(push))
    .toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime());
  const moved = [...Map.groupBy(outside, ({ slot }) => timeOf(slot))].flatMap(([time, pushes]) => {
    const days = pushesIn({ ...run, push_times: [time], date_time_pushes: [] });
    const open = days.filter((day) => day.due_at > now && !kept.some((push) => same(push, day)));
    return open.slice(0, pushes.length).map((day, n) => ({ push: pushes[n]!, day }));
  });
  const stays = new Set([...kept, ...moved.map(({ push }) => push), ...again]);
  return { kept, moved, again, closed, gone: due.filter((push) => !stays.has(push)) };
}

/**
 * On a package change: moves due pushes to the new booking; refunds missed ones and those outside
 * the new run.
 */
export async function carryPushes(
  ctx: JobContext,
  ad: Ad,
  { from, to }: { from: Pick<Booking, 'id' | 'package'>; to: Successor & { id: number } },
): Promise<void> {
  const { kept, moved, gone, again, closed } = await handover(ctx, from, to);
  for (const push of [...gone, ...again])
    await refundPush(ctx, refundable(ad, from.id, push), 'package');
  await store.closeDailies(
    ctx.db,
    closed.map(({ cause }) => cause),
    ctx.now,
  );
  const ids = moved.map(({ push }) => push.id);
  // Their old days move, too: outside the booking's run they do not count as days of the share.
  await store.moveToBooking(ctx.db, [...kept.map(({ id }) => id), ...ids], to.id);
  await store.cancelPushes(ctx.db, ids, ctx.now);
  await store.insertPushes(
    ctx.db,
    moved.map(({ push, day }) => ({
      ...day,
      inserat_id: ad.id,
      account_id: ad.account_id,
      booking_id: to.id,
      cause: push.cause,
    })),
  );
}

export interface Falling {
  count: number;
  credits: Credits;
  /** All of them are after the end of the run. */
  behind_end: boolean;
}

interface FallingAway extends Record<store.PushKind, Falling> {
  /** Daily times that are charged again, their future pushes, and the refund for those. */
  again: { times: number; count: number; credits: Credits };
}

/** What another package would drop, and the refund for it. */
export async function droppedPushes(
  ctx: JobContext,
  from: Pick<Booking, 'id' | 'package'>,
  to: Successor,
): Promise<FallingAway> {
  const { run } = to;
  const { gone, again, closed } = await handover(ctx, from, to);
  const of = (kind: store.PushKind) => gone.filter((push) => push.kind === kind);
  const [daily, dated] = [of('daily'), of('dated')];
  const behind = (pushes: store.Push[]) =>
    pushes.every(({ due_at }) => due_at > ctx.now && due_at >= run.end_at);
  const shareOfAll = async (all: store.Push[], before: store.Push[] = []) => {
    const sum = { credits: 0 };
    for (const [cause, pushes] of Map.groupBy(all, (push) => push.cause)) {
      const earlier = before.filter((push) => push.cause === cause).length;
      const of = { cause, booking_id: from.id };
      const already = earlier > 0 ? await shareOf(ctx.db, of, 'package', earlier) : 0;
      sum.credits += (await shareOf(ctx.db, of, 'package', earlier + pushes.length)) - already;
    }
    return sum;
  };
  return {
    again: {
      times: closed.reduce((sum, { times }) => sum + times, 0),
      count: again.length,
      ...(await shareOfAll(again, daily)),
    },
    daily: { count: daily.length, ...(await shareOfAll(daily)), behind_end: behind(daily) },
    dated: {
      count: dated.length,
      credits: await paidForDated(ctx.db, dated),
      behind_end: behind(dated),
    },
  };
}

/**
 * Refunds undelivered pushes of a locked ad's booking, in whole or in part; returns the credits.
 */
export async function refundPushes(
  ctx: JobContext,
  ad: Ad,
  bookingId: number,
  which: (push: store.Push) => boolean = () => true,
): Promise<Credits> {
  let sum = 0;
  for (const push of await store.pushesOf(ctx.db, bookingId)) {
    if (push.state === 'due' && which(push))
      sum += await refundPush(ctx, refundable(ad, bookingId, push));
  }
  return sum;
}

/** What `refundPushes` would refund for all of them. */
export async function openPushes({ db }: JobContext, bookingId: number): Promise<Credits> {
  const due = (await store.pushesOf(db, bookingId)).filter(({ state }) => state === 'due');
  let sum = await paidForDated(
    db,
    due.filter(({ kind }) => kind === 'dated'),
  );
  const daily = Map.groupBy(
    due.filter(({ kind }) => kind === 'daily'),
    ({ cause }) => cause,
  );
  for (const [cause, { length }] of daily)
    sum += await shareOf(db, { cause, booking_id: bookingId }, 'missed', length);
  return sum;
}

type Refundable = store.MissedPush;

const refundable = (ad: Ad, booking_id: number, push: store.Push): Refundable => ({
  ...push,
  inserat_id: ad.id,
  account_id: ad.account_id,
  booking_id,
});

/**
 * A dated push refunds its price; a daily one was paid once for the whole booking and refunds its
 * share (`dailyRefund`).
 */
async function refundPush(
  { db, now }: JobContext,
  push: Refundable,
  why: 'missed' | 'package' = 'missed',
): Promise<Credits> {
  const amount =
    push.kind === 'daily' ? await shareOf(db, push, why) : await paidForDated(db, [push]);
  if (!(await store.markRefunded(db, push.id, amount, now))) return 0;
  if (push.kind === 'dated') await store.removeDated(db, push);
  if (amount > 0) {
    await wallet.refund(
      { db, now },
      {
        userId: push.account_id,
        amount,
        of: push.cause,
        cause: `push:${push.id}`,
        description: `Inserat ${push.inserat_id}: Push nicht ausgeführt`,
      },
    );
  }
  return amount;
}

/** What these dated pushes cost in the orders that paid for them (BOF-113). */
async function paidForDated(
  db: Sql,
  pushes: readonly Pick<store.Push, 'cause'>[],
): Promise<Credits> {
  const units = await store.datedUnits(db, [...new Set(pushes.map(({ cause }) => cause))]);
  return pushes.reduce((sum, { cause }) => sum + (units.get(cause) ?? 0), 0);
}

/** Refund for this many more daily pushes of an order. */
async function shareOf(
  db: Sql,
  { cause, booking_id }: Pick<Refundable, 'cause' | 'booking_id'>,
  why: 'missed' | 'package',
  more = 1,
): Promise<Credits> {
  const { days, missed: back, refunded } = await store.dailyShare(db, cause);
  const [, times, unit] = (await store.paidPushes(db, booking_id)).daily.find(
    ([paid]) => paid === cause,
  ) ?? [cause, 0, 0];
  return dailyRefund({ times, unit, days, back, refunded }, more, why);
}
