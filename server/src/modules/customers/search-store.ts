import type { HitKind, Wanted } from '@samtrot/shared/customers/search-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import { accountEmail, linkEmail } from '../access/service.ts';
import { clubContact } from '../clubs/service.ts';
import { adContact } from '../inserate/service.ts';
import { accountsWrittenTo } from '../mail/service.ts';

/** What was found, and the account it belongs to. */
export interface Found {
  kind: HitKind;
  number: string;
  account_id: number | null;
  /** Of the thing; null says the one of its account. */
  state: string | null;
}

const list = async (db: Sql, query: RawBuilder<Found>): Promise<Found[]> =>
  (await query.execute(db)).rows;

const OPEN = sql`exists (select from account a where a.id = account_id and a.closed_at is null)`;
const ADS = sql`select 'inserat' as kind, id::text as number, account_id,
  case when held_at is not null then 'gesperrt' else status end as state from inserat`;
const BANNERS = sql`select 'banner' as kind, id::text as number, account_id,
  case when deleted_at is not null then 'gelöscht' when held_at is not null then 'gesperrt'
       else '' end as state from banner`;
const CLUBS = sql`select 'club' as kind, id::text as number, account_id,
  case when deleted_at is not null then 'gelöscht' when held_at is not null then 'gesperrt'
       else '' end as state from club`;
const PAYMENTS = sql`select 'payment' as kind, number::text as number, account_id, status as state from payment`;
const ACCOUNTS = sql`select 'account' as kind, id::text as number, id as account_id, null as state from account`;
const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Each query reads an index; of a kind at most `limit` rows. */
export async function find(db: Sql, wanted: Wanted, limit: number): Promise<Found[]> {
  const { email, name, phone, number, message, report, uuid, reference } = wanted;
  const found: Found[] = [];
  const add = async (query: RawBuilder<unknown>) => {
    found.push(...(await list(db, query as RawBuilder<Found>)));
  };
  if (email !== undefined) {
    const written = await accountsWrittenTo(db, email, limit);
    await add(
      sql`${ACCOUNTS} where email_hash = any(${accountEmail.lookups(email)}) and closed_at is null`,
    );
    // Addresses that were given up: while they can be taken back, and as long as mails are kept.
    await add(sql`${ACCOUNTS} where closed_at is null and id in (
      select account_id from account_link
       where purpose = 'undo_email' and email_hash = any(${linkEmail.lookups(email)})
       limit ${limit})`);
    await add(sql`${ACCOUNTS} where closed_at is null and id = any(${written})`);
  }
  if (name !== undefined)
    await add(sql`${ACCOUNTS} where closed_at is null
      and lower(username || ' ' || nickname) like ${pattern(name)} order by id limit ${limit}`);
  if (phone !== undefined) {
    for (const column of ['telefon', 'whatsapp'])
      await add(sql`${ADS}
        where ${sql.ref(`${column}_hash`)} = any(${adContact.phoneHashes(column, phone)})
        and status <> 'geloescht' and ${OPEN} limit ${limit}`);
    await add(sql`${CLUBS} where telefon_hash = any(${clubContact.phoneHashes('telefon', phone)})
      and deleted_at is null and ${OPEN} limit ${limit}`);
  }
  if (number !== undefined) {
    await add(sql`${ACCOUNTS} where id = ${number} and closed_at is null`);
    for (const things of [ADS, BANNERS, CLUBS])
      await add(sql`${things} where id = ${number} and ${OPEN}`);
    await add(sql`${PAYMENTS} where number = ${number}`);
  }
  if (message !== undefined)
    await add(sql`select 'message' as kind, 'S-' || id as number, account_id, state
      from thread where id = ${message}
      union all
      select 'message', 'S-' || id, account_id, 'geloescht' from thread_tombstone
       where id = ${message}`);
  if (report !== undefined)
    await add(sql`select 'report' as kind, 'M-' || id as number, account_id, state
      from report where id = ${report} and ${OPEN}`);
  if (uuid !== undefined) {
    await add(sql`${PAYMENTS} where id = ${uuid}::uuid`);
    for (const things of [ADS, BANNERS, CLUBS])
      await add(sql`${things} where public_id = ${uuid}::uuid and ${OPEN}`);
  }
  if (reference !== undefined) {
    await add(sql`${PAYMENTS} where provider_ref = ${reference} limit ${limit}`);
    await add(
      sql`${PAYMENTS} where id = (select payment_id from bank_slip where reference = ${reference})`,
    );
    await add(sql`select 'document' as kind, number, account_id, '' as state
      from paper where number = ${reference.toUpperCase()} limit ${limit}`);
  }
  const once = new Map(found.map((hit) => [`${hit.kind} ${hit.number}`, hit]));
  return [...once.values()];
}

export interface Named {
  id: number;
  nickname: string;
  email: Ciphertext;
  closed_at: Date | null;
  delete_at: Date | null;
  held_at: Date | null;
}

export async function accountsById(db: Sql, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['id', 'nickname', 'email', 'closed_at', 'delete_at', 'held_at'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
