import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { DATA_KEY } from '../testing/process/data-key.ts';
import { type TestDatabase, testDatabase } from '../testing/process/database.ts';
import { DEEP } from '../testing/process/deep.ts';
import { dump } from '../testing/world/dump.ts';
import { rowsInClear } from '../testing/world/encrypted-rows.ts';
import { dataKeys } from './data-key.ts';
import { connect } from './db.ts';
import { setDataKeys } from './encryption.ts';
import {
  assertMigrated,
  assertServerVersion,
  LEAST_POSTGRES,
  type Migration,
  migrate,
} from './migrate.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
/** A migration that ran is never edited; `upgrade.test.ts` upgrades rows of the last release. */
const historic = test.runIf(DEEP);

let owner: pg.Client;
let database: TestDatabase;
const newName = () => `test_${randomUUID().replaceAll('-', '')}`;
const NAME = newName();
const url = () => inject('cluster').admin.replace(/\/postgres$/, `/${NAME}`);

beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client(inject('cluster').admin);
  await owner.connect();
});
afterAll(async () => {
  await disconnect();
  for (const name of [NAME, ...stages.values()])
    await owner.query(`drop database if exists ${name} with (force)`);
  await owner.end();
  await database[Symbol.asyncDispose]();
});
beforeEach(() => begin());

/** The database anew: empty, or a copy of another one. */
async function begin(template?: string): Promise<void> {
  await disconnect();
  await owner.query(`drop database if exists ${NAME} with (force)`);
  await owner.query(
    `create database ${NAME} ${template ? `template ${template} strategy file_copy` : ''}`,
  );
}

let client: pg.Client | undefined;
async function query(text: string): Promise<Record<string, unknown>[]> {
  if (!client) {
    client = new pg.Client(url());
    await client.connect();
  }
  return (await client.query(text)).rows;
}
async function disconnect(): Promise<void> {
  await client?.end();
  client = undefined;
}

test('of three concurrent starts one applies all migrations in order, and the others wait', async () => {
  const outcomes = await Promise.all([migrate(url()), migrate(url()), migrate(url())]);
  const [one, two, applied] = outcomes.sort((a, b) => a.length - b.length);
  expect([one, two]).toEqual([[], []]);
  expect(applied!.length).toBeGreaterThan(5);
  expect(applied).toEqual(applied!.toSorted());
  expect((await query('select name from migration order by name')).map(({ name }) => name)).toEqual(
    applied,
  );
  expect(await migrate(url())).toEqual([]);
});

test('a migration edited after it ran stops the start and changes nothing', async () => {
  await begin(inject('cluster').template);
  await query("update migration set hash = 'another' where name = '0002_accounts.sql'");
  await expect(migrate(url())).rejects.toThrow(
    'Migration 0002_accounts.sql was changed after it had been applied',
  );
});

test('each migration says in its head how long it locks what [RUN-07]', () => {
  const recent = readdirSync(FOLDER).filter((name) => name >= '0350');
  for (const name of nonEmpty(recent)) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const head = text.split('\n', 1)[0]!;
    expect(head, name).toMatch(
      /^(--|\/\/) Locks (nothing|.*\b(reading|writes)\b.*\b(moment|seconds?|minutes?)\b)/,
    );
    // Dropping an index keeps readers out until the end: not while others are made.
    if (/\bdrop index\b/.test(text)) {
      expect(head, name).toMatch(/\breading\b/);
      expect(text, name).not.toMatch(/\bcreate (unique )?index\b/);
    }
    const made = [...text.matchAll(/\bcreate table (\w+)/g)].map(([, table]) => table!);
    const used = text.matchAll(
      /^\s*(?:drop trigger \w+|create trigger [^;]*?|create (?:unique )?index \w+) on (\w+)|\balter table (\w+)|\breferences (\w+)/gm,
    );
    for (const [, on, altered, referred] of used) {
      const table = (on ?? altered ?? referred)!;
      if (!made.includes(table)) expect(head, name).toContain(table);
    }
  }
});

test('an older PostgreSQL is named with the remedy before anything is written [RUN-07]', async () => {
  await query('select 1');
  await expect(assertServerVersion(client!, 99)).rejects.toThrow(
    /^PostgreSQL \d+\.\d+.* is too old, Samtrot needs 99 or newer\. Move the database .* DATABASE_URL\.$/,
  );
  await assertServerVersion(client!, LEAST_POSTGRES);
});

test('a program neither starts on an older nor on a newer database, nor on none [RUN-07]', async () => {
  const starting = () => assertMigrated(url(), dataKeys([DATA_KEY]));
  await expect(starting()).rejects.toThrow(
    'holds nothing of Samtrot. To set it up: samtrot migrate',
  );
  expect(await query("select from pg_tables where schemaname = 'public'")).toEqual([]);
  await begin(inject('cluster').template);
  await starting();
  await query("insert into migration (name, hash) values ('9999_later.sql', 'x')");
  const newer = 'The database is newer than this program: it has 9999_later.sql.';
  await expect(starting()).rejects.toThrow(newer);
  await expect(migrate(url())).rejects.toThrow(newer);
  const missing = (await query('select name from migration order by name desc limit 3')).at(
    -1,
  )!.name;
  await query(`delete from migration where name >= '${missing}'`);
  await expect(starting()).rejects.toThrow(
    `The database is older than this program: 2 migrations are missing, from ${missing} on.`,
  );
});

test('a failed migration is rolled back and does not block the next attempt', async () => {
  await query('create table account (wrong text)');
  await expect(migrate(url())).rejects.toThrow(/Migration 0002_accounts\.sql failed: .*account/);
  expect((await query('select name from migration')).map(({ name }) => name)).toEqual([
    '0001_base.sql',
  ]);
  await query('drop table account');
  const only = new Set(['0002_accounts.sql']);
  expect(await migrate(url(), undefined, { only })).toEqual([...only]);
});

const HISTORY = [
  ['audit', 'action'],
  ['ledger_transfer', 'kind'],
] as const;

test.each(HISTORY)(
  'the application can neither change nor delete rows of %s [INV-09]',
  async (table, column) => {
    const { pool } = database;
    const statements = [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ];
    for (const statement of statements) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  },
);

test.each(HISTORY)(
  'a trigger refuses changes by the database owner on %s [INV-09]',
  async (table, column) => {
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow(/append-only|cannot|only/);
      }
    } finally {
      await client.end();
    }
  },
);

test('the application uses the restricted role and cannot change the schema', async () => {
  const { rows } = await database.pool.query('select current_user as name');
  expect(rows).toEqual([{ name: 'samtrot_app' }]);
  for (const statement of [
    'create table extra (n int)',
    'alter table account add extra text',
    'drop table audit',
    "insert into migration values ('x', 'y')",
  ])
    await expect(database.pool.query(statement), statement).rejects.toMatchObject({
      code: '42501',
    });
});

/** Copies of the database before some migrations, where later tests go on. */
const stages = new Map<string, string>();

/** The database before this migration. */
async function migrateBefore(first: string): Promise<void> {
  const stage = [...stages.keys()]
    .filter((known) => known <= first)
    .sort()
    .at(-1);
  if (stage) await begin(stages.get(stage));
  else
    await query(
      'create table migration (name text primary key, hash text, applied_at timestamptz default now())',
    );
  if (stage === first) return;
  const names = readdirSync(FOLDER).filter((name) => name < first && name >= (stage ?? ''));
  for (const name of names.sort()) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    if (name.endsWith('.sql')) await query(text);
    else {
      const { up }: { up(migration: Migration): Promise<void> } = await import(join(FOLDER, name));
      // There are no rows yet.
      await up({ query, encrypt: async () => {} });
    }
    await query(`insert into migration (name, hash) values ('${name}', '${hash}')`);
  }
  await disconnect();
  const copy = newName();
  await owner.query(`create database ${copy} template ${NAME} strategy file_copy`);
  stages.set(first, copy);
}

historic(
  'mails with rendered parts that waited before the migration are sent unchanged',
  async () => {
    await migrateBefore('0013');
    await query(`insert into mail (cause, recipient, subject, body_text, body_html, created_at, sent_at, next_try_at) values
    ('waiting', 'a@b.ch', 's', E'Guten Tag\\n\\nZwei\\nZeilen\\n\\nhttps://x.example/y', '<p>', now(), null, now()),
    ('sent and forgotten', 'a@b.ch', 's', '', '', now(), now(), null)`);
    await query(readFileSync(join(FOLDER, '0013_letters.sql'), 'utf8'));
    expect(await query('select cause, letter, reply_to, vanish from mail order by id')).toEqual([
      {
        cause: 'waiting',
        letter: { paragraphs: ['Guten Tag', 'Zwei\nZeilen', 'https://x.example/y'] },
        reply_to: null,
        vanish: false,
      },
      { cause: 'sent and forgotten', letter: null, reply_to: null, vanish: false },
    ]);
  },
);

historic(
  'banners booked with http link to https afterwards, and http is refused [BAN-42]',
  async () => {
    await migrateBefore('0034');
    await query(`insert into account (username, username_key, email, password_hash, nickname, created_at)
    values ('a', 'a', 'a@b.ch', '-', '', now())`);
    await query(`insert into banner (account_id, typ, text, url, months, created_at, changed_at)
    select id, 'a4', 'x', url, 1, now(), now() from account,
      unnest(array['http://a.ch/http://b', 'HTTP://c.ch', 'HTTPS://d.ch', '', 'http://' || repeat('a', 1993)]) url`);
    await query(`insert into banner_booking (banner_id, typ, months, websites, base, surcharge, start_at, end_at, created_at)
    select id, 'a4', 1, 1, 60, 0, now(), now() + interval '1 month', now() from banner where url <> ''`);
    await query(
      'update banner b set booking_id = k.id from banner_booking k where k.banner_id = b.id',
    );
    await query(readFileSync(join(FOLDER, '0034_banners_clubs_live.sql'), 'utf8'));
    const banners = await query(
      'select left(url, 30) as url, open_end is not null as open from banner order by id',
    );
    expect(banners.map(({ url, open }) => [open, url])).toEqual([
      [true, 'https://a.ch/http://b'],
      [true, 'https://c.ch'],
      [true, 'HTTPS://d.ch'],
      [false, ''],
      [true, `https://${'a'.repeat(22)}`],
    ]);
    const http = query("update banner set url = 'http://a.ch' where open_end is not null");
    await expect(http).rejects.toMatchObject({ constraint: 'banner_url_web' });
  },
);

historic(
  'clubs are placed, banner images are in place, and fixed ratings apply to each copy [MED-12, CLU-13]',
  async () => {
    await migrateBefore('0034');
    await query(`insert into account (username, username_key, email, password_hash, nickname, created_at)
    values ('a', 'a', 'a@b.ch', '-', '', now())`);
    await query(`insert into club (account_id, club_name, created_at, changed_at)
    select id, 'ohne Ende', '2026-01-01T00:00Z', now() from account`);
    await query(`insert into club (account_id, club_name, created_at, changed_at)
    select id, 'gebucht', '2026-01-02T00:00Z', now() from account`);
    await query(`insert into club_booking (club_id, months, total, start_at, end_at, created_at)
    select id, 1, 50, '2098-12-01T00:00Z', '2099-01-01T00:00Z', now() from club where club_name = 'gebucht'`);
    await query('update club c set booking_id = k.id from club_booking k where k.club_id = c.id');
    await query(`insert into banner (account_id, typ, text, url, months, created_at, changed_at)
    select id, 'a2', '', '', 1, now(), now() from account, generate_series(1, 3)`);
    await query(`insert into image (account_id, banner_id, content_id, name, width, height, widths, placeholder, position, created_at,
                                  rating, rating_fixed, bytes)
    select account_id, id, repeat('c', 64), '', 1, 1, '{320}', '', 0, now(),
           (array['erotisch', 'explizit', 'jugendfrei'])[row_number() over (order by id)], row_number() over (order by id) < 3, 1
      from banner`);
    await query(readFileSync(join(FOLDER, '0034_banners_clubs_live.sql'), 'utf8'));
    const clubs = `select club_name, placed_at, shown_from, shown_until = 'infinity' as endless, alert_at from club order by id`;
    expect(await query(clubs)).toEqual([
      {
        club_name: 'ohne Ende',
        placed_at: new Date('2026-01-01'),
        shown_from: new Date('2026-01-01'),
        endless: true,
        alert_at: null,
      },
      {
        club_name: 'gebucht',
        placed_at: new Date('2026-01-02'),
        shown_from: new Date('2098-12-01'),
        endless: false,
        alert_at: new Date('2098-12-31'),
      },
    ]);
    // Of two ratings the stricter one holds.
    expect(await query('select rating from fixed_rating')).toEqual([{ rating: 'explizit' }]);
    expect(await query('select place, rating, rating_fixed from image order by banner_id')).toEqual(
      [
        { place: 'banner', rating: 'explizit', rating_fixed: true },
        { place: 'banner', rating: 'explizit', rating_fixed: true },
        { place: 'banner', rating: 'explizit', rating_fixed: true },
      ],
    );
  },
);

historic(
  'credits bought, spent and refunded before the migration have their price afterwards [FIX-03, BOF-105]',
  async () => {
    await migrateBefore('0044');
    await query(`insert into account (username, username_key, email, password_hash, nickname, created_at)
    values ('a', 'a', 'a@b.ch', '-', '', now())`);
    const [account] = await query('select id from account');
    const owner = Number(account!.id);
    const ids = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    await query(`insert into payment (id, account_id, option_id, status, price_rappen, received_rappen, settled_rappen, settled_credits,
                                    settled_bonus, discount_percent, credits, bonus, provider, created_at)
    values ('${ids[0]}', ${owner}, 4, 'gutgeschrieben', 95000, 95000, null, null, null, 5, 1000, 300, 'sandbox', now()),
           ('${ids[1]}', ${owner}, 2, 'gutgeschrieben', 10000, 9000, 9000, 90, 0, 0, 100, 10, 'sandbox', now())`);
    const credit = (n: number, kind: string, cause: string, of = 'null') =>
      query(`select ledger_credit(${owner}, ${n}, '${kind}', '${cause}', '', now(), ${of})`);
    const spend = (n: number, cause: string) =>
      query(`select ledger_spend(${owner}, ${n}, 'order', 'revenue', '${cause}', '', now())`);
    await credit(1000, 'topup', `topup:${ids[0]}`);
    await credit(300, 'bonus', `bonus:${ids[0]}`);
    await spend(333, 'order:1');
    await credit(111, 'refund', 'back:1', `'order:1'`);
    await spend(400, 'order:2');
    // CHF 100.- were refunded, and 137 credits taken back.
    await query(`insert into payment_refund (id, payment_id, kind, status, amount_rappen, credits, reason, created_at, settled_at)
    values ('${ids[1]}', '${ids[0]}', 'erstattung', 'bestaetigt', 10000, 137, '', now(), now())`);
    await query(
      `select ledger_take_back(${owner}, 137, '${ids[0]}', 'refund:${ids[1]}', '', now())`,
    );
    await credit(90, 'topup', `topup:${ids[1]}`);
    await query(readFileSync(join(FOLDER, '0044_paid_credits.sql'), 'utf8'));
    await query(`select ledger_spend(${owner}, balance, 'order', 'revenue', 'order:rest', '', now())
    from ledger_account where owner_id = ${owner}`);
    const moved =
      await query(`select t.cause, coalesce(u.paid, l.paid)::int as paid from ledger_transfer t
    left join (select transfer_id, sum(paid) as paid from ledger_lot_use group by 1) u on u.transfer_id = t.id
    left join (select transfer_id, sum(paid) as paid from ledger_lot group by 1) l on l.transfer_id = t.id order by t.id`);
    expect(moved.map(({ cause, paid }) => [cause, paid])).toEqual([
      [`topup:${ids[0]}`, 95_000],
      [`bonus:${ids[0]}`, 0],
      ['order:1', 31_635],
      ['back:1', 10_545],
      ['order:2', 38_000],
      [`refund:${ids[1]}`, 10_000],
      [`topup:${ids[1]}`, 9_000],
      ['order:rest', 95_000 - 31_635 + 10_545 - 38_000 - 10_000 + 9_000],
    ]);
    // Nothing is left, and the used parts match.
    expect(await query('select sum(paid_left)::int as left from ledger_lot')).toEqual([
      { left: 0 },
    ]);
  },
);

historic('pending discreet registrations expire as before [FIX-43]', async () => {
  await migrateBefore('0055');
  const values = (name: string, wording: string) =>
    `('${name}', '${name}', '${name}@b.ch', '-', ${wording}, now())`;
  await query(`insert into pending_registration (username, username_key, email, password_hash, newsletter_wording, expires_at)
    values ${values('a', 'null')}, ${values('b', "'Ja'")}`);
  await query(readFileSync(join(FOLDER, '0055_privacy_words.sql'), 'utf8'));
  const rows = await query(
    'select newsletter_wording as wording from pending_registration order by id',
  );
  expect(rows.map(({ wording }) => wording)).toEqual(['', 'Ja']);
});

historic('replaced plans are linked; runs between them are not [FIX-06]', async () => {
  await migrateBefore('0056');
  await query(`insert into account (username, username_key, email, password_hash, nickname, created_at)
    values ('a', 'a', 'a@b.ch', '-', '', now())`);
  await query('alter table inserat drop constraint inserat_published_complete');
  await query(`insert into inserat (account_id, status, package, created_at, changed_at)
    select id, status, '1_day', now(), now() from account, unnest(array['geplant', 'geloescht', 'abgelaufen']) status`);
  // A plan, the run that replaced it, and after it a plan with two replacements.
  const booked = `values (1, 1, 300), (2, 2, 2), (3, 50, 60), (4, 51, 55), (5, 52, 90)`;
  await query(`insert into booking (inserat_id, account_id, package, start_at, end_at, planned, paid_regions, paid_categories, paid_images,
                                    created_at)
    select i.id, account_id, '1_day', timestamptz '2026-01-01Z' + start * interval '1 day', '2027-12-31Z', true, 1, 1, 1,
           timestamptz '2026-01-01Z' + made * interval '1 day'
      from inserat i, (${booked}) as b (n, made, start) order by i.id, n`);
  await query(
    'update inserat i set booking_id = (select max(id) from booking b where b.inserat_id = i.id)',
  );
  // One that is explicitly linked.
  await query(
    `update booking set replaces = id - 1 where id = (select booking_id from inserat where status = 'geloescht')`,
  );
  await query(readFileSync(join(FOLDER, '0056_plans_replaced.sql'), 'utf8'));
  const chains = await query(`select i.status, array_agg(b.id - b.replaces order by b.id) as steps
    from inserat i join booking b on b.inserat_id = i.id group by i.id order by i.id`);
  expect(chains).toEqual([
    { status: 'geplant', steps: [null, '1', null, '1', '1'] },
    { status: 'geloescht', steps: [null, '1', null, '1', '1'] },
    { status: 'abgelaufen', steps: [null, null, null, null, null] },
  ]);
});

historic('open holds name nothing that their owner could not change [BOF-34, BOF-35]', async () => {
  const keys = dataKeys(['the key of these rows']);
  const earlier = readdirSync(FOLDER).filter((name) => name < '0342');
  await migrate(url(), keys, { only: new Set(earlier) });
  await query(`insert into account (username, username_key, email, email_hash, password_hash, nickname, created_at)
    values ('a', 'a', '1.0000000000000000.none', '', '-', '', now())`);
  const holds: [thing: string, item: number, named: string, closed?: true][] = [
    ['inserat', 1, '{bild,titel,story_title}'],
    ['inserat', 2, '{bild:2,text,ort,url}'],
    ['banner', 1, '{titel,text,url,bild:1}'],
    ['club', 1, '{club_name,name,homepage,cantons}'],
    ['account', 1, '{}'],
    ['inserat', 3, '{bild,text}', true],
  ];
  for (const [thing, item, named, closed] of holds)
    await query(`insert into hold (thing, item_id, account_id, kind, reason, fields, text, held_at, decided_at, closed_at, outcome)
      select '${thing}', ${item}, id, 'revise', 'anderes', '${named}', 'Bitte ändern.', now(), now(),
             ${closed ? "now(), 'released'" : 'null, null'} from account`);
  expect(await migrate(url(), keys)).toContain('0342_named_pictures.sql');
  const rows = await query('select thing, item_id::int as item, fields from hold order by id');
  expect(rows.map(({ thing, item, fields }) => [thing, item, fields])).toEqual([
    ['inserat', 1, ['titel', 'story_title']],
    ['inserat', 2, ['bild:2']],
    ['banner', 1, ['text', 'url', 'bild:1']],
    ['club', 1, ['club_name', 'homepage']],
    ['account', 1, []],
    // What is closed stays as it was said.
    ['inserat', 3, ['bild', 'text']],
  ]);
});

historic('what is written stays where columns take the names of the wire', async () => {
  await migrateBefore('0074');
  await query(`insert into account (username, username_key, email, password_hash, nickname, created_at)
    values ('a', 'a', 'a@b.ch', '-', '', now())`);
  await query(`insert into inserat (account_id, status, package, sms_allowed, show_address, street, address_extra, postcode, town,
                                    country, image_kind, dated_pushes, wants_topad, created_at, changed_at)
    select id, 'entwurf', '1_day', true, false, 'Seeweg 4', '2. Stock', '8001', 'Zürich', 'Italien', 'Original Bilder',
           '{2026-12-01 20:15}', true, now(), now() from account`);
  await query(`insert into club (account_id, club_name, street, postcode, town, opening_hours, months, created_at, changed_at)
    select id, 'Linde', 'Gasse 1', '3000', 'Bern', '[{"tag": 1, "von": "10:00", "bis": "20:00"}]', 3, now(), now() from account`);
  await query(`insert into banner (account_id, typ, text, url, months, created_at, changed_at)
    select id, 'a4', 'Linde', 'https://linde.example', 5, now(), now() from account`);
  for (const file of [
    '0074_inserat_wire_names.sql',
    '0075_club_wire_names.sql',
    '0076_banner_wire_names.sql',
  ])
    await query(readFileSync(join(FOLDER, file), 'utf8'));
  const [ad] =
    await query(`select inserat_typ, sms_erlaubt, whatsapp_erlaubt, adresse_anzeigen, strasse_und_nummer, adressezusatz,
    postleitzahl, ort, land, originalbilder, date_time_pushes, top_ad_enabled, color_enabled, story_posted from inserat`);
  expect(ad).toEqual({
    inserat_typ: '1_day',
    sms_erlaubt: true,
    whatsapp_erlaubt: false,
    adresse_anzeigen: false,
    strasse_und_nummer: 'Seeweg 4',
    adressezusatz: '2. Stock',
    postleitzahl: '8001',
    ort: 'Zürich',
    land: 'Italien',
    originalbilder: 'Original Bilder',
    date_time_pushes: ['2026-12-01 20:15'],
    top_ad_enabled: true,
    color_enabled: false,
    story_posted: false,
  });
  const [club] = await query(
    'select strasse_und_nummer, postleitzahl, ort, oeffnungszeiten, monate from club',
  );
  expect(club).toEqual({
    strasse_und_nummer: 'Gasse 1',
    postleitzahl: '3000',
    ort: 'Bern',
    monate: 3,
    oeffnungszeiten: [{ tag: 1, von: '10:00', bis: '20:00' }],
  });
  expect(await query('select monate from banner')).toEqual([{ monate: 5 }]);
});

describe('addresses, mails and messages in clear', () => {
  const KEYS = dataKeys([DATA_KEY]);
  const ROWS = 2500;

  beforeEach(async () => {
    await migrateBefore('0105');
    await query(`insert into account (username, username_key, email, password_hash, nickname, created_at)
      select 'n' || n, 'n' || n, 'klartext' || n || '@beispiel.ch', 'x', 'n', now() from generate_series(1, ${ROWS}) n`);
    await query(`insert into account_link (token_hash, account_id, purpose, email, created_at, expires_at)
      select username_key::bytea, id, 'undo_email', 'klartext.alt@beispiel.ch', now(), now() from account limit 1`);
    await query(`insert into mail (cause, recipient, subject, letter, reply_to, last_error, created_at, next_try_at) values
      ('waits', 'klartext1@beispiel.ch', 'klartext', '{"paragraphs": ["klartext"]}', 'klartext2@beispiel.ch', 'no trusted TLS: klartext', now(), now()),
      ('sent', 'klartext1@beispiel.ch', 'klartext', null, null, null, now(), null)`);
    await query(`insert into message (kind, name, email, phone, subject, body, created_at, fingerprint)
      values ('contact', 'klartext', 'klartext3@beispiel.ch', null, 'ad', 'klartext', now(), 'f')`);
    await query(`insert into pending_registration (username, username_key, email, password_hash, expires_at)
      values ('Lena', 'lena', 'klartext4@beispiel.ch', 'x', now())`);
    await query(
      `insert into reserved_username (username_key, expires_at) values ('lena', now()), ('otto', now())`,
    );
    await query(
      `insert into password_reset_request (login, created_at) values ('Klartext5@beispiel.ch', now())`,
    );
  });

  const everything = async () => {
    const tables = await query(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const rows: unknown[] = [];
    for (const { name } of nonEmpty(tables))
      rows.push(await query(`select t::text as row from "${name}" t`));
    return JSON.stringify(rows).toLowerCase();
  };

  test('are ciphertexts before anything is served, and readable and found as before [ACC-50]', async () => {
    await migrate(url(), KEYS);
    const text = await everything();
    expect(text.length).toBeGreaterThan(ROWS * 50);
    expect(text).not.toContain('klartext');
    setDataKeys(KEYS);
    const { db } = connect(url(), { max: 1 });
    const one = async <T extends 'account' | 'mail' | 'thread' | 'thread_entry'>(table: T) =>
      (await rowsInClear(db, table))[0]!;
    expect((await rowsInClear(db, 'account')).map(({ email }) => email).sort()).toEqual(
      Array.from({ length: ROWS }, (_, n) => `klartext${n + 1}@beispiel.ch`).sort(),
    );
    expect(await one('mail')).toMatchObject({
      recipient: 'klartext1@beispiel.ch',
      subject: 'klartext',
      letter: '{"paragraphs": ["klartext"]}',
      reply_to: 'klartext2@beispiel.ch',
      last_error: 'no trusted TLS: klartext',
      without_tls: true,
    });
    expect(await one('thread')).toMatchObject({
      name: 'klartext',
      phone: null,
      state: 'new',
      waits_since: expect.any(Date),
    });
    // It stays the same number, and its text becomes the first entry of the thread.
    expect((await one('thread_entry')).body).toBe('klartext');
    const reserved = await rowsInClear(db, 'reserved_username');
    expect(reserved.map(({ email }) => email).sort()).toEqual(['klartext4@beispiel.ch', null]);
    const hashes: [table: string, hash: Buffer, column?: string][] = [
      ['account', KEYS.lookup('klartext2500@beispiel.ch', 'account.email')],
      ['account_link', KEYS.lookup('klartext.alt@beispiel.ch', 'account_link.email')],
      ['mail', KEYS.lookup('klartext2@beispiel.ch', 'mail.reply_to'), 'reply_to_hash'],
      ['thread', KEYS.lookup('klartext3@beispiel.ch', 'thread.email')],
      ['pending_registration', KEYS.lookup('klartext4@beispiel.ch', 'pending_registration.email')],
      ['reserved_username', KEYS.lookup('klartext4@beispiel.ch', 'reserved_username.email')],
      [
        'password_reset_request',
        KEYS.lookup('klartext5@beispiel.ch', 'password_reset_request.login'),
        'login_hash',
      ],
    ];
    for (const [table, hash, column = 'email_hash'] of hashes)
      expect(
        await query(`select from ${table} where ${column} = '\\x${hash.toString('hex')}'`),
        table,
      ).toHaveLength(1);
    await db.destroy();
  });

  historic(
    'stay as they are when the conversion is interrupted, and it begins again [ACC-50]',
    async () => {
      await expect(migrate(url())).rejects.toThrow('there is no key to encrypt them');
      expect(await query(`select recipient from mail where cause = 'waits'`)).toEqual([
        { recipient: 'klartext1@beispiel.ch' },
      ]);
      // An address that is there twice stops the last step, after all rows were encrypted.
      await query(`alter table account drop constraint account_email_key`);
      await query(`update account set email = 'klartext1@beispiel.ch' where username = 'n2'`);
      await expect(migrate(url(), KEYS)).rejects.toThrow('0108_encrypted_addresses.ts failed');
      expect(await query(`select email from account where username = 'n3'`)).toEqual([
        { email: 'klartext3@beispiel.ch' },
      ]);
      await query(`update account set email = 'klartext2@beispiel.ch' where username = 'n2'`);
      await query(`alter table account add constraint account_email_key unique (email)`);
      await migrate(url(), KEYS);
      expect(await everything()).not.toContain('klartext');
    },
  );
});

describe('contact data in clear', () => {
  const KEYS = dataKeys(['the key of these rows']);
  const print = `select encode(contact_print, 'hex') as print from inserat where telefon_hash is not null`;

  beforeEach(async () => {
    await migrateBefore('0210');
    await query(`
      insert into account (username, username_key, email, email_hash, password_hash, nickname, created_at)
        values ('a', 'a', '1.0000000000000000.none', '', '-', '', now());
      insert into inserat (account_id, status, inserat_typ, telefon, whatsapp, homepage, strasse_und_nummer, ort, unsaved,
                           start_at, end_at, lifted_at, created_at, changed_at)
        select id, status, '1_week', '+41 79 111 22 33', '', 'https://klartext.example', 'Klartextweg 1', 'Klartext',
               '{"telefon": "klartext"}', now(), now(), now(), now(), now()
          from account, unnest(array['entwurf', 'aktiv', 'abgelaufen', 'geloescht']) status;
      insert into inserat (account_id, status, inserat_typ, created_at, changed_at)
        select id, 'leer', 'free', now(), now() from account;
      insert into club (account_id, club_name, vollstaendiger_name, telefon, placed_at, created_at, changed_at)
        select id, 'Haus', 'Klartext', '+41791112233', now(), now(), now() from account;
      update review set state = 'approved', decided_at = now(), content = review_content(thing, item_id);`);
  });

  test('are one ciphertext of each row, found by number, and reviewed as before [ACC-50]', async () => {
    const reviews = await query('select count(*)::int as n from review');
    expect(reviews[0]!.n).toBeGreaterThanOrEqual(2);
    await migrate(url(), KEYS);
    setDataKeys(KEYS);
    const { db } = connect(url(), { max: 1 });
    expect(await dump({ db })).not.toContain('klartext');
    const [draft, active, expired, deleted, blank] = await rowsInClear(db, 'inserat');
    for (const row of [draft!, active!, expired!]) {
      expect(row).toMatchObject({
        telefon: '+41 79 111 22 33',
        homepage: 'https://klartext.example',
        strasse_und_nummer: 'Klartextweg 1',
        ort: 'Klartext',
        land: 'Schweiz',
        unsaved: '{"telefon": "klartext"}',
      });
      expect(row.telefon_hash).toEqual(KEYS.lookup('791112233', 'inserat.telefon_hash'));
      expect(row.whatsapp_hash).toBeNull();
    }
    for (const row of [deleted!, blank!])
      expect(row).toMatchObject({ contact: null, contact_print: null, telefon_hash: null });
    const [club] = await rowsInClear(db, 'club');
    expect(club).toMatchObject({ vollstaendiger_name: 'Klartext', telefon: '+41791112233' });
    const [review] = await rowsInClear(db, 'review');
    expect(JSON.parse(review!.content!)).toMatchObject({ telefon: expect.stringMatching(/79/) });
    expect(new Set((await query(print)).map((row) => row.print)).size).toBe(3);
    // What was approved is the same content: a change of what nobody sees opens no review.
    await query(
      `update inserat set status = 'ausgeblendet', hidden_at = now() where status = 'aktiv'`,
    );
    expect(await query('select count(*)::int as n from review')).toEqual(reviews);
    await query(`update inserat set contact_print = '' where status = 'ausgeblendet'`);
    expect((await query('select count(*)::int as n from review'))[0]!.n).toBe(
      Number(reviews[0]!.n) + 1,
    );
    await db.destroy();
  });

  historic(
    'stay as they are when the conversion is interrupted, and it begins again [ACC-50]',
    async () => {
      await expect(migrate(url())).rejects.toThrow('there is no key to encrypt them');
      // Another name stops the last step, after all rows were encrypted.
      await query('alter table review rename constraint review_pkey to other_pkey');
      await expect(migrate(url(), KEYS)).rejects.toThrow('0210_encrypted_contact.ts failed');
      expect((await query(`select ort from inserat where status = 'entwurf'`))[0]).toEqual({
        ort: 'Klartext',
      });
      await query('alter table review rename constraint other_pkey to review_pkey');
      await migrate(url(), KEYS);
      const { db } = connect(url(), { max: 1 });
      expect(await dump({ db })).not.toContain('klartext');
      await db.destroy();
    },
  );
});
