import { search } from '@samtrot/shared/customers/contract.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Sql } from '../../platform/db.ts';
import type { DB } from '../../platform/schema.generated.ts';
import { DEEP } from '../../testing/process/deep.ts';
import { customerWorld } from '../../testing/world/customers.ts';
import { START } from '../../testing/world/world.ts';
import { linkEmail } from '../access/link-store.ts';
import { find } from './search-store.ts';

const MANY = 10_000;
/** Accounts are dear: each is indexed by parts of its names. */
const ACCOUNTS = DEEP ? MANY : 1_000;
const SHOWN = 20;
const PHONE = '+41 79 246 80 24';
const shared = customerWorld(100);

/** How many rows each statement of a search returned. */
async function returned(wanted: Parameters<typeof find>[1]): Promise<number[]> {
  const rows: number[] = [];
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: shared.world.pool }) });
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows.push(result.rows.length);
      return result;
    },
  });
  await counted.transaction().execute((inner) => find(inner as Sql, wanted, SHOWN + 1));
  return rows;
}

/** So many accounts more, of which the newest 30 have an address of their own. */
async function accounts(many: number, nickname: string): Promise<void> {
  const { world } = shared;
  for (let n = 0; n < 30; n++)
    await world.user({
      username: `${nickname} ${n}`,
      email: `${encodeURIComponent(nickname).replaceAll('%', '')}${n}@beispiel.ch`,
    });
  await sql`
    insert into account (username, username_key, nickname, email, email_hash, password_hash, created_at)
    select ${nickname} || '-' || n, ${nickname.toLowerCase()} || '-' || n, ${nickname} || n, email,
           sha256((${nickname} || n)::bytea), password_hash, created_at
      from account, generate_series(1, ${many}::int) n where id = ${shared.user.userId}`.execute(
    world.db,
  );
}

test(`${ACCOUNTS} names alike: bounded statements, one page, and that there are more [BOF-68]`, async () => {
  await accounts(ACCOUNTS, 'Wintergrün');
  const { status, body } = await shared.moderator.call(search, { q: 'wintergrün' });
  expect([status, body.hits.length, body.more]).toEqual([200, SHOWN, true]);
  const rows = await returned({ name: 'wintergrün' });
  expect(Math.max(...rows)).toBe(SHOWN + 1);
  const one = await shared.moderator.call(search, { q: 'wintergrün 7' });
  expect(one.body.hits[0]).toMatchObject({ kind: 'account', label: 'Wintergrün 7' });
});

test('10,000 ads with one number: bounded statements, one page, and that there are more [BOF-68]', async () => {
  const { id } = await shared.on.place(shared.user, { telefon: PHONE });
  await sql`
    insert into inserat (account_id, status, inserat_typ, titel, telefon_hash, created_at, changed_at)
    select account_id, 'entwurf', inserat_typ, titel || n, telefon_hash, created_at, changed_at
      from inserat, generate_series(1, ${MANY}::int) n where id = ${id}`.execute(shared.world.db);
  const { status, body } = await shared.moderator.call(search, { q: PHONE });
  expect([status, body.hits.length, body.more]).toEqual([200, SHOWN, true]);
  const rows = await returned({ phone: '792468024' });
  expect(Math.max(...rows)).toBe(SHOWN + 1);
});

test(`${ACCOUNTS} accounts with one former address: bounded statements, one page [BOF-68]`, async () => {
  const email = 'verteiler@beispiel.ch';
  await accounts(ACCOUNTS, 'Herbstlaub');
  await sql`
    insert into account_link (token_hash, account_id, purpose, email, email_hash, created_at, expires_at)
    select sha256(id::text::bytea), id, 'undo_email', email, ${linkEmail.lookup(email)}::bytea,
           ${START}::timestamptz, ${START}::timestamptz + interval '3 days'
      from account where nickname like 'Herbstlaub%'`.execute(shared.world.db);
  const rows = await returned({ email });
  expect(Math.max(...rows)).toBe(SHOWN + 1);
});
