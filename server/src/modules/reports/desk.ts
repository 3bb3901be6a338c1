import { LOOK_REASONS } from '@samtrot/shared/access/looks.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime, formatDayTime } from '@samtrot/shared/kernel/format.ts';
import {
  CLAIM_MS,
  firstLookText,
  isDiscredited,
  isObjectable,
  lookFirstText,
  needsLook,
  needsNote,
  REPORT_REASONS,
  REPORT_STATE_LABELS,
  REPORT_TEXT_MIN,
  REPORTS_PER_PAGE,
  reportClock,
  reportNumber,
  THING_LABELS,
  urgencyOf,
} from '@samtrot/shared/reports/rules.ts';
import type * as contract from '@samtrot/shared/reports/staff-contract.ts';
import { partsOf } from '@samtrot/shared/staff/overview-rules.ts';
import { assertFresh, assertRight, type StaffCtx } from '../../platform/action.ts';
import { auditChange, lookedAt } from '../../platform/audit.ts';
import { recordLook } from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import * as holds from '../holds/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as moderation from '../moderation/service.ts';
import * as desk from './desk-store.ts';
import { answerMail, statementMail } from './mail-templates.ts';
import {
  auditedReport,
  findReported,
  lockDecisions,
  privateIn,
  type Reported,
  sourceOf,
  unjustifiedLike,
} from './store.ts';

export interface DeskDeps {
  supportEmail: string;
  publicUrl: string;
  /** The mailbox that is read, if any: answers to mails reach somebody. */
  inbound: object | null;
}

type Reading = Pick<StaffCtx, 'db' | 'now'>;
type StaffNames = Awaited<ReturnType<typeof holds.staffNames>>;
const idIn = ({ id }: desk.ReportRow) => id;
const idOf = (number: string) => Number(number.slice('M-'.length));
const staffIdOf = ({ actor }: Pick<StaffCtx, 'actor'>) =>
  actor.kind === 'staff' ? actor.staffId : null;

/** Whether this person made the decision that somebody does not agree with. */
const isFirst = (ctx: Pick<StaffCtx, 'actor'>, row: desk.ReportRow) =>
  row.objected_at !== null && row.first_decided_by === staffIdOf(ctx);

const mayObject = ({ decided_at, objected_at }: desk.ReportRow, now: Date) =>
  decided_at !== null && objected_at === null && isObjectable(decided_at, now);

const isClaimed = (row: desk.ReportRow, now: Date) =>
  row.claimed_until !== null && row.claimed_until > now;

const clockOf = (row: desk.ReportRow, now: Date) =>
  reportClock({ ...row, received_at: row.objected_at ?? row.received_at }, row.decided_at ?? now);

function listed({ now }: Reading, row: desk.ReportRow, nameOf: StaffNames) {
  return {
    number: reportNumber(row.id),
    object: { type: row.thing, id: row.item_id },
    reason: row.reason,
    urgency: urgencyOf(row.reason),
    state: row.state,
    received_at: row.received_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    clock: clockOf(row, now),
    claimed_by: isClaimed(row, now) ? nameOf(row.claimed_by) : null,
  };
}

/** One page of the open reports in the order in which they are looked at, or of the decided ones (BOF-57). */
export async function list(
  ctx: Reading,
  { list: which, page }: Input<typeof contract.reports>,
): Promise<Output<typeof contract.reports>> {
  const { total: open, urgent, overdue } = await desk.openFigures(ctx.db, ctx.now);
  const decided = which === 'decided';
  const total = decided ? await desk.countDecided(ctx.db) : open;
  const pages = Math.max(1, Math.ceil(total / REPORTS_PER_PAGE));
  const shown = Math.min(page, pages);
  const span = { limit: REPORTS_PER_PAGE, offset: (shown - 1) * REPORTS_PER_PAGE };
  const rows = await (decided ? desk.decidedReports : desk.openReports)(ctx.db, span);
  const nameOf = await holds.staffNames(
    ctx.db,
    rows.map(({ claimed_by }) => claimed_by),
  );
  const items = rows.map((row) => listed(ctx, row, nameOf));
  return { items, page: shown, pages, urgent, overdue };
}

/** For the alarms (BOF-138). */
export { urgentOverdue } from './desk-store.ts';

/** For the overview (BOF-134). */
export async function waiting({ db, now }: Reading) {
  const { urgent, high, normal, overdue } = await desk.openFigures(db, now);
  return {
    ...(await desk.countOpen(db)),
    urgent,
    overdue,
    parts: partsOf({ hoch: high, normal }),
    first: urgent > 0 ? await mostUrgent({ db, now }) : null,
  };
}

/** The first of the list, in words. */
async function mostUrgent({ db, now }: Reading) {
  const [row] = await desk.openReports(db, { limit: 1, offset: 0 });
  if (!row) return null;
  const number = reportNumber(row.id);
  const hold = await holds.findOpen(db, { thing: row.thing, id: row.item_id });
  const object = `${THING_LABELS[row.thing]} ${row.item_id}`;
  const { due, text } = clockOf(row, now);
  return {
    number,
    path: `/meldungen/${number}`,
    text: `${REPORT_REASONS[row.reason].label}. ${object}${hold ? `, seit ${formatDayTime(hold.held_at)} vom Netz` : ''}.`,
    clock: `${due}, ${text.replace(/^Noch/, 'noch')}`,
  };
}

/** Who decided last, and what both sides were told; of what is looked at again the first decision. */
function decisionOf(row: desk.ReportRow, nameOf: StaffNames) {
  const at = row.decided_at ?? row.first_decided_at;
  if (!at) return null;
  return {
    by: nameOf(row.decided_at ? row.decided_by : row.first_decided_by),
    at: at.toISOString(),
    ...desk.sentencesOf(row),
  };
}

/** Whether it counts towards an automatic hold (BOF-64). */
async function doesCount({ db, now }: Reading, id: number): Promise<boolean> {
  return !isDiscredited(await sourceOf(db, id), await unjustifiedLike(db, [id]), now);
}

/**
 * A report with what it is about, then and now; the owner of what visitors do not see of it reads
 * who looked (BOF-76). @throws NOT_FOUND
 */
export async function read(ctx: StaffCtx, number: string): Promise<Output<typeof contract.report>> {
  const { db, now } = ctx;
  const row = await desk.findReport(db, idOf(number));
  if (!row) throw new AppError('NOT_FOUND');
  const snapshot = await desk.snapshotOf(db, row.id);
  const publicId = await desk.publicIdOf(db, row);
  const today = publicId && (await findReported(db, row.thing, publicId, now));
  const hold = await holds.findOpen(db, { thing: row.thing, id: row.item_id });
  const others = await desk.otherReports(db, row);
  const pictured = await desk.withPictures(db, others.map(idIn));
  const known = [row.claimed_by, row.decided_by, row.first_decided_by];
  const nameOf = await holds.staffNames(db, known);
  const sees = moderation.seesPrivate(ctx.actor);
  const hidden = privateIn(row.thing, [snapshot.contact, today ? today.contact : {}]);
  const shown = (contact: Reported['contact']) => (sees ? contact : hidden.without(contact));
  if (sees && hidden.any)
    await recordLook(ctx, {
      account: row.account_id,
      kind: 'report',
      thing: { type: 'report', number: row.id },
      reason: LOOK_REASONS.report,
    });
  return {
    report: {
      ...listed(ctx, row, nameOf),
      message: desk.messageOf(row),
      has_email: row.email !== null,
      automatic: row.automatic,
      website: await desk.websiteOf(db, row.id),
      counts: await doesCount(ctx, row.id),
      first_look: row.opened_at && !row.objected_at ? firstLookText(row, row.opened_at) : null,
      objection: row.objected_at && {
        by: row.objected_by!,
        message: desk.objectionOf(row),
        at: row.objected_at.toISOString(),
        first: row.first_state!,
      },
      decision: decisionOf(row, nameOf),
      may_decide: !isFirst(ctx, row),
      may_object: mayObject(row, now),
    },
    snapshot: {
      ...snapshot,
      contact: shown(snapshot.contact),
      taken_at: snapshot.taken_at.toISOString(),
    },
    today: today
      ? {
          was: today.was,
          title: today.title,
          name: today.name,
          text: today.body,
          contact: shown(today.contact),
        }
      : null,
    others: others.map((other) => ({
      number: reportNumber(other.id),
      same_object: other.thing === row.thing && other.item_id === row.item_id,
      has_email: other.email !== null,
      has_pictures: pictured.has(other.id),
      reason: other.reason,
      state: other.state,
      received_at: other.received_at.toISOString(),
    })),
    hold: hold
      ? {
          id: hold.id,
          kind: hold.kind,
          reason: hold.reason,
          version: hold.version,
          held_at: hold.held_at.toISOString(),
        }
      : null,
    review_id: (await moderation.newestReview(db, row)) ?? null,
    account_held: (await holds.findOpen(db, accountOf(row))) !== undefined,
    account: await moderation.accountFacts(ctx, row.account_id),
  };
}

/** @throws NOT_FOUND, ALREADY_DECIDED, SAME_PERSON, TAKEN_BY_OTHER */
async function lockMine(ctx: StaffCtx, number: string, takeOver: boolean) {
  const { db, now } = ctx;
  const row = await desk.loadReportForUpdate(db, idOf(number));
  if (!row) throw new AppError('NOT_FOUND');
  if (row.decided_at)
    throw new AppError('ALREADY_DECIDED', {
      params: {
        name: await holds.staffName(db, row.decided_by),
        zeit: formatDateTime(row.decided_at),
        entscheid: REPORT_STATE_LABELS[row.state],
      },
    });
  if (isFirst(ctx, row)) throw new AppError('SAME_PERSON');
  if (!takeOver && isClaimed(row, now) && row.claimed_by !== staffIdOf(ctx))
    throw new AppError('TAKEN_BY_OTHER', {
      params: {
        name: await holds.staffName(db, row.claimed_by),
        zeit: formatDateTime(new Date(row.claimed_until!.getTime() - CLAIM_MS)),
      },
    });
  return row;
}

/** Decisions on one thing come one after the other, those of rules among them. @throws NOT_FOUND */
async function lockReportsOn({ db }: StaffCtx, number: string): Promise<void> {
  const row = await desk.findReport(db, idOf(number));
  if (!row) throw new AppError('NOT_FOUND');
  await lockDecisions(db, row.thing, row.item_id);
}

/** Opens a report: its clock now runs to the decision, and reminders end. */
export async function claim(
  ctx: StaffCtx,
  { number, take_over }: Input<typeof contract.claimReport>,
): Promise<void> {
  const row = await lockMine(ctx, number, take_over);
  const staffId = staffIdOf(ctx);
  const until = new Date(ctx.now.getTime() + CLAIM_MS);
  await desk.claim(ctx.db, row.id, { staffId, now: ctx.now, until });
  if (row.claimed_by === staffId && isClaimed(row, ctx.now)) return;
  await auditChange(ctx, 'report_claimed', {
    right: 'report.decide',
    object: auditedReport(row.id),
    before: { state: row.state },
    after: { state: 'in_review' },
  });
}

/** Releases this person's claim on a report; the time of the first look stays. @throws NOT_FOUND */
export async function release(
  ctx: StaffCtx,
  { number }: Input<typeof contract.releaseReport>,
): Promise<void> {
  const row = await desk.loadReportForUpdate(ctx.db, idOf(number));
  if (!row) throw new AppError('NOT_FOUND');
  if (!isClaimed(row, ctx.now) || row.claimed_by !== staffIdOf(ctx)) return;
  await desk.letGo(ctx.db, row.id);
  await auditChange(ctx, 'report_released', {
    right: 'report.decide',
    object: auditedReport(row.id),
  });
}

/**
 * Opens a decided report again after the answer of a reporter or an owner; another person decides
 * it, once.
 * @throws NOT_FOUND, INVALID_INPUT if it is not decided, was looked at again or is too old
 */
export async function object(
  ctx: StaffCtx,
  { number, by, message }: Input<typeof contract.objectReport>,
): Promise<void> {
  const row = await desk.loadReportForUpdate(ctx.db, idOf(number));
  if (!row) throw new AppError('NOT_FOUND');
  if (row.objected_at) throw invalid({ number: 'Dazu gab es schon einen zweiten Blick.' });
  if (!row.decided_at) throw invalid({ number: 'Das ist noch nicht entschieden.' });
  if (!mayObject(row, ctx.now)) throw invalid({ number: 'Die Frist von 30 Tagen ist vorbei.' });
  await desk.reopen(ctx.db, row.id, { by, message, at: ctx.now });
  await auditChange(ctx, 'report_objected', {
    right: 'report.decide',
    object: auditedReport(row.id),
    before: { state: row.state },
    after: { state: 'in_review', by },
  });
}

/**
 * Decides all open reports on a thing, with the hold that comes of it, and tells the reporters
 * who left an address and the owner why (BOF-61, BOF-62).
 */
export async function decide(
  ctx: StaffCtx,
  deps: DeskDeps,
  input: Input<typeof contract.decideReport>,
): Promise<string[]> {
  const { db, now } = ctx;
  const { justified, answer, statement } = input;
  const { inbound, ...settings } = deps;
  const mailed = { ...settings, answered: inbound !== null };
  await lockReportsOn(ctx, input.number);
  const row = await lockMine(ctx, input.number, false);
  const note = (input.note ?? '').trim();
  // What arrives from here on stays open: it may know more than this decision.
  const all = await desk.lockOpenOn(db, row);
  if (all.some((one) => isFirst(ctx, one))) throw new AppError('SAME_PERSON');
  if (note.length < REPORT_TEXT_MIN && all.some(({ reason }) => needsNote(reason, justified)))
    throw invalid({
      note: `Schreib auf, worauf du es stützt, mindestens ${REPORT_TEXT_MIN} Zeichen.`,
    });
  await assertLooked(ctx, all, justified);
  const open = await holds.findOpen(db, { thing: row.thing, id: row.item_id });
  // Before the hold on the thing: that of an account locks more.
  const blocked = input.block_account && (await blockAccount(ctx, row, open, input));
  const { holdId, freed } = await holdFor(ctx, row, open, input);
  const decision = { justified, answer, statement, holdId, staffId: staffIdOf(ctx), at: now };
  for (const one of all) {
    await desk.decide(db, one.id, decision);
    await auditChange(ctx, 'report_decided', {
      right: 'report.decide',
      object: auditedReport(one.id),
      reason: statement,
      before: { state: one.state },
      after: {
        state: justified ? 'justified' : 'unjustified',
        hold: holdId ?? 0,
        ...(note !== '' && { note }),
      },
    });
    const to = desk.emailOf(one);
    if (to !== null)
      await enqueueMail(ctx, answerMail(one, { to, justified, answer, ...mailed }), null);
  }
  // A deleted account has no address any more.
  if ((await holds.ownerOf(db, accountOf(row))) !== undefined) {
    const { email, nickname } = await accounts.getAccount(db, row.account_id);
    // One mail for the decision and for what comes of it.
    await moderation.tellOwner(
      ctx,
      statementMail(row, {
        to: email,
        name: nickname,
        statement,
        justified,
        ...mailed,
        ...(await outcomeOf(ctx, row, { holdId, freed, blocked: blocked === true })),
        gone: (await holds.ownerOf(db, { thing: row.thing, id: row.item_id })) === undefined,
        automatic: all.some(({ automatic }) => automatic),
      }),
      row,
    );
  }
  return all.map(({ id }) => reportNumber(id));
}

/**
 * Nobody decides about pictures unseen: of each report that asks for it the person has uncovered
 * those that were kept. The audit log also knows looks at a deleted account. @throws INVALID_INPUT
 */
async function assertLooked(
  { db, actor }: StaffCtx,
  all: readonly desk.ReportRow[],
  justified: boolean,
): Promise<void> {
  if (actor.kind !== 'staff') return;
  const about = all.filter(({ reason }) => needsLook(reason, justified)).map(idIn);
  const pictured = [...(await desk.withPictures(db, about))].sort((a, b) => a - b);
  const seen = await lookedAt(db, actor.staffId, 'pictures_uncovered', pictured.map(auditedReport));
  const unseen = pictured.filter((id) => !seen.has(auditedReport(id)));
  if (unseen.length > 0) throw invalid({ pictures: lookFirstText(unseen.map(reportNumber)) });
}

const accountOf = ({ account_id }: desk.ReportRow) =>
  ({ thing: 'account', id: account_id }) as const;

/** What the owner reads of what came of a decision. */
async function outcomeOf(
  ctx: StaffCtx,
  row: desk.ReportRow,
  { holdId, freed, blocked }: { holdId: number | null; freed: string; blocked: boolean },
) {
  if (holdId === null) return { outcome: freed, goesOn: [], appealable: false, blocked };
  const hold = await holds.present(ctx, (await holds.find(ctx.db, holdId))!);
  // A blocked account opens no editor.
  const may = { resubmit: hold.may_resubmit && !blocked, appeal: hold.may_appeal };
  const outcome = blocked
    ? `Dein Konto ist gesperrt. Grund: ${hold.reason}.`
    : `Nummer ${row.item_id} ist zurzeit nicht online. Grund: ${hold.reason}.`;
  return {
    outcome,
    goesOn: moderation.goingOn({ thing: row.thing, time: hold.time, may }),
    appealable: may.appeal,
    blocked,
  };
}

/**
 * Holds the account for the reason of the hold on its thing; false where it is held already.
 * @throws INVALID_INPUT, RIGHT_MISSING, FRESH_FACTOR_REQUIRED
 */
async function blockAccount(
  ctx: StaffCtx,
  row: desk.ReportRow,
  open: holds.HoldRow | undefined,
  { justified, hold, statement }: Input<typeof contract.decideReport>,
): Promise<boolean> {
  const reason = hold?.reason ?? open?.reason;
  if (!justified || !reason)
    throw invalid({ block_account: 'Das geht nur zusammen mit einer Sperre.' });
  assertRight(ctx.actor, 'customer.block');
  assertFresh(ctx.actor, 'customer.block', ctx.now);
  if (await holds.findOpen(ctx.db, accountOf(row))) return false;
  const object = { type: 'account', id: row.account_id } as const;
  await moderation.hold(ctx, { object, kind: 'blocked', reason, text: statement }, null);
  return true;
}

/** Sets, changes or lifts the hold; returns the one that stands after it, or where the thing is now. */
async function holdFor(
  ctx: StaffCtx,
  row: desk.ReportRow,
  open: holds.HoldRow | undefined,
  { justified, hold, release, statement }: Input<typeof contract.decideReport>,
): Promise<{ holdId: number | null; freed: string }> {
  if (justified && hold) {
    assertRight(ctx.actor, 'hold.set');
    const object = { type: row.thing, id: row.item_id };
    const held = await moderation
      .hold(ctx, { ...hold, object, text: statement, judged: true }, null)
      .catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'NOT_FOUND'
          ? invalid({ hold: 'Das ist gelöscht. Entscheide ohne Sperre.' })
          : error;
      });
    return { holdId: held.id, freed: '' };
  }
  if (!justified && release && open) {
    assertRight(ctx.actor, 'hold.release');
    const releasing = { hold_id: open.id, reason: 'Meldung unbegründet' };
    const { sentence } = await moderation.release(ctx, releasing, null);
    return { holdId: null, freed: sentence };
  }
  return { holdId: open?.id ?? null, freed: '' };
}
