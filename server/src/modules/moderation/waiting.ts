import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import {
  COUNTED_MOST,
  medianWait,
  promiseText,
  UNDECIDED_MS,
} from '@samtrot/shared/moderation/review-rules.ts';
import { partsOf } from '@samtrot/shared/staff/overview-rules.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as accounts from '../accounts/service.ts';
import * as banners from '../banners/service.ts';
import * as clubs from '../clubs/service.ts';
import * as holds from '../holds/service.ts';
import * as inserate from '../inserate/service.ts';
import { enqueueMail } from '../mail/service.ts';
import { lockHeld } from './holding.ts';
import { undecidedMail } from './mail-templates.ts';
import { decidedSince, openLevels } from './review-store.ts';
import * as store from './waiting-store.ts';

/** For the overview: the open reviews, and how many there are of each level. */
export async function openReviews({ db }: { db: Sql }) {
  const { high, medium, low, since } = (await openLevels().execute(db)).rows[0]!;
  return {
    count: Math.min(high + medium + low, COUNTED_MOST),
    since,
    parts: partsOf({ hoch: high, mittel: medium, tief: low }),
  };
}

/** How long new things wait for their first decision; null with too few decisions. */
export const medianMs = async ({ db, now }: { db: Sql; now: Date }): Promise<number | null> =>
  medianWait(await decidedSince(db, new Date(now.getTime() - 30 * DAY_MS)), now);

/** What an owner reads of how long it takes; null with too few decisions (BOF-51). */
export async function promise(ctx: { db: Sql; now: Date }): Promise<string | null> {
  const median = await medianMs(ctx);
  return median === null ? null : promiseText(median);
}

const WITHDRAW = {
  inserat: inserate.withdraw,
  banner: banners.withdraw,
  club: clubs.withdraw,
} as const;

/**
 * Takes off one thing that nobody has decided about within seven days: its whole price comes back
 * and its owner is mailed (BOF-52). Returns how many it processed.
 */
export async function withdrawUndecided(ctx: JobContext): Promise<number> {
  const { db, now } = ctx;
  const since = new Date(now.getTime() - UNDECIDED_MS);
  const holdId = await store.findUndecided(db, since, dueOnly(ctx, sql`h.id`));
  if (holdId === undefined) return 0;
  ctx.due?.claimed([holdId]);
  const known = await holds.find(db, holdId);
  if (!known || known.thing === 'account') return 0;
  const { thing, item_id: id, account_id } = known;
  const system = { ...ctx, actor: { kind: 'system' as const } };
  const gone = await lockHeld(system, { thing, id }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return error;
      throw error;
    },
  );
  // Decided or deleted while this waited for the lock.
  if ((await store.findUndecided(db, since, sql`h.id = ${known.id}`)) === undefined) return 1;
  // A deleted thing has no open hold: the next run would find this one again, and no other.
  if (gone) throw new Error(`${thing} ${id} is gone`, { cause: gone });
  const refunded: Credits = await WITHDRAW[thing](ctx, id);
  failPoint('withdraw.mid');
  await store.drop(db, thing, id);
  const reason = 'Nicht innert 7 Tagen geprüft';
  await holds.close(db, known.id, { outcome: 'gone', reason, at: now, staffId: null });
  await audit(system, 'review_undecided', `${thing}:${id}`, { hold: known.id, refunded });
  const { email, nickname } = await accounts.getAccount(db, account_id);
  const about = { to: email, name: nickname, thing, id };
  await enqueueMail(
    ctx,
    undecidedMail({ ...about, cause: `undecided:${known.id}`, refunded }),
    account_id,
  );
  return 1;
}
