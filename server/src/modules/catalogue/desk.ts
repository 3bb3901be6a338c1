import {
  catalogueTexts,
  changesBetween,
  contentProblems,
  goneProblem,
  startProblem,
  transferred,
  valuesOf,
} from '@samtrot/shared/catalogue/list-rules.ts';
import {
  type CatalogueList,
  LISTS,
  listsOf,
  valueText,
} from '@samtrot/shared/catalogue/shape-rules.ts';
import type * as contract from '@samtrot/shared/catalogue/staff-contract.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { RIGHTS } from '@samtrot/shared/staff/rights.ts';
import { ROLES } from '@samtrot/shared/staff/roles.ts';
import type { AwaitsApproval, StaffCtx, StaffPerson } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { type ApprovalDeps, type Operation, requestApproval } from '../staff/service.ts';
import * as store from './desk-store.ts';
import { hitsOf, newPhrases, shareProblems } from './phrases.ts';

/** A person of the house; versions name who made them. */
type PersonCtx = StaffCtx & { actor: StaffPerson };
type Shown = Output<typeof contract.getCatalogue>;

const RIGHT = 'catalogue.edit';
const COUNTED_MS = 30 * DAY_MS;

/** @throws RIGHT_MISSING for a list outside the scope of the role */
function assertList({ actor }: PersonCtx, list: CatalogueList): void {
  if (!listsOf(actor.role).includes(list))
    throw new AppError('RIGHT_MISSING', { params: { recht: RIGHTS[RIGHT].label } });
}

/** What is valid, what comes, what was, and drafts (BOF-109). @throws RIGHT_MISSING */
export async function catalogueOf(
  ctx: PersonCtx,
  { list }: Input<typeof contract.getCatalogue>,
): Promise<Shown> {
  assertList(ctx, list);
  const versions = await store.versionsOf(ctx.db, list);
  const latest = await store.latest(ctx.db, list);
  const begun = versions.filter(
    ({ state, valid_from: at }) => state === 'released' && at! <= ctx.now,
  );
  const valid = begun.toSorted((a, b) => b.valid_from!.getTime() - a.valid_from!.getTime())[0];
  const stateOf = ({ id, state, valid_from }: store.NamedVersion) => {
    if (state !== 'released') return state;
    if (id === valid?.id) return 'valid' as const;
    return valid_from! > ctx.now ? ('coming' as const) : ('replaced' as const);
  };
  return {
    list,
    lists: [...listsOf(ctx.actor.role)],
    versions: versions.map((row) => ({
      version_id: row.id,
      number: row.number,
      state: stateOf(row),
      content: row.content,
      based_on: versions.find(({ id }) => id === row.based_on)?.number ?? null,
      valid_from: row.state === 'draft' ? null : row.valid_from!.toISOString(),
      created_by: row.created_by,
      changed_at: row.changed_at.toISOString(),
      saved: row.saved,
      submitted_by: row.submitter,
      submitted_at: row.submitted_at?.toISOString() ?? null,
      approval_id: row.approval_id,
      decided_by: row.decider,
      decided_at: row.decided_at?.toISOString() ?? null,
      retired: row.state === 'draft' && row.based_on !== latest.id,
    })),
  };
}

/** A draft with the content of the latest released version (BOF-109). @throws RIGHT_MISSING */
export async function draft(
  ctx: PersonCtx,
  { list }: Input<typeof contract.draftCatalogue>,
): Promise<{ version_id: number; number: number }> {
  assertList(ctx, list);
  await store.lockList(ctx.db, list);
  const from = await store.latest(ctx.db, list);
  const made = await store.insertDraft(ctx.db, { from, by: ctx.actor.staffId, now: ctx.now });
  await auditChange(ctx, 'catalogue_drafted', {
    right: RIGHT,
    object: `catalogue:${made.version_id}`,
  });
  return made;
}

/** A draft, locked. @throws NOT_FOUND, RIGHT_MISSING, STAFF_VERSION_CONFLICT */
async function loadDraft(
  ctx: PersonCtx,
  { version_id: id, seen }: { version_id: number; seen: number },
): Promise<store.VersionRow> {
  const row = await store.loadForUpdate(ctx.db, id);
  if (!row) throw new AppError('NOT_FOUND');
  assertList(ctx, row.list);
  if (row.state !== 'draft' || row.saved !== seen) throw new AppError('STAFF_VERSION_CONFLICT');
  return row;
}

/**
 * @throws INVALID_INPUT at the fields (BOF-116), NOT_FOUND, RIGHT_MISSING, STAFF_VERSION_CONFLICT
 */
export async function save(
  ctx: PersonCtx,
  input: Input<typeof contract.saveCatalogue>,
): Promise<number> {
  const row = await loadDraft(ctx, input);
  const base = (await store.find(ctx.db, row.based_on!))!.content;
  const problems = {
    ...contentProblems(row.list, input.content),
    ...goneProblem(row.list, base, input.content),
  };
  if (row.list === 'forbidden_phrases' && Object.keys(problems).length === 0)
    Object.assign(problems, await shareProblems(ctx, base as never, input.content as never));
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return keep(ctx, row, { content: input.content, basedOn: row.based_on });
}

/**
 * «Auf neue Fassung übertragen» (BOF-110). @throws NOT_FOUND, RIGHT_MISSING, STAFF_VERSION_CONFLICT
 */
export async function transfer(
  ctx: PersonCtx,
  input: Input<typeof contract.transferCatalogue>,
): Promise<number> {
  const row = await loadDraft(ctx, input);
  const [base, latest] = [
    (await store.find(ctx.db, row.based_on!))!,
    await store.latest(ctx.db, row.list),
  ];
  const content = transferred(row.list, base.content, row.content, latest.content);
  return keep(ctx, row, { content, basedOn: latest.id });
}

async function keep(
  ctx: PersonCtx,
  row: store.VersionRow,
  { content, basedOn }: { content: unknown; basedOn: number | null },
): Promise<number> {
  const saved = await store.saveDraft(ctx.db, row.id, { content, basedOn, now: ctx.now });
  await auditChange(ctx, 'catalogue_saved', {
    right: RIGHT,
    object: `catalogue:${row.id}`,
    ...figures(changesBetween(row.list, row.content, content)),
  });
  return saved;
}

/** Changed figures as approvals and the audit log show them. */
function figures(changes: ReturnType<typeof changesBetween>) {
  const of = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.label, valueText(change[side])]));
  return { before: of('before'), after: of('after') };
}

/** «Wirkung» (BOF-111). @throws NOT_FOUND, RIGHT_MISSING */
export async function preview(
  ctx: PersonCtx,
  { version_id }: Input<typeof contract.previewCatalogue>,
): Promise<Output<typeof contract.previewCatalogue>> {
  const row = await store.find(ctx.db, version_id);
  if (!row) throw new AppError('NOT_FOUND');
  assertList(ctx, row.list);
  const base = row.based_on === null ? row : (await store.find(ctx.db, row.based_on))!;
  const changes = changesBetween(row.list, base.content, row.content);
  const ordered = await store.orderedSince(
    ctx.db,
    row.list,
    new Date(ctx.now.getTime() - COUNTED_MS),
  );
  const used = await store.usesOf(ctx.db, row.list);
  const shown = changes.map((change) => {
    const times = ordered.get(change.key) ?? 0;
    const more = typeof change.after === 'number' ? change.after - Number(change.before ?? 0) : 0;
    // A percentage is no price of its own.
    const difference = change.key === 'website' ? 0 : times * more;
    return {
      ...change,
      ordered: times,
      used: used && (used.get(change.key.split('.')[0]!) ?? 0),
      difference,
    };
  });
  const revenue = (content: unknown) =>
    [...valuesOf(row.list, content)].reduce(
      (sum, [key, { value }]) =>
        sum +
        (typeof value !== 'number' || key === 'website' ? 0 : value) * (ordered.get(key) ?? 0),
      0,
    );
  const found =
    row.list === 'forbidden_phrases'
      ? await hitsOf(ctx, newPhrases(base.content as never, row.content as never))
      : { hits: [], online: 0 };
  const renewing = (counts: (more: number) => boolean) =>
    store.countRenewals(
      ctx.db,
      row.list,
      changes.flatMap(({ key, before, after }) =>
        typeof after === 'number' && counts(after - Number(before ?? 0)) ? key : [],
      ),
    );
  const dearer = await renewing((more) => more > 0);
  return {
    figures: shown,
    ...found,
    orders: [...ordered.values()].reduce((sum, times) => sum + times, 0),
    revenue: { before: revenue(base.content), after: revenue(row.content) },
    difference: shown.reduce((sum, { difference }) => sum + difference, 0),
    renewals: (await renewing((more) => more !== 0)).renewals,
    dearer: dearer.renewals,
    owners: dearer.owners,
  };
}

/**
 * Asks a second person to release a draft (BOF-112).
 * @throws NOT_FOUND, RIGHT_MISSING, STAFF_VERSION_CONFLICT, VERSION_RETIRED, INVALID_INPUT,
 * REASON_REQUIRED, SECOND_PERSON_MISSING
 */
export async function submit(
  ctx: PersonCtx,
  deps: Pick<ApprovalDeps, 'solo'>,
  input: Input<typeof contract.requestCatalogue>,
): Promise<AwaitsApproval> {
  const row = await loadDraft(ctx, input);
  await store.lockList(ctx.db, row.list);
  const latest = await store.latest(ctx.db, row.list);
  if (row.based_on !== latest.id) throw new AppError('VERSION_RETIRED');
  const changes = changesBetween(row.list, latest.content, row.content);
  if (changes.length === 0) throw invalid({ content: catalogueTexts.same });
  const validFrom = new Date(input.valid_from);
  const problem =
    startProblem(validFrom, { list: row.list, now: ctx.now, changes }) ??
    ((await store.isTaken(ctx.db, row, validFrom)) || validFrom <= latest.valid_from!
      ? catalogueTexts.taken
      : null);
  if (problem) throw invalid({ valid_from: problem });
  const waiting = await requestApproval(ctx, deps, {
    operation: catalogueOperation,
    object: `catalogue:${row.id}`,
    input: { version_id: row.id } satisfies Release,
    ...figures(changes),
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

/** Locks the version and its list; why it cannot be released any more, or null. */
async function whyNot(ctx: PersonCtx, { version_id }: Release): Promise<string | null> {
  const row = await store.loadForUpdate(ctx.db, version_id);
  if (row?.state !== 'submitted') return 'Die Fassung ist nicht mehr vorgelegt.';
  assertList(ctx, row.list);
  await store.lockList(ctx.db, row.list);
  if (row.valid_from! <= ctx.now) return 'Der Beginn ist schon vorbei. Wähle einen neuen.';
  const latest = await store.latest(ctx.db, row.list);
  return row.based_on === latest.id ? null : 'Es gibt schon eine neuere Fassung.';
}

/** Releasing a version of a list needs two people. */
export const catalogueOperation: Operation = {
  name: 'catalogue_release',
  right: RIGHT,
  label: 'Fassung freigeben',
  async roles({ db }, { version_id }: Release) {
    const row = await store.find(db, version_id);
    return ROLES.filter((role) => !row || listsOf(role).includes(row.list));
  },
  nameOf: async ({ db }, object) => {
    const row = await store.find(db, Number(object.replace('catalogue:', '')));
    if (!row) return object;
    const from = row.valid_from ? `, ab ${formatDateTime(row.valid_from)}` : '';
    return `${LISTS[row.list].label}, Fassung ${row.number}${from}`;
  },
  check: (ctx, input: Release) => whyNot(ctx, input),
  perform: async (ctx, { version_id }: Release, { reason }) => {
    await store.release(ctx.db, version_id, { by: ctx.actor.staffId, now: ctx.now });
    await auditChange(ctx, 'catalogue_released', {
      right: RIGHT,
      object: `catalogue:${version_id}`,
      reason,
    });
  },
};
