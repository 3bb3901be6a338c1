import type * as contract from '@samtrot/shared/holds/contract.ts';
import { changeFirst, RESUBMITTED } from '@samtrot/shared/holds/owner-rules.ts';
import { isAppealable, RESUBMITS_PER_DAY } from '@samtrot/shared/holds/rules.ts';
import { mayOwner } from '@samtrot/shared/holds/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { takeAttempt } from '../access/service.ts';
import { fieldsOf, present } from './owner-view.ts';
import * as store from './store.ts';

type Owner = Pick<Ctx<Actors['user']>, 'db' | 'now' | 'actor'> & Partial<Pick<Ctx, 'client'>>;
type Changed = Output<typeof contract.resubmit>;

/** The caller's open hold, locked with its thing. @throws NOT_FOUND, NOTHING_HELD */
async function loadForUpdate({ db, actor }: Owner, id: number): Promise<store.HoldRow> {
  const known = await store.find(db, id);
  if (known?.account_id !== actor.userId) throw new AppError('NOT_FOUND');
  await store.lockThing(db, { thing: known.thing, id: known.item_id });
  const hold = (await store.find(db, id))!;
  if (hold.closed_at) throw new AppError('NOTHING_HELD');
  return hold;
}

/**
 * Hands a changed thing in for another look; repeated, the answer is the same (BOF-35).
 * @throws NOT_FOUND, NOTHING_HELD, FINAL, CHANGE_FIRST, TOO_MANY_ATTEMPTS
 */
export async function resubmit(
  ctx: Owner,
  { hold_id, message = '' }: Input<typeof contract.resubmit>,
): Promise<Changed> {
  const hold = await loadForUpdate(ctx, hold_id);
  if (!mayOwner(hold.kind, 'resubmit') || hold.thing === 'account') throw new AppError('FINAL');
  if (!hold.resubmitted_at) {
    const open = (await fieldsOf(ctx.db, hold)).filter(({ changed }) => !changed);
    if (open.length > 0)
      throw new AppError('CHANGE_FIRST', {
        params: { was: changeFirst(open.map(({ name }) => name)) },
      });
    await takeResubmit(ctx, hold);
    await store.resubmit(ctx.db, hold.id, message, ctx.now);
    await audit(ctx, 'hold_resubmitted', `hold:${hold.id}`);
  }
  return {
    hold: await present(ctx, (await store.find(ctx.db, hold.id))!),
    message: RESUBMITTED,
  };
}

/**
 * A day's looks are those of the thing: its next hold begins no new five. @throws TOO_MANY_ATTEMPTS
 */
async function takeResubmit({ db, now }: Owner, { thing, item_id }: store.HoldRow): Promise<void> {
  const limit = { attempts: RESUBMITS_PER_DAY, seconds: DAY_MS / 1000 };
  const taken = { ...limit, name: 'resubmit', key: `${thing}:${item_id}`, now };
  if (!(await takeAttempt(db, taken))) throw tooManyAttempts(limit.seconds);
}

/** @throws NOT_FOUND, NOTHING_HELD, APPEALED, APPEAL_LATE */
export async function appeal(
  ctx: Owner,
  { hold_id, message }: Input<typeof contract.appeal>,
): Promise<Changed> {
  const hold = await loadForUpdate(ctx, hold_id);
  if (!mayOwner(hold.kind, 'appeal') || !isAppealable(hold.kind, hold.decided_at, ctx.now))
    throw new AppError('APPEAL_LATE');
  if (await store.appealAgainst(ctx.db, hold)) throw new AppError('APPEALED');
  const entered = await store.insertAppeal(ctx.db, {
    hold_id: hold.id,
    version: hold.version,
    message,
    appealed_at: ctx.now,
  });
  if (!entered) throw new AppError('APPEALED');
  await audit(ctx, 'appeal_made', `hold:${hold.id}`);
  return {
    hold: await present(ctx, hold),
    message: 'Dein Einspruch ist bei uns. Eine andere Person prüft ihn.',
  };
}
