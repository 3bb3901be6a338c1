import { randomInt } from 'node:crypto';
import {
  CODE_STATES,
  codeState,
  isPattern,
  mostCost,
  planProblems,
  RANDOM_MARK,
  type SeriesPlan,
  seriesState,
} from '@samtrot/shared/coupons/series-rules.ts';
import type * as contract from '@samtrot/shared/coupons/staff-contract.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits, formatDateTime, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { orderIn } from '@samtrot/shared/kernel/sorting.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { AwaitsApproval, StaffCtx, StaffPerson } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import { cursorOf, type Ordering, placeIn } from '../../platform/keyset.ts';
import { type Operation, requestApproval } from '../staff/service.ts';
import { DIGITS, maskCode } from './codes.ts';
import * as series from './series-store.ts';
import * as store from './store.ts';

type SeriesRow = series.SeriesRow;

export interface SeriesDeps {
  solo: boolean;
  /** Francs that one person may make redeemable in 24 hours alone. */
  fourEyesChf: number;
}

const PAGE = 50;
type PersonCtx = StaffCtx & { actor: StaffPerson };
type Asked = Input<typeof contract.createCoupons>;
/** As it is stored with a request for a second person. */
interface Wish {
  plan: SeriesPlan;
  reason: string;
}

const stateOf = (row: SeriesRow, now: Date) =>
  seriesState(
    {
      credits: row.credits,
      startsAt: row.starts_at,
      expiresAt: row.expires_at,
      stoppedAt: row.stopped_at,
      budget: row.budget,
      spent: row.spent,
      maxUses: row.max_uses,
      uses: row.uses,
      open: row.open,
    },
    now,
  );

const shown = (row: SeriesRow, now: Date): Output<typeof contract.coupons>['series'][number] => ({
  series_id: row.id,
  name: row.name,
  state: stateOf(row, now),
  credits: row.credits,
  codes: row.codes,
  code: row.codes === 1 ? maskCode(row.one_code) : null,
  uses: row.uses,
  max_uses: row.max_uses,
  spent: row.spent,
  budget: row.budget,
  per_account: row.per_account,
  only_new: row.only_new,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.expires_at && new Date(row.expires_at.getTime() - 1).toISOString(),
  created_at: row.created_at.toISOString(),
});

function orderingOf(sort: Input<typeof contract.coupons>['sort']): Ordering {
  if (sort === undefined) return series.NEWEST;
  const { column, falling } = orderIn(sort);
  return { ...series.SORTED[column], falling };
}

/** Series of coupons, newest first or sorted (BOF-102, BOF-144). @throws INVALID_INPUT */
export async function listSeries(
  { db, now }: StaffCtx,
  { sort, cursor }: Input<typeof contract.coupons>,
): Promise<Output<typeof contract.coupons>> {
  const ordering = orderingOf(sort);
  const after = placeIn({ cursor, sort }, ordering);
  const rows = await series.listSeries(db, { ordering, after, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  return {
    series: page.map((row) => shown(row, now)),
    cursor: rows.length > PAGE ? cursorOf(sort, page.at(-1)!.place) : null,
  };
}

async function seriesOf({ db }: Pick<StaffCtx, 'db'>, id: number): Promise<SeriesRow> {
  const row = await series.findSeries(db, id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** A series with what came of it (BOF-103). @throws NOT_FOUND */
export async function reportOf(
  { db, now }: StaffCtx,
  id: number,
): Promise<Output<typeof contract.couponReport>> {
  const row = await seriesOf({ db }, id);
  const effect = await series.effectOf(db, id);
  return {
    series: shown(row, now),
    accounts: effect.accounts,
    topped_up: effect.topped_up,
    topped_up_chf: rappenToFrancs(effect.topped_up_rappen),
    used_credits: effect.used_credits,
    // 1 credit = 1 CHF.
    cost_chf: effect.used_credits,
  };
}

const planOf = ({ reason: _, per_account, only_new, ...asked }: Asked): SeriesPlan => ({
  ...asked,
  perAccount: per_account,
  onlyNew: only_new,
});

/** @throws INVALID_INPUT at each field */
async function assertPossible({ db, now }: Pick<StaffCtx, 'db' | 'now'>, plan: SeriesPlan) {
  const problems = planProblems(plan, localDate(now));
  if (!isPattern(plan.code) && !problems.code && (await store.codeExists(db, plan.code)))
    problems.code = 'Diesen Code gibt es schon.';
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/**
 * Makes a series, or asks a second person above the limit (BOF-101, BOF-102).
 * @throws INVALID_INPUT at each field, SECOND_PERSON_MISSING
 */
export async function createSeries(
  ctx: PersonCtx,
  deps: SeriesDeps,
  asked: Asked,
): Promise<AwaitsApproval | Output<typeof contract.createCoupons>> {
  const plan = planOf(asked);
  const { reason } = asked;
  const alone = await series.issuedAlone(ctx.db, { staffId: ctx.actor.staffId, now: ctx.now });
  await assertPossible(ctx, plan);
  if (alone + mostCost(plan) <= deps.fourEyesChf) {
    const id = await make(ctx, { plan, reason }, false);
    return { message: `${codesText(plan)} angelegt.`, series_id: id };
  }
  return requestApproval(ctx, deps, {
    operation: seriesOperation,
    object: `coupon:${plan.name}`,
    input: { plan, reason } satisfies Wish,
    before: {},
    after: figuresOf(plan),
    reason,
    waits: { name: 'Ein Gutschein mit diesem Namen wartet schon auf eine Freigabe.' },
  });
}

const codesText = ({ count, code }: SeriesPlan) =>
  count > 1 ? `${formatNumber(count)} Codes sind` : `Der Gutschein ${maskCode(code)} ist`;

function figuresOf(plan: SeriesPlan): Record<string, string> {
  const { code, count, credits, budget, uses } = plan;
  const most = mostCost(plan);
  return {
    Code: maskCode(code),
    Codes: formatNumber(count),
    Je: formatCredits(credits),
    ...(budget !== null && { Budget: formatCredits(budget) }),
    ...(uses !== null && { Einlösungen: formatNumber(uses) }),
    Höchstens: Number.isFinite(most) ? formatCredits(most) : 'unbegrenzt',
  };
}

async function make(ctx: StaffCtx, { plan, reason }: Wish, approved: boolean): Promise<number> {
  const { db, now } = ctx;
  const { code, count, credits, budget, uses, perAccount, onlyNew, from, until } = plan;
  const seriesId = await store.insertSeries(
    db,
    {
      name: plan.name,
      budget,
      maxUses: uses,
      perAccount,
      onlyNew,
      startsAt: from === null ? now : instantOf(from, '00:00'),
    },
    now,
  );
  const coupon = {
    seriesId,
    credits,
    description: `Gutschein ${formatCredits(credits)}`,
    // Each code of a pattern is for one redemption.
    maxUses: isPattern(code) ? 1 : null,
    expiresAt: until === null ? null : addCalendarDays(instantOf(until, '00:00'), 1),
  };
  let missing = count;
  while (missing > 0) {
    const codes = Array.from({ length: missing }, () => filled(code));
    const made = await store.insertCodes(db, { ...coupon, codes: [...new Set(codes)] }, now);
    // A single code that somebody made in the same moment.
    if (made === 0 && !isPattern(code)) throw invalid({ code: 'Diesen Code gibt es schon.' });
    missing -= made;
  }
  const most = mostCost(plan);
  await auditChange(ctx, 'coupon_created', {
    right: 'coupon.manage',
    object: `coupon:${seriesId}`,
    reason,
    after: {
      name: plan.name,
      code: maskCode(code),
      codes: count,
      credits,
      ...(budget !== null && { budget }),
      ...(uses !== null && { uses }),
      ...(Number.isFinite(most) && { most }),
      ...(approved && { approved }),
    },
  });
  return seriesId;
}

/** The pattern with a random character for each mark. */
const filled = (pattern: string): string =>
  pattern.replaceAll(RANDOM_MARK, () => DIGITS[randomInt(DIGITS.length)]!);

/** A series above the limit, for the second person. */
export const seriesOperation: Operation = {
  name: 'coupon_series',
  right: 'coupon.manage',
  label: 'Gutschein anlegen',
  nameOf: async (_ctx, object) => object.replace('coupon:', ''),
  async check(ctx, { plan }: Wish) {
    try {
      await assertPossible(ctx, plan);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Object.values(error.fields ?? {})[0] ?? error.message;
    }
  },
  async perform(ctx, wish: Wish) {
    await make(ctx, wish, true);
  },
};

/** @throws NOT_FOUND */
export async function stop(
  ctx: StaffCtx,
  { series_id, reason }: Input<typeof contract.stopCoupon>,
): Promise<string> {
  const { name } = await seriesOf(ctx, series_id);
  // Twice is once.
  if (await series.stopSeries(ctx.db, series_id, ctx.now))
    await auditChange(ctx, 'coupon_stopped', {
      right: 'coupon.manage',
      object: `coupon:${series_id}`,
      reason,
      after: { name },
    });
  return `«${name}» ist gestoppt.`;
}

/** The codes as CSV (BOF-103). @throws NOT_FOUND */
export async function codesOf(
  ctx: StaffCtx,
  id: number,
): Promise<Output<typeof contract.couponCodes>> {
  const state = stateOf(await seriesOf(ctx, id), ctx.now);
  const codes = await series.codesOf(ctx.db, id);
  await auditChange(ctx, 'coupon_codes_read', {
    right: 'coupon.manage',
    object: `coupon:${id}`,
    after: { codes: codes.length },
  });
  const lines = codes.map(({ code, uses, max_uses, used_at }) =>
    csvLine([
      code,
      CODE_STATES[codeState({ uses, maxUses: max_uses }, state)],
      uses,
      used_at ? formatDateTime(used_at) : '',
    ]),
  );
  const head = csvLine(['Code', 'Zustand', 'Einlösungen', 'Zuletzt eingelöst']);
  return {
    name: `gutschein-${id}.csv`,
    text: BYTE_ORDER_MARK + head + lines.join(''),
  };
}
