import type { CardSort, CardTab } from '@samtrot/shared/customers/card-rules.ts';
import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import { COUNTED_MOST } from '@samtrot/shared/moderation/review-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import {
  type Key,
  type Ordering,
  orderBy,
  type Place,
  pageOf,
  placeOf,
} from '../../platform/keyset.ts';
import { clubContact } from '../clubs/service.ts';
import { adContact } from '../inserate/service.ts';

export interface AccountRow {
  id: number;
  username: string;
  nickname: string;
  email: Ciphertext;
  email_confirmed_at: Date | null;
  created_at: Date;
  closed_at: Date | null;
  delete_at: Date | null;
  held_at: Date | null;
  discount_percent: number;
  discount_ends_at: Date | null;
}

export const findAccount = (db: Sql, id: number): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .select(['id', 'username', 'nickname', 'email', 'email_confirmed_at', 'created_at'])
    .select(['closed_at', 'delete_at', 'held_at', 'discount_percent', 'discount_ends_at'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The phone numbers of her ads and clubs, each once. */
export async function phonesOf(db: Sql, accountId: number, limit: number): Promise<string[]> {
  const ads = await db
    .selectFrom('inserat')
    .select(['id', 'contact'])
    .where('account_id', '=', accountId)
    .where('status', '<>', 'geloescht')
    .execute();
  const clubs = await db
    .selectFrom('club')
    .select(['id', 'contact'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
  const phones = [
    ...ads.map(adContact.read).flatMap(({ telefon, whatsapp }) => [telefon, whatsapp]),
    ...clubs.map(clubContact.read).map(({ telefon }) => telefon),
  ];
  return [...new Set(phones)]
    .filter((phone) => phone !== '')
    .sort()
    .slice(0, limit);
}

export interface Parts {
  bought: number;
  bonus: number;
  coupon: number;
  correction: number;
}

/** What the balance is made of, by the source of its lots. */
export async function partsOf(db: Sql, accountId: number): Promise<Parts> {
  const { rows } = await sql<{ source: keyof Parts; credits: number }>`
    select source, sum(remaining)::int as credits from ledger_lot
     where wallet = (select id from ledger_account where kind = 'wallet' and owner_id = ${accountId})
       and remaining > 0
     group by source`.execute(db);
  const parts = { bought: 0, bonus: 0, coupon: 0, correction: 0 };
  for (const { source, credits } of rows) parts[source] = credits;
  return parts;
}

export async function loginsOf(
  db: Sql,
  accountId: number,
  now: Date,
): Promise<{ last: Date | null; devices: number; factor: boolean }> {
  const { rows } = await sql<{ last: Date | null; devices: number; factor: boolean }>`
    select (select max(at) from account_event
             where account_id = ${accountId} and kind = 'login') as last,
           (select count(*)::int from session
             where account_id = ${accountId} and expires_at > ${now}) as devices,
           exists (select from second_factor
                    where account_id = ${accountId} and since is not null) as factor`.execute(db);
  return rows[0]!;
}

export interface Running {
  inserate: number;
  banner: number;
  clubs: number;
}

/** What she has paid for and is not over, also while it is hidden or held. */
export async function runningOf(db: Sql, accountId: number, now: Date): Promise<Running> {
  const { rows } = await sql<Running>`
    select (select count(*)::int from inserat
             where account_id = ${accountId} and end_at > ${now}
               and status in ('geplant', 'aktiv', 'ausgeblendet')) as inserate,
           (select count(*)::int from banner b join banner_booking r on r.id = b.booking_id
             where b.account_id = ${accountId} and b.deleted_at is null
               and r.end_at > ${now}) as banner,
           (select count(*)::int from club c join club_booking r on r.id = c.booking_id
             where c.account_id = ${accountId} and c.deleted_at is null
               and r.end_at > ${now}) as clubs`.execute(db);
  return rows[0]!;
}

interface LookRow {
  at: Date;
  role: string | null;
  sign: string | null;
  kind: string;
  thing: string;
  thing_number: string;
}

export const looksAt = (db: Sql, accountId: number, limit: number): Promise<LookRow[]> =>
  db
    .selectFrom('data_access_log')
    .select(['at', 'role', 'sign', 'kind', 'thing', 'thing_number'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export interface TabRow {
  key: string;
  number: string;
  title: string;
  state: string;
  at: Date | null;
  detail: string;
  path: string | null;
  /** What can be held under this number. */
  thing: Exclude<HeldThing, 'account'> | null;
  place: Place;
}

/** Its own hold; that of the account stands once on the card. */
const heldItself = (thing: 'inserat' | 'banner' | 'club') => sql`exists (
  select from hold h
   where h.thing = ${thing} and h.item_id = ${sql.ref(thing)}.id and h.closed_at is null)`;

/** Where the house sees what is in it: its newest review. */
const reviewOf = (thing: 'inserat' | 'banner' | 'club') => sql`(
  select '/pruefen/' || r.id from review r
   where r.thing = ${thing} and r.item_id = ${sql.ref(thing)}.id order by r.version desc limit 1)`;

const MICROSECONDS = (time: string) =>
  sql`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint`;

/**
 * Only columns that everybody with `customer.read` may see: no text, no address, no phone. `sort`
 * and `key` order a tab; amounts have a text that sorts them beside the one that is read.
 */
const TABS: Record<CardTab, (accountId: number, now: Date) => RawBuilder<unknown>> = {
  inserate: (id) => sql`
    select id::text as key, id::text as number, coalesce(nullif(titel, ''), 'Ohne Titel') as title,
           case when ${heldItself('inserat')} then 'gesperrt' else status end as state,
           end_at as at, views || ' Aufrufe' as detail, ${reviewOf('inserat')} as path, id as sort,
           'inserat' as thing
      from inserat where account_id = ${id}`,
  'banner-und-clubs': (id) => sql`
    select 'B-' || id as key, id::text as number, 'Banner ' || typ as title,
           case when deleted_at is not null then 'geloescht' when ${heldItself('banner')} then 'gesperrt'
                when hidden_at is not null then 'ausgeblendet' else '' end as state,
           created_at as at, '' as detail, ${reviewOf('banner')} as path, id as sort,
           'banner' as thing
      from banner where account_id = ${id}
    union all
    select 'C-' || id, id::text, 'Club ' || club_name,
           case when deleted_at is not null then 'geloescht' when ${heldItself('club')} then 'gesperrt'
                when hidden_at is not null then 'ausgeblendet' else '' end,
           created_at, '', ${reviewOf('club')}, id, 'club'
      from club where account_id = ${id}`,
  zahlungen: (id) => sql`
    select number::text as key, number::text as number,
           'CHF ' || to_char(price_rappen / 100.0, 'FM999999990.00') as title,
           status as state, created_at as at,
           credits || ' Credits, ' || coalesce(method, provider) as detail,
           null as path, ${MICROSECONDS('created_at')} as sort,
           to_char(price_rappen, 'FM0000000000') as title_sort
      from payment where account_id = ${id}`,
  verlauf: (id) => sql`
    select id::text as key, id::text as number, description as title,
           case when to_account = chain then '+' else '-' end || amount || ' Credits' as state,
           at, 'danach ' || balance_after as detail, null as path, seq as sort,
           to_char(case when to_account = chain then amount else -amount end + 5000000000, 'FM0000000000') as state_sort
      from ledger_transfer
     where chain = (select id from ledger_account where kind = 'wallet' and owner_id = ${id})`,
  nachrichten: (id) => sql`
    select 'S-' || id as key, 'S-' || id as number, subject as title, state, last_entry_at as at,
           '' as detail,
           '/postfach/S-' || id as path, ${MICROSECONDS('last_entry_at')} as sort
      from thread where account_id = ${id}`,
  'meldungen-und-sperren': (id) => sql`
    select 'M-' || id as key, 'M-' || id as number, reason as title, state, received_at as at,
           thing || ':' || item_id as detail, '/meldungen/M-' || id as path,
           ${MICROSECONDS('received_at')} as sort
      from report where account_id = ${id}
    union all
    select 'H-' || id, thing || ':' || item_id, 'hold:' || reason, case when closed_at is null then kind else outcome end,
           held_at, 'Sperre', null, ${MICROSECONDS('held_at')}
      from hold where account_id = ${id}`,
  anmeldungen: (id, now) => sql`
    select id::text as key, '' as number, device as title, case when remember then 'angemeldet bleiben' else '' end as state,
           created_at as at, '' as detail, null as path, ${MICROSECONDS('last_seen_at')} as sort
      from session where account_id = ${id} and expires_at > ${now}`,
  protokoll: (id) => sql`
    select id::text as key, '' as number, kind as title, '' as state, at, '' as detail,
           null as path,
           ${MICROSECONDS('at')} as sort
      from account_event where account_id = ${id} and kind <> 'login_failed'`,
};

const KEY: Key = { by: sql`t.key collate "C"`, kind: 'text' };

export const NEWEST: Ordering = {
  keys: [{ by: sql`t.sort`, kind: 'number' }, KEY],
  falling: true,
};

/** More of a text sorts nothing and would make long cursors. */
const SORTED_BY = 80;

/** By what is read of a row: `labels` has the words for what the database calls otherwise. */
function asRead(column: 'title' | 'state', labels: Record<string, string>): Key {
  const read = sql`coalesce(${JSON.stringify(labels)}::jsonb ->> t.${sql.ref(column)}, t.${sql.ref(column)})`;
  const own = sql`to_jsonb(t) ->> ${sql.lit(`${column}_sort`)}`;
  const by = sql`nullif(left(delivery_fold(coalesce(${own}, ${read})), ${SORTED_BY}), '') collate "C"`;
  return { by, kind: 'text' };
}

export const sorted = (
  column: CardSort,
  labels: Record<'title' | 'state', Record<string, string>>,
): Omit<Ordering, 'falling'> => ({
  keys: [column === 'at' ? { by: sql`t.at`, kind: 'time' } : asRead(column, labels[column]), KEY],
  nullable: true,
});

/** How much stands in each of these tabs, up to `COUNTED_MOST`. */
export async function tabCounts<Tab extends CardTab>(
  db: Sql,
  tabs: readonly Tab[],
  { accountId, now }: { accountId: number; now: Date },
): Promise<Record<Tab, number>> {
  const counts = tabs.map(
    (tab) => sql`(select count(*) from (select from (${TABS[tab](accountId, now)}) t
      limit ${COUNTED_MOST}) counted)::integer as ${sql.ref(tab)}`,
  );
  const { rows } = await sql<Record<Tab, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0]!;
}

export async function tabRows(
  db: Sql,
  tab: CardTab,
  {
    accountId,
    now,
    number = null,
    ordering,
    after,
    limit,
  }: {
    accountId: number;
    now: Date;
    number?: string | null | undefined;
    ordering: Ordering;
    after: Place | null;
    limit: number;
  },
): Promise<TabRow[]> {
  const page = pageOf(
    ordering,
    after,
    (where, order) => sql`
      select t.* from (${TABS[tab](accountId, now)}) t
       where (${number}::text is null or number = ${number}) and ${where} ${order} limit ${limit}`,
  );
  const { rows } = await sql<TabRow>`
    select key, number, title, state, at, detail, path, to_jsonb(t) ->> 'thing' as thing,
           ${placeOf(ordering)} as place
      from (${page}) t ${orderBy(ordering)} limit ${limit}`.execute(db);
  return rows;
}
