import type * as contract from '@samtrot/shared/delivery-receipts/contract.ts';
import { type PlacedKind, stepOf } from '@samtrot/shared/delivery-receipts/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, type ErrorCode } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import { LINK_ID } from '@samtrot/shared/partners/rules.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

export { ownTables } from './own-data.ts';
export { gone, notified, placementsOf, seen, takenDownOn } from './placements.ts';
export { type DeliveredItem, type Item, type Recorder, recorder } from './recorder.ts';
export { eraseReceipts } from './store.ts';

const NOT_FOUND: Record<PlacedKind, ErrorCode> = {
  inserat: 'INSERAT_NOT_FOUND',
  club: 'CLUB_NOT_FOUND',
  banner: 'BANNER_NOT_FOUND',
};

/**
 * What has become of a thing of the caller on each website. @throws INSERAT_NOT_FOUND,
 * CLUB_NOT_FOUND, BANNER_NOT_FOUND
 */
export async function read(
  { db, now, actor }: Ctx<Actors['user']>,
  { kind, id }: Input<typeof contract.getDelivery>,
): Promise<Output<typeof contract.getDelivery>> {
  const placed = await store.findOwn(db, kind, { accountId: actor.userId, id, now });
  if (!placed) throw new AppError(NOT_FOUND[kind]);
  const { since, endedAt } = placed;
  const yesterday = new Date(now.getTime() - DAY_MS);
  const rows = await store.onWebsites(db, placed, {
    first: since && localDate(since),
    last: localDate(endedAt && endedAt < yesterday ? endedAt : yesterday),
  });
  return {
    kind,
    id,
    title: placed.title,
    online: since !== null && endedAt === null,
    online_since: text(since),
    ended_at: text(endedAt),
    websites: rows.map((row) => onWebsite(row, placed)),
  };
}

function onWebsite(row: store.OnWebsite, placed: store.Placed): contract.WebsiteDelivery {
  const { kind, since, endedAt, rating } = placed;
  const accepted = rating === null || ratingsUpTo(row.accepts).includes(rating);
  const shown = since !== null && endedAt === null && accepted && row.status === 'on';
  const { at: goneAt, by } = goneOf(row, placed, shown);
  // While the item runs only events of this run are shown; afterwards those of the last run.
  const ofThisRun = (at: Date | null) => (at && shown && since && at < since ? null : text(at));
  const step = stepOf({ shown, since, deliveredAt: row.delivered_at, seenAt: row.seen_at, goneAt });
  return {
    id: row.id,
    name: row.name,
    url: addressOf(row, placed),
    accepted,
    step,
    queued_at:
      since && accepted
        ? new Date(Math.max(since.getTime(), row.created_at.getTime())).toISOString()
        : null,
    told_at: ofThisRun(row.told_at),
    delivered_at: ofThisRun(row.delivered_at),
    last_delivered_at: ofThisRun(row.last_delivered_at),
    seen_at: ofThisRun(row.seen_at),
    last_seen_at: ofThisRun(row.last_seen_at),
    views: row.views,
    gone_at: step === 'entfernt' ? text(goneAt) : null,
    gone_by: step === 'entfernt' ? by : null,
    missed_days: accepted || kind !== 'banner' ? row.missed_days : [],
  };
}

/** The pages of the ads of an account that are online, each on the first website that shows it. */
export async function firstPages(
  db: Sql,
  accountId: number,
  now: Date,
): Promise<{ inserat_id: number; website: string; url: string }[]> {
  const rows = await store.adsOnWebsites(db, accountId, now);
  const shown = rows.filter((row) =>
    ['geliefert', 'gesehen'].includes(
      stepOf({
        shown: true,
        since: row.since,
        deliveredAt: row.delivered_at,
        seenAt: row.seen_at,
        goneAt: row.gone_at,
      }),
    ),
  );
  return [...Map.groupBy(shown, ({ inserat_id }) => inserat_id).values()].map(([first]) => {
    const { inserat_id, name, url, inserat_link, public_id } = first!;
    return { inserat_id, website: name, url: inserat_link?.replace(LINK_ID, public_id) ?? url };
  });
}

const text = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Banners are selected for each view: their end requires no confirmation. */
function goneOf(
  row: store.OnWebsite,
  { kind, endedAt }: store.Placed,
  shown: boolean,
): { at: Date | null; by: contract.WebsiteDelivery['gone_by'] } {
  if (kind !== 'banner')
    return { at: row.gone_at, by: row.gone_by as contract.WebsiteDelivery['gone_by'] };
  if (shown) return { at: null, by: null };
  // A website that was switched off is given nothing after what it was given last.
  return { at: endedAt ?? row.last_delivered_at ?? row.last_seen_at, by: 'live' };
}

function addressOf(row: store.OnWebsite, { kind, publicId }: store.Placed): string {
  const link = kind === 'inserat' ? row.inserat_link : kind === 'club' ? row.club_link : null;
  return link ? link.replace(LINK_ID, publicId) : row.url;
}
