import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { newsletterTexts, paragraphsOf } from '@samtrot/shared/newsletter/rules.ts';
import type * as contract from '@samtrot/shared/newsletter/staff-contract.ts';
import type { AwaitsApproval, StaffCtx, StaffPerson } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { SECTOR } from '../mail/service.ts';
import {
  type ApprovalDeps,
  findPerson,
  type Operation,
  requestApproval,
} from '../staff/service.ts';
import * as store from './draft-store.ts';
import { audience, findIssue, reports, sendIssue, sendTest } from './issues.ts';

type PersonCtx = StaffCtx & { actor: StaffPerson };

const RIGHT = 'notice.edit';
const objectOf = (id: number) => `newsletter:draft-${id}`;
const contentOf = ({ subject, text }: Pick<store.DraftRow, 'subject' | 'text'>) => {
  const paragraphs = paragraphsOf(text);
  return { subject, paragraphs };
};

/** Drafts, sent ones with their reports, and the number of readers (BOF-133). */
export async function newsletters(ctx: PersonCtx): Promise<Output<typeof contract.getNewsletters>> {
  return {
    readers: await audience(ctx),
    drafts: (await store.openDrafts(ctx.db)).map(({ id, changed_at, state, ...row }) => ({
      draft_id: id,
      subject: row.subject,
      text: row.text,
      saved: row.saved,
      state: state === 'submitted' ? 'submitted' : 'draft',
      written_by: row.written_by,
      changed_at: changed_at.toISOString(),
      approval_id: state === 'submitted' ? row.approval_id : null,
    })),
    sent: (await reports(ctx.db)).map(({ id, createdAt, underWay, ...report }) => ({
      ...report,
      newsletter_id: id,
      begun_at: createdAt.toISOString(),
      under_way: underWay,
    })),
  };
}

/** @throws NOT_FOUND, STAFF_VERSION_CONFLICT */
async function loadDraft(
  { db }: PersonCtx,
  { draft_id, seen }: { draft_id: number; seen: number | undefined },
): Promise<store.DraftRow> {
  const row = await store.loadDraftForUpdate(db, draft_id);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.state !== 'draft' || row.saved !== seen) throw new AppError('STAFF_VERSION_CONFLICT');
  return row;
}

/** @throws INVALID_INPUT at `subject`, NOT_FOUND, STAFF_VERSION_CONFLICT */
export async function saveDraft(
  ctx: PersonCtx,
  { draft_id, seen, subject, text }: Input<typeof contract.saveNewsletter>,
): Promise<{ draft_id: number; saved: number }> {
  const { db, now, actor } = ctx;
  const telling = SECTOR.exec(subject)?.[0];
  if (telling) throw invalid({ subject: newsletterTexts.telling(telling) });
  const content = { subject, text, written_by: actor.staffId, changed_at: now };
  const row = draft_id === undefined ? undefined : await loadDraft(ctx, { draft_id, seen });
  const saved = row ? row.saved + 1 : 0;
  const id = row ? row.id : await store.insertDraft(db, content);
  if (row) await store.updateDraft(db, id, { ...content, saved });
  await auditChange(ctx, 'newsletter_saved', {
    right: RIGHT,
    object: objectOf(id),
    after: { subject },
  });
  return { draft_id: id, saved };
}

/** @throws NOT_FOUND, STAFF_VERSION_CONFLICT */
export async function deleteDraft(
  ctx: PersonCtx,
  input: Input<typeof contract.deleteNewsletter>,
): Promise<void> {
  const { id, subject } = await loadDraft(ctx, input);
  await store.deleteDraft(ctx.db, id);
  await auditChange(ctx, 'newsletter_dropped', {
    right: RIGHT,
    object: objectOf(id),
    before: { subject },
  });
}

/** Returns the address. @throws NOT_FOUND, STAFF_VERSION_CONFLICT */
export async function testDraft(
  ctx: PersonCtx,
  site: { sessionSecret: string },
  input: Input<typeof contract.testNewsletter>,
): Promise<string> {
  const row = await loadDraft(ctx, input);
  const { email } = (await findPerson(ctx.db, ctx.actor.staffId))!;
  await sendTest(ctx, contentOf(row), { ...site, to: email });
  return email;
}

/**
 * Asks a second person to send a draft (BOF-133).
 * @throws INVALID_INPUT, NOT_FOUND, STAFF_VERSION_CONFLICT, REASON_REQUIRED, SECOND_PERSON_MISSING
 */
export async function submitDraft(
  ctx: PersonCtx,
  deps: Pick<ApprovalDeps, 'solo'>,
  input: Input<typeof contract.requestNewsletter>,
): Promise<AwaitsApproval> {
  const row = await loadDraft(ctx, input);
  if (await findIssue(ctx.db, contentOf(row)))
    throw invalid({ subject: newsletterTexts.sentBefore });
  const waiting = await requestApproval(ctx, deps, {
    operation: newsletterOperation,
    object: objectOf(row.id),
    input: { draft_id: row.id, saved: row.saved } satisfies Sending,
    before: {},
    after: { Betreff: row.subject, Text: row.text, Konten: await audience(ctx) },
    reason: input.reason,
  });
  await store.updateDraft(ctx.db, row.id, {
    state: 'submitted',
    approval_id: waiting.approvalId,
  });
  return waiting;
}

interface Sending {
  draft_id: number;
  saved: number;
}

/** Sending a newsletter needs two people. */
export const newsletterOperation: Operation = {
  name: 'newsletter_send',
  right: RIGHT,
  label: 'Rundmail senden',
  nameOf: async ({ db }, object) => {
    const row = await store.findDraft(db, Number(object.replace('newsletter:draft-', '')));
    return row ? `«${row.subject}»` : object;
  },
  async check({ db }, { draft_id, saved }: Sending) {
    const row = await store.loadDraftForUpdate(db, draft_id);
    if (row?.state !== 'submitted' || row.saved !== saved)
      return 'Der Entwurf ist nicht mehr vorgelegt.';
    return (await findIssue(db, contentOf(row))) ? newsletterTexts.sentBefore : null;
  },
  async perform(ctx, { draft_id }: Sending, { reason }) {
    const row = (await store.loadDraftForUpdate(ctx.db, draft_id))!;
    const { report } = await sendIssue(ctx, contentOf(row));
    await store.updateDraft(ctx.db, draft_id, { state: 'sent', issue_id: report.id });
    await auditChange(ctx, 'newsletter_begun', {
      right: RIGHT,
      object: `newsletter:${report.id}`,
      reason,
    });
  },
};
