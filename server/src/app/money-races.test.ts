import { setTimeout as wait } from 'node:timers/promises';
import { CANTON_IDS } from '@samtrot/shared/catalogue/choice-rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { checkBooks } from '../modules/overview/service.ts';
import * as wallet from '../modules/wallet/service.ts';
import { ad, type Saving } from '../testing/listings/inserate.ts';
import { createActors } from '../testing/money/actors.ts';
import { race } from '../testing/process/race.ts';
import { pick, pseudoRandom } from '../testing/process/random.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { testWorld, type World } from '../testing/world/world.ts';

const CANTONS = CANTON_IDS;
const LOOK_MS = 20;
const SEED = Number(process.env.MONEY_SEED ?? 24);

let world: World;
let port: number;
let fresh: () => Promise<Owner>;
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world, 0);
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as { port: number }).port;
  // Disables the limits, so that only the ledger serializes the orders.
  vi.spyOn(world.app.limiter, 'consume').mockResolvedValue(false);
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  expect((await checkBooks(world.db)).problems).toEqual([]);
});
afterAll(() => world[Symbol.asyncDispose]());

let gifts = 0;
const give = (userId: number, amount: number) =>
  world.db.transaction().execute((db) =>
    wallet.credit({ db, now: world.clock.now() }, 'correction', {
      userId,
      amount,
      cause: `gift:${++gifts}`,
      description: 'Geschenk',
    }),
  );
const balanceOf = ({ userId }: Owner) =>
  world.db.transaction().execute((db) => wallet.balance(db, userId));

const WHOLE = 100;
const AT_ONCE = 30;

test('of thirty concurrent orders for the whole balance one is placed [T-RACE-02, PRI-22, INV-05]', async () => {
  const owner = await fresh();
  const regions = (n: number) => CANTONS.slice(0, n);
  // A package with as many regions as cost the whole balance.
  const kinds: Partial<Saving>[] = [
    { inserat_typ: '1_month' },
    { inserat_typ: '1_week', cantons: regions(15) },
    { inserat_typ: '5_days', cantons: regions(17) },
    { inserat_typ: '3_days', cantons: regions(19) },
    { inserat_typ: '1_day', cantons: regions(21) },
  ];
  await give(owner.userId, WHOLE);
  const running = await owner.on.place(owner, { inserat_typ: '1_month' });
  expect([running.status, await balanceOf(owner)]).toEqual([200, 0]);
  const extension = ad(running.id, { inserat_typ: '1_month', cantons: regions(23) });

  const drafts: Saving[] = [];
  const draft = async () => {
    const { id } = await owner.on.place(owner, { post_status: 'draft' });
    return ad(id, kinds[drafts.length % kinds.length]!);
  };
  while (drafts.length < AT_ONCE - 1) drafts.push(await draft());
  let extended = false;
  for (let round = 0; round < 4; round++) {
    await give(owner.userId, WHOLE);
    const orders = [...drafts, extended ? await draft() : extension];
    const responses = await race(
      port,
      orders.map((order) => ({
        path: '/api?action=saveInserat',
        body: JSON.stringify(order),
        headers: { cookie: owner.cookie },
      })),
    );
    expect(responses.toSorted(), `round ${round}`).toEqual([200, ...Array(AT_ONCE - 1).fill(409)]);
    expect(await balanceOf(owner)).toBe(0);
    const winner = responses.indexOf(200);
    if (orders[winner] === extension) extended = true;
    // A placed ad would cost nothing the next time.
    else if (winner < drafts.length) drafts[winner] = await draft();
  }
});

const USERS = 20;
const OPERATIONS = 8;

test(`twenty advertisers at once: no balance is ever negative, the sum stays 0 (seed ${SEED}) [T-RACE-06, INV-01, INV-02]`, async () => {
  const people = await Promise.all(Array.from({ length: USERS }, fresh));
  const play = createActors(world, people);
  const expected = people.map(() => 0);
  let busy = true;
  let looks = 0;

  const advertise = async (who: number) => {
    const random = pseudoRandom(SEED + who);
    const payments: string[] = [];
    for (let n = 0; n < OPERATIONS; n++) {
      const kind = pick(random, [
        'topup',
        'topup',
        'place',
        'place',
        'place',
        'refund',
        'grant',
      ] as const);
      const payment = pick(random, payments);
      if (kind === 'topup') {
        const name = `${who}/${n}`;
        if (
          (await play.perform(
            { kind, who, option: pick(random, [1, 2]), payment: name },
            false,
          )) !== '200'
        )
          continue;
        payments.push(name);
        await play.perform({ kind: 'pay', payment: name, result: 'paid' }, false);
        await play.perform({ kind: 'notify', payment: name, times: 2 }, false);
      } else if (kind === 'place') {
        const chosen = pick(random, ['3_days', '1_week', '1_month'] as const);
        const answer = await play.perform(
          {
            kind,
            who,
            ad: await people[who]!.on.blank(people[who]!),
            package: chosen,
            regions: 1 + Math.floor(random() * 8),
          },
          random() < 0.3,
        );
        expect(answer).toMatch(/^(200 charged \d+|409 INSUFFICIENT_CREDITS)$/);
        expected[who]! -= Number(answer.match(/charged (\d+)/)?.[1] ?? 0);
      } else if (kind === 'refund' && payment !== undefined)
        await play.perform({ kind, payment, amount: 1000, owe: true }, false);
      else if (kind === 'grant' && (await play.perform({ kind, who, amount: 7 }, false)) === 'done')
        expected[who]! += 7;
    }
  };
  const look = async (who: number) => {
    while (busy) {
      const { body } = await people[who]!.raw('state', { method: 'GET' });
      expect(body.state.credits).toBeGreaterThanOrEqual(0);
      // One statement reads one snapshot: wallets and debts as stored, house accounts by transfers.
      const { rows } = await sql<{ sum: number; lowest: number }>`
        select (select coalesce(sum(balance), 0) from ledger_account)::int
             + (select coalesce(sum(case when t.to_account = a.id then t.amount else -t.amount end), 0)
                  from ledger_account a join ledger_transfer t on a.id in (t.from_account, t.to_account)
                 where a.owner_id is null)::int as sum,
               (select coalesce(min(balance), 0)::int from ledger_account where kind = 'wallet') as lowest`.execute(
        world.db,
      );
      expect(rows).toEqual([{ sum: 0, lowest: expect.toSatisfy((lowest: number) => lowest >= 0) }]);
      looks++;
      // Without a pause the readers would take most of the time.
      await wait(LOOK_MS);
    }
  };
  const readers = [0, 1, 2, 3].map(look);
  await Promise.all(people.map((_, who) => advertise(who))).finally(() => {
    busy = false;
  });
  await Promise.all(readers);
  expect(looks).toBeGreaterThan(USERS);

  for (const [who, { userId }] of nonEmpty(people.entries())) {
    const { rows } = await sql<{ bought: number; back: number; have: number }>`
      select (select coalesce(sum(credits + bonus), 0)::int from payment
               where account_id = ${userId} and status in ('gutgeschrieben', 'erstattet')) as bought,
             (select coalesce(sum(r.credits), 0)::int from payment_refund r join payment p on p.id = r.payment_id
               where p.account_id = ${userId}) as back,
             (select coalesce(sum(balance), 0)::int from ledger_account where owner_id = ${userId}) as have`.execute(
      world.db,
    );
    const { bought, back, have } = rows[0]!;
    expect(have, `advertiser ${who}`).toBe(bought - back + expected[who]!);
  }
});
