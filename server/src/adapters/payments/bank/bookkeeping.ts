import { createHash } from 'node:crypto';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { waitsForDecision } from '@samtrot/shared/topups/status.ts';
import * as topups from '../../../modules/topups/service.ts';
import { audit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/db.ts';
import { type Bank, isCredit, standingCredits, sumOf } from './bank.ts';
import { readCamt } from './camt.ts';
import * as store from './store.ts';

const CURRENCY = 'CHF';

interface Deps {
  db: Database;
  now: Date;
  bank: Bank;
}

type AuditCtx = Parameters<typeof audit>[0];

export interface ImportReport {
  /** Movements that no file told of before; undefined when this very file was imported already. */
  entries: number | undefined;
  notBooked: number;
  withoutParts: number;
  /** What followed from them, and from movements that an import before was cut off at. */
  credited: number;
  refunds: number;
  cases: number;
}

/**
 * Imports a statement: first all its movements in one transaction, then what follows from each in one of its own. Cut off at any
 * point, the next import of whatever file goes on where it stopped. Importing again changes nothing.
 * @throws UnusableFile
 */
export async function importStatement(deps: Deps, bytes: Uint8Array): Promise<ImportReport> {
  const { db, now, bank } = deps;
  const { movements, notBooked, withoutParts } = readCamt(bytes, bank.accounts);
  const hash = createHash('sha256').update(bytes).digest();
  const entries = await db.transaction().execute(async (sql) => {
    const added = await store.keepFile(sql, { hash, movements, now });
    if (added !== undefined)
      await audit({ db: sql, now, actor: { kind: 'cli' } }, 'bank_imported', hash.toString('hex').slice(0, 16), {
        entries: added,
      });
    return added;
  });
  const report = { entries, notBooked, withoutParts, credited: 0, refunds: 0, cases: 0 };
  for (const id of await store.openEntries(db)) {
    const outcome = await carryOut(deps, id);
    if (outcome) report[outcome]++;
  }
  return report;
}

type Outcome = 'credited' | 'refunds' | 'cases';

/** What follows from a movement. The payment is settled as if any other provider had told of it, so however often only once. */
async function carryOut(deps: Deps, id: number): Promise<Outcome | undefined> {
  const { db, now, bank } = deps;
  const entry = await db.transaction().execute((sql) => store.lockEntry(sql, id));
  if (!entry || entry.handled) return undefined;
  const slip = entry.payment === null ? undefined : await store.slipOfPayment(db, entry.payment);
  if (slip) await topups.settle({ db, now, provider: bank.provider }, slip.reference);
  return db.transaction().execute(async (sql) => {
    const row = await store.lockEntry(sql, id);
    if (!row || row.handled) return undefined;
    await store.closeEntry(sql, id, now);
    return conclude({ db: sql, now, actor: { kind: 'cli' } }, row);
  });
}

async function conclude(ctx: AuditCtx, entry: store.Entry): Promise<Outcome | undefined> {
  if (entry.payment !== null) return concludePayment(ctx, entry, entry.payment);
  if (entry.refund !== null) return concludeRefund(ctx, entry, entry.refund);
  // Whatever else leaves the account is the operator's own affair.
  const ours = entry.credit !== entry.reversal;
  return ours ? openCase(ctx, 'bank_unmatched', entry) : undefined;
}

async function concludePayment(ctx: AuditCtx, entry: store.Entry, id: string): Promise<Outcome | undefined> {
  const payment = (await topups.lockPayment(ctx.db, id))!;
  const standing = standingCredits(await store.entriesOfPayment(ctx.db, id));
  if (isCredit(entry) && standing.some(({ id }) => id === entry.id)) {
    if (payment.status === 'gutgeschrieben' && payment.received === sumOf(standing))
      return standing.at(-1)!.id === entry.id ? 'credited' : undefined;
    // The payment has its case since it was settled.
    if (waitsForDecision(payment.status)) return 'cases';
  }
  // Settling has put it before the operator: all is gone again, or there is more or less than what was known.
  const word = { currency: CURRENCY, amountRappen: sumOf(standing) };
  const about = payment.status === 'gutgeschrieben' ? 'differs' : 'rest';
  const key = standing.length === 0 ? topups.chargebackKey(id) : topups.aboutAmount(about, id, word);
  if ((isCredit(entry) || entry.reversal) && (await topups.caseIsOpen(ctx.db, key))) return 'cases';
  return openCase(ctx, 'differs', entry);
}

/** Money that left with the reference of a refund is that refund; anything else with its reference is for the operator. */
async function concludeRefund(ctx: AuditCtx, entry: store.Entry, id: string): Promise<Outcome | undefined> {
  const refund = (await store.lockRefund(ctx.db, id))!;
  const [first] = await store.entriesOfRefund(ctx.db, id);
  const asOrdered = entry.amount === refund.amount && entry.currency === CURRENCY;
  if (entry.credit || entry.reversal || first!.id !== entry.id || !asOrdered)
    return openCase(ctx, 'refund_differs', entry, refund.payment);
  await confirmPaid(ctx, refund);
  return 'refunds';
}

async function confirmPaid(ctx: AuditCtx, refund: store.RefundRow): Promise<boolean> {
  if (refund.paid) return false;
  await store.payRefund(ctx.db, refund.id, ctx.now);
  await topups.refundPaid(ctx, refund.id);
  return true;
}

async function openCase(
  ctx: AuditCtx,
  kind: topups.CaseKind,
  entry: store.Entry,
  payment = entry.payment,
): Promise<Outcome> {
  const { id, amount, currency, bookedOn, bankRef, reference } = entry;
  await topups.openPaymentCase(ctx, {
    ...{ key: caseKey(id), kind, provider: 'bank', ...(payment !== null && { paymentId: payment }) },
    details: {
      ...{ entry: id, amount_rappen: amount, currency, booked_on: bookedOn, bank_reference: bankRef, reference },
      ...{ direction: entry.credit ? 'in' : 'out', ...(entry.reversal && { reversal: true }) },
    },
  });
  return 'cases';
}

const caseKey = (entry: number) => `bank_entry:${entry}`;

/**
 * An operator says which payment a movement without a usable reference pays; it is then settled like any other.
 * @throws NOT_FOUND, INVALID_INPUT when the movement does not pay exactly this payment
 */
export async function matchEntry(deps: Deps, { entry: id, payment: paymentId }: { entry: number; payment: string }) {
  const { db, now } = deps;
  await db.transaction().execute(async (sql) => {
    const ctx = { db: sql, now, actor: { kind: 'cli' } } as const;
    const entry = await store.lockEntry(sql, id);
    const payment = await topups.lockPayment(sql, paymentId);
    if (!entry || !payment) throw new AppError('NOT_FOUND');
    if (entry.payment === paymentId) return;
    if (!isCredit(entry) || entry.payment !== null || entry.refund !== null)
      throw invalid({ entry: 'Diese Buchung ist kein Eingang ohne Zahlung.' });
    if (payment.provider !== 'bank' || payment.ref === null || FINAL.has(payment.status))
      throw invalid({ payment: 'Diese Zahlung wartet nicht auf eine Banküberweisung.' });
    await store.assignEntry(sql, id, paymentId);
    await topups.closeCaseAbout(ctx, caseKey(id), `Zahlung ${paymentId} zugeordnet`);
    await audit(ctx, 'bank_entry_matched', `payment:${paymentId}`, { entry: id });
  });
  return carryOut(deps, id);
}

/** Payments that take no money any more. */
const FINAL = new Set(['gutgeschrieben', 'erstattet', 'zurueckbezahlt', 'rueckbelastet']);

/** The operator has paid a refund and does not wait for the statement. False when it was confirmed before. @throws NOT_FOUND */
export async function refundPaidByHand(ctx: AuditCtx, id: string): Promise<boolean> {
  const refund = await store.lockRefund(ctx.db, id);
  if (!refund) throw new AppError('NOT_FOUND');
  const news = await confirmPaid(ctx, refund);
  if (news) await audit(ctx, 'bank_refund_paid', `payment:${refund.payment}`, { refund: id });
  return news;
}
