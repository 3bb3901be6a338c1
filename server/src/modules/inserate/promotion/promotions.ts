import { type AdPrices, isPremium } from '@samtrot/shared/cart/rules.ts';
import type { WirePromotionOffer } from '@samtrot/shared/inserate/contract.ts';
import {
  type PromotionKind,
  type PromotionOffer,
  promotionOffer,
  unrunText,
} from '@samtrot/shared/inserate/promotion-rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { unrun } from '@samtrot/shared/refunds/rules.ts';
import type { Sql } from '../../../platform/db.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import * as wallet from '../../wallet/service.ts';
import type { InseratRow } from '../store.ts';
import * as store from './promotion-store.ts';

type Promoted = Pick<
  InseratRow,
  'status' | 'inserat_typ' | 'start_at' | 'end_at' | 'topad_until' | 'story_until' | 'auto_extend'
>;

/** The end of the running promotion, or null. */
export function runningUntil(row: Promoted, kind: PromotionKind, now: Date): Date | null {
  const until = kind === 'topAd' ? row.topad_until : row.story_until;
  if (!until || until <= beginsAt(row, now)) return null;
  return !row.auto_extend && until > row.end_at! ? row.end_at : until;
}

const beginsAt = ({ status, start_at }: Promoted, now: Date): Date =>
  status === 'geplant' ? start_at! : now;

/** The offer for an active or planned ad. */
export const offerFor = (
  extras: AdPrices['extras'],
  row: Promoted,
  kind: PromotionKind,
  now: Date,
  renews = row.auto_extend,
): PromotionOffer =>
  promotionOffer(extras, kind, {
    from: runningUntil(row, kind, now) ?? beginsAt(row, now),
    end: row.end_at!,
    renews,
    renewable: isPremium(row.inserat_typ),
  });

/** The same as on the wire; null in any other state. */
export function presentOffer(
  extras: AdPrices['extras'],
  row: Promoted,
  kind: PromotionKind,
  now: Date,
): WirePromotionOffer {
  if (row.status !== 'aktiv' && row.status !== 'geplant') return null;
  const { hours, price, until, renewing } = offerFor(extras, row, kind, now);
  return {
    hours,
    price,
    until: until.toISOString(),
    renewing: renewing && { price: renewing.price, until: renewing.until.toISOString() },
  };
}

/** Promotions that would be cut off if the ad ended then, and their refund. */
export async function cutOffAt(
  db: Sql,
  inseratId: number,
  end: Date,
  moved: number,
): Promise<{ kind: PromotionKind; credits: Credits }[]> {
  const cut = await store.endingAfter(db, inseratId, new Date(end.getTime() - moved));
  const kinds = Map.groupBy(cut, ({ kind }) => kind);
  return [...kinds].map(([kind, promotions]) => ({
    kind,
    credits: promotions.reduce(
      (sum, { missed_ms, ...one }) => sum + unrun({ ...one, missedMs: missed_ms }).credits,
      0,
    ),
  }));
}

/**
 * Closes one expired TopAd or story and refunds the hours that did not run. Returns how many it
 * processed.
 */
export async function settleOver(ctx: JobContext): Promise<number> {
  const over = await store.claimOver(ctx);
  if (!over) return 0;
  await settle(ctx, over);
  return 1;
}

/** Refunds the hours of an ad's TopAds and stories that it has missed. Returns the credits. */
export async function settleOwed(ctx: JobContext, inseratId: number): Promise<Credits> {
  let sum = 0;
  for (const owed of await store.owedBy(ctx.db, inseratId)) sum += await settle(ctx, owed);
  return sum;
}

async function settle({ db, now }: JobContext, over: store.PromotionOver): Promise<Credits> {
  const { hours, credits } = unrun({ ...over, missedMs: over.missed_ms });
  await store.settlePromotion(db, over.id, credits, now);
  if (credits > 0)
    await wallet.refund(
      { db, now },
      {
        userId: over.account_id,
        amount: credits,
        of: over.cause,
        cause: `promotion:${over.id}`,
        description: `${unrunText(over.kind, hours)} (Inserat ${over.inserat_id})`,
      },
    );
  return credits;
}
