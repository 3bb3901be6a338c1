import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/process/database.ts';
import { connect } from './db.ts';
import { columnsOf, preparingClient } from './prepared-statements.ts';

let database: TestDatabase;
let opened: ReturnType<typeof connect>[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const { db } of opened) await db.destroy();
  opened = [];
});
afterAll(() => database[Symbol.asyncDispose]());

/** A pool of one connection, with the number of statements that the server has prepared on it. */
function onePool(options: Parameters<typeof connect>[1] = {}) {
  const pool = connect(database.url, { max: 1, role: null, ...options });
  opened.push(pool);
  const prepared = async () =>
    (await pool.pool.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements'))
      .rows[0]!.n;
  return { ...pool, prepared };
}

test('a statement is prepared when it comes again, and answers the same', async () => {
  const { pool, prepared } = onePool();
  const ask = async (value: number) =>
    (await pool.query<{ n: number }>('select $1::int + 1 as n', [value])).rows;
  expect(await ask(1)).toEqual([{ n: 2 }]);
  expect(await prepared()).toBe(0);
  for (const value of [2, 3, 4, 5, 6, 7, 8]) expect(await ask(value)).toEqual([{ n: value + 1 }]);
  expect(await prepared()).toBe(1);
});

test('statements of the query builder are prepared in transactions, those of control not', async () => {
  const { db, prepared } = onePool();
  const find = (name: string) =>
    db
      .transaction()
      .execute((sql) =>
        sql.selectFrom('account').select('id').where('username', '=', name).execute(),
      );
  for (const name of ['a', 'b', 'c']) expect(await find(name)).toEqual([]);
  expect(await prepared()).toBe(1);
});

test('a failed transaction leaves its prepared statements usable', async () => {
  const { pool } = onePool();
  const divide = async (by: number) =>
    (await pool.query<{ n: number }>('select 10 / $1::int as n', [by])).rows[0]?.n;
  expect([await divide(5), await divide(2)]).toEqual([2, 5]);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect(await divide(10)).toBe(1);
});

test('no more texts than the limit are prepared; others go on unprepared', async () => {
  const { pool, prepared } = onePool();
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 300; n++) {
      const { rows } = await pool.query(`select $1::int as n${n}`, [n]);
      expect(rows).toEqual([{ [`n${n}`]: n }]);
    }
  expect(await prepared()).toBe(256);
});

test('a statement that rests gives its place to one that is asked for, and the database forgets it', async () => {
  const pool = new pg.Pool({
    connectionString: database.url,
    Client: preparingClient({ maxStatements: 2, restMs: 50 }),
    max: 2,
  });
  const both = [await pool.connect(), await pool.connect()];
  const ask = async (n: number) => {
    for (const client of both)
      expect((await client.query(`select $1::int as n${n}`, [n])).rows).toEqual([{ [`n${n}`]: n }]);
  };
  const held = () =>
    Promise.all(
      both.map(async (client) => {
        const { rows } = await client.query<{ statement: string }>(
          'select statement from pg_prepared_statements order by prepare_time',
        );
        return rows.map(({ statement }) => Number(/n(\d)$/.exec(statement)![1]));
      }),
    );
  for (const n of [1, 2, 1, 2, 3, 3]) await ask(n);
  expect(await held()).toEqual([
    [1, 2],
    [1, 2],
  ]);
  await wait(60);
  await ask(2);
  await ask(3);
  expect(await held()).toEqual([
    [2, 3],
    [2, 3],
  ]);
  for (const n of [1, 2, 3, 1]) await ask(n);
  expect(await held()).toEqual([
    [2, 3],
    [2, 3],
  ]);
  for (const client of both) client.release();
  await pool.end();
});

test('of many texts the newest thousand keep their columns, whatever came before', async () => {
  const { pool } = onePool();
  const texts = Array.from({ length: 2_100 }, (_, n) => `select $1::int as column_${n}`);
  const client = await pool.connect();
  for (const text of texts) await client.query(text, [1]);
  client.release();
  expect(texts.filter((text) => columnsOf(text) !== undefined)).toEqual(texts.slice(-1_000));
});

test('with the switch off nothing is prepared', async () => {
  const { pool, prepared } = onePool({ prepare: false });
  for (let round = 0; round < 3; round++) await pool.query('select $1::int as n', [round]);
  expect(await prepared()).toBe(0);
});

test('columns that a migration changes fail a prepared statement once, not for ever', async () => {
  const { pool } = onePool();
  await pool.query('create table changing (id int)');
  await pool.query('insert into changing values (1)');
  const read = async () => (await pool.query('select id, id + $1 as next from changing', [1])).rows;
  for (let n = 0; n < 3; n++) expect(await read()).toEqual([{ id: 1, next: 2 }]);
  await pool.query('alter table changing alter column id type numeric');
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  for (let n = 0; n < 3; n++) expect(await read()).toHaveLength(1);
  await pool.query('drop table changing');
});

test.each(['select *', 'select c.*', 'select "c".*', 'select id, c.*'])(
  '%s is not prepared: a migration that adds a column fails nothing',
  async (columns) => {
    const { pool } = onePool();
    await pool.query('create table changing (id int)');
    const read = () => pool.query(`${columns} from changing c where id > $1`, [0]);
    for (let n = 0; n < 3; n++) await read();
    await pool.query('alter table changing add column name text');
    expect((await read()).fields.at(-1)!.name).toBe('name');
    await pool.query('drop table changing');
  },
);
