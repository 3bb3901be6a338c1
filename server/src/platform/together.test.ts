import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/process/database.ts';
import { connect } from './db.ts';
import { together } from './together.ts';

let database: TestDatabase;
let pool: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await testDatabase();
  pool = connect(database.url, { max: 1, role: null });
});
afterAll(async () => {
  await pool.db.destroy();
  await database[Symbol.asyncDispose]();
});

const both = (first: unknown, second: unknown) =>
  pool.db.transaction().execute((db) => {
    const gathered = together(db);
    return Promise.allSettled([
      sql<{ a: number }>`select ${first}::int as a`.execute(gathered),
      sql<{ b: number }>`select ${second}::int as b`.execute(gathered),
    ]);
  });

test('reads that cannot be joined fail, and none waits for ever', async () => {
  // Their columns are known from the second time on.
  for (let n = 0; n < 3; n++)
    expect(await both(n, 2)).toMatchObject([
      { value: { rows: [{ a: n }] } },
      { value: { rows: [{ b: 2 }] } },
    ]);
  // JSON has no such number.
  expect(await both(1, 2n)).toMatchObject([
    { reason: expect.any(TypeError) },
    { reason: expect.any(TypeError) },
  ]);
  expect(await both(1, 2)).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
});
