import type { PackageChange } from '@samtrot/shared/inserate/contract.ts';
import type { Ctx } from '../../../platform/action.ts';
import { cutOffAt, runningUntil } from '../promotion/promotions.ts';
import { droppedPushes } from '../promotion/pushes.ts';
import type { Booking } from '../store.ts';
import { movedBy } from './booking.ts';
import { newRun, type Placement, packagePriceOf, priced } from './pricing.ts';

type Changing = Omit<Placement, 'expectedTotal' | 'requireConfirmedEmail' | 'previous'> & {
  previous: Booking;
};

/** What ordering another package would do to a booked ad (EXP-58). */
export async function packageChangeOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  placement: Changing,
): Promise<PackageChange> {
  const { row, content, previous } = placement;
  const run = newRun(ctx.now, row, content);
  const { price, before } = await priced(ctx, placement);
  const falling = await droppedPushes(ctx, previous, { package: content.inserat_typ, run });
  const begins = row.status === 'geplant' ? row.start_at! : ctx.now;
  const credit = before?.credit ?? 0;
  // With automatic renewal they continue in the next run.
  const cut = content.auto_extend
    ? []
    : await cutOffAt(ctx.db, row.id, run.end_at, movedBy(placement, run.start_at));
  const stays = (['colour', 'topAd', 'story'] as const).filter((kind) =>
    kind === 'colour'
      ? row.colour
      : runningUntil(row, kind, ctx.now) !== null && !cut.some((shorter) => shorter.kind === kind),
  );
  return {
    from: previous.package,
    to: content.inserat_typ,
    // A price credited to the new run is not lost.
    lost_ms: credit > 0 ? 0 : Math.max(0, row.end_at!.getTime() - begins.getTime()),
    lost_paid: (await packagePriceOf(ctx.db, previous)) > 0,
    old_end_at: row.end_at!.toISOString(),
    new_end_at: run.end_at.toISOString(),
    pushes: { daily: falling.daily, dated: falling.dated, again: falling.again },
    stays,
    cut,
    items: price.items.filter(({ quantity }) => quantity > 0),
    credit,
    total: price.total,
    refund: falling.daily.credits + falling.dated.credits + falling.again.credits,
  };
}
