import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import type * as contract from '@samtrot/shared/partners/desk-contract.ts';
import { BLOCKS_MAX, type Policy, slotsOf } from '@samtrot/shared/partners/policy-rules.ts';
import type { DeskCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import { bookedAbove, bookedInSlots, leaveWebsite } from '../banners/service.ts';
import { choicesAt } from '../catalogue/service.ts';
import { countPicturesAbove, countPublished } from '../clubs/service.ts';
import { countAds, countMediaAbove, markPolicyChange } from '../delivery/service.ts';
import * as partners from '../partners/service.ts';
import { locked } from './desk.ts';
import * as store from './store.ts';

interface Reading {
  db: Sql;
  now: Date;
}
type Wanted = Input<typeof contract.previewPartnerPolicy>;
type Block = Input<typeof contract.blockOnPartner>;

/** What a website leaves out, and what could be (BOF-120). @throws NOT_FOUND */
export async function policyOf(
  { db, now }: Reading,
  websiteId: number,
): Promise<Output<typeof contract.getPartnerPolicy>> {
  const [row] = await partners.listAll(db, websiteId);
  const found = await partners.findPolicy(db, websiteId);
  if (!row || !found) throw new AppError('NOT_FOUND');
  const { categories, cantons } = await choicesAt({ db, now });
  const blocks = await partners.blocksOf(db, websiteId);
  return {
    version: found.version,
    accepts: row.accepts,
    categories: [...found.policy.categories],
    cantons: [...found.policy.cantons],
    slots: slotsOf(found.slots),
    blocks: blocks.map(({ created_at, ...block }) => ({
      ...block,
      at: created_at.toISOString(),
    })),
    lists: {
      categories: categories.map(({ id, name }) => ({ id, name })),
      cantons: cantons.map(({ id, name }) => ({ id, name })),
    },
  };
}

/** The wanted rules with the block list as it is. @throws NOT_FOUND, INVALID_INPUT */
async function proposed(
  { db, now }: Reading,
  { website_id, categories, cantons }: Wanted,
): Promise<{ before: Policy; slots: readonly string[]; after: Policy; version: number }> {
  const found = await partners.findPolicy(db, website_id);
  if (!found) throw new AppError('NOT_FOUND');
  const lists = await choicesAt({ db, now });
  const unknown = {
    ...(categories.some((id) => !lists.categories.some((one) => one.id === id)) && {
      categories: fieldTexts.format,
    }),
    ...(cantons.some((id) => !lists.cantons.some((one) => one.id === id)) && {
      cantons: fieldTexts.format,
    }),
  };
  if (Object.keys(unknown).length > 0) throw invalid(unknown);
  if (cantons.length === lists.cantons.length)
    throw invalid({ cantons: 'So bleibt nichts übrig. Schalte die Webseite stattdessen aus.' });
  if (lists.categories.every(({ id, offered }) => !offered || categories.includes(id)))
    throw invalid({ categories: 'So bleibt nichts übrig. Schalte die Webseite stattdessen aus.' });
  const after = { ...found.policy, categories, cantons };
  return { before: found.policy, slots: found.slots, after, version: found.version };
}

/** Number of published items the policy excludes, counted as the delivery does. */
export async function preview(
  ctx: Reading,
  wanted: Wanted,
): Promise<Output<typeof contract.previewPartnerPolicy>> {
  const { db, now } = ctx;
  const { website_id: websiteId, slots } = wanted;
  const { after } = await proposed(ctx, wanted);
  const ads = (await countAds(db, {}, now)).total;
  const shown = (await countAds(db, { policy: after }, now)).total;
  const clubs = await countPublished(db, now);
  const above = { policy: after, ratings: ratingsUpTo(wanted.accepts) };
  return {
    ads,
    ads_left_out: ads - shown,
    clubs,
    clubs_left_out: clubs - (await countPublished(db, now, after)),
    media_left_out:
      (await countMediaAbove(db, above, now)) + (await countPicturesAbove(db, above, now)),
    banners: await bookedInSlots(ctx, websiteId, slots),
    banners_above: await bookedAbove(ctx, { websiteId, slots, ratings: above.ratings }),
  };
}

/**
 * Keeps the rules. What they let in or leave out from now on is a change of the feed; banners whose
 * place is gone leave the website, and their time comes back.
 * @throws NOT_FOUND, INVALID_INPUT, STAFF_VERSION_CONFLICT
 */
export async function setPolicy(
  ctx: DeskCtx,
  { seen_version, ...wanted }: Input<typeof contract.setPartnerPolicy>,
): Promise<{ banners: number; credits: number }> {
  const { db, now } = ctx;
  const { website_id, accepts, slots } = wanted;
  await locked(db, website_id);
  const [row] = await partners.listAll(db, website_id);
  const { before, after, slots: slotsBefore, version } = await proposed(ctx, wanted);
  if (version !== seen_version) throw new AppError('STAFF_VERSION_CONFLICT');
  const { categories, cantons } = after;
  await partners.updatePolicy(db, website_id, { accepts, categories, cantons, slots });
  await markPolicyChange(db, { before, after, now });
  const left = await leaveWebsite(ctx, website_id, slots);
  await auditChange(ctx, 'website_policy', {
    right: 'partner.manage',
    object: `website:${website_id}`,
    before: words({ accepts: row!.accepts, ...before, slots: slotsBefore }),
    after: { ...words({ accepts, ...after, slots }), ...left },
  });
  return left;
}

const words = ({
  accepts,
  categories,
  cantons,
  slots,
}: Pick<Policy, 'categories' | 'cantons'> & { accepts: string; slots: readonly string[] }) => ({
  accepts,
  categories: categories.join(' '),
  cantons: cantons.join(' '),
  slots: slots.join(' '),
});

/** @throws NOT_FOUND, INVALID_INPUT for what there is not, or that is on the list */
export async function block(
  ctx: DeskCtx,
  { website_id, kind, thing, reason }: Block,
): Promise<void> {
  const { db, now } = ctx;
  await locked(db, website_id);
  const item_id = await store.findThing(db, kind, thing);
  if (item_id === undefined) throw invalid({ thing: 'Das gibt es nicht.' });
  const { policy } = (await partners.findPolicy(db, website_id))!;
  if (policy.inserate.length + policy.clubs.length >= BLOCKS_MAX)
    throw invalid({ thing: `Höchstens ${BLOCKS_MAX} Einträge.` });
  const row = { website_id, kind, item_id, reason, created_at: now };
  if (!(await partners.insertBlock(db, row))) throw invalid({ thing: 'Das steht schon da.' });
  await changed(ctx, { website_id, kind, item_id, before: policy, reason, action: 'blocked' });
}

/** @throws NOT_FOUND */
export async function unblock(
  ctx: DeskCtx,
  { website_id, kind, item_id }: Input<typeof contract.unblockOnPartner>,
): Promise<void> {
  await locked(ctx.db, website_id);
  const { policy } = (await partners.findPolicy(ctx.db, website_id))!;
  if (!(await partners.deleteBlock(ctx.db, { website_id, kind, item_id })))
    throw new AppError('NOT_FOUND');
  await changed(ctx, { website_id, kind, item_id, before: policy, action: 'unblocked' });
}

interface Changed {
  website_id: number;
  kind: Block['kind'];
  item_id: number;
  before: Policy;
  reason?: string;
  action: 'blocked' | 'unblocked';
}

async function changed(
  ctx: DeskCtx,
  { website_id, kind, item_id, before, reason, action }: Changed,
): Promise<void> {
  const { db, now } = ctx;
  const after = (await partners.findPolicy(db, website_id))!.policy;
  await markPolicyChange(db, { before, after, now });
  await auditChange(ctx, `website_${action}`, {
    right: 'partner.manage',
    object: `website:${website_id}`,
    ...(reason !== undefined && { reason }),
    after: { kind, item: item_id },
  });
}
