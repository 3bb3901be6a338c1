import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waiters } from '../testing/process/gate.ts';
import { consolePersonOf, websiteOf } from '../testing/world/console.ts';
import { staffOf } from '../testing/world/staff.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { hashToken } from './crypto.ts';
import { renewing } from './renewal.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const cookieOf = {
  session: async () => (await world.user()).cookie,
  staff_login: async () => (await staffOf(world, 'reader')).cookie,
  partner_login: async () =>
    (await consolePersonOf(world, (await websiteOf(world)).id, 'read')).cookie,
};

test.each(['session', 'staff_login', 'partner_login'] as const)(
  'of two confirmations that meet at one row of %s the second goes on from the first [ACC-10]',
  async (table) => {
    const from = hashToken((await cookieOf[table]()).split('=')[1]!);
    const renewed = (name: string) => {
      const order = { from, to: hashToken(name), proven: true, now: START };
      const previousUntil = new Date(START.getTime() + 1000);
      return sql`with ${renewing(table, { ...order, previousUntil })} select from old`;
    };
    let second: Promise<{ rows: unknown[] }> | undefined;
    await world.db.transaction().execute(async (db) => {
      expect((await renewed('first').execute(db)).rows).toHaveLength(1);
      second = renewed('second').execute(world.db);
      await expect.poll(() => waiters(world.pool)).toHaveLength(1);
    });
    expect((await second!).rows).toHaveLength(1);
    const { rows } = await sql<{ token_hash: Buffer; previous_hash: Buffer }>`
      select token_hash, previous_hash from ${sql.table(table)}`.execute(world.db);
    const tokens = rows.map(({ token_hash, previous_hash }) => [token_hash, previous_hash]);
    expect(tokens).toContainEqual([hashToken('second'), hashToken('first')]);
  },
);
