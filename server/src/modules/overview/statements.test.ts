import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { expect, test } from 'vitest';
import { adBuilder } from '../../testing/listings/ads.ts';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { sentWith } from '../../testing/process/sent.ts';
import { testWorld } from '../../testing/world/world.ts';

const MOST = 8;

test('state takes at most eight statements, and says the same as where each goes alone', async () => {
  await using world = await testWorld();
  const on = advertisers(world);
  const user = await on.rich(1000);
  const { id } = await on.place(user, { titel: 'Zwei «Worte», $1 und "q"' });
  await on.place(user, { inserat_typ: '1_week' });
  await adBuilder(world.db).image({ id, publicId: '', accountId: user.userId });
  const webseiten = [await websiteOf(world)];
  await user.call(orderBanner, bannerWish({ webseiten }));
  const club = await user.call(saveClub, wholeClub({ monate: 1 }));
  expect(club.status, JSON.stringify(club.body)).toBe(200);
  // The columns of so many other texts take the place of those that are known.
  const client = await world.pool.connect();
  for (let n = 0; n <= 1_000; n++) await client.query(`select $1::int as c${n}`, [n]);
  client.release();
  const state = async () => {
    const { sent, result } = await sentWith(() => user.raw('state', { method: 'GET' }));
    return { state: result.body.state, statements: sent.length };
  };
  const alone = await state();
  const joined = await state();
  const { Inserats, Banners, Clubs } = joined.state;
  expect([Inserats.length, Banners.length, Clubs.length]).toEqual([2, 1, 1]);
  expect(joined.state).toEqual(alone.state);
  expect(alone.statements).toBeGreaterThan(20);
  expect(joined.statements).toBeLessThanOrEqual(MOST);
});
