import { EXTRA_PRICES, isPremium, type PackageId } from '@samtrot/shared/cart/rules.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as wallet from '../wallet/service.ts';
import * as store from './push-store.ts';
import { type InseratRow, updateBooking } from './store.ts';

interface Clockwork {
  db: Sql;
  now: Date;
}

/** A push that comes later than this is given back instead (security.md 3.5). */
const LATEST_MS = HOUR_MS;
const BATCH = 500;

type Planned = Pick<InseratRow, 'id' | 'account_id' | 'push_times' | 'dated_pushes'> & { start_at: Date; end_at: Date };
interface Wanted {
  kind: store.PushKind;
  slot: string;
  due_at: Date;
}

/**
 * Brings the pushes of a booking in line with what the ad wants: what is missing is planned, what is not wanted any more is taken out.
 * Those whose minute has passed stay as they are. Called with the ad locked, after its order is written.
 */
export async function planPushes({ db, now }: Clockwork, ad: Planned, bookingId: number): Promise<void> {
  const wanted = [...daily(ad), ...dated(ad)].filter(({ due_at }) => due_at > now);
  const existing = await store.pushesOf(db, bookingId);
  if (wanted.length === 0 && existing.length === 0) return;
  const same = (a: Wanted, b: Wanted) => a.kind === b.kind && a.slot === b.slot;
  const open = existing.filter(({ state, due_at }) => state === 'due' && due_at > now);
  const gone = open.filter((push) => !wanted.some((one) => same(one, push)));
  await store.cancelPushes(
    db,
    gone.map(({ id }) => id),
    now,
  );
  const settled = existing.filter(({ state }) => state === 'due' || state === 'done');
  const fresh = wanted.filter((one) => !settled.some((push) => same(one, push)));
  const payers = await payersFor(
    db,
    bookingId,
    settled.filter((push) => !gone.includes(push)),
  );
  await store.insertPushes(
    db,
    fresh.map((push) => ({
      ...push,
      ...{ inserat_id: ad.id, account_id: ad.account_id, booking_id: bookingId, cause: payers(push) },
    })),
  );
}

/** Each day of the run at each time of day; calendar days of Switzerland, whatever the clocks do. */
function daily({ push_times, start_at, end_at }: Planned): Wanted[] {
  const wanted: Wanted[] = [];
  for (let day = start_at; localDate(day) <= localDate(end_at); day = addCalendarDays(day, 1)) {
    for (const time of push_times) {
      const due_at = instantOf(localDate(day), time);
      if (due_at > start_at && due_at < end_at)
        wanted.push({ kind: 'daily', slot: `${localDate(day)} ${time}`, due_at });
    }
  }
  return wanted;
}

function dated({ dated_pushes, start_at, end_at }: Planned): Wanted[] {
  return dated_pushes.flatMap((slot) => {
    const [date, time] = slot.split(' ') as [string, string];
    const due_at = instantOf(date, time);
    return due_at >= start_at && due_at < end_at ? [{ kind: 'dated' as const, slot, due_at }] : [];
  });
}

const timeOf = (slot: string) => slot.slice(-5);

/** Which order pays for a push: each for no more than it charged, all days of one daily time by the same. */
async function payersFor(db: Sql, bookingId: number, taken: readonly store.Push[]) {
  const orders = await store.paidPushes(db, bookingId);
  const units = new Map<string, string>();
  const unit = ({ kind, slot }: Wanted) => `${kind} ${kind === 'daily' ? timeOf(slot) : slot}`;
  for (const push of taken) units.set(unit(push), push.cause);
  return (push: Wanted): string => {
    const known = units.get(unit(push));
    if (known) return known;
    const used = (cause: string) =>
      [...units].filter(([key, payer]) => key.startsWith(`${push.kind} `) && payer === cause).length;
    const payer = orders[push.kind].find(([cause, quantity]) => used(cause) < quantity)?.[0];
    if (!payer) throw new Error(`no order of booking ${bookingId} pays for a ${push.kind} push`);
    units.set(unit(push), payer);
    return payer;
  };
}

/** Carries out what is due, a batch at a time. Answers how many. */
export const pushDue = async ({ db, now }: Clockwork): Promise<number> => {
  const done = await store.carryOutDue(db, now, new Date(now.getTime() - LATEST_MS), BATCH);
  if (done > 0) failPoint('push.before_commit');
  return done;
};

/** Gives back one push that was missed. Answers how many it looked at. */
export async function settleMissed({ db, now }: Clockwork): Promise<number> {
  const missed = await store.claimMissed(db, now, new Date(now.getTime() - LATEST_MS));
  if (!missed) return 0;
  // The clock of a hidden premium ad stands still: its daily pushes come on the days that are added.
  const comesLater =
    missed.kind === 'daily' && missed.status === 'ausgeblendet' && isPremium(missed.package as PackageId);
  if (comesLater) await store.cancelPushes(db, [missed.id], now);
  else await giveBack({ db, now }, missed);
  return 1;
}

/** Gives back what of a booking is still to come. Called with the ad locked. Answers how many credits came back. */
export async function giveBackAll(
  ctx: Clockwork,
  ad: Pick<InseratRow, 'id' | 'account_id'>,
  bookingId: number,
): Promise<Credits> {
  let sum = 0;
  for (const push of await store.pushesOf(ctx.db, bookingId)) {
    if (push.state !== 'due') continue;
    sum += await giveBack(ctx, { ...push, inserat_id: ad.id, account_id: ad.account_id, booking_id: bookingId });
  }
  return sum;
}

type Refundable = Omit<store.MissedPush, 'status' | 'package'>;

/**
 * A dated push gives back its price. A daily one was paid once for the whole booking: each day that is missed gives back its share,
 * rounded up, and all of them together the price.
 */
async function giveBack({ db, now }: Clockwork, push: Refundable): Promise<Credits> {
  let amount: Credits = EXTRA_PRICES.datedPush;
  if (push.kind === 'daily') {
    const { days, missed } = await store.dailyShare(db, push.booking_id, timeOf(push.slot));
    const share = (of: number) => Math.ceil((EXTRA_PRICES.dailyPush * of) / days);
    amount = share(missed + 1) - share(missed);
  } else {
    await takePaid(db, push.booking_id);
  }
  if (!(await store.markRefunded(db, push.id, amount, now))) return 0;
  if (amount > 0) {
    await wallet.refund(
      { db, now },
      {
        ...{ userId: push.account_id, amount, of: push.cause, cause: `push:${push.id}` },
        description: `Inserat ${push.inserat_id}: Push nicht ausgeführt`,
      },
    );
  }
  return amount;
}

async function takePaid(db: Sql, bookingId: number): Promise<void> {
  const row = await db
    .selectFrom('booking')
    .select('paid_dated_pushes')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  await updateBooking(db, bookingId, { paid_dated_pushes: Math.max(0, row.paid_dated_pushes - 1) });
}
