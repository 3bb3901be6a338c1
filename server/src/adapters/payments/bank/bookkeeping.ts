import { createHash } from 'node:crypto';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type { CaseKind } from '@samtrot/shared/money-desk/case-rules.ts';
import { waitsForDecision } from '@samtrot/shared/topups/status.ts';
import * as topups from '../../../modules/topups/service.ts';
import type { StaffActor } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/db.ts';
import type { Bank } from './bank.ts';
import { readCamtInPortions } from './camt.ts';
import { CURRENCY, effectiveCredits, isCredit, sumOf } from './mapping.ts';
import * as store from './store.ts';

interface Deps {
  db: Database;
  now: Date;
  /** Who reads the file or assigns a movement, in the audit log. */
  actor: StaffActor;
  bank: Bank;
}

type AuditCtx = Parameters<typeof audit>[0];

export interface ImportReport {
  /** Movements that no earlier file contains; undefined when this file was imported before. */
  entries: number | undefined;
  notBooked: number;
  withoutParts: number;
  /** Their outcomes, and those of movements that an interrupted import left. */
  credited: number;
  refunds: number;
  cases: number;
}

/**
 * Imports a statement: first all its movements in one transaction, then the effects of each in one
 * of its own. The next import of any file resumes an interrupted one. Importing again changes
 * nothing.
 * @throws UnusableFile
 */
export async function importStatement(deps: Deps, bytes: Uint8Array): Promise<ImportReport> {
  const { entries, notBooked, withoutParts } = await readStatement(deps, bytes);
  const report = { entries, notBooked, withoutParts, credited: 0, refunds: 0, cases: 0 };
  for (const id of await store.openEntries(deps.db)) {
    const outcome = await processEntry(deps, id);
    if (outcome) report[outcome]++;
  }
  return report;
}

/** The first half of it: all movements of a file, in one transaction. @throws UnusableFile */
export async function readStatement(
  { db, now, actor, bank }: Deps,
  bytes: Uint8Array,
): Promise<{ id: number } & Pick<ImportReport, 'entries' | 'notBooked' | 'withoutParts'>> {
  const read = await readCamtInPortions(bytes, bank.accounts);
  const { movements, notBooked, withoutParts } = read;
  const hash = createHash('sha256').update(bytes).digest();
  const { id, added: entries } = await db.transaction().execute(async (sql) => {
    const stored = await store.insertStatement(sql, {
      hash,
      movements,
      notBooked,
      withoutParts,
      now,
    });
    if (stored.added !== undefined)
      await audit(
        { db: sql, now, actor, right: 'money.import' },
        'bank_imported',
        hash.toString('hex').slice(0, 16),
        { entries: stored.added },
      );
    return stored;
  });
  return { id, entries, notBooked, withoutParts };
}

type Outcome = 'credited' | 'refunds' | 'cases';

/**
 * The effects of a movement. A payment is settled as after a webhook of another provider: once,
 * however often. Where another import has stored a movement of it since, it is settled again before
 * this one is compared with it.
 */
export async function processEntry(deps: Deps, id: number): Promise<Outcome | undefined> {
  const { db, now, actor, bank } = deps;
  let outcome: Outcome | typeof OVERTAKEN | undefined = OVERTAKEN;
  while (outcome === OVERTAKEN) {
    const entry = await db.transaction().execute((sql) => store.loadEntryForUpdate(sql, id));
    if (!entry || entry.handled) return undefined;
    const slip = entry.payment === null ? undefined : await store.slipOfPayment(db, entry.payment);
    const known = slip ? (await store.entriesOfPayment(db, slip.payment)).length : 0;
    if (slip) await topups.settle({ db, now, provider: bank.provider }, slip.reference);
    outcome = await db.transaction().execute(async (sql) => {
      const row = await store.loadEntryForUpdate(sql, id);
      if (!row || row.handled) return undefined;
      // Locked first, so that whatever was settled has its movements among the ones read.
      const payment =
        row.payment === null ? undefined : await topups.loadPaymentForUpdate(sql, row.payment);
      const entries = payment ? await store.entriesOfPayment(sql, payment.id) : [];
      if (entries.length !== known) return OVERTAKEN;
      await store.closeEntry(sql, id, now);
      const became = await applyEntry(
        { db: sql, now, actor },
        row,
        payment && { payment, entries },
      );
      if (became) await store.noteOutcome(sql, id, became);
      return became;
    });
  }
  return outcome;
}

const OVERTAKEN = 'overtaken';

/** The payment of a movement, locked, and all movements of it, as they were settled. */
interface Settled {
  payment: NonNullable<Awaited<ReturnType<typeof topups.loadPaymentForUpdate>>>;
  entries: readonly store.Entry[];
}

async function applyEntry(
  ctx: AuditCtx,
  entry: store.Entry,
  settled: Settled | undefined,
): Promise<Outcome | undefined> {
  if (settled) return concludePayment(ctx, entry, settled);
  if (entry.refund !== null) return concludeRefund(ctx, entry, entry.refund);
  // Other debits are the operator's own payments.
  const ours = entry.credit !== entry.reversal;
  return ours ? openEntryCase(ctx, 'bank_unmatched', entry) : undefined;
}

async function concludePayment(
  ctx: AuditCtx,
  entry: store.Entry,
  { payment, entries }: Settled,
): Promise<Outcome | undefined> {
  const { id } = payment;
  const credits = effectiveCredits(entries);
  if (isCredit(entry) && credits.some(({ id }) => id === entry.id)) {
    if (payment.status === 'gutgeschrieben' && payment.received === sumOf(credits))
      return credits.at(-1)!.id === entry.id ? 'credited' : undefined;
    // Settling has opened its case.
    if (waitsForDecision(payment.status)) return 'cases';
  }
  // Settling has opened a case already: everything was reversed, or the sum differs from the
  // credited one.
  const received = { currency: CURRENCY, amountRappen: sumOf(credits) };
  const about = payment.status === 'gutgeschrieben' ? 'differs' : 'rest';
  const key =
    credits.length === 0 ? topups.chargebackKey(id) : topups.aboutAmount(about, id, received);
  if ((isCredit(entry) || entry.reversal) && (await topups.caseIsOpen(ctx.db, key))) return 'cases';
  return openEntryCase(ctx, 'differs', entry);
}

/**
 * A debit with the reference of a refund confirms it; anything else with that reference becomes a
 * case.
 */
async function concludeRefund(
  ctx: AuditCtx,
  entry: store.Entry,
  id: string,
): Promise<Outcome | undefined> {
  const refund = (await store.loadRefundForUpdate(ctx.db, id))!;
  const [first] = await store.entriesOfRefund(ctx.db, id);
  const asOrdered = entry.amount === refund.amount && entry.currency === CURRENCY;
  if (entry.credit || entry.reversal || first!.id !== entry.id || !asOrdered)
    return openEntryCase(ctx, 'refund_differs', entry, refund.payment);
  await confirmPaid(ctx, refund);
  return 'refunds';
}

async function confirmPaid(ctx: AuditCtx, refund: store.RefundRow): Promise<boolean> {
  if (refund.paid) return false;
  await store.payRefund(ctx.db, refund.id, ctx.now);
  await topups.refundPaid(ctx, refund.id);
  return true;
}

async function openEntryCase(
  ctx: AuditCtx,
  kind: CaseKind,
  entry: store.Entry,
  payment = entry.payment,
): Promise<Outcome> {
  const { id, amount, currency, bookedOn, bankRef, reference } = entry;
  await topups.openPaymentCase(ctx, {
    key: caseKey(id),
    kind,
    provider: 'bank',
    ...(payment !== null && { paymentId: payment }),
    details: {
      entry: id,
      amount_rappen: amount,
      currency,
      booked_on: bookedOn,
      bank_reference: bankRef,
      reference,
      direction: entry.credit ? 'in' : 'out',
      ...(entry.reversal && { reversal: true }),
    },
  });
  return 'cases';
}

const caseKey = (entry: number) => `bank_entry:${entry}`;

/**
 * Assigns a movement without a usable reference to a payment, by an operator, and
 * settles it.
 * @throws NOT_FOUND, INVALID_INPUT when the movement does not pay exactly this payment
 */
export async function matchEntry(
  deps: Deps,
  { entry: id, payment: paymentId }: { entry: number; payment: string },
) {
  const { db, now, actor } = deps;
  await db
    .transaction()
    .execute((sql) => assignEntry({ db: sql, now, actor }, { entry: id, payment: paymentId }));
  return processEntry(deps, id);
}

/** The first half of it, in the caller's transaction. @throws NOT_FOUND, INVALID_INPUT */
export async function assignEntry(
  ctx: AuditCtx,
  { entry: id, payment: paymentId }: { entry: number; payment: string },
): Promise<void> {
  const entry = await store.loadEntryForUpdate(ctx.db, id);
  const payment = await topups.loadPaymentForUpdate(ctx.db, paymentId);
  if (!entry || !payment) throw new AppError('NOT_FOUND');
  if (entry.payment === paymentId) return;
  if (!isCredit(entry) || entry.payment !== null || entry.refund !== null)
    throw invalid({ entry: 'Diese Buchung ist kein Eingang ohne Zahlung.' });
  if (payment.provider !== 'bank' || payment.ref === null || FINAL.has(payment.status))
    throw invalid({ payment_id: 'Diese Zahlung wartet nicht auf eine Banküberweisung.' });
  await store.assignEntry(ctx.db, id, paymentId);
  await topups.closeCaseAbout(ctx, caseKey(id), `Zahlung ${payment.number} zugeordnet`);
  await audit(ctx, 'bank_entry_matched', `payment:${paymentId}`, { entry: id });
}

/** Payments that accept no more money. */
const FINAL = new Set(['gutgeschrieben', 'erstattet', 'zurueckbezahlt', 'rueckbelastet']);

/**
 * Confirms a refund before a statement shows it. False when it was confirmed already. @throws
 * NOT_FOUND
 */
export async function refundPaidByHand(ctx: AuditCtx, id: string): Promise<boolean> {
  const refund = await store.loadRefundForUpdate(ctx.db, id);
  if (!refund) throw new AppError('NOT_FOUND');
  const confirmed = await confirmPaid(ctx, refund);
  if (confirmed) await audit(ctx, 'bank_refund_paid', `payment:${refund.payment}`, { refund: id });
  return confirmed;
}
