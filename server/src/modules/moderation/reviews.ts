import { LOOK_REASONS } from '@samtrot/shared/access/looks.ts';
import { REASON_NAMES, type ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import { HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/moderation/review-contract.ts';
import {
  isSampled,
  levelOf,
  REVIEW_CLAIM_MS,
  REVIEW_PAGE,
  REVIEW_STATE_LABELS,
  type ReviewContent,
  type ReviewedThing,
  UNDO_MS,
} from '@samtrot/shared/moderation/review-rules.ts';
import { assertRight, type StaffActor, type StaffCtx } from '../../platform/action.ts';
import { auditChange, auditLook } from '../../platform/audit.ts';
import { hmacHex } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import { recordLook } from '../access/service.ts';
import { type Choices, choicesAt, holdReasonsAt } from '../catalogue/service.ts';
import * as holds from '../holds/service.ts';
import { isHeldBack, publish, takeBack } from './changes.ts';
import { type DecisionRow, decisionsOn } from './decision-store.ts';
import { heldCause, hold, lockHeld, release, releasedCause } from './holding.ts';
import { withdrawNews } from './owner-news.ts';
import { refuseChange, refusedCause } from './refusal.ts';
import { isAddressHidden, reviewedContent, withoutPrivate } from './review-content.ts';
import { filmSizes, picturesIn, picturesOf } from './review-signs-store.ts';
import * as store from './review-store.ts';
import * as samples from './sample-store.ts';
import { hasSecond } from './second-person.ts';
import { assertSeesPrivate, numbered, seesPrivate, urlOf } from './uncover.ts';
import { medianMs } from './waiting.ts';
import { putOffRun } from './waiting-store.ts';

export interface ReviewDeps {
  /** Nobody without it knows which approvals are sampled. */
  sessionSecret: string;
  /** The share of approvals that a second person looks at. */
  moderationSample: number;
}

type Reading = Pick<StaffCtx, 'db' | 'now'>;
type Listed = Output<typeof contract.queue>['items'][number];

const staffIdOf = ({ actor }: { actor: StaffActor }) =>
  actor.kind === 'staff' ? actor.staffId : null;
/** A story is held with its ad. */
const heldOf = ({ thing, item_id }: { thing: ReviewedThing; item_id: number }): holds.Held => ({
  thing: thing === 'story' ? 'inserat' : thing,
  id: item_id,
});
const isClaimed = ({ claimed_until }: store.ReviewRow, now: Date) =>
  claimed_until !== null && claimed_until > now;
const objectOf = ({ id }: Pick<store.ReviewRow, 'id'>) => `review:${id}`;

type Titled = NonNullable<Awaited<ReturnType<typeof store.findReview>>>;

const listed = ({ now, actor }: Reading & { actor: StaffActor }, row: Titled): Listed => ({
  review_id: row.id,
  object: { type: row.thing, id: row.item_id },
  title: row.title,
  cause: row.cause,
  level: levelOf(row.points),
  points: row.points,
  signals: row.signals,
  waiting_since: row.waiting_since.toISOString(),
  claimed_by: isClaimed(row, now) ? row.claimed_name : null,
  preview: seesPrivate(actor) ? row.preview : null,
});

const cursorOf = ({ place, waiting_since, id }: store.ReviewRow) =>
  `${place}.${waiting_since.getTime()}.${id}`;

function cursorIn(text: string): store.Cursor | null {
  if (text === '') return null;
  const [place, since, id] = text.split('.').map(Number) as [number, number, number];
  return { place, since: new Date(since), id };
}

/** A page of the queue (BOF-42). */
export async function list(
  ctx: Reading & { actor: StaffActor },
  { filter, cursor, limit: wanted = REVIEW_PAGE }: Input<typeof contract.queue>,
): Promise<Output<typeof contract.queue>> {
  const { db, now } = ctx;
  const staffId = staffIdOf(ctx);
  const after = cursorIn(cursor);
  const size = Math.min(wanted, REVIEW_PAGE);
  const rows = await store.openReviews(db, { filter, staffId, after, limit: size + 1, now });
  const page = rows.slice(0, size);
  const median = await medianMs(ctx);
  return {
    items: page.map((row) => listed(ctx, row)),
    next: rows.length > size ? cursorOf(page.at(-1)!) : null,
    counts: await store.counts(db, staffId, now),
    median_minutes: median === null ? null : Math.ceil(median / MINUTE_MS),
  };
}

/** With the names of what was chosen, as far as the content has such fields. */
function named(
  choices: Choices,
  content: ReviewContent,
): Output<typeof contract.review>['content'] {
  const lists: Record<string, { id: unknown; name: string }[]> = { ...choices };
  const names = Object.entries(lists).flatMap(([field, list]) => {
    const chosen = content[field];
    if (!Array.isArray(chosen)) return [];
    const found = list.filter(({ id }) => (chosen as unknown[]).includes(id));
    return [[field, found.map(({ name }) => name).toSorted()]];
  });
  return { ...content, ...Object.fromEntries(names) } as Output<typeof contract.review>['content'];
}

/** What an account has published, and what came of it. */
export async function accountFacts({ db, now }: { db: Sql; now: Date }, id: number) {
  const facts = await store.accountFacts(db, id, now);
  return { id, ...facts, since: facts.since.toISOString() };
}

/** «Freigegeben», or «Konto: Gesperrt (Betrug)». */
function decisionLabel({
  state,
  kind,
  of_account,
  reason,
}: Pick<DecisionRow, 'state' | 'kind' | 'of_account' | 'reason'>): string {
  const what = kind ? HOLD_LABELS[kind] : REVIEW_STATE_LABELS[state!];
  const why = reason === null ? '' : ` (${REASON_NAMES[reason as ReasonId]})`;
  return `${of_account ? 'Konto: ' : ''}${what}${why}`;
}

/** The owner of an address that visitors do not see reads who saw it (BOF-76). @throws NOT_FOUND */
export async function read(ctx: StaffCtx, id: number): Promise<Output<typeof contract.review>> {
  const { db } = ctx;
  const row = await store.findReview(db, id);
  if (!row) throw new AppError('NOT_FOUND');
  const choices = await choicesAt(ctx);
  const sees = seesPrivate(ctx.actor);
  const shown = (content: ReviewContent) =>
    named(choices, sees ? content : withoutPrivate(row, content));
  const content = await reviewedContent(db, row);
  const approved = await store.approvedBefore(db, row);
  if (sees && [content, approved?.content ?? {}].some((one) => isAddressHidden(row, one))) {
    const { thing: type, id: number } = heldOf(row);
    await recordLook(ctx, {
      account: row.account_id,
      kind: 'contact',
      thing: { type, number },
      reason: LOOK_REASONS.review,
    });
  }
  const open = await holds.findOpen(db, heldOf(row));
  const newest = (await store.newestId(db, row))!;
  const decisions = await decisionsOn(db, row);
  const nameOf = await holds.staffNames(
    db,
    decisions.map(({ by }) => by),
  );
  return {
    review: {
      ...listed(ctx, row),
      state: row.state,
      version: row.version,
      note: row.note,
      decided_at: row.decided_at?.toISOString() ?? null,
      decided_by: row.decided_at ? await holds.staffName(db, row.decided_by) : null,
      may_decide: row.first_by === null || row.first_by !== staffIdOf(ctx),
    },
    content: shown(content),
    approved: approved ? { content: shown(approved.content), at: approved.at.toISOString() } : null,
    similar: (await similarOf(db, row)).map(({ n, thing: type, item_id: other, account_id }) => ({
      n,
      object: { type, id: other },
      account: account_id,
    })),
    account: await accountFacts(ctx, row.account_id),
    decisions: decisions.map(({ at, by, note, sample, ended_at, ...one }) => ({
      label: decisionLabel(one),
      at: at.toISOString(),
      by: nameOf(by),
      note,
      sample,
      ended_at: ended_at?.toISOString() ?? null,
    })),
    hold: open ? { id: open.id, kind: open.kind, version: open.version, message: open.text } : null,
    newer: newest === row.id ? null : newest,
  };
}

/** @throws NOT_FOUND, ALREADY_DECIDED, STAFF_VERSION_CONFLICT */
async function assertOpen({ db }: Reading, row: store.ReviewRow | undefined) {
  if (!row || row.state === 'gone') throw new AppError('NOT_FOUND');
  if (row.state === 'superseded') throw new AppError('STAFF_VERSION_CONFLICT');
  if (row.decided_at)
    throw new AppError('ALREADY_DECIDED', {
      params: {
        name: await holds.staffName(db, row.decided_by),
        zeit: formatDateTime(row.decided_at),
        entscheid: REVIEW_STATE_LABELS[row.state],
      },
    });
  return row;
}

/** @throws TAKEN_BY_OTHER */
async function assertMine(ctx: StaffCtx, row: store.ReviewRow): Promise<void> {
  if (!isClaimed(row, ctx.now) || row.claimed_by === staffIdOf(ctx)) return;
  throw new AppError('TAKEN_BY_OTHER', {
    params: {
      name: await holds.staffName(ctx.db, row.claimed_by),
      zeit: formatDateTime(new Date(row.claimed_until!.getTime() - REVIEW_CLAIM_MS)),
    },
  });
}

/** Opens an item for ten minutes. @throws what the contract declares */
export async function claim(
  ctx: StaffCtx,
  { review_id, take_over = false }: Input<typeof contract.claimReview>,
): Promise<Date> {
  const row = await assertOpen(ctx, await store.loadReviewForUpdate(ctx.db, review_id));
  if (!take_over) await assertMine(ctx, row);
  const staffId = staffIdOf(ctx);
  const until = new Date(ctx.now.getTime() + REVIEW_CLAIM_MS);
  await store.claim(ctx.db, row.id, { staffId, until });
  if (!(row.claimed_by === staffId && isClaimed(row, ctx.now)))
    await auditChange(ctx, 'review_claimed', { right: 'review.decide', object: objectOf(row) });
  return until;
}

/** Releases an item that the person has claimed, no other. @throws NOT_FOUND */
export async function releaseClaim(ctx: StaffCtx, id: number): Promise<void> {
  const row = await store.loadReviewForUpdate(ctx.db, id);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.state !== 'open' || row.claimed_by !== staffIdOf(ctx)) return;
  await store.claim(ctx.db, id, { staffId: null, until: null });
  await auditChange(ctx, 'review_released', { right: 'review.decide', object: objectOf(row) });
}

/** @throws NOT_FOUND */
export async function note(ctx: StaffCtx, id: number, text: string): Promise<void> {
  const row = await store.loadReviewForUpdate(ctx.db, id);
  if (!row) throw new AppError('NOT_FOUND');
  await store.setNote(ctx.db, id, text);
  await auditChange(ctx, 'review_noted', { right: 'review.decide', object: objectOf(row) });
}

/** Whether this approval is put before a second person: nobody can choose it (BOF-54). */
export const isSampledBy = (secret: string, id: number, share: number): boolean =>
  isSampled(hmacHex(secret, `review sample ${id}`), share);

/** The pictures of other accounts that the signals name, with the place of the own one. */
async function similarOf(db: Sql, { signals }: store.ReviewRow) {
  const others = signals.flatMap(({ other }) => other ?? []);
  const known = await picturesOf(
    db,
    others.map(({ image_id }) => image_id),
  );
  return known.map((one) => ({ ...one, n: others.find(({ image_id }) => image_id === one.id)!.n }));
}

/** The films of an item by their places, as far as they are stored. */
async function filmsIn(db: Sql, row: store.ReviewRow) {
  const ids = ((await reviewedContent(db, row)).video ?? []) as string[];
  const sizes = await filmSizes(db, ids);
  return ids.flatMap((id, at) => {
    const height = sizes.get(id);
    const path = `/betrieb/media/${id}`;
    return height === undefined
      ? []
      : [{ n: at + 1, url: `${path}-${height}.mp4`, poster: `${path}-poster.webp` }];
  });
}

/**
 * The pictures of an item, for who uncovers them, each with those of other accounts that are like
 * it; each account sees who looked (BOF-44). @throws NOT_FOUND, RIGHT_MISSING
 */
export async function uncover(
  ctx: StaffCtx,
  id: number,
): Promise<Output<typeof contract.uncoverReview>> {
  const { db } = ctx;
  assertSeesPrivate(ctx.actor);
  const row = await store.findReview(db, id);
  if (!row) throw new AppError('NOT_FOUND');
  await auditLook(ctx, 'pictures_uncovered', { right: 'review.read', object: objectOf(row) });
  const similar = await similarOf(db, row);
  const { thing: own, id: number } = heldOf(row);
  await recordLook(ctx, {
    account: row.account_id,
    kind: 'images',
    thing: { type: own, number },
    reason: LOOK_REASONS.review,
  });
  for (const { account_id: account, thing: type, item_id } of similar)
    await recordLook(ctx, {
      account,
      kind: 'images',
      thing: { type, number: item_id },
      reason: LOOK_REASONS.similar,
    });
  return {
    pictures: numbered(await picturesIn(db, row)),
    similar: similar.map((one) => ({ n: one.n, url: urlOf(one) })),
    videos: await filmsIn(db, row),
  };
}

const STATES = { approve: 'approved', revise: 'revised', hold: 'held' } as const;
const KINDS = { revise: 'revise', hold: 'blocked' } as const;

/**
 * Decides an item; mails of it leave when it can no longer be undone (BOF-47, BOF-48).
 * @throws what the contract declares
 */
export async function decide(
  ctx: StaffCtx,
  { sessionSecret, moderationSample }: ReviewDeps,
  input: Input<typeof contract.decideReview>,
): Promise<Output<typeof contract.decideReview>> {
  const { db, now } = ctx;
  const { decision, reason, fields, text } = input;
  if (decision !== 'approve' && !reason) throw new AppError('REASON_REQUIRED');
  const known = await store.findReview(db, input.review_id);
  if (!known) throw new AppError('NOT_FOUND');
  // The thing before its review, like a call of its owner.
  if (known.state === 'open') await lockHeld(ctx, heldOf(known));
  const row = await assertOpen(ctx, await store.loadReviewForUpdate(db, known.id));
  if (row.version !== input.seen_version) throw new AppError('STAFF_VERSION_CONFLICT');
  await assertMine(ctx, row);
  const staffId = staffIdOf(ctx);
  if (row.first_by !== null && row.first_by === staffId) throw new AppError('SAME_PERSON');
  const undoUntil = new Date(now.getTime() + UNDO_MS);
  const open = await holds.findOpen(db, heldOf(row));
  if (decision === 'approve') await publish(ctx, row, open ? null : undoUntil);
  // Without an approved version there is none that could stay; a story is shown once approved.
  const stays = row.thing === 'story' || (await store.approvedBefore(db, row)) !== undefined;
  const refused = decision === 'revise' && !open && stays && (await isHeldBack(db, row));
  const holdId = refused
    ? await refuseChange(ctx, { ...row, held: heldOf(row) }, input, undoUntil)
    : await holdFor(ctx, row, open, input, undoUntil);
  failPoint('hold.mid');
  await store.decide(db, row, {
    state: STATES[decision],
    at: now,
    staffId,
    holdId,
    note: input.note ?? row.note,
  });
  await auditChange(ctx, 'review_decided', {
    right: 'review.decide',
    object: objectOf(row),
    ...(decision !== 'approve' && {
      reason: text ?? (await holdReasonsAt(ctx))[reason!].sentence,
    }),
    before: { state: row.state, version: row.version },
    after: {
      state: STATES[decision],
      hold: holdId ?? 0,
      ...(fields && { fields: fields.join(', ') }),
    },
  });
  if (
    decision === 'approve' &&
    row.cause !== 'sample' &&
    isSampledBy(sessionSecret, row.id, moderationSample) &&
    (await hasSecond(ctx))
  )
    await samples.insert(db, row.id, { at: now, staffId });
  return { open: await store.countOpen(db, now), undo_until: undoUntil.toISOString() };
}

/** Sets, changes or lifts the hold that comes of a decision; returns it. */
async function holdFor(
  ctx: StaffCtx,
  row: store.ReviewRow,
  open: holds.HoldRow | undefined,
  { decision, reason, fields, text, note: internal }: Input<typeof contract.decideReview>,
  mailAt: Date,
): Promise<number | null> {
  if (decision === 'approve') {
    // Only what waits for it, or what its owner has handed in again.
    const waits = open?.unapproved && open.kind === 'waiting';
    if (!open || !(waits || open.resubmitted_at)) return null;
    // An ad and its story go online together.
    if (open.unapproved && (await store.otherOpen(ctx.db, row)) !== undefined) return open.id;
    if (!waits) assertRight(ctx.actor, 'hold.release');
    await release(ctx, { hold_id: open.id, reason: 'Geprüft und in Ordnung' }, mailAt);
    return open.id;
  }
  assertRight(ctx.actor, 'hold.set');
  const { thing: type, id } = heldOf(row);
  const held = await hold(
    ctx,
    {
      object: { type, id },
      kind: KINDS[decision],
      reason,
      fields,
      text,
      note: internal,
      judged: true,
      ...(open && { seen_version: open.version }),
    },
    mailAt,
  );
  return held.id;
}

/**
 * Takes back the own decision, with its hold or release and their mails (BOF-47).
 * @throws NOT_FOUND, UNDO_LATE, STAFF_VERSION_CONFLICT, NOTHING_HELD
 */
export async function undo(ctx: StaffCtx, id: number): Promise<void> {
  const { db, now } = ctx;
  const known = await store.findReview(db, id);
  if (!known) throw new AppError('NOT_FOUND');
  await lockHeld(ctx, heldOf(known));
  const row = (await store.loadReviewForUpdate(db, id))!;
  const late = row.decided_at === null || now.getTime() - row.decided_at.getTime() > UNDO_MS;
  if (late || row.decided_by !== staffIdOf(ctx)) throw new AppError('UNDO_LATE');
  await samples.drop(db, row);
  if ((await store.newestOpen(db, row)) !== undefined) throw new AppError('STAFF_VERSION_CONFLICT');
  await store.reopen(db, id);
  if (row.state === 'approved') await takeBack(ctx, row);
  else if (row.hold_id === null) await withdrawNews(ctx, refusedCause(id), row.account_id);
  if (row.hold_id !== null) await undoHold(ctx, row, row.hold_id);
  await auditChange(ctx, 'review_undone', {
    right: 'review.decide',
    object: objectOf(row),
    before: { state: row.state },
    after: { state: 'open' },
  });
}

/** As it was before the decision: lifted, held as it was, or held again. */
async function undoHold(ctx: StaffCtx, row: store.ReviewRow, holdId: number): Promise<void> {
  const of = (await holds.find(ctx.db, holdId))!;
  const earlier = row.state === 'approved' ? of : await holds.versionBefore(ctx.db, of);
  const cause = row.state === 'approved' ? releasedCause(holdId) : heldCause(of);
  await withdrawNews(ctx, cause, row.account_id);
  if (!earlier) {
    await release(ctx, { hold_id: holdId, reason: 'Rückgängig' }, null);
    return;
  }
  const { kind, reason, fields, text, note: internal } = earlier;
  if (of.unapproved && of.closed_at) await putOffRun(ctx.db, of.thing, of.item_id, ctx.now);
  const again = await hold(
    ctx,
    {
      object: { type: of.thing, id: of.item_id },
      kind,
      reason,
      fields,
      text,
      note: internal,
      putsBack: true,
      unapproved: of.unapproved,
      ...(of.closed_at === null && { seen_version: of.version }),
    },
    null,
  );
  if (row.cause === 'resubmitted') await holds.resubmitAgain(ctx.db, again.id, row.waiting_since);
}

/** @throws INVALID_INPUT for something else than a month */
export async function sampleRegister({ db }: Reading, month: string) {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw invalid({ month: 'Monat als 2026-11.' });
  return samples.countsOf(db, month);
}
