import { objectOf } from '@samtrot/shared/audit/rules.ts';
import { RECEIPT_LATE_MS, receiptsText } from '@samtrot/shared/holds/rules.ts';
import * as contract from '@samtrot/shared/holds/staff-contract.ts';
import { HELD_THINGS } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { RIGHTS } from '@samtrot/shared/staff/rights.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import {
  type Actors,
  AwaitsApproval,
  type Ctx,
  type Handler,
  implement,
  type StaffCtx,
} from '../../platform/action.ts';
import { holdReasonsAt } from '../catalogue/service.ts';
import * as holds from '../holds/service.ts';
import { type ApprovalDeps, activePeople, type Waiting } from '../staff/service.ts';
import * as moderation from './service.ts';

/** Of one page, of holds and of appeals. */
const PAGE = 50;
const MAY_DECIDE_APPEALS = Object.keys(RIGHTS['appeal.decide'].roles) as Role[];

const websitesOf = (receipts: Awaited<ReturnType<typeof holds.receipts>>) =>
  receipts.map(({ name, told_at, confirmed_at }) => ({
    name,
    told_at: told_at.toISOString(),
    confirmed_at: confirmed_at?.toISOString() ?? null,
  }));

type Websites = ReturnType<typeof websitesOf>;

function confirmedOf({ now }: Pick<Ctx, 'now'>, websites: Websites) {
  const open = websites.filter(({ confirmed_at }) => confirmed_at === null);
  return {
    text: receiptsText(websites.length - open.length, websites.length),
    late: open.some(({ told_at }) => now.getTime() - Date.parse(told_at) > RECEIPT_LATE_MS),
  };
}

async function shownAll(
  ctx: Pick<Ctx, 'db' | 'now'>,
  rows: readonly holds.HoldRow[],
): Promise<contract.StaffHold[]> {
  const receipts = await holds.receiptsByHold(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const nameOf = await holds.staffNames(
    ctx.db,
    rows.map(({ decided_by }) => decided_by),
  );
  const titleOf = await holds.titlesOf(
    ctx.db,
    rows.map(({ thing, item_id: id }) => ({ thing, id })),
  );
  return rows.map((row) => {
    const websites = websitesOf(receipts.get(row.id) ?? []);
    return {
      id: row.id,
      object: { type: row.thing, id: row.item_id },
      title: titleOf({ thing: row.thing, id: row.item_id }),
      account_id: row.account_id,
      kind: row.kind,
      reason: row.reason,
      fields: row.fields,
      text: row.text,
      note: row.note,
      version: row.version,
      since: row.held_at.toISOString(),
      decided_at: row.decided_at.toISOString(),
      decided_by: nameOf(row.decided_by),
      resubmitted_at: row.resubmitted_at?.toISOString() ?? null,
      websites,
      confirmed: confirmedOf(ctx, websites),
    };
  });
}

const shown = async (ctx: Pick<Ctx, 'db' | 'now'>, row: holds.HoldRow) =>
  (await shownAll(ctx, [row]))[0]!;

/** A hold of an account is lifted by another right than one of a thing. @throws NOT_FOUND */
async function lifted(ctx: StaffCtx, input: moderation.Releasing, account: boolean) {
  const row = await holds.find(ctx.db, input.hold_id);
  if (!row || (row.thing === 'account') !== account) throw new AppError('NOT_FOUND');
  const { life, ends_at, refunded } = await moderation.release(ctx, input);
  return { life, ends_at: ends_at?.toISOString() ?? null, refunded };
}

/** The open appeals, as a line of the overview. */
export const waitingAppeals: Waiting = {
  right: 'hold.read',
  label: 'Einsprüche',
  path: '/einspruch',
  count: ({ db }) => holds.countAppeals(db),
};

export { modeActions, reviewActions, waitingReviews } from './review-actions.ts';

/** What somebody looks for: «Inserat 20447», or a number alone; undefined without a number. */
function aboutOf(typed: string) {
  const [, kind, number] = /^(?:([a-z]+):)?(\d{1,15})$/.exec(objectOf(typed)) ?? [];
  const things = HELD_THINGS.filter((thing) => kind === undefined || thing === kind);
  return number === undefined ? undefined : { number: Number(number), things };
}

async function appealsShown(
  { db, actor }: Pick<Ctx<Actors['staff']>, 'db' | 'actor'>,
  rows: readonly holds.ListedAppeal[],
): Promise<Output<typeof contract.appeals>['appeals']> {
  const nameOf = await holds.staffNames(
    db,
    rows.flatMap(({ deciders, decided_by }) => [...deciders, decided_by]),
  );
  const titleOf = await holds.titlesOf(
    db,
    rows.map(({ thing, item_id: id }) => ({ thing, id })),
  );
  const people = await activePeople(db, MAY_DECIDE_APPEALS);
  const listed = [];
  for (const row of rows) {
    const { id, hold_id, thing, item_id, account_id, kind, reason, text, note, deciders } = row;
    listed.push({
      id,
      hold_id,
      object: { type: thing, id: item_id },
      title: titleOf({ thing, id: item_id }),
      account_id,
      kind,
      reason,
      text,
      note,
      decided_by: deciders.length > 0 ? deciders.map(nameOf) : [nameOf(null)],
      decided_at: row.held_decided_at.toISOString(),
      message: row.message,
      at: row.appealed_at.toISOString(),
      review_id:
        thing === 'account'
          ? null
          : ((await moderation.newestReview(db, { thing, item_id })) ?? null),
      open: row.decided_at === null && row.closed_at === null,
      may_decide: !deciders.includes(actor.staffId),
      others: people.filter(({ id: one }) => !deciders.includes(one)).map(({ name }) => name),
      decided: row.decided_at && {
        upheld: row.upheld!,
        by: nameOf(row.decided_by),
        at: row.decided_at.toISOString(),
        answer: row.answer,
      },
    });
  }
  return listed;
}

export const moderationActions = (deps: Pick<ApprovalDeps, 'solo'>): Handler[] =>
  implement(contract, {
    holdReasons: async (ctx) => ({ reasons: await holdReasonsAt(ctx) }),
    makeFinal: async (ctx, input) => {
      const done = await moderation.makeFinal(ctx, deps, input);
      return done instanceof AwaitsApproval ? done : { message: 'Endgültig gesperrt.' };
    },
    finalPreview: moderation.previewFinal,
    hold: async (ctx, input) => ({ hold: await shown(ctx, await moderation.hold(ctx, input)) }),
    blockAccount: async (ctx, { account_id, ...input }) => {
      const object = { type: 'account', id: account_id } as const;
      return { hold: await shown(ctx, await moderation.hold(ctx, { object, ...input })) };
    },
    holdObject: async (ctx, { type: thing, id }) => {
      const of = { thing, id };
      if ((await holds.ownerOf(ctx.db, of)) === undefined) throw new AppError('NOT_FOUND');
      return {
        title: (await holds.titlesOf(ctx.db, [of]))(of),
        ...(await holds.nameableOf(ctx.db, of)),
      };
    },
    uncoverObject: moderation.uncoverThing,
    release: (ctx, input) => lifted(ctx, input, false),
    unblockAccount: (ctx, input) => lifted(ctx, input, true),
    holds: async (ctx, { q = '', cursor }) => {
      const about = q === '' ? null : aboutOf(q);
      if (about === undefined) return { holds: [], cursor: null };
      const found = await holds.openHolds(ctx.db, { about, cursor, limit: PAGE + 1 });
      const page = found.slice(0, PAGE);
      return {
        holds: await shownAll(ctx, page),
        cursor: found.length > PAGE ? page.at(-1)!.id : null,
      };
    },
    holdReceipts: async (ctx, { hold_id }) => {
      if (!(await holds.find(ctx.db, hold_id))) throw new AppError('NOT_FOUND');
      const websites = websitesOf(await holds.receipts(ctx.db, hold_id));
      return { websites, ...confirmedOf(ctx, websites) };
    },
    appeals: async (ctx, { list, q = '', cursor }) => {
      const about = q === '' ? null : aboutOf(q);
      if (about === undefined) return { appeals: [], cursor: null };
      const found = await holds.listAppeals(ctx.db, { list, about, cursor, limit: PAGE + 1 });
      const page = found.slice(0, PAGE);
      return {
        appeals: await appealsShown(ctx, page),
        cursor: found.length > PAGE ? page.at(-1)!.id : null,
      };
    },
    getAppeal: async (ctx, { appeal_id }) => {
      const row = await holds.readAppeal(ctx.db, appeal_id);
      if (!row) throw new AppError('NOT_FOUND');
      return { appeal: (await appealsShown(ctx, [row]))[0]! };
    },
    decideAppeal: async (ctx, input) => {
      await moderation.decideAppeal(ctx, input);
      return {
        message: input.upheld ? 'Der Einspruch ist gutgeheissen.' : 'Der Einspruch ist abgelehnt.',
      };
    },
  });
