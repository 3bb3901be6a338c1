import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { migrate } from './migrate.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

let owner: pg.Client;
let database: TestDatabase;
const url = () => inject('databaseServer').replace(/\/samtrot$/, '/migration_test');

beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client(inject('databaseServer'));
  await owner.connect();
});
afterAll(async () => {
  await owner.query('drop database if exists migration_test with (force)');
  await owner.end();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await owner.query('drop database if exists migration_test with (force)');
  await owner.query('create database migration_test');
});

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url());
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('every migration is applied once, in order, and again nothing happens', async () => {
  const applied = await migrate(url());
  expect(applied.length).toBeGreaterThan(5);
  expect(applied).toEqual(applied.toSorted());
  expect((await query('select name from migration order by name')).map(({ name }) => name)).toEqual(applied);
  expect(await migrate(url())).toEqual([]);
});

test('of three processes that start together one migrates and the others wait', async () => {
  const outcomes = await Promise.all([migrate(url()), migrate(url()), migrate(url())]);
  expect(outcomes.map((applied) => applied.length > 0).sort()).toEqual([false, false, true]);
  const [row] = await query('select count(*)::int as n, count(distinct name)::int as names from migration');
  expect(row!.n).toBe(row!.names);
});

test('a migration that was edited after it ran stops the start and changes nothing', async () => {
  await migrate(url());
  await query("update migration set hash = 'another' where name = '0002_accounts.sql'");
  await expect(migrate(url())).rejects.toThrow('Migration 0002_accounts.sql was changed after it had been applied');
});

test('a migration that fails leaves nothing of itself and does not block the next attempt', async () => {
  await query('create table account (wrong text)');
  await expect(migrate(url())).rejects.toThrow(/Migration 0002_accounts\.sql failed: .*account/);
  expect((await query('select name from migration')).map(({ name }) => name)).toEqual(['0001_base.sql']);
  await query('drop table account');
  expect((await migrate(url()))[0]).toBe('0002_accounts.sql');
});

const HISTORY = [
  ['audit', 'action'],
  ['ledger_transfer', 'kind'],
] as const;

test.each(HISTORY)('INV-09 the application can neither change nor remove rows of %s', async (table, column) => {
  const { pool } = database;
  const statements = [`update ${table} set ${column} = ${column}`, `delete from ${table}`, `truncate ${table} cascade`];
  for (const statement of statements) {
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  }
});

test.each(HISTORY)('INV-09 the owner of the database is refused by a second wall on %s', async (table, column) => {
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
});

test('the application works under the restricted role and cannot change the shape of the database', async () => {
  const { rows } = await database.pool.query('select current_user as name');
  expect(rows).toEqual([{ name: 'samtrot_app' }]);
  for (const statement of [
    'create table extra (n int)',
    'alter table account add extra text',
    'drop table audit',
    "insert into migration values ('x', 'y')",
  ])
    await expect(database.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
});

test('mails that were waiting with ready parts when letters came in are still sent with the same words', async () => {
  await query('create table migration (name text primary key, hash text, applied_at timestamptz)');
  const names = readdirSync(FOLDER).filter((name) => name < '0013');
  for (const name of names.sort()) await query(readFileSync(join(FOLDER, name), 'utf8'));
  await query(`insert into mail (cause, recipient, subject, body_text, body_html, created_at, sent_at, next_try_at) values
    ('waiting', 'a@b.ch', 's', E'Guten Tag\\n\\nZwei\\nZeilen\\n\\nhttps://x.example/y', '<p>', now(), null, now()),
    ('sent and forgotten', 'a@b.ch', 's', '', '', now(), now(), null)`);
  await query(readFileSync(join(FOLDER, '0013_letters.sql'), 'utf8'));
  expect(await query('select cause, letter, reply_to, vanish from mail order by id')).toEqual([
    {
      cause: 'waiting',
      letter: { paragraphs: ['Guten Tag', 'Zwei\nZeilen', 'https://x.example/y'] },
      ...{ reply_to: null, vanish: false },
    },
    { cause: 'sent and forgotten', letter: null, reply_to: null, vanish: false },
  ]);
});
