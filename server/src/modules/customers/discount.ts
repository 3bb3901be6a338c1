import {
  DISCOUNT_FOUR_EYES_PERCENT,
  discountAt,
  discountProblems,
} from '@samtrot/shared/accounts/discount-rules.ts';
import type * as contract from '@samtrot/shared/customers/discount-contract.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { AwaitsApproval, StaffCtx, StaffPerson } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import * as accounts from '../accounts/service.ts';
import { type ApprovalDeps, type Operation, requestApproval } from '../staff/service.ts';
import { locked } from './help.ts';
import * as store from './help-store.ts';
import { objectOf, onAccount } from './takeover.ts';

type Wish = Omit<Input<typeof contract.setDiscount>, 'seen_percent'>;

const lastDay = (until: string) => instantOf(until, '00:00');
const words = (percent: number, until: string | null): string =>
  percent === 0
    ? 'keiner'
    : `${percent} %${until === null ? '' : ` bis und mit ${formatDate(lastDay(until))}`}`;

/**
 * Sets the discount at once, or asks a second person above 20 % (BOF-101, BOF-104).
 * @throws NOT_FOUND, INVALID_INPUT at its fields, STAFF_VERSION_CONFLICT, SECOND_PERSON_MISSING
 */
export async function setDiscount(
  ctx: StaffCtx & { actor: StaffPerson },
  deps: Pick<ApprovalDeps, 'solo'>,
  { seen_percent, ...wish }: Input<typeof contract.setDiscount>,
): Promise<string | AwaitsApproval> {
  const { account_id, percent, until, reason } = wish;
  await locked(ctx, account_id);
  const problems = discountProblems({ percent, until }, localDate(ctx.now));
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const before = discountAt(await accounts.getAccount(ctx.db, account_id), ctx.now);
  if (before !== seen_percent) throw new AppError('STAFF_VERSION_CONFLICT');
  if (percent <= DISCOUNT_FOUR_EYES_PERCENT) {
    await save(ctx, wish, false);
    return percent === 0 ? 'Der Rabatt ist weg.' : `Der Rabatt ist ${words(percent, until)}.`;
  }
  return requestApproval(ctx, deps, {
    operation: discountOperation,
    object: objectOf(account_id),
    input: wish satisfies Wish,
    before: { Rabatt: words(before, null) },
    after: { Rabatt: words(percent, until) },
    reason,
    waits: { percent: 'Ein Rabatt wartet schon auf eine Freigabe.' },
  });
}

async function save(ctx: StaffCtx, wish: Wish, approved: boolean): Promise<void> {
  const { account_id, percent, until, reason } = wish;
  const before = discountAt(await accounts.getAccount(ctx.db, account_id), ctx.now);
  const endsAt = until === null ? null : addCalendarDays(lastDay(until), 1);
  await accounts.setDiscount(ctx, account_id, { percent, endsAt });
  await auditChange(ctx, 'discount_set', {
    right: 'discount.set',
    object: objectOf(account_id),
    reason,
    before: { percent: before },
    after: { percent, ...(until !== null && { until }), ...(approved && { approved }) },
  });
}

/** A discount above 20 %, for the second person. */
export const discountOperation: Operation = {
  ...onAccount('discount', 'discount.set', 'Rabatt setzen'),
  async check({ db, now }, { account_id, percent, until }: Wish) {
    if (!(await store.lockAccount(db, account_id))) return 'Das Konto ist inzwischen gelöscht.';
    return Object.values(discountProblems({ percent, until }, localDate(now)))[0] ?? null;
  },
  perform: (ctx, wish: Wish) => save(ctx, wish, true),
};
