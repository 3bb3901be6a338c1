import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { plainText } from '@samtrot/shared/inserate/html.ts';
import { DRAFT_KEPT_MS } from '@samtrot/shared/inserate/keeping-rules.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import type { JobContext } from '../../platform/due-work.ts';
import * as cart from '../cart/service.ts';
import * as listings from '../listings/service.ts';
import { assertRoom, type Owner } from '../listings/service.ts';
import * as media from '../media/service.ts';
import * as orders from './booking/order-store.ts';
import { payableOf } from './booking/payable.ts';
import { paidBefore, wishesOf } from './booking/pricing.ts';
import { INSERATE } from './kind.ts';
import { findForUpdate, latestBooking, presented } from './load.ts';
import { bookingOf, paidOf, replacedBy } from './presenter.ts';
import { cancelPromotions } from './promotion/promotion-store.ts';
import * as store from './store.ts';

const BLANK_LIVES_MS = DAY_MS;
const BATCH = 100;

export type { OrderRules } from '../listings/service.ts';
export type { OrderRecord } from './booking/order-store.ts';
export * as withdrawal from './booking/withdrawal.ts';
export { adContact, adPending, encryptedColumns } from './contact.ts';
export { readDescription } from './editing/description.ts';
export { addImage, rateMedia, readMedia, sortImages } from './editing/images.ts';
export { keep, quoteChange, read, save } from './editing/save.ts';
export { addVideo, removeVideo } from './editing/videos.ts';
export { continueTime, standing, withdraw } from './lifecycle/held.ts';
export * as life from './lifecycle/lifecycle.ts';
export { pauseAll, resumeAll } from './lifecycle/pause-all.ts';
export { refundUnused, unused } from './lifecycle/rest.ts';
export { eraseDrafts, removeImage, restoreDraft, restoreImage } from './lifecycle/restoring.ts';
export {
  alertDue,
  announceEnd,
  announcePrices,
  expireDue,
  promotionsOver,
  renewExpired,
  startDue,
} from './lifecycle/scheduler.ts';
export { clockLag } from './lifecycle/scheduler-store.ts';
export { ownTables } from './own-data.ts';
export * as extras from './promotion/extras.ts';
export { settleOver } from './promotion/promotions.ts';
export { pushDue, settleMissed } from './promotion/pushes.ts';

/** Orders behind movements of the wallet, for the history. */
export const ordersByCause = orders.ordersByCause;

/** The ads of an account, newest first, without blank drafts and deleted ones. */
export const listOwn = async (ctx: { db: Sql; now: Date }, userId: number): Promise<Inserat[]> =>
  presented(ctx, await store.listOwn(ctx.db, userId));

/** What the descriptions of these ads say, without markup. */
export const descriptionsOf = async (
  ctx: { db: Sql },
  userId: number,
): Promise<{ id: number; text: string }[]> =>
  (await store.listOwn(ctx.db, userId)).map(({ id, beschreibung }) => ({
    id,
    text: plainText(beschreibung),
  }));

/**
 * The one untouched draft of the caller (EDI-04), also for concurrent calls. @throws
 * TOO_MANY_INSERATE
 */
export async function createBlank(ctx: Ctx<Owner>): Promise<number> {
  await assertRoom(ctx, INSERATE);
  return store.blank(ctx.db, ctx.actor.userId, ctx.now);
}

/** What the cart needs for the price that ordering will charge. */
export const cartTerms: cart.TermsOf = async (ctx, inseratId) => {
  const row = await findForUpdate(ctx, inseratId);
  if (!row) return undefined;
  const latest = await latestBooking(ctx.db, row);
  const images = await payableOf(ctx.db, row);
  return {
    running: paidOf(row, latest)?.package ?? null,
    async paid(chosen) {
      const [booking, previous] = [bookingOf(row, latest, chosen), replacedBy(row, latest, chosen)];
      return (
        (await paidBefore(ctx, {
          row,
          booking,
          previous,
          content: { ...row, inserat_typ: chosen },
        })) ?? null
      );
    },
    wishes: (wanted) =>
      wishesOf({ row, images, booking: bookingOf(row, latest, wanted.package) }, wanted),
  };
};

/** Whether the account has this ad; locks it until the transaction ends. */
export const isOwn = (db: Sql, accountId: number, id: number): Promise<boolean> =>
  listings.lockOwn(db, INSERATE, accountId, id);

/**
 * For account deletion: unpublishes every ad at once and erases its content and media. Nothing is
 * refunded, because the balance is forfeited.
 */
export async function deleteContent(ctx: JobContext, accountId: number): Promise<void> {
  await cart.deleteCarts(ctx, accountId);
  await media.removeFromInserate(ctx.db, accountId);
  await store.cancelPushesOf(ctx.db, accountId, ctx.now);
  await cancelPromotions(ctx.db, { account: accountId }, ctx.now);
  await store.forget(ctx.db, accountId, ctx.now);
}

/** Purges drafts untouched for a day. */
export const sweepBlanks = (ctx: JobContext): Promise<number> =>
  store.deleteBlanks(ctx.db, new Date(ctx.now.getTime() - BLANK_LIVES_MS), BATCH);

/** Deletes drafts that were never online, 180 days after their last change. */
export async function sweepDrafts(ctx: JobContext): Promise<number> {
  const { db, now } = ctx;
  const ids = await store.lockStaleDrafts(ctx, new Date(now.getTime() - DRAFT_KEPT_MS), BATCH);
  for (const id of ids) {
    await cart.clear(db, id);
    await media.removeOfInserat(db, id);
    await store.erase(db, id, now);
    await audit({ db, now, actor: { kind: 'system' } }, 'inserat_deleted', `inserat:${id}`, {
      status: 'entwurf',
    });
  }
  return ids.length;
}

/** For the charts of the house (BOF-136). */
export const { onlineAt } = store;

/** Whether the account has ever placed an ad (EXP-30). */
export const { wasEverPlaced } = store;
