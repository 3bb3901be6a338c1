import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import type { Database, Sql } from '../../platform/db.ts';
import type { Logger } from '../../platform/log.ts';
import * as check from './check-store.ts';
import * as periods from './periods-store.ts';
import * as store from './store.ts';

interface Booking {
  userId: number;
  /** Whole credits above zero. */
  amount: Credits;
  /** What causes it, such as `topup:<payment id>`; the same cause never books twice. */
  cause: string;
  description: string;
}

interface LedgerContext {
  db: Sql;
  now: Date;
}

type CreditKind = 'topup' | 'bonus' | 'coupon' | 'correction';

/**
 * Gives credits to a wallet; a cause that was booked before changes nothing. What the account owes is settled from them at once.
 * `paid` is what was really paid for them, in Rappen; 0 by default. Returns the balance.
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
 * Takes the price of an order out of a wallet, oldest granted credits first; nothing for a price of 0. Answers the balance.
 * @throws INSUFFICIENT_CREDITS with `missing` credits
 */
export async function spend(ctx: LedgerContext, booking: Booking): Promise<Credits> {
  if (booking.amount === 0) return store.balance(ctx.db, booking.userId);
  requireWhole(booking.amount);
  const left = await store.moveOut(ctx.db, { ...booking, at: ctx.now });
  if (left !== null) return left;
  const missing = booking.amount - (await store.balance(ctx.db, booking.userId));
  throw new AppError('INSUFFICIENT_CREDITS', { extra: { missing } });
}

/** Gives back what the spend `of` took, or a part of it, with the age the credits had. Answers the balance. */
export async function refund(ctx: LedgerContext, { of, ...booking }: Booking & { of: string }): Promise<Credits> {
  requireWhole(booking.amount);
  return store.moveIn(ctx.db, { ...booking, kind: 'refund', givesBack: of, at: ctx.now });
}

/**
 * Takes back the credits of a payment whose money went back to the payer: from the wallet as far as it reaches, the rest is owed.
 * Answers the balance, which is never below zero.
 */
export async function takeBack(ctx: LedgerContext, booking: Booking & store.TakenBack): Promise<Credits> {
  requireWhole(booking.amount);
  return store.takeBack(ctx.db, { ...booking, at: ctx.now });
}

/** The take-back `of` comes to nothing: the lots are there again as they were, and what had become a debt is given. */
export async function undoTakeBack(ctx: LedgerContext, { of, ...booking }: Booking & { of: string }): Promise<void> {
  const back = { ...booking, kind: 'correction', at: ctx.now } as const;
  const owed = await store.bookedBy(ctx.db, [`${of}:debt`]);
  if (owed > 0) await store.moveIn(ctx.db, { ...back, amount: owed, cause: `${booking.cause}:debt` });
  if (booking.amount > owed) await store.moveIn(ctx.db, { ...back, amount: booking.amount - owed, givesBack: of });
}

/** Takes what is left out of the wallet of an account that is being closed; nothing comes back. Answers how much it was. */
export const forfeit = (ctx: LedgerContext, userId: number): Promise<Credits> =>
  store.forfeitAll(ctx.db, {
    ...{ userId, cause: `forfeit:${userId}`, description: 'Guthaben verfallen (Konto gelöscht)' },
    at: ctx.now,
  });

/** Whole credits in the wallet, what the account owes, what it ever received as bonus and by coupons, and its movements. */
export const { balance, owed, debtBegan, received, movements, lotUses, paidParts, vatRates, spendsBehind, bookedBy } =
  store;
export type { LotUse, Movement } from './store.ts';

/** The wallet by time: for papers about a month, and for its whole history from the beginning. */
export const { bookedAt, vatRateAt, movementsFrom, monthsOf, movedBetween, owedAt } = periods;

export type Finding = check.Finding;

export interface LedgerReport {
  ok: boolean;
  accounts: number;
  transfers: number;
  /** One line for each kind of error, which names the first wrong row. */
  problems: string[];
}

export interface Seal {
  id: number;
  /** Up to which transfer it seals. */
  last_transfer: number;
  hash: Buffer;
  sealed_at: Date;
}

/** Hashes all transfers since the last seal together and answers the newest seal; undefined in an empty book. */
export async function sealLedger(db: Database, now: Date): Promise<Seal | undefined> {
  // Two transactions: the first keeps all writers out for an instant, and it alone can say which transfers are final.
  const border = await db.transaction().execute(store.border);
  return db.transaction().execute(async (inner) => {
    await store.seal(inner, border, now);
    return store.newestSeal(inner);
  });
}

export const newestSeal = (db: Sql): Promise<Seal | undefined> => store.newestSeal(db);

/** Recounts the whole ledger from its transfers. The caller's transaction decides as of when. */
export async function checkLedger(db: Sql): Promise<LedgerReport> {
  const { accounts, transfers, sum } = await check.countLedger(db);
  const findings = [
    ...(await check.misdirected(db)),
    ...(await check.wrongBalances(db)),
    ...(await check.wrongRunningBalances(db)),
    ...(await check.wrongLots(db)),
    ...(await check.wrongPaid(db)),
    ...(await check.brokenChains(db)),
    ...(await check.brokenSeals(db)),
  ];
  const problems = findings.map(describeFinding);
  if (sum !== 0) problems.unshift(`Die Summe aller Konten ist ${sum} statt 0`);
  return { ok: problems.length === 0, accounts, transfers, problems };
}

export const describeFinding = ({ first, count }: Finding): string =>
  count > 1 ? `${first} (und ${count - 1} weitere)` : first;

function requireWhole(amount: Credits): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`a booking of ${amount} credits is impossible`);
}

/**
 * Notes the rate of the value added tax at which is booked from now on. Warns where it is not the one of the last booking, and
 * where it becomes the one of all earlier bookings: neither can be taken back.
 */
export async function noteVatRate(
  db: Database,
  { permille, now, log }: { permille: number; now: Date; log: Pick<Logger, 'warn'> },
): Promise<void> {
  const last = await store.lastVatRate(db);
  await store.noteVatRate(db, permille, now);
  const vat_percent = permille / 10;
  if (last === null) log.warn({ vat_percent }, 'all bookings before the first noted rate count with this VAT_PERCENT');
  else if (last !== undefined && last !== permille)
    log.warn({ vat_percent, last_booked_percent: last / 10 }, 'VAT_PERCENT differs from the rate of the last booking');
}
