import { type BannerTypeId, bannerTitle } from '@samtrot/shared/banners/rules.ts';
import type { ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import type { HeldThing, HoldKind } from '@samtrot/shared/holds/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

export interface HoldRow {
  id: number;
  thing: HeldThing;
  item_id: number;
  account_id: number;
  kind: HoldKind;
  reason: ReasonId;
  fields: string[];
  /** What each field was when it was named. */
  seen: Record<string, string>;
  text: string;
  note: string;
  version: number;
  /** The version whose decision this one only rewords; null for a decision of its own. */
  rewords: number | null;
  held_at: Date;
  decided_at: Date;
  decided_by: number | null;
  resubmitted_at: Date | null;
  closed_at: Date | null;
  closed_by: number | null;
  outcome: 'released' | 'upheld' | 'gone' | null;
  /** Credits for what was unused, of a final decision. */
  refunded: number | null;
  /** It waits since its publication: its run has not begun. */
  unapproved: boolean;
}

const COLUMNS = sql.raw(`id, thing, item_id, account_id, kind, reason, fields, seen, text, note,
  version, rewords, held_at, decided_at, decided_by, resubmitted_at, closed_at, closed_by, outcome, refunded,
  unapproved`);

export interface Held {
  thing: HeldThing;
  id: number;
}

/** The owner of an existing thing; undefined for a deleted or unknown one. */
export async function ownerOf(db: Sql, { thing, id }: Held): Promise<number | undefined> {
  const exists = {
    inserat: sql`select account_id as id from inserat
      where id = ${id} and status not in ('leer', 'geloescht')`,
    banner: sql`select account_id as id from banner where id = ${id} and deleted_at is null`,
    club: sql`select account_id as id from club
      where id = ${id} and deleted_at is null and placed_at is not null`,
    account: sql`select id from account where id = ${id} and closed_at is null`,
  }[thing];
  const { rows } = await sql<{ id: number }>`${exists}`.execute(db);
  return rows[0]?.id;
}

const keyOf = ({ thing, id }: Held) => `${thing}:${id}`;

/** Returns what visitors know each of these things by; empty of an account. */
export async function titlesOf(db: Sql, things: readonly Held[]): Promise<(of: Held) => string> {
  const ids = (wanted: HeldThing) =>
    things.flatMap(({ thing, id }) => (thing === wanted ? [id] : []));
  const { rows } = await sql<Held & { title: string }>`
    select 'inserat' as thing, id, titel as title from inserat
     where id = any(${ids('inserat')}::bigint[])
    union all select 'club', id, club_name from club
    where id = any(${ids('club')}::bigint[])`.execute(db);
  const banners = await db
    .selectFrom('banner')
    .select(['id', 'typ', 'text', 'url'])
    .where('id', 'in', [0, ...ids('banner')])
    .execute();
  for (const { id, typ, ...of } of banners)
    rows.push({ thing: 'banner', id, title: bannerTitle({ typ: typ as BannerTypeId, ...of }) });
  const titles = new Map(rows.map((row) => [keyOf(row), row.title]));
  return (of) => titles.get(keyOf(of)) ?? '';
}

/** The open hold of a thing. */
export async function findOpen(db: Sql, { thing, id }: Held): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`
    select ${COLUMNS} from hold
     where thing = ${thing} and item_id = ${id} and closed_at is null`.execute(db);
  return rows[0];
}

export async function find(db: Sql, id: number): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`select ${COLUMNS} from hold where id = ${id}`.execute(db);
  return rows[0];
}

/** The open holds of an account and its things, and those closed since this instant. */
export async function ofAccount(db: Sql, accountId: number, since: Date): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select ${COLUMNS} from hold where account_id = ${accountId}
       and (closed_at is null or closed_at > ${since}) and outcome is distinct from 'gone'
     order by id desc`.execute(db);
  return rows;
}

/** Things or accounts by their number; all of them without it. */
type About = { number: number; things: readonly HeldThing[] } | null;

/** The holds on these things, and on everything of these accounts. */
const holdsAbout = ({ number, things }: NonNullable<About>) => sql`(
  select id from hold where thing = any(${things}) and item_id = ${number}
  union select id from hold where account_id = ${things.includes('account') ? number : null})`;

/** Open holds, newest first. */
export async function openHolds(
  db: Sql,
  { about = null, cursor, limit }: { about?: About; cursor?: number | undefined; limit: number },
): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select ${COLUMNS} from hold where closed_at is null
       and ${about ? sql`id in ${holdsAbout(about)}` : sql`true`}
       and ${cursor === undefined ? sql`true` : sql`id < ${cursor}`}
     order by id desc limit ${limit}`.execute(db);
  return rows;
}

export type NewHold = Pick<
  HoldRow,
  'thing' | 'item_id' | 'account_id' | 'kind' | 'reason' | 'fields' | 'seen' | 'text' | 'note'
> & { at: Date; staffId: number | null; unapproved: boolean };

/** Opens a hold; its trigger marks the thing. */
export async function insert(db: Sql, { at, staffId, seen, ...hold }: NewHold): Promise<number> {
  const row = await db
    .insertInto('hold')
    .values({
      ...hold,
      seen: JSON.stringify(seen),
      held_at: at,
      decided_at: at,
      decided_by: staffId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type Decision = Pick<NewHold, 'kind' | 'reason' | 'fields' | 'seen' | 'text' | 'note'>;

/**
 * Stores another decision of an open hold, or the same `reworded`; the earlier one stays readable.
 */
export async function change(
  db: Sql,
  id: number,
  { seen, ...decision }: Decision,
  by: {
    at: Date;
    staffId: number | null;
    askedBy?: number;
    refunded?: number;
    reworded?: boolean;
  },
): Promise<void> {
  await sql`
    insert into hold_version
      (hold_id, version, rewords, kind, reason, fields, text, note, decided_at, decided_by)
    select id, version, rewords, kind, reason, fields, text, note, decided_at, decided_by
      from hold where id = ${id}`.execute(db);
  await db
    .updateTable('hold')
    .set({
      ...decision,
      seen: JSON.stringify(seen),
      version: sql<number>`version + 1`,
      rewords: by.reworded ? sql<number>`coalesce(rewords, version)` : null,
      decided_at: by.at,
      decided_by: by.staffId,
      asked_by: by.askedBy ?? null,
      refunded: by.refunded ?? null,
      ...(!by.reworded && { resubmitted_at: null, message: '' }),
    })
    .where('id', '=', id)
    .execute();
}

type Earlier = Pick<HoldRow, 'kind' | 'reason' | 'fields' | 'text' | 'note'>;

/** The decision before the one that stands. */
export async function versionBefore(
  db: Sql,
  { id, version }: Pick<HoldRow, 'id' | 'version'>,
): Promise<Earlier | undefined> {
  const { rows } = await sql<Earlier>`
    select kind, reason, fields, text, note from hold_version
     where hold_id = ${id} and version = ${version - 1}`.execute(db);
  return rows[0];
}

/** Handed in again as it was before a decision that was taken back. */
export async function resubmitAgain(db: Sql, id: number, at: Date): Promise<void> {
  await db.updateTable('hold').set({ resubmitted_at: at }).where('id', '=', id).execute();
}

/** Closes an open hold; its trigger marks the thing. */
export async function close(
  db: Sql,
  id: number,
  closing: {
    outcome: NonNullable<HoldRow['outcome']>;
    reason: string;
    at: Date;
    staffId: number | null;
  },
): Promise<void> {
  await db
    .updateTable('hold')
    .set({
      closed_at: closing.at,
      closed_by: closing.staffId,
      close_reason: closing.reason,
      outcome: closing.outcome,
    })
    .where('id', '=', id)
    .execute();
}

export async function resubmit(db: Sql, id: number, message: string, at: Date): Promise<void> {
  await db.updateTable('hold').set({ resubmitted_at: at, message }).where('id', '=', id).execute();
}

export interface AppealRow {
  id: number;
  hold_id: number;
  version: number;
  message: string;
  appealed_at: Date;
  upheld: boolean | null;
  answer: string;
  decided_at: Date | null;
}

/** The appeal against the decision that stands, whatever its words were then. */
export async function appealAgainst(
  db: Sql,
  { id, version, rewords }: Pick<HoldRow, 'id' | 'version' | 'rewords'>,
): Promise<AppealRow | undefined> {
  const { rows } = await sql<AppealRow>`
    select id, hold_id, version, message, appealed_at, upheld, answer, decided_at
      from appeal where hold_id = ${id} and version >= ${rewords ?? version}
     order by id desc limit 1`.execute(db);
  return rows[0];
}

/** False if there is one against this decision already. */
export async function insertAppeal(
  db: Sql,
  appeal: { hold_id: number; version: number; message: string; appealed_at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('appeal')
    .values(appeal)
    .onConflict((conflict) => conflict.columns(['hold_id', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findAppeal(db: Sql, id: number): Promise<AppealRow | undefined> {
  const { rows } = await sql<AppealRow>`
    select id, hold_id, version, message, appealed_at, upheld, answer, decided_at
      from appeal where id = ${id}`.execute(db);
  return rows[0];
}

/** An appeal, locked until the transaction ends. */
export async function loadAppealForUpdate(db: Sql, id: number): Promise<AppealRow | undefined> {
  const { rows } = await sql<AppealRow>`
    select id, hold_id, version, message, appealed_at, upheld, answer, decided_at
      from appeal where id = ${id} for update`.execute(db);
  return rows[0];
}

export async function decideAppeal(
  db: Sql,
  id: number,
  decision: { upheld: boolean; answer: string; at: Date; staffId: number | null },
): Promise<void> {
  await db
    .updateTable('appeal')
    .set({
      upheld: decision.upheld,
      answer: decision.answer,
      decided_at: decision.at,
      decided_by: decision.staffId,
    })
    .where('id', '=', id)
    .execute();
}

export interface ListedAppeal extends AppealRow {
  decided_by: number | null;
  /** Who decided what it is about: none of them may decide the appeal. */
  deciders: number[];
  thing: HeldThing;
  item_id: number;
  account_id: number;
  kind: HoldKind;
  reason: ReasonId;
  text: string;
  note: string;
  held_decided_at: Date;
  closed_at: Date | null;
}

/** Appeals with the decision they are about, which may have been changed since. */
const LISTED = sql`
    select a.id, a.hold_id, a.version, a.message, a.appealed_at, a.upheld, a.answer, a.decided_at,
           a.decided_by, h.thing, h.item_id, h.account_id, h.closed_at,
           coalesce(v.kind, h.kind) as kind, coalesce(v.reason, h.reason) as reason,
           coalesce(v.text, h.text) as text, coalesce(v.note, h.note) as note,
           coalesce(v.decided_at, h.decided_at) as held_decided_at,
           array(select w.decided_by from hold_version w
                  where w.hold_id = a.hold_id and w.decided_by is not null and w.version between
                    coalesce(case when v.version is null then h.rewords else v.rewords end, a.version)
                    and a.version
                 union select decider from unnest(array[h.decided_by, h.asked_by]) decider
                  where h.version = a.version and decider is not null)::integer[] as deciders
      from appeal a join hold h on h.id = a.hold_id
      left join hold_version v on v.hold_id = a.hold_id and v.version = a.version`;

export interface AppealFilter {
  list: 'open' | 'decided';
  about: About;
  /** The last one of the page before. */
  cursor: number | undefined;
  limit: number;
}

/** Appeals nobody has decided, oldest first, or decided ones, the newest decision first. */
export async function listAppeals(
  db: Sql,
  { list, about, cursor, limit }: AppealFilter,
): Promise<ListedAppeal[]> {
  const found = about ? sql`a.hold_id in ${holdsAbout(about)}` : sql`true`;
  const page =
    list === 'open'
      ? sql`a.decided_at is null and h.closed_at is null and a.id > ${cursor ?? 0} order by a.id`
      : sql`a.decided_at is not null and ${
          cursor === undefined
            ? sql`true`
            : sql`(a.decided_at, a.id) < (select decided_at, id from appeal where id = ${cursor})`
        } order by a.decided_at desc, a.id desc`;
  const { rows } = await sql<ListedAppeal>`
    ${LISTED} where ${found} and ${page} limit ${limit}`.execute(db);
  return rows;
}

export async function readAppeal(db: Sql, id: number): Promise<ListedAppeal | undefined> {
  const { rows } = await sql<ListedAppeal>`${LISTED} where a.id = ${id}`.execute(db);
  return rows[0];
}

/** How many appeals are open, and since when the oldest of them. */
export const countAppeals = (db: Sql): Promise<{ count: number; since: Date | null }> =>
  db
    .selectFrom('appeal')
    .innerJoin('hold', 'hold.id', 'appeal.hold_id')
    .select((is) => [
      is.fn.countAll<number>().as('count'),
      is.fn.min('appeal.appealed_at').as('since'),
    ])
    .where('appeal.decided_at', 'is', null)
    .where('hold.closed_at', 'is', null)
    .executeTakeFirstOrThrow();

/** Who decided what an appeal is against, or worded it: none of them may decide the appeal. */
export const deciders = async (db: Sql, appealId: number): Promise<number[]> =>
  (await readAppeal(db, appealId))!.deciders;

/** How many open holds there are on the account and its things. */
export async function countOpenOf(db: Sql, accountId: number): Promise<number> {
  const { open } = await db
    .selectFrom('hold')
    .select((is) => is.fn.countAll<number>().as('open'))
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

/** Who decides when no person does. */
const NOBODY = 'Automatik';

/** Returns the name for each of these people of the house; null stands for a rule. */
export async function staffNames(
  db: Sql,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string> {
  const known = ids.filter((id) => id !== null);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from staff where id = any(${known})`.execute(db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? NOBODY : (names.get(id) ?? ''));
}

export const staffName = async (db: Sql, id: number | null): Promise<string> =>
  (await staffNames(db, [id]))(id);

/** For account deletion: erases every word, closes what is open. */
export async function erase(db: Sql, accountId: number, at: Date): Promise<void> {
  await sql`
    update hold set closed_at = greatest(held_at, ${at}), outcome = 'gone'
     where account_id = ${accountId} and closed_at is null`.execute(db);
  await sql`
    update appeal set message = '', answer = ''
     where hold_id in (select id from hold where account_id = ${accountId})`.execute(db);
  await sql`
    update hold_version set text = '', note = ''
     where hold_id in (select id from hold where account_id = ${accountId})`.execute(db);
  await sql`
    update hold set text = '', note = '', message = '', seen = '{}', close_reason = null
     where account_id = ${accountId}`.execute(db);
}

/** Locks every thing of an account, in the order in which all of them are locked everywhere. */
export async function lockThings(db: Sql, accountId: number): Promise<void> {
  for (const table of ['inserat', 'banner', 'club'])
    await sql`
      select from ${sql.table(table)} where account_id = ${accountId} order by id
        for no key update`.execute(db);
}

/** Things of an account that are held, by holds of their own or by that of the account. */
export async function heldThings(
  db: Sql,
  accountId: number,
): Promise<{ thing: Exclude<HeldThing, 'account'>; id: number }[]> {
  const of = (thing: string) => sql`
    select ${thing}::text as thing, id from ${sql.table(thing)}
     where account_id = ${accountId} and held_at is not null`;
  const { rows } = await sql<{ thing: Exclude<HeldThing, 'account'>; id: number }>`
    ${of('inserat')} union all ${of('banner')} union all ${of('club')} order by 1, 2`.execute(db);
  return rows;
}

/** Notes what a final decision refunds of an order. */
export async function noteRefund(
  db: Sql,
  refund: { hold_id: number; account_id: number; cause: string; credits: number },
): Promise<void> {
  await db.insertInto('hold_refund').values(refund).execute();
}

/** Things of an account whose time goes on when the hold on the account is lifted. */
export async function thingsHeldBy(
  db: Sql,
  accountId: number,
): Promise<{ thing: Exclude<HeldThing, 'account'>; id: number; held_at: Date }[]> {
  const of = (thing: string) => sql`
    select ${thing}::text as thing, t.id, t.held_at from ${sql.table(thing)} t
     where t.account_id = ${accountId} and t.held_at is not null and not exists (
       select from hold h where h.thing = ${thing} and h.item_id = t.id and h.closed_at is null)`;
  const { rows } = await sql<{
    thing: Exclude<HeldThing, 'account'>;
    id: number;
    held_at: Date;
  }>`${of('inserat')} union all ${of('banner')} union all ${of('club')} order by 1, 2`.execute(db);
  return rows;
}

/** Locks a thing; returns since when it is held, undefined if there is none. */
export async function lockThing(
  db: Sql,
  { thing, id }: Held,
): Promise<{ held_at: Date | null } | undefined> {
  const { rows } = await sql<{ held_at: Date | null }>`
    select held_at from ${sql.table(thing)} where id = ${id} for update`.execute(db);
  return rows[0];
}
