/**
 * The ledger. Each transfer is hashed with its predecessor into a hash chain; a checkpoint hashes
 * all transfers up to a watermark.
 */
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import type { Database, Sql } from '../../platform/db.ts';
import type { Logger } from '../../platform/log.ts';
import * as check from './check-store.ts';
import * as periods from './periods-store.ts';
import * as store from './store.ts';

interface Booking {
  userId: number;
  /** Whole credits, positive. */
  amount: Credits;
  /** Unique cause such as `topup:<payment id>`; a repeated one books nothing. */
  cause: string;
  description: string;
}

interface LedgerContext {
  db: Sql;
  now: Date;
}

type CreditKind = 'topup' | 'bonus' | 'coupon' | 'correction';

/**
 * Credits a wallet once per cause and settles its debt first; `paid` is the price in Rappen, 0 by
 * default. Returns the balance.
 */
export async function credit(
  ctx: LedgerContext,
  kind: CreditKind,
  booking: Booking & { paid?: Rappen },
): Promise<Credits> {
  requireWhole(booking.amount);
  return store.moveIn(ctx.db, { ...booking, kind, at: ctx.now });
}

/**
 * Debits the price of an order, oldest granted credits first; nothing for 0. Returns the balance.
 * @throws INSUFFICIENT_CREDITS with `missing` credits
 */
export async function spend(ctx: LedgerContext, booking: Booking): Promise<Credits> {
  if (booking.amount === 0) return store.balance(ctx.db, booking.userId);
  return debit(ctx, booking, 'order');
}

/**
 * Debits what a correction takes, oldest granted credits first; never below zero. Returns the
 * balance. @throws INSUFFICIENT_CREDITS with `missing` credits
 */
export const deduct = (ctx: LedgerContext, booking: Booking): Promise<Credits> =>
  debit(ctx, booking, 'correction');

async function debit(
  ctx: LedgerContext,
  booking: Booking,
  kind: 'order' | 'correction',
): Promise<Credits> {
  requireWhole(booking.amount);
  const left = await store.moveOut(ctx.db, { ...booking, at: ctx.now }, kind);
  if (left !== null) return left;
  const missing = booking.amount - (await store.balance(ctx.db, booking.userId));
  throw new AppError('INSUFFICIENT_CREDITS', { extra: { missing } });
}

/**
 * Refunds the spend `of` in whole or in part, with the credits' original age. Returns the balance.
 */
export async function refund(
  ctx: LedgerContext,
  { of, ...booking }: Booking & { of: string },
): Promise<Credits> {
  requireWhole(booking.amount);
  return store.moveIn(ctx.db, { ...booking, kind: 'refund', refundOf: of, at: ctx.now });
}

/**
 * Takes back the credits of a refunded payment; what the wallet lacks becomes a debt. Returns the
 * balance, never negative.
 */
export async function takeBack(
  ctx: LedgerContext,
  booking: Booking & store.TakenBack,
): Promise<Credits> {
  requireWhole(booking.amount);
  return store.takeBack(ctx.db, { ...booking, at: ctx.now });
}

/** Reverses the take-back `of`: restores its lots and credits what had become a debt. */
export async function undoTakeBack(
  ctx: LedgerContext,
  { of, ...booking }: Booking & { of: string },
): Promise<void> {
  const result = { ...booking, kind: 'correction', at: ctx.now } as const;
  const owed = await store.bookedBy(ctx.db, [`${of}:debt`]);
  if (owed > 0)
    await store.moveIn(ctx.db, { ...result, amount: owed, cause: `${booking.cause}:debt` });
  if (booking.amount > owed)
    await store.moveIn(ctx.db, { ...result, amount: booking.amount - owed, refundOf: of });
}

/** Forfeits the balance of an account being deleted; returns the amount. */
export const forfeit = (ctx: LedgerContext, userId: number): Promise<Credits> =>
  store.forfeitAll(ctx.db, {
    userId,
    cause: `forfeit:${userId}`,
    description: 'Guthaben verfallen (Konto gelöscht)',
    at: ctx.now,
  });

/** Balance, debt, sums of bonus and coupons, and transfers of a wallet, in whole credits. */
export const {
  balance,
  owed,
  debtStart,
  received,
  movements,
  lotUses,
  paidParts,
  vatRates,
  refundedSpends,
  bookedBy,
} = store;
export { ownTables } from './own-data.ts';
export type { LotUse, Movement } from './store.ts';

/** The wallet by period, for statements and the complete history. */
export const { bookedAt, vatRateAt, movementsFrom, monthsOf, movedBetween, owedAt } = periods;

export type Finding = check.Finding;

export interface LedgerReport {
  ok: boolean;
  accounts: number;
  transfers: number;
  /** One line per kind of error, naming the first wrong row. */
  problems: string[];
}

export interface LedgerCheckpoint {
  id: number;
  /** The last transfer it covers. */
  last_transfer: number;
  hash: Buffer;
  sealed_at: Date;
}

/**
 * Hashes all transfers since the last checkpoint; returns the newest checkpoint, undefined for an
 * empty ledger.
 */
export async function createCheckpoint(
  db: Database,
  now: Date,
): Promise<LedgerCheckpoint | undefined> {
  // Two transactions: the first briefly blocks all writers, since only then the watermark is final.
  const watermark = await db.transaction().execute(store.watermark);
  return db.transaction().execute(async (inner) => {
    await store.writeCheckpoint(inner, watermark, now);
    return store.newestCheckpoint(inner);
  });
}

export const newestCheckpoint = (db: Sql): Promise<LedgerCheckpoint | undefined> =>
  store.newestCheckpoint(db);

/** Verifies the whole ledger from its transfers, in the snapshot of the caller's transaction. */
export async function checkLedger(db: Sql): Promise<LedgerReport> {
  const { accounts, transfers, sum } = await check.countLedger(db);
  const findings = [
    ...(await check.misdirected(db)),
    ...(await check.wrongBalances(db)),
    ...(await check.wrongRunningBalances(db)),
    ...(await check.wrongLots(db)),
    ...(await check.wrongPaid(db)),
    ...(await check.brokenChains(db)),
    ...(await check.brokenCheckpoints(db)),
  ];
  const problems = findings.map(describeFinding);
  if (sum !== 0) problems.unshift(`Die Summe aller Konten ist ${sum} statt 0`);
  return { ok: problems.length === 0, accounts, transfers, problems };
}

export const describeFinding = ({ first, count }: Finding): string =>
  count > 1 ? `${first} (und ${count - 1} weitere)` : first;

function requireWhole(amount: Credits): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new Error(`a booking of ${amount} credits is impossible`);
}

/**
 * Notes the rate of the value added tax at which is booked from now on. Warns where it is not the
 * one of the last booking, and where it becomes the one of all earlier bookings: neither can be
 * taken back.
 */
export async function noteVatRate(
  db: Database,
  { permille, now, log }: { permille: number; now: Date; log: Pick<Logger, 'warn'> },
): Promise<void> {
  const last = await store.lastVatRate(db);
  await store.noteVatRate(db, permille, now);
  const vat_percent = permille / 10;
  if (last === null)
    log.warn(
      { vat_percent },
      'all bookings before the first noted rate count with this VAT_PERCENT',
    );
  else if (last !== undefined && last !== permille)
    log.warn(
      { vat_percent, last_booked_percent: last / 10 },
      'VAT_PERCENT differs from the rate of the last booking',
    );
}
