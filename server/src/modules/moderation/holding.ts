import type { AccountEventKind } from '@samtrot/shared/access/events.ts';
import { objectLabel } from '@samtrot/shared/audit/rules.ts';
import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { fieldWord, pictureIn } from '@samtrot/shared/holds/owner-rules.ts';
import type { ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import {
  HOLD_TEXT_MAX,
  HOLD_TEXT_MIN,
  kindsFor,
  mayName,
  sentenceFor,
} from '@samtrot/shared/holds/rules.ts';
import {
  type HeldThing,
  HOLD_LABELS,
  type HoldKind,
  mayRelease,
} from '@samtrot/shared/holds/status.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import { lockAccount, type StaffCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as access from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import * as banners from '../banners/service.ts';
import { holdReasonsAt } from '../catalogue/service.ts';
import * as clubs from '../clubs/service.ts';
import * as holds from '../holds/service.ts';
import * as inserate from '../inserate/service.ts';
import type { Standing } from '../listings/service.ts';
import {
  freedSentence,
  heldMail,
  rejectedMail,
  releasedMail,
  upheldMail,
} from './mail-templates.ts';
import { tellOwner } from './owner-news.ts';

export interface Holding {
  object: { type: HeldThing; id: number };
  kind: HoldKind;
  reason?: ReasonId | undefined;
  fields?: readonly string[] | undefined;
  text?: string | undefined;
  note?: string | undefined;
  seen_version?: number | undefined;
  hold_id?: number | undefined;
  /** It waits since its publication: its run has not begun. */
  unapproved?: boolean;
  /** The earlier decision of one that was taken back: decided by the reasons of its day. */
  putsBack?: boolean;
  /** Decided in a review of the item: requires a new change even if nothing else differs. */
  judged?: boolean;
}

const STANDING = {
  inserat: inserate.standing,
  banner: banners.standing,
  club: clubs.standing,
} as const;
const staffIdOf = ({ actor }: StaffCtx) => (actor.kind === 'staff' ? actor.staffId : null);
export const objectOf = (thing: HeldThing, id: number) => `${thing}:${id}`;
const rightFor = (thing: HeldThing, otherwise: Right): Right =>
  thing === 'account' ? 'customer.block' : otherwise;

/**
 * Takes a thing off all websites at once, or changes why it is off (BOF-26). Its life stays
 * as it is; the mail leaves at this instant, none without one. Returns the hold.
 * @throws NOT_FOUND, INVALID_INPUT, REASON_REQUIRED, ALREADY_DECIDED, STAFF_VERSION_CONFLICT,
 * NOTHING_HELD
 */
export async function hold(
  ctx: StaffCtx,
  input: Holding,
  mailAt: Date | null = ctx.now,
): Promise<holds.HoldRow> {
  const held = { thing: input.object.type, id: input.object.id };
  const decision = input.putsBack ? putBack(input) : await assertDecision(ctx, input);
  const accountId = await lockHeld(ctx, held);
  // A decision that is taken back may name what its owner has deleted since: that has changed.
  if (!input.putsBack) await assertThere(ctx.db, held, decision.fields);
  const open = await holds.findOpen(ctx.db, held);
  if (input.hold_id !== undefined && open?.id !== input.hold_id) throw new AppError('NOTHING_HELD');
  if (open && (input.seen_version === undefined || !mayRelease(open.kind)))
    throw await decidedBefore(ctx, open);
  if (open && open.version !== input.seen_version) throw new AppError('STAFF_VERSION_CONFLICT');
  if (!open && input.seen_version) throw new AppError('NOTHING_HELD');
  const reworded =
    open !== undefined &&
    !input.judged &&
    !input.putsBack &&
    (await demandsTheSame(ctx.db, open, decision));
  if (reworded) decision.fields = open.fields;
  const seen = reworded ? open.seen : await holds.seenOf(ctx.db, held, decision.fields);
  const by = { at: ctx.now, staffId: staffIdOf(ctx) };
  let id: number;
  if (open) {
    id = open.id;
    await holds.change(ctx.db, id, { ...decision, seen }, { ...by, reworded });
  } else {
    const { thing, id: item_id } = held;
    id = await holds.insert(ctx.db, {
      thing,
      item_id,
      account_id: accountId,
      ...decision,
      seen,
      unapproved: input.unapproved ?? false,
      ...by,
    });
    await holds.noteReceipts(ctx.db, id);
    if (thing === 'account') await access.endAccess(ctx, accountId, { reason: 'held' });
  }
  failPoint('hold.mid');
  const row = (await holds.find(ctx.db, id))!;
  await auditChange(ctx, open ? 'hold_changed' : 'held', {
    right: rightFor(held.thing, decision.kind === 'final' ? 'hold.final' : 'hold.set'),
    object: objectOf(held.thing, held.id),
    reason: decision.reason,
    ...(open && { before: { kind: open.kind, reason: open.reason, version: open.version } }),
    after: { hold: id, kind: row.kind, reason: row.reason, version: row.version },
  });
  const said = await holds.present(ctx, row);
  if (!row.unapproved)
    await logForOwner(ctx, row, open ? 'hold_changed_by_house' : 'held_by_house', said.text);
  if (mailAt) await tell(ctx, row, said, mailAt);
  return row;
}

/**
 * Whether only the text differs: the owner has nothing new to change. What she has removed since
 * cannot be named again.
 */
async function demandsTheSame(
  db: Sql,
  open: holds.HoldRow,
  { kind, reason, fields }: Pick<holds.HoldRow, 'kind' | 'reason' | 'fields'>,
): Promise<boolean> {
  if (open.kind !== kind || open.reason !== reason) return false;
  const missing = await missingOf(db, { thing: open.thing, id: open.item_id }, open.fields);
  const still = open.fields.filter((field) => !missing.includes(field));
  return still.toSorted().join() === fields.toSorted().join();
}

const putBack = ({ kind, reason, fields = [], text = '', note = '' }: Holding) => ({
  kind,
  reason: reason!,
  fields: [...fields],
  text,
  note,
});

/** By the reasons that are valid now. @throws REASON_REQUIRED, INVALID_INPUT */
export async function assertDecision(ctx: Pick<StaffCtx, 'db' | 'now'>, input: Holding) {
  const { object, kind, reason, fields = [], text = '', note = '' } = input;
  if (!reason) throw new AppError('REASON_REQUIRED');
  const rules = (await holdReasonsAt(ctx))[reason];
  if (!kindsFor(object.type, rules).includes(kind))
    throw invalid({ kind: 'Dieser Grund erlaubt das nicht.' });
  if (!fields.every((field) => mayName(object.type, rules, field)))
    throw invalid({ fields: 'Dieser Grund betrifft andere Felder.' });
  const said = text.trim() || sentenceFor(object.type, rules, kind);
  if (said.length < HOLD_TEXT_MIN || said.length > HOLD_TEXT_MAX)
    throw invalid({ text: `Bitte schreibe ${HOLD_TEXT_MIN} bis ${HOLD_TEXT_MAX} Zeichen.` });
  return { kind, reason, fields: [...new Set(fields)], text: said, note: note.trim() };
}

/** Of what is not there, its owner can change nothing. @throws INVALID_INPUT */
export async function assertThere(
  db: Sql,
  held: holds.Held,
  named: readonly string[],
): Promise<void> {
  const missing = await missingOf(db, held, named);
  if (missing.length > 0)
    throw invalid({ fields: `Gibt es nicht: ${missing.map(fieldWord).join(', ')}.` });
}

async function missingOf(
  db: Sql,
  held: holds.Held,
  named: readonly string[],
): Promise<readonly string[]> {
  const { fields, pictures } = await holds.nameableOf(db, held);
  return named.filter((field) => {
    const place = pictureIn(field);
    return place === undefined ? !fields.includes(field) : place > pictures;
  });
}

/**
 * Locks the account of a thing, then the thing. The whole account is exclusive, so that no call of
 * its owner is under way. Returns the account.
 * @throws NOT_FOUND
 */
export async function lockHeld({ db }: StaffCtx, held: holds.Held): Promise<number> {
  const accountId = await holds.ownerOf(db, held);
  if (accountId === undefined) throw new AppError('NOT_FOUND');
  const whole = held.thing === 'account';
  await lockAccount(db, accountId, whole ? 'exclusive' : 'shared').catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('NOT_FOUND') : error;
  });
  if (whole) await holds.lockThings(db, accountId);
  await holds.lockThing(db, held);
  if ((await holds.ownerOf(db, held)) === undefined) throw new AppError('NOT_FOUND');
  return accountId;
}

/** Names who decided and when. */
export async function decidedBefore({ db }: StaffCtx, row: holds.HoldRow): Promise<AppError> {
  const closed = row.closed_at !== null;
  return new AppError('ALREADY_DECIDED', {
    params: {
      name: await holds.staffName(db, closed ? row.closed_by : row.decided_by),
      zeit: formatDateTime(row.closed_at ?? row.decided_at),
      entscheid: closed ? 'Freigegeben' : HOLD_LABELS[row.kind],
    },
  });
}

async function addressee({ db }: StaffCtx, row: holds.HoldRow) {
  const { email, nickname } = await accounts.getAccount(db, row.account_id);
  return { to: email, name: nickname, thing: row.thing, id: row.item_id };
}

/** What the owner reads of it in her log (EXP-87). */
export const logForOwner = (
  ctx: StaffCtx,
  { account_id, thing, item_id }: holds.HoldRow,
  kind: AccountEventKind,
  reason: string,
): Promise<void> =>
  access.logEvent(ctx, account_id, kind, {
    thing: thing === 'account' ? 'Konto' : objectLabel(objectOf(thing, item_id)),
    ...(reason && { reason }),
  });

/** The cause of the mail about a decision of a hold. */
export const heldCause = (row: Pick<holds.HoldRow, 'id' | 'version'>) =>
  `hold:${row.id}:${row.version}`;
export const releasedCause = (holdId: number) => `released:${holdId}`;

/** Mails the owner what she is told of a hold. */
export async function tell(
  ctx: StaffCtx,
  row: holds.HoldRow,
  { reason, text, time, may_resubmit, may_appeal }: Hold,
  at: Date,
): Promise<void> {
  await tellOwner(
    { db: ctx.db, now: at },
    heldMail({
      ...(await addressee(ctx, row)),
      cause: heldCause(row),
      reason,
      text,
      time,
      may: { resubmit: may_resubmit, appeal: may_appeal },
    }),
    row,
  );
}

export interface Releasing {
  hold_id: number;
  reason: string;
  text?: string | undefined;
}

export interface Lifted {
  /** Null of an account. */
  life: string | null;
  ends_at: Date | null;
  refunded: Credits;
  /** Where it stands now, as its owner reads it. */
  sentence: string;
}

/**
 * Lifts a hold; paid time goes on where it stood (BOF-29 to BOF-32). Mails at this instant.
 * @throws NOT_FOUND, NOTHING_HELD, ALREADY_DECIDED if it is final, REASON_REQUIRED
 */
export async function release(
  ctx: StaffCtx,
  input: Releasing,
  mailAt: Date | null = ctx.now,
): Promise<Lifted> {
  if (!input.reason.trim()) throw new AppError('REASON_REQUIRED');
  const row = await loadOpen(ctx, input.hold_id);
  if (!mayRelease(row.kind)) throw await decidedBefore(ctx, row);
  const { reason, text = '' } = input;
  return lift(ctx, row, { outcome: 'released', reason, text, mailAt });
}

/** An open hold, locked with its account and thing. @throws NOT_FOUND, NOTHING_HELD */
export async function loadOpen(ctx: StaffCtx, id: number): Promise<holds.HoldRow> {
  const known = await holds.find(ctx.db, id);
  if (!known) throw new AppError('NOT_FOUND');
  if (known.closed_at) throw new AppError('NOTHING_HELD');
  await lockHeld(ctx, { thing: known.thing, id: known.item_id });
  const row = (await holds.find(ctx.db, id))!;
  if (row.closed_at) throw new AppError('NOTHING_HELD');
  return row;
}

interface Lifting {
  outcome: 'released' | 'upheld';
  reason: string;
  text: string;
  mailAt: Date | null;
}

async function lift(
  ctx: StaffCtx,
  row: holds.HoldRow,
  { outcome, reason, text, mailAt }: Lifting,
): Promise<Lifted> {
  const { thing, item_id: id } = row;
  await holds.keepReceipts(ctx.db, row.id);
  const going = await goingOn(ctx, row);
  let refunded = 0;
  for (const { thing: kind, id: item, held_at } of going) {
    const of = { id: item, heldAt: held_at };
    if (kind === 'inserat') refunded += await inserate.continueTime(ctx, of);
    else if (kind === 'banner') await banners.continueTime(ctx, of);
    else await clubs.continueTime(ctx, of);
  }
  failPoint('release.mid');
  await holds.close(ctx.db, row.id, { outcome, reason, at: ctx.now, staffId: staffIdOf(ctx) });
  const standing: Standing | null = thing === 'account' ? null : await STANDING[thing](ctx, id);
  await auditChange(ctx, outcome === 'upheld' ? 'appeal_upheld' : 'released', {
    right: outcome === 'upheld' ? 'appeal.decide' : rightFor(thing, 'hold.release'),
    object: objectOf(thing, id),
    reason,
    before: { hold: row.id, kind: row.kind, reason: row.reason },
    after: { ...(standing && { life: standing.life }), refunded },
  });
  if (!row.unapproved)
    await logForOwner(
      ctx,
      row,
      outcome === 'upheld' ? 'appeal_upheld_by_house' : 'released_by_house',
      text,
    );
  const stands = {
    online: standing?.online ?? false,
    first: row.unapproved,
    over: standing?.life === 'abgelaufen',
    endsAt: standing?.ends_at ?? null,
  };
  if (mailAt)
    await tellOwner(
      { db: ctx.db, now: mailAt },
      (outcome === 'upheld' ? upheldMail : releasedMail)({
        ...(await addressee(ctx, row)),
        cause: releasedCause(row.id),
        ...stands,
        text,
      }),
      row,
    );
  return {
    life: standing?.life ?? null,
    ends_at: standing?.ends_at ?? null,
    refunded,
    sentence: freedSentence({ thing, id, ...stands }),
  };
}

/** What is no longer held once this hold is lifted. */
async function goingOn({ db }: StaffCtx, { thing, item_id: id, account_id }: holds.HoldRow) {
  if (thing === 'account') return holds.thingsHeldBy(db, account_id);
  if (await holds.findOpen(db, { thing: 'account', id: account_id })) return [];
  const { held_at } = (await holds.lockThing(db, { thing, id }))!;
  return [{ thing, id, held_at: held_at! }];
}

/**
 * Decides an appeal; upheld, it lifts the hold in the same transaction (BOF-36).
 * @throws NOT_FOUND, NOTHING_HELD, SAME_PERSON, ALREADY_DECIDED, REASON_REQUIRED
 */
export async function decideAppeal(
  ctx: StaffCtx,
  { appeal_id, upheld, answer }: { appeal_id: number; upheld: boolean; answer: string },
): Promise<void> {
  if (!answer.trim()) throw new AppError('REASON_REQUIRED');
  const known = await holds.findAppeal(ctx.db, appeal_id);
  if (!known) throw new AppError('NOT_FOUND');
  const row = await loadOpen(ctx, known.hold_id);
  const appeal = (await holds.loadAppealForUpdate(ctx.db, appeal_id))!;
  if (appeal.decided_at) throw await decidedBefore(ctx, row);
  const staffId = staffIdOf(ctx);
  // Nobody by name may be the person who decided.
  const deciders = await holds.deciders(ctx.db, appeal_id);
  if (staffId === null || deciders.includes(staffId)) throw new AppError('SAME_PERSON');
  await holds.decideAppeal(ctx.db, appeal_id, { upheld, answer, at: ctx.now, staffId });
  failPoint('appeal.mid');
  if (upheld) {
    await lift(ctx, row, { outcome: 'upheld', reason: answer, text: answer, mailAt: ctx.now });
    return;
  }
  await auditChange(ctx, 'appeal_rejected', {
    right: 'appeal.decide',
    object: objectOf(row.thing, row.item_id),
    reason: answer,
    after: { hold: row.id, appeal: appeal_id },
  });
  await logForOwner(ctx, row, 'appeal_rejected_by_house', answer);
  await tellOwner(
    ctx,
    rejectedMail({ ...(await addressee(ctx, row)), cause: `appeal:${appeal_id}`, answer }),
    row,
  );
}
