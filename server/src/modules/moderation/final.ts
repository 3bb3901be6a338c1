import { objectLabel } from '@samtrot/shared/audit/rules.ts';
import { REASON_NAMES, type ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import { finalText, kindsFor } from '@samtrot/shared/holds/rules.ts';
import type * as contract from '@samtrot/shared/holds/staff-contract.ts';
import { HOLD_LABELS, mayRelease } from '@samtrot/shared/holds/status.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import {
  type AwaitsApproval,
  assertFresh,
  assertRight,
  type StaffCtx,
} from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as banners from '../banners/service.ts';
import { holdReasonsAt } from '../catalogue/service.ts';
import * as clubs from '../clubs/service.ts';
import * as holds from '../holds/service.ts';
import * as inserate from '../inserate/service.ts';
import { type ApprovalDeps, type Operation, requestApproval } from '../staff/service.ts';
import { assertDecision, decidedBefore, loadOpen, logForOwner, objectOf, tell } from './holding.ts';

type Wish = Input<typeof contract.makeFinal>;

/** What two people have agreed on. */
interface Final {
  hold_id: number;
  version: number;
  reason: ReasonId;
  text: string;
  note: string;
  credits: Credits;
}

const UNUSED = {
  inserat: inserate.unused,
  banner: banners.unused,
  club: clubs.unused,
} as const;
const REFUND = {
  inserat: inserate.refundUnused,
  banner: banners.refundUnused,
  club: clubs.refundUnused,
} as const;

const thingsOf = ({ db }: StaffCtx, { thing, item_id: id, account_id }: holds.HoldRow) =>
  thing === 'account' ? holds.heldThings(db, account_id) : [{ thing, id }];

const refunds = async (ctx: StaffCtx, reason: ReasonId): Promise<boolean> =>
  (await holdReasonsAt(ctx))[reason].refunds;

/** What becoming final would refund for a locked hold; nothing for some reasons (BOF-33). */
async function refundOf(ctx: StaffCtx, row: holds.HoldRow, reason: ReasonId): Promise<Credits> {
  if (!(await refunds(ctx, reason))) return 0;
  let sum = 0;
  for (const { thing, id } of await thingsOf(ctx, row)) sum += await UNUSED[thing](ctx, id);
  return sum;
}

/** @throws NOT_FOUND, NOTHING_HELD */
export async function previewFinal(
  ctx: StaffCtx,
  { hold_id, reason }: Input<typeof contract.finalPreview>,
): Promise<{ credits: Credits; text: string }> {
  const row = await loadOpen(ctx, hold_id);
  const because = reason ?? row.reason;
  const credits = await refundOf(ctx, row, because);
  return { credits, text: finalText((await holdReasonsAt(ctx))[because], credits) };
}

/**
 * Asks a second person to make a hold final (BOF-33). The time of what is held stands still, so
 * both read the same number. The command line without a person does it at once.
 * @throws NOT_FOUND, NOTHING_HELD, ALREADY_DECIDED if it is final, STAFF_VERSION_CONFLICT,
 * INVALID_INPUT, REASON_REQUIRED, SECOND_PERSON_MISSING; of an account also RIGHT_MISSING,
 * FRESH_FACTOR_REQUIRED
 */
export async function makeFinal(
  ctx: StaffCtx,
  deps: Pick<ApprovalDeps, 'solo'>,
  { hold_id, seen_version, reason, text, note }: Wish,
): Promise<Credits | AwaitsApproval> {
  const { actor } = ctx;
  const row = await loadOpen(ctx, hold_id);
  // As where somebody blocks an account.
  if (row.thing === 'account') {
    assertRight(actor, 'customer.block');
    assertFresh(actor, 'customer.block', ctx.now);
  }
  if (!mayRelease(row.kind)) throw await decidedBefore(ctx, row);
  if (row.version !== seen_version) throw new AppError('STAFF_VERSION_CONFLICT');
  if (note.trim() === '') throw new AppError('REASON_REQUIRED');
  const because = reason ?? row.reason;
  const said = text ?? (because === row.reason ? row.text : undefined);
  const decision = await assertDecision(ctx, {
    object: { type: row.thing, id: row.item_id },
    kind: 'final',
    reason: because,
    text: said,
    note,
  });
  const credits = await refundOf(ctx, row, because);
  const input: Final = { ...decision, hold_id, version: row.version, credits };
  if (actor.kind !== 'staff') return carryOut(ctx, input);
  return requestApproval({ ...ctx, actor }, deps, {
    operation: finalOperation,
    object: `hold:${hold_id}`,
    input,
    before: { Entscheid: HOLD_LABELS[row.kind], Grund: REASON_NAMES[row.reason] },
    after: {
      Entscheid: HOLD_LABELS.final,
      Grund: REASON_NAMES[because],
      Rückerstattung: formatCredits(credits),
    },
    reason: note,
  });
}

/** Locks the hold; why what was asked for no longer holds, or null (BOF-21). */
async function whyNot(ctx: StaffCtx, input: Final): Promise<string | null> {
  const row = await loadOpen(ctx, input.hold_id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!row) return 'Die Sperre ist inzwischen aufgehoben.';
  if (row.version !== input.version) return 'Der Entscheid ist inzwischen ein anderer.';
  const reasons = await holdReasonsAt(ctx);
  if (!kindsFor(row.thing, reasons[input.reason]).includes('final'))
    return 'Dieser Grund kann nicht mehr endgültig werden.';
  const credits = await refundOf(ctx, row, input.reason);
  return credits === input.credits
    ? null
    : `Zurück kämen jetzt ${formatCredits(credits)} statt ${formatCredits(input.credits)}.`;
}

/** Refunds what is unused and makes the hold final. @throws NOT_FOUND, NOTHING_HELD */
async function carryOut(ctx: StaffCtx, input: Final, askedBy?: number): Promise<Credits> {
  const { hold_id: id, reason, text, note } = input;
  const before = await loadOpen(ctx, id);
  let refunded = 0;
  if (await refunds(ctx, reason))
    for (const { thing, id: item } of await thingsOf(ctx, before))
      refunded += await REFUND[thing](ctx, { id: item, holdId: id });
  failPoint('final.mid');
  const fields = reason === before.reason ? before.fields : [];
  await holds.change(
    ctx.db,
    id,
    { kind: 'final', reason, fields, seen: fields.length > 0 ? before.seen : {}, text, note },
    {
      at: ctx.now,
      staffId: ctx.actor.kind === 'staff' ? ctx.actor.staffId : null,
      ...(askedBy !== undefined && { askedBy }),
      refunded,
    },
  );
  const row = (await holds.find(ctx.db, id))!;
  await auditChange(ctx, 'hold_changed', {
    right: 'hold.final',
    object: objectOf(row.thing, row.item_id),
    reason,
    before: { kind: before.kind, reason: before.reason, version: before.version },
    after: { hold: id, kind: row.kind, reason, version: row.version, refunded },
  });
  await logForOwner(ctx, row, 'hold_changed_by_house', row.text);
  await tell(ctx, row, await holds.present(ctx, row), ctx.now);
  return refunded;
}

export const finalOperation: Operation = {
  name: 'hold_final',
  right: 'hold.final',
  label: 'Endgültig sperren',
  nameOf: async ({ db }, object) => {
    const row = await holds.find(db, Number(object.replace('hold:', '')));
    return row ? objectLabel(objectOf(row.thing, row.item_id)) : object;
  },
  check: (ctx, input: Final) => whyNot(ctx, input),
  perform: async (ctx, input: Final, { asked_by }) => {
    await carryOut(ctx, input, asked_by);
  },
};
