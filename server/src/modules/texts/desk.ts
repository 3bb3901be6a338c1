import { randomUUID } from 'node:crypto';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime, formatPlainDate } from '@samtrot/shared/kernel/format.ts';
import {
  differenceOf,
  textKind,
  textProblem,
  textStartProblem,
  textTexts,
} from '@samtrot/shared/texts/rules.ts';
import type * as contract from '@samtrot/shared/texts/staff-contract.ts';
import type { AwaitsApproval, StaffCtx, StaffPerson } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import { enqueueMail, renderMail } from '../mail/service.ts';
import {
  type ApprovalDeps,
  findPerson,
  type Operation,
  requestApproval,
} from '../staff/service.ts';
import { sampleMail } from './mail-templates.ts';
import { mailTexts } from './mail-texts.ts';
import { filled } from './pages.ts';
import { textHtml } from './render.ts';
import * as store from './store.ts';
import { type TextSettings, valuesOf } from './values.ts';

/** A person of the house; versions name who made them. */
type PersonCtx = StaffCtx & { actor: StaffPerson };

const RIGHT = 'text.edit';
const objectOf = (id: number) => `text:${id}`;

/** What is valid, what comes, what was, and drafts (BOF-127). */
export async function versions(
  { db, now }: PersonCtx,
  { text }: Input<typeof contract.getTexts>,
): Promise<Output<typeof contract.getTexts>> {
  const rows = await store.versionsOf(db, text);
  const latest = await store.latest(db, text);
  // The first one counts until another has begun.
  const valid =
    rows
      .filter((row) => row.state === 'released' && row.number > 1 && row.valid_from! <= now)
      .toSorted((a, b) => b.valid_from!.getTime() - a.valid_from!.getTime())[0] ??
    rows.find(({ number }) => number === 1);
  const stateOf = ({ id, number, state, valid_from }: store.NamedVersion) => {
    if (state !== 'released') return state;
    if (id === valid?.id) return 'valid' as const;
    return valid_from! > now && number > 1 ? ('coming' as const) : ('replaced' as const);
  };
  return {
    text,
    versions: rows.map((row) => ({
      version_id: row.id,
      number: row.number,
      state: stateOf(row),
      based_on: rows.find(({ id }) => id === row.based_on)?.number ?? null,
      valid_from: row.state === 'draft' ? null : row.valid_from!.toISOString(),
      created_by: row.created_by,
      changed_at: row.changed_at.toISOString(),
      saved: row.saved,
      submitted_by: row.submitted_by,
      submitted_at: row.submitted_at?.toISOString() ?? null,
      approval_id: row.approval_id,
      decided_by: row.decided_by,
      decided_at: row.decided_at?.toISOString() ?? null,
      retired: row.state === 'draft' && row.based_on !== latest.id,
    })),
  };
}

/** @throws NOT_FOUND */
export async function version(
  { db, now }: PersonCtx,
  settings: TextSettings,
  { version_id }: Input<typeof contract.getTextVersion>,
): Promise<Output<typeof contract.getTextVersion>> {
  const row = await store.find(db, version_id);
  if (!row) throw new AppError('NOT_FOUND');
  const base = row.based_on === null ? row : (await store.find(db, row.based_on))!;
  const valid = row.valid_from ? `Gültig ab ${formatPlainDate(row.valid_from)}` : 'Entwurf';
  const values = valuesOf(settings);
  const hours = await store.valid(db, 'hours', now);
  const foot = { valid, links: [] };
  const html = textHtml(row.text, row.content, values, { foot, hours: hours.content });
  const sample = textKind(row.text).mail && (await sampleOf({ db, now }, settings, row));
  return {
    content: row.content,
    ...(await filled({ db, now }, { html })),
    mail: sample ? await renderMail(sample, settings.publicUrl, sample.texts!) : null,
    differences: differenceOf(base.content, row.content),
  };
}

const sampleOf = async (
  moment: { db: Sql; now: Date },
  settings: TextSettings,
  row: store.VersionRow,
  mail = { to: '', cause: '' },
) => sampleMail({ ...mail, texts: await mailTexts(moment, valuesOf(settings), row) });

/** Mails a version to the person who asks. Returns the address. @throws NOT_FOUND */
export async function sendToMe(
  ctx: PersonCtx,
  settings: TextSettings,
  { version_id }: Input<typeof contract.sendTextToMe>,
): Promise<string> {
  const row = await store.find(ctx.db, version_id);
  if (!row || !textKind(row.text).mail) throw new AppError('NOT_FOUND');
  const { email } = (await findPerson(ctx.db, ctx.actor.staffId))!;
  const cause = `text-sample:${randomUUID()}`;
  await enqueueMail(ctx, await sampleOf(ctx, settings, row, { to: email, cause }), null);
  return email;
}

/** A draft with the words of the latest released version. */
export async function draft(
  ctx: PersonCtx,
  { text }: Input<typeof contract.draftText>,
): Promise<{ version_id: number; number: number }> {
  await store.lockText(ctx.db, text);
  const from = await store.latest(ctx.db, text);
  const made = await store.insertDraft(ctx.db, { from, by: ctx.actor.staffId, now: ctx.now });
  await auditChange(ctx, 'text_drafted', { right: RIGHT, object: objectOf(made.version_id) });
  return made;
}

/** A draft, locked. @throws NOT_FOUND, STAFF_VERSION_CONFLICT */
async function loadDraft(
  { db }: PersonCtx,
  { version_id, seen }: { version_id: number; seen: number },
): Promise<store.VersionRow> {
  const row = await store.loadForUpdate(db, version_id);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.state !== 'draft' || row.saved !== seen) throw new AppError('STAFF_VERSION_CONFLICT');
  return row;
}

/** Changed lines as approvals and the audit log count them. */
function figures(before: string, after: string) {
  const changed = differenceOf(before, after);
  const count = (of: 'added' | 'removed') => changed.filter(({ kind }) => kind === of).length;
  return { after: { 'Neue Zeilen': count('added'), 'Weggefallene Zeilen': count('removed') } };
}

/** @throws INVALID_INPUT at `content`, NOT_FOUND, STAFF_VERSION_CONFLICT */
export async function save(
  ctx: PersonCtx,
  input: Input<typeof contract.saveText>,
): Promise<number> {
  const row = await loadDraft(ctx, input);
  const problem = textProblem(row.text, input.content);
  if (problem) throw invalid({ content: problem });
  const saved = await store.saveDraft(ctx.db, row.id, { content: input.content, now: ctx.now });
  await auditChange(ctx, 'text_saved', {
    right: RIGHT,
    object: objectOf(row.id),
    ...figures(row.content, input.content),
  });
  return saved;
}

/**
 * Asks a second person to release a draft.
 * @throws NOT_FOUND, STAFF_VERSION_CONFLICT, VERSION_RETIRED, INVALID_INPUT, REASON_REQUIRED,
 * SECOND_PERSON_MISSING
 */
export async function submit(
  ctx: PersonCtx,
  deps: Pick<ApprovalDeps, 'solo'>,
  input: Input<typeof contract.requestText>,
): Promise<AwaitsApproval> {
  const row = await loadDraft(ctx, input);
  await store.lockText(ctx.db, row.text);
  const latest = await store.latest(ctx.db, row.text);
  if (row.based_on !== latest.id) throw new AppError('VERSION_RETIRED');
  // The product may have come to ask for more than when it was saved.
  const problem = textProblem(row.text, row.content);
  if (problem) throw invalid({ content: problem });
  if (row.content === latest.content) throw invalid({ content: textTexts.same });
  const validFrom = new Date(input.valid_from);
  const start =
    textStartProblem(row.text, validFrom, ctx.now) ??
    ((await store.isTaken(ctx.db, row, validFrom)) ||
    (latest.number > 1 && validFrom <= latest.valid_from!)
      ? textTexts.taken
      : null);
  if (start) throw invalid({ valid_from: start });
  const waiting = await requestApproval(ctx, deps, {
    operation: textOperation,
    object: objectOf(row.id),
    input: { version_id: row.id } satisfies Release,
    before: {},
    ...figures(latest.content, row.content),
    reason: input.reason,
  });
  await store.submit(ctx.db, row.id, {
    by: ctx.actor.staffId,
    validFrom,
    approvalId: waiting.approvalId,
    now: ctx.now,
  });
  return waiting;
}

interface Release {
  version_id: number;
}

/** Locks the version and its text; why it cannot be released any more, or null. */
async function whyNot(ctx: PersonCtx, { version_id }: Release): Promise<string | null> {
  const row = await store.loadForUpdate(ctx.db, version_id);
  if (row?.state !== 'submitted') return 'Die Fassung ist nicht mehr vorgelegt.';
  await store.lockText(ctx.db, row.text);
  const start = textStartProblem(row.text, row.valid_from!, ctx.now);
  if (start && start !== textTexts.soon) return `${start}. Wähle einen neuen Beginn.`;
  const latest = await store.latest(ctx.db, row.text);
  return row.based_on === latest.id ? null : 'Es gibt schon eine neuere Fassung.';
}

/** Releasing a version of a text needs two people. */
export const textOperation: Operation = {
  name: 'text_release',
  right: RIGHT,
  label: 'Text freigeben',
  nameOf: async ({ db }, object) => {
    const row = await store.find(db, Number(object.replace('text:', '')));
    if (!row) return object;
    const from = row.valid_from ? `, ab ${formatDateTime(row.valid_from)}` : '';
    return `${textKind(row.text).label}, Fassung ${row.number}${from}`;
  },
  check: (ctx, input: Release) => whyNot(ctx, input),
  perform: async (ctx, { version_id }: Release, { reason }) => {
    await store.release(ctx.db, version_id, { by: ctx.actor.staffId, now: ctx.now });
    await auditChange(ctx, 'text_released', {
      right: RIGHT,
      object: objectOf(version_id),
      reason,
    });
  },
};
