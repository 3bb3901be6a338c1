import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Database, Sql } from '../../platform/db.ts';
import * as store from './visits-store.ts';

/** A counted view. */
export interface Seen {
  kind: store.VisitedKind;
  itemId: number;
  websiteId: number;
  at: Date;
}

/** Called with the counted views, in the same transaction. */
export type OnSeen = (db: Sql, events: readonly Seen[]) => Promise<void>;

/**
 * Counts visits atomically and idempotently across retries and processes; deleted items are
 * skipped. Fingerprints must be unique.
 */
export async function record(
  db: Database,
  visits: readonly store.Visit[],
  onSeen: OnSeen,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const fresh = await store.recordFingerprints(tx, visits);
    const unique = visits.filter(({ fingerprint }) => fresh.has(fingerprint.toString('latin1')));
    const idsOf = (kind: store.VisitedKind) => [
      ...new Set(unique.filter((visit) => visit.kind === kind).map(({ itemId }) => itemId)),
    ];
    const existing = await store.lockExisting(tx, { ads: idsOf('inserat'), clubs: idsOf('club') });
    const counted = unique.filter(({ kind, itemId }) =>
      (kind === 'inserat' ? existing.ads : existing.clubs).has(itemId),
    );
    if (counted.length === 0) return;
    await store.addDays(tx, daysOf(counted));
    const adVisits = counted.filter(({ kind }) => kind === 'inserat');
    if (adVisits.length > 0) {
      await store.addHours(tx, hoursOf(adVisits));
      await store.addViews(tx, viewsOf(adVisits));
    }
    const seen = counted.filter(({ visit }) => visit === 'view');
    if (seen.length > 0)
      await onSeen(
        tx,
        seen.map(({ kind, itemId, websiteId, at }) => ({ kind, itemId, websiteId, at })),
      );
  });
}

function daysOf(visits: readonly store.Visit[]): store.DayRow[] {
  const groups = Map.groupBy(visits, ({ kind, itemId, websiteId, day }) =>
    [kind, itemId, websiteId, day].join(),
  );
  return [...groups.values()].map((group) => {
    const { kind, itemId, websiteId, day } = group[0]!;
    const row: store.DayRow = {
      kind,
      itemId,
      websiteId,
      day,
      view: 0,
      phone: 0,
      whatsapp: 0,
      sms: 0,
      homepage: 0,
    };
    for (const { visit } of group) row[visit]++;
    return row;
  });
}

function hoursOf(visits: readonly store.Visit[]): store.HourRow[] {
  const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS).toISOString();
  const groups = Map.groupBy(visits, ({ itemId, at }) => [itemId, hourOf(at)].join());
  return [...groups.values()].map((group) => {
    const views = group.filter(({ visit }) => visit === 'view').length;
    return {
      inseratId: group[0]!.itemId,
      hour: hourOf(group[0]!.at),
      views,
      contacts: group.length - views,
    };
  });
}

function viewsOf(visits: readonly store.Visit[]): Map<number, number> {
  const views = new Map<number, number>();
  for (const { itemId, visit } of visits)
    if (visit === 'view') views.set(itemId, (views.get(itemId) ?? 0) + 1);
  return views;
}
