import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatChf, formatCredits, formatDayTime } from '@samtrot/shared/kernel/format.ts';
import {
  type CaseFacts,
  type CaseWay,
  caseWays,
  needsReason,
  wayText,
} from '@samtrot/shared/money-desk/case-rules.ts';
import type * as contract from '@samtrot/shared/money-desk/contract.ts';
import { paymentName, waitsForDecision } from '@samtrot/shared/topups/status.ts';
import {
  type Actors,
  AwaitsApproval,
  assertFresh,
  assertRight,
  type Ctx,
  type OwnCtx,
  type StaffCtx,
} from '../../platform/action.ts';
import type { Database } from '../../platform/db.ts';
import { type Operation, requestApproval } from '../staff/service.ts';
import * as topups from '../topups/service.ts';
import { type CaseDeps, caseOf, entryOf } from './cases.ts';
import { type LimitDeps, needsSecond } from './limit.ts';
import { refund } from './refunds.ts';

export interface SettleDeps extends CaseDeps, LimitDeps {
  db: Database;
  providers: topups.Providers;
}

type Wanted = Input<typeof contract.settleCase>;
type Person = Actors['staff'];

/** What is left to do once the case is settled. */
interface Settled {
  said: string;
  /** The movement of the bank that was assigned. */
  entry?: number;
  /** The payment to ask the provider about. */
  ask?: { provider: string; ref: string };
}

/**
 * Settles a case one of its ways, once (BOF-94 to BOF-98).
 * @throws NOT_FOUND, ALREADY_DECIDED, STAFF_VERSION_CONFLICT, INVALID_INPUT, REASON_REQUIRED,
 * PAYMENT_SETTLED, PAYMENT_UNAVAILABLE
 */
export async function settleCase(
  ctx: OwnCtx<Person>,
  deps: SettleDeps,
  input: Wanted,
): Promise<{ message: string } | AwaitsApproval> {
  const { now, actor } = ctx;
  const settled = await ctx.transaction((inner) => decide(inner, deps, input));
  if (settled instanceof AwaitsApproval) return settled;
  const { said: message, entry, ask } = settled;
  if (entry !== undefined && deps.bank) {
    const credited = await deps.bank.carryOut(entry, { now, actor });
    return {
      message: credited
        ? 'Zugeordnet und gutgeschrieben.'
        : `${message} Der Betrag ist ein anderer.`,
    };
  }
  if (ask) await topups.askProvider({ ...deps, now }, ask);
  return { message };
}

async function decide(
  ctx: Ctx<Person>,
  deps: SettleDeps,
  { case_id, seen_version, way, ...input }: Wanted,
): Promise<Settled | AwaitsApproval> {
  const { db, now, actor } = ctx;
  const locked = await topups.loadCaseForUpdate(ctx, case_id);
  if (!locked) throw new AppError('NOT_FOUND');
  const { row, facts } = await caseOf(db, deps, case_id);
  await assertOpen(ctx, locked.found, facts);
  if (locked.version !== seen_version || row.awaits) throw new AppError('STAFF_VERSION_CONFLICT');
  if (!caseWays(facts).includes(way))
    throw invalid({ way: 'Dieser Weg steht bei diesem Fall nicht offen.' });
  const reason = (input.reason ?? '').trim();
  if (needsReason(way) && reason === '') throw new AppError('REASON_REQUIRED');
  const done = await carryOut(ctx, deps, { way, reason, locked, facts, match: input.payment_id });
  if (done instanceof AwaitsApproval || way === 'ask') return done;
  const { label } = wayText(way, facts);
  await topups.noteDecision(db, { id: case_id, by: actor.staffId, decision: label, now });
  return done;
}

/** @throws ALREADY_DECIDED with who, when and how */
async function assertOpen(
  { db }: Pick<Ctx, 'db'>,
  { closedAt, decidedAt, decidedBy, decision, note }: topups.LockedCase,
  { back }: CaseFacts,
): Promise<void> {
  // A refund that was refused leaves the case to be decided again.
  if (closedAt === null && (decidedAt === null || back === 0)) return;
  const person =
    decidedBy === null
      ? undefined
      : await db
          .selectFrom('staff')
          .select('name')
          .where('id', '=', decidedBy)
          .executeTakeFirstOrThrow();
  throw new AppError('ALREADY_DECIDED', {
    params: {
      name: person?.name ?? 'Automatik',
      zeit: formatDayTime((decidedAt ?? closedAt)!),
      entscheid: decision ?? note ?? 'Erledigt',
    },
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof topups.loadCaseForUpdate>>>;

interface Order {
  way: CaseWay;
  reason: string;
  locked: Locked;
  facts: CaseFacts;
  match: number | undefined;
}

async function carryOut(
  ctx: Ctx<Person>,
  deps: SettleDeps,
  order: Order,
): Promise<Settled | AwaitsApproval> {
  const { way, reason, locked, facts } = order;
  const { found, payment } = locked;
  switch (way) {
    case 'credits': {
      const { credits } = await topups.settleDifference(ctx, {
        paymentId: payment!.id,
        way,
        reason: reason || 'vom Betrieb entschieden',
      });
      return { said: `${formatCredits(credits)} sind gutgeschrieben.` };
    }
    case 'returned':
      await topups.settleDifference(ctx, { paymentId: payment!.id, way, reason });
      return { said: 'Die Zahlung gilt als zurückbezahlt.' };
    case 'full':
      return settleInFull(ctx, deps, { payment: payment!, reason });
    case 'refund': {
      const done = await refund(ctx, deps, {
        payment: payment!.number,
        rappen: facts.received!,
        reason,
        mayOwe: false,
      });
      return done instanceof AwaitsApproval ? done : { said: done };
    }
    case 'match':
      return match(ctx, deps, order);
    case 'paid':
      await deps.bank!.refundPaid(ctx, found.key.split(':')[1]!);
      return { said: 'Die Rückzahlung ist bestätigt.' };
    case 'ask':
      return ask(order);
    case 'close':
      await close(ctx, order);
      return { said: 'Der Fall ist geschlossen.' };
  }
}

async function close(ctx: Ctx<Person>, { reason, locked: { found, payment } }: Order) {
  if (payment && waitsForDecision(payment.status))
    throw new AppError('PAYMENT_UNDECIDED', { params: { zahlung: payment.number } });
  await topups.closeCase(ctx, { id: found.id, note: reason });
}

async function match(ctx: Ctx<Person>, deps: SettleDeps, { locked, match: wanted }: Order) {
  const entry = entryOf(locked.found);
  if (entry === null || !deps.bank) throw invalid({ way: 'Ohne Bank geht das nicht.' });
  if (wanted === undefined) throw invalid({ payment_id: 'Zu welcher Zahlung gehört es?' });
  const payment = await topups.paymentNamed(ctx.db, String(wanted)).catch(() => {
    throw invalid({ payment_id: 'Diese Zahlung gibt es nicht.' });
  });
  await deps.bank.assign(ctx, { entry, payment });
  return { said: `${paymentName(wanted)} zugeordnet.`, entry };
}

function ask({ locked: { found, payment } }: Order): Settled {
  const ref = payment?.ref ?? (typeof found.details.ref === 'string' ? found.details.ref : null);
  if (ref === null) throw invalid({ way: 'Der Fall nennt keine Zahlung beim Anbieter.' });
  return {
    said: 'Nachgefragt. Was neu ist, steht im Fall.',
    ask: { provider: found.provider, ref },
  };
}

interface SettleInFull {
  payment: NonNullable<Locked['payment']>;
  reason: string;
}

/** Credits the whole package; the missing amount is booked as a correction (BOF-94, BOF-101). */
export async function settleInFull(
  ctx: StaffCtx,
  deps: LimitDeps,
  { payment, reason }: SettleInFull,
): Promise<Settled | AwaitsApproval> {
  const { actor } = ctx;
  assertRight(actor, 'money.correct');
  assertFresh(actor, 'money.correct', ctx.now);
  const { accountId, price, received, credits, bonus, number } = payment;
  const rappen = Math.max(0, price - (received ?? 0));
  if (actor.kind !== 'staff' || !(await needsSecond(ctx, deps, { accountId, rappen })))
    return { said: await carryOutFull(ctx, payment.id, reason, false) };
  return requestApproval({ ...ctx, actor }, deps, {
    operation: fullOperation,
    object: `payment:${number}`,
    input: { payment: number, rappen } satisfies FullWish,
    before: { Erhalten: formatChf(received ?? 0) },
    after: {
      Erhalten: formatChf(received ?? 0),
      Kulanz: formatChf(rappen),
      Credits: formatCredits(credits + bonus),
    },
    reason,
  });
}

interface FullWish {
  payment: number;
  /** What is missing. */
  rappen: number;
}

async function carryOutFull(ctx: StaffCtx, paymentId: string, reason: string, approved: boolean) {
  const done = await topups.settleDifference(ctx, { paymentId, way: 'full', reason, approved });
  return `${formatCredits(done.credits + done.bonus)} sind gutgeschrieben.`;
}

/** Settling an underpayment in full, above the limit. */
export const fullOperation: Operation = {
  name: 'payment_full',
  right: 'money.correct',
  label: 'Als bezahlt gelten lassen',
  nameOf: async (_ctx, object) => paymentName(Number(object.replace('payment:', ''))),
  async check({ db }, { payment: number, rappen }: FullWish) {
    const payment = await topups.loadPaymentForUpdate(
      db,
      await topups.paymentNamed(db, String(number)),
    );
    const waits =
      payment &&
      waitsForDecision(payment.status) &&
      (await topups.moneyBack(db, payment.id)).ordered === 0;
    if (!waits) return 'Die Zahlung wartet nicht mehr auf einen Entscheid.';
    return payment.price - (payment.received ?? 0) === rappen
      ? null
      : `Erhalten sind jetzt ${formatChf(payment.received ?? 0)}.`;
  },
  async perform(ctx, { payment: number }: FullWish, { reason }) {
    const id = await topups.paymentNamed(ctx.db, String(number));
    await carryOutFull(ctx, id, reason, true);
  },
};
