import { DISCOUNT_TOLD_DAYS } from '@samtrot/shared/accounts/discount-rules.ts';
import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import type { Ctx } from '../../../platform/action.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import { mayWriteTo } from '../../access/service.ts';
import { enqueueMail } from '../../mail/service.ts';
import { discountEndsMail } from '../mail-templates.ts';
import * as store from './discount-store.ts';

type Writing = Pick<Ctx, 'db' | 'now'>;

/** Sets the personal discount in percent, in tenths from 0 to 100, and its end (BOF-104). */
export async function setDiscount(
  { db, now }: Writing,
  id: number,
  { percent, endsAt = null }: { percent: number; endsAt?: Date | null },
): Promise<void> {
  const ends = percent > 0 ? endsAt : null;
  const told = ends && addCalendarDays(ends, -DISCOUNT_TOLD_DAYS);
  await store.saveDiscount(db, id, {
    percent,
    endsAt: ends,
    tellAt: told && (told > now ? told : now),
  });
}

/** Tells one customer that her discount ends; returns how many. */
export async function tellEndingDiscount(
  ctx: JobContext,
  { publicUrl }: { publicUrl: string },
): Promise<number> {
  const account = await store.claimEnding(ctx);
  if (!account) return 0;
  const { id, discount_percent: percent, discount_ends_at: endsAt } = account;
  if (endsAt && endsAt > ctx.now && (await mayWriteTo(ctx, account))) {
    const cause = `discount_ends:${id}:${endsAt.getTime()}`;
    const mail = { to: account.email, cause, url: `${publicUrl}/guthaben`, percent, endsAt };
    await enqueueMail(ctx, discountEndsMail(mail), id);
  }
  return 1;
}
