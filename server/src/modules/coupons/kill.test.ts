import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/process/database.ts';
import { some } from '../../testing/process/deep.ts';
import { killable } from '../../testing/process/process.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { createCoupon } from './service.ts';

const CREDITS = 20;
/** The tables at which the redemption is blocked when the process dies. */
const TABLES = ['coupon', 'coupon_use', 'ledger_account', 'ledger_transfer', 'ledger_lot'];

test('a crash during a redemption changes nothing; the retry credits once [T-FLT-02, API-17, INV-04]', async () => {
  await using database = await testDatabase();
  await using server = await killable(database);
  await server.start();
  await server.enter(PASSWORD);
  for (const [index, table] of some(TABLES, 3).entries()) {
    const values = {
      code: `KILL-${index}`,
      credits: CREDITS,
      description: '',
      maxUses: 1,
      expiresAt: null,
    };
    await database.db.transaction().execute((db) => createCoupon({ db, now: new Date() }, values));
    await database.db.deleteFrom('rate_limit').execute();
    const before = await server.rows(TABLES);
    const redeem = () => server.post('apply_coupon', { coupon_code: values.code });

    expect(await server.cutAt(table, 'exclusive', redeem)).toBe('cut');
    await server.start();

    expect(await server.rows(TABLES), table).toEqual(before);
    expect(await redeem(), table).toMatchObject({
      status: 200,
      reply: { credits: (index + 1) * CREDITS },
    });
    expect((await redeem()).status).toBe(409);
    expect(await checkBooks(database.db)).toMatchObject({
      ok: true,
      problems: [],
      transfers: index + 1,
    });
  }
});
