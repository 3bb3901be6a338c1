import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

interface Booking {
  userId: number;
  /** Whole credits above zero. */
  amount: Credits;
  /** What causes it, such as `topup:<payment id>`; the same cause never books twice. */
  cause: string;
  description: string;
}

interface Bookable {
  db: Sql;
  now: Date;
}

/** Where credits of a kind come from. */
const SOURCE = {
  topup: 'clearing',
  bonus: 'bonus',
  coupon: 'coupon',
  refund: 'revenue',
  correction: 'correction',
} as const;

/** Gives credits to a wallet; a cause that was booked before changes nothing. Answers the balance. */
export async function credit(ctx: Bookable, kind: keyof typeof SOURCE, booking: Booking): Promise<Credits> {
  requireWhole(booking.amount);
  await store.openAndLock(ctx.db, booking.userId);
  if (await store.causeExists(ctx.db, booking.cause)) return store.balance(ctx.db, booking.userId);
  return store.moveIn(ctx.db, { ...booking, kind, house: SOURCE[kind], at: ctx.now });
}

/**
 * Takes the price of an order out of a wallet; nothing for a price of 0. Answers the balance.
 * @throws INSUFFICIENT_CREDITS with `missing` credits
 */
export async function spend(ctx: Bookable, booking: Booking): Promise<Credits> {
  if (booking.amount === 0) return store.balance(ctx.db, booking.userId);
  requireWhole(booking.amount);
  const left = await store.moveOut(ctx.db, { ...booking, kind: 'order', house: 'revenue', at: ctx.now });
  if (left !== undefined) return left;
  const missing = booking.amount - (await store.balance(ctx.db, booking.userId));
  throw new AppError('INSUFFICIENT_CREDITS', { extra: { missing } });
}

/** Takes what is left out of the wallet of an account that is being closed; nothing comes back. Answers how much it was. */
export async function forfeit(ctx: Bookable, userId: number): Promise<Credits> {
  const amount = await store.lockBalance(ctx.db, userId);
  if (amount === 0) return 0;
  const booking = { userId, amount, cause: `forfeit:${userId}`, description: 'Guthaben verfallen (Konto gelöscht)' };
  const left = await store.moveOut(ctx.db, { ...booking, kind: 'forfeit', house: 'forfeited', at: ctx.now });
  if (left !== 0) throw new Error(`the wallet of account ${userId} changed while it was locked`);
  return amount;
}

export const balance = (db: Sql, userId: number): Promise<Credits> => store.balance(db, userId);

/** Credits ever received as bonus and by coupons (HOM-15). */
export const received = (db: Sql, userId: number) => store.received(db, userId);

/** Movements of a wallet, newest first: the history reads them page by page. */
export const movements = store.movements;

export type { Finding, Movement } from './store.ts';

export interface LedgerReport {
  ok: boolean;
  accounts: number;
  transfers: number;
  /** One line for each kind of error, which names the first wrong row. */
  problems: string[];
}

/** Recounts the whole ledger from its transfers. The caller's transaction decides as of when. */
export async function checkLedger(db: Sql): Promise<LedgerReport> {
  const { accounts, transfers, sum } = await store.countLedger(db);
  const findings = [
    ...(await store.misdirected(db)),
    ...(await store.wrongBalances(db)),
    ...(await store.brokenChains(db)),
  ];
  const problems = findings.map(describeFinding);
  if (sum !== 0) problems.unshift(`Die Summe aller Konten ist ${sum} statt 0`);
  return { ok: problems.length === 0, accounts, transfers, problems };
}

export const describeFinding = ({ first, count }: store.Finding): string =>
  count > 1 ? `${first} (und ${count - 1} weitere)` : first;

function requireWhole(amount: Credits): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`a booking of ${amount} credits is impossible`);
}
