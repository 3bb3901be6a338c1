import { CANTON_IDS } from '@samtrot/shared/catalogue/choice-rules.ts';
import { CATALOGUE_LISTS, type CatalogueList } from '@samtrot/shared/catalogue/shape-rules.ts';
import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { HOLD_REASONS } from '@samtrot/shared/testing/hold-reasons.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { RISK_WEIGHTS } from '@samtrot/shared/testing/risk-weights.ts';
import { expect, test } from 'vitest';
import { compose } from '../../app/compose.ts';
import { buildServer } from '../../app/server.ts';
import { ad, advertisers } from '../../testing/listings/inserate.ts';
import { partnerKey } from '../../testing/partners/partner.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { testWorld } from '../../testing/world/world.ts';

const OWN = { [OWN_HEADER]: '1' };

/** Another version of each list, and what of a server's answers shows it. */
const BEGUN: Record<CatalogueList, { content: object; shown: (of: Answers) => unknown }> = {
  packages: {
    content: { ...PRICES.packages, '1_week': 41 },
    shown: ({ state: { prices } }) => prices.packages['1_week'] === 41,
  },
  extras: {
    content: { ...PRICES.extras, region: 7 },
    shown: ({ state: { prices } }) => prices.extras.region === 7,
  },
  banner_prices: {
    content: { ...PRICES.banners, a4: 61 },
    shown: ({ state: { prices } }) => prices.banners.a4 === 61,
  },
  club_prices: {
    content: { month: 51 },
    shown: ({ state: { prices } }) => prices.clubs.month === 51,
  },
  topup_packages: {
    content: [{ id: 1, francs: 55, credits: 50, bonus: 0 }],
    shown: ({ topups }) => topups.some(({ price }) => price === 55),
  },
  categories: {
    content: [{ id: 1, name: 'Begleitung neu', offered: true }],
    shown: ({ state, lists }) => inBoth(state.categories, lists.categories, 'Begleitung neu'),
  },
  offerings: {
    content: [{ id: 1, name: 'Angebot neu', offered: true }],
    shown: ({ state, lists }) => inBoth(state.offerings, lists.offerings, 'Angebot neu'),
  },
  cantons: {
    content: { ...Object.fromEntries(CANTON_IDS.map((id) => [id, id])), GR: 'Bünden' },
    shown: ({ state, lists }) => inBoth(state.cantons, lists.cantons, 'Bünden'),
  },
  forbidden_phrases: {
    content: [{ id: 1, phrase: 'Mondschein Spezial' }],
    shown: ({ refused }) => refused,
  },
  hold_reasons: {
    content: { ...HOLD_REASONS, betrug: { ...HOLD_REASONS.betrug, label: 'Täuschung' } },
    shown: ({ terms }) => terms.includes('«Täuschung»'),
  },
  risk_weights: {
    content: { ...RISK_WEIGHTS, account_new: 16 },
    shown: ({ points }) => points === 16,
  },
};
type Named = { name: string }[];
interface Answers {
  state: { prices: typeof PRICES; categories: Named; offerings: Named; cantons: Named };
  topups: { price: number }[];
  lists: { categories: Named; offerings: Named; cantons: Named };
  refused: boolean;
  terms: string;
  /** Of the signal that the account of an ad just placed is new. */
  points: number;
}
const inBoth = (one: Named, other: Named, wanted: string) =>
  [one, other].every((list) => list.some(({ name }) => name === wanted));

test('of every list a version that begins is on both servers within 2 s, wherever it is read [BOF-117]', async () => {
  await using world = await testWorld();
  const { config, db, pool, clock, app } = world;
  const on = advertisers(world);
  const user = await on.rich(1000);
  const key = await partnerKey(world);
  await using other = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  const answersOf = async (server: typeof other): Promise<Answers> => {
    const read = async (url: string, headers: Record<string, string>) =>
      (await server.inject({ url, headers })).json();
    const own = { cookie: user.cookie, ...OWN };
    const save = async (titel: string) => {
      const id = await on.blank(user);
      const answer = await server.inject({
        ...{ method: 'POST', url: '/api?action=saveInserat', headers: own },
        payload: ad(id, { inserat_typ: '1_day', titel }),
      });
      return { id, errors: answer.json().errors };
    };
    const { id } = await save('Ruhige Stunden');
    await world.runTasks('moderation/assess');
    const { signals } = await db
      .selectFrom('review')
      .select('signals')
      .where('thing', '=', 'inserat')
      .where('item_id', '=', id)
      .executeTakeFirstOrThrow();
    const isNew = (signals as unknown as { code: string; points: number }[]).find(
      ({ code }) => code === 'account_new',
    );
    return {
      state: (await read('/api?action=state', own)).state,
      topups: (await read('/api?action=getTopupOptions', own)).topup_options,
      lists: await read('/partner/v1/lists', { authorization: `Bearer ${key}` }),
      refused: (await save('Mondschein Spezial')).errors?.titel !== undefined,
      terms: (await read('/api?action=get_text&text=terms', own)).html,
      points: isNew!.points,
    };
  };
  const begins = new Date(clock.now().getTime() + MINUTE_MS);
  for (const list of CATALOGUE_LISTS)
    await releasedVersion(world, list, BEGUN[list].content, begins);
  const missing = async (server: typeof other) => {
    const answers = await answersOf(server);
    return CATALOGUE_LISTS.filter((list) => !BEGUN[list].shown(answers));
  };
  const servers = [world.server, other];
  // Both have answered with what was valid before.
  for (const server of servers) expect(await missing(server)).toEqual([...CATALOGUE_LISTS]);
  clock.set(begins);
  await Promise.all(
    servers.map((server) => expect.poll(() => missing(server), { timeout: 2_000 }).toEqual([])),
  );
  expect(world.defects).toEqual([]);
});
