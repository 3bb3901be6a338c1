import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/db.ts';
import type { Placement as PlacementTable } from '../../platform/schema.generated.ts';

/** What has become of one thing on one website. */
export type Placement = Selectable<PlacementTable>;

interface OnWebsite {
  kind: PlacedKind;
  itemId: number;
  websiteId: number;
  at: Date;
}
export type SeenEvent = OnWebsite;
/** `liftedAt`: its place in the list as the message said. */
export type NotifiedEvent = OnWebsite & { liftedAt: Date | null };
export type GoneEvent = OnWebsite & {
  by: 'webhook' | 'since' | 'asked';
  /** Only if it was not to be seen then: a list that it has left says no more. */
  ifOver?: boolean;
};
/** Contained in responses from `at` until `lastAt`. */
export type DeliveredEvent = OnWebsite & { lastAt: Date };

/*
 * Each function writes many rows in one statement and one order, to avoid deadlocks. All are
 * idempotent, and timestamps decide, not the order of writing. Removed websites and deleted
 * accounts have no rows.
 */

/** Records items contained in responses to these websites. */
export async function delivered(db: Database, events: readonly DeliveredEvent[]): Promise<void> {
  if (events.length === 0) return;
  const first = sql`excluded.delivered_at`;
  const last = sql`excluded.last_delivered_at`;
  // Taken down and shown again since: what is known of the time before proves nothing of this one.
  const newRun = sql`(case when placement.gone_at < ${last}
    then placement_run(placement.kind, placement.item_id, ${last}) is not null else false end)`;
  await sql`
    insert into placement (kind, item_id, website_id, delivered_at, last_delivered_at)
    select t.kind, t.item_id, t.website_id, min(t.at), max(t.last_at)
      from ${rows(events, { at: [events.map(({ at }) => iso(at)), 'timestamptz'], last_at: [events.map(({ lastAt }) => iso(lastAt)), 'timestamptz'] })}
      join website w on w.id = t.website_id
     where ${kept}
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (kind, item_id, website_id) do update set
      delivered_at = case
        when ${newRun} then case when ${first} > placement.gone_at then ${first} else ${last} end
        when placement.delivered_at < placement_run(placement.kind, placement.item_id, ${first}) then ${first}
        else least(placement.delivered_at, ${first}, placement.gone_at) end,
      last_delivered_at = greatest(placement.last_delivered_at, ${last}),
      gone_by = case when not ${newRun} then placement.gone_by end,
      gone_at = case when not ${newRun} then placement.gone_at end`.execute(db);
  await repeatRemovals(db, events);
}

/**
 * Re-sends removals that were enqueued before the delivery was recorded, when the website was not
 * known as a receiver. One at a time, so that nobody waits for more than one lock.
 */
async function repeatRemovals(db: Database, events: readonly DeliveredEvent[]): Promise<void> {
  const of = (wanted: PlacedKind) =>
    events.flatMap(({ kind, itemId }) => (kind === wanted ? itemId : []));
  const { rows } = await sql<{ kind: PlacedKind; id: number; public_id: string }>`
    select 'inserat' as kind, id, public_id from inserat where id = any (${of('inserat')}::bigint[])
       and (status <> 'aktiv' or held_at is not null)
    union all
    select 'club', id, public_id from club
     where id = any (${of('club')}::bigint[])
       and (deleted_at is not null or hidden_at is not null or held_at is not null)`.execute(db);
  for (const { kind, id, public_id } of rows) {
    const mark = sql.raw(kind === 'club' ? 'delivery_mark_club' : 'delivery_mark');
    await sql`select ${mark}(${id}, ${public_id})`.execute(db);
  }
}

/** The website took the message that the thing is there, and where in the list. */
export async function notified(db: Database, events: readonly NotifiedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const newRun = sql`coalesce(placement.gone_at < excluded.told_at, false)`;
  const begun = (column: string) =>
    sql`${sql.ref(column)} = case when not ${newRun} then ${sql.ref(`placement.${column}`)} end`;
  await sql`
    insert into placement (kind, item_id, website_id, told_at, lifted_at)
    select distinct on (t.kind, t.item_id, t.website_id) t.kind, t.item_id, t.website_id,
           t.at, t.lifted_at
      from ${rows(events, { at: [events.map(({ at }) => iso(at)), 'timestamptz'], lifted_at: [events.map(({ liftedAt }) => liftedAt && iso(liftedAt)), 'timestamptz'] })}
      join website w on w.id = t.website_id
     where ${kept}
     order by t.kind, t.item_id, t.website_id, t.at desc
    on conflict (kind, item_id, website_id) do update set
      told_at = greatest(placement.told_at, excluded.told_at),
      lifted_at = case when excluded.told_at >= coalesce(placement.told_at, '-infinity') then excluded.lifted_at else placement.lifted_at end,
      ${sql.join(['delivered_at', 'last_delivered_at', 'seen_at', 'last_seen_at', 'gone_at', 'gone_by'].map(begun))}`.execute(
    db,
  );
}

/**
 * The website knows that the thing is gone. The first time counts, and only after it was last given
 * to the website. A row is made also where no delivery is known: another process may be about to
 * write one that came before.
 */
export async function gone(db: Database, events: readonly GoneEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into placement (kind, item_id, website_id, gone_at, gone_by)
    select distinct on (t.kind, t.item_id, t.website_id) t.kind, t.item_id, t.website_id, t.at, t.by
      from ${rows(events, { at: [events.map(({ at }) => iso(at)), 'timestamptz'], by: [events.map(({ by }) => by), 'text'], if_over: [events.map(({ ifOver }) => ifOver === true), 'boolean'] })}
      join website w on w.id = t.website_id
     where ${kept} and (not t.if_over or placement_run(t.kind, t.item_id, t.at) is null)
     order by t.kind, t.item_id, t.website_id, t.at
    on conflict (kind, item_id, website_id) do update set gone_at = excluded.gone_at, gone_by = excluded.gone_by
     where placement.gone_at is null
       and coalesce(greatest(placement.last_delivered_at, placement.told_at), '-infinity') <= excluded.gone_at`.execute(
    db,
  );
}

/** Records items seen by visitors of these websites. */
export async function seen(db: Database, events: readonly SeenEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into placement (kind, item_id, website_id, seen_at, last_seen_at)
    select t.kind, t.item_id, t.website_id, min(t.at), max(t.at)
      from ${rows(events, { at: [events.map(({ at }) => iso(at)), 'timestamptz'] })}
      join website w on w.id = t.website_id
     where ${kept}
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (kind, item_id, website_id) do update set
      seen_at = case
        when placement.seen_at >= greatest(placement.delivered_at,
          placement_run(placement.kind, placement.item_id, excluded.seen_at)) then placement.seen_at
        else excluded.seen_at end,
      last_seen_at = greatest(placement.last_seen_at, excluded.last_seen_at)`.execute(db);
}

/** Records requests of these websites on these Swiss days. */
export async function asked(
  db: Database,
  days: readonly { websiteId: number; day: string; at: Date }[],
): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into website_day (website_id, day, asked_at)
    select t.website_id, t.day, min(t.at)
      from unnest(${days.map(({ websiteId }) => websiteId)}::bigint[], ${days.map(({ day }) => day)}::date[],
        ${days.map(({ at }) => iso(at))}::timestamptz[]) as t (website_id, day, at)
      join website w on w.id = t.website_id
     group by 1, 2 order by 1, 2 on conflict do nothing`.execute(db);
}

/** What is known of these things on a website, by id; what never came there is missing. */
export async function placementsOf(
  db: Database,
  websiteId: number,
  kind: PlacedKind,
  ids: readonly number[],
): Promise<Map<number, Placement>> {
  const found = await db
    .selectFrom('placement')
    .selectAll()
    .where('kind', '=', kind)
    .where('website_id', '=', websiteId)
    .where('item_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(found.map((row) => [row.item_id, row]));
}

const SHOWN = {
  inserat: (now: Date) =>
    sql`exists (select from inserat i where i.id = p.item_id and i.status = 'aktiv' and i.held_at is null
      and i.start_at <= ${now} and i.end_at > ${now})`,
  club: (now: Date) =>
    sql`exists (select from club c where c.id = p.item_id and c.deleted_at is null
      and c.shown_from <= ${now} and c.shown_until > ${now})`,
};

/**
 * Items that are offline but still placed on the website, without a take-down that waits or was
 * given up. Reads all placements of the website, so not for every page of a feed.
 */
export async function takenDownOn(
  db: Database,
  {
    websiteId,
    kind,
    now,
    limit,
  }: { websiteId: number; kind: keyof typeof SHOWN; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select p.item_id from placement p
     where p.website_id = ${websiteId} and p.kind = ${kind}
       and greatest(p.told_at, p.last_delivered_at) > coalesce(p.gone_at, '-infinity')
       and not ${SHOWN[kind](now)}
       and not exists (select from webhook_message m where m.website_id = p.website_id and m.kind = p.kind
         and m.item_id = p.item_id and m.delivered_at is null and m.event = 'taken_down')
     limit ${limit}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}

const kept = sql`case t.kind
  when 'inserat' then exists (select from inserat i join account a on a.id = i.account_id where i.id = t.item_id and a.closed_at is null)
  when 'club' then exists (select from club c join account a on a.id = c.account_id where c.id = t.item_id and a.closed_at is null)
  else exists (select from banner b join account a on a.id = b.account_id where b.id = t.item_id and a.closed_at is null) end`;

const iso = (at: Date) => at.toISOString();

/** The events as the rows of `t`. */
function rows(
  events: readonly OnWebsite[],
  more: Record<string, [values: (string | boolean | null)[], type: string]>,
): RawBuilder<unknown> {
  const columns: [string, unknown[], string][] = [
    ['kind', events.map(({ kind }) => kind), 'text'],
    ['item_id', events.map(({ itemId }) => itemId), 'bigint'],
    ['website_id', events.map(({ websiteId }) => websiteId), 'bigint'],
    ...Object.entries(more).map(
      ([name, [values, type]]) => [name, values, type] as [string, unknown[], string],
    ),
  ];
  const arrays = columns.map(([, values, type]) => sql`${values}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(arrays)}) as t (${sql.raw(columns.map(([name]) => name).join(', '))})`;
}
