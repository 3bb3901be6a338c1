import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/process/database.ts';
import { sentWith } from '../testing/process/sent.ts';
import { connect } from './db.ts';
import { allOf, together } from './together.ts';

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

/** What is sent between `begin` and `commit`. */
async function sentBy(work: (db: Parameters<typeof together>[0]) => Promise<unknown>) {
  const { sent, result } = await sentWith(() =>
    pool.db.transaction().execute((db) => work(together(db))),
  );
  const texts = sent.map(({ text }) => text);
  return { result, sent: texts.filter((text) => !/^(begin|commit)/.test(text)) };
}
const until = new Date('2030-01-01T00:00:00Z');
const limitRow = (db: Parameters<typeof together>[0], key: string) =>
  db.insertInto('rate_limit').values({ key, hits: [], expires_at: until }).execute();
const challengeRow = (db: Parameters<typeof together>[0], challenge: string) =>
  db
    .insertInto('used_challenge')
    .values({ challenge: Buffer.from(challenge), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();

test('changes of different tables go as one statement, and each says how many rows', async () => {
  await pool.db.transaction().execute((db) => challengeRow(db, 'used'));
  const { result, sent } = await sentBy((db) =>
    allOf([
      limitRow(db, 'a'),
      challengeRow(db, 'fresh'),
      db.updateTable('session').set({ remember: true }).executeTakeFirst(),
    ]),
  );
  expect(sent).toEqual([expect.stringMatching(/^with c0 as \(insert .* returning 1\), c1 as/)]);
  expect(result).toMatchObject([{}, { numInsertedOrUpdatedRows: 1n }, { numUpdatedRows: 0n }]);
  const again = await sentBy((db) => allOf([limitRow(db, 'b'), challengeRow(db, 'used')]));
  expect(again.result).toMatchObject([{}, { numInsertedOrUpdatedRows: 0n }]);
  expect(again.sent).toHaveLength(1);
});

test('of two changes of one table none is lost', async () => {
  const { sent } = await sentBy((db) =>
    allOf([
      limitRow(db, 'c'),
      db
        .updateTable('rate_limit')
        .set({ hits: [until] })
        .where('key', '=', 'c')
        .execute(),
      challengeRow(db, 'beside'),
    ]),
  );
  expect(sent).toHaveLength(2);
  const rows = await pool.db
    .selectFrom('rate_limit')
    .select(['key', 'hits'])
    .where('key', '=', 'c')
    .execute();
  expect(rows).toEqual([{ key: 'c', hits: [until] }]);
});

test('one that fails rolls back all, and its error comes after the last has ended', async () => {
  const failed = sentBy((db) =>
    allOf([challengeRow(db, 'undone'), limitRow(db, 'd'), Promise.reject(new Error('on purpose'))]),
  );
  await expect(failed).rejects.toThrow('on purpose');
  const keys = await pool.db
    .selectFrom('rate_limit')
    .select('key')
    .where('key', '=', 'd')
    .execute();
  expect(keys).toEqual([]);
});
