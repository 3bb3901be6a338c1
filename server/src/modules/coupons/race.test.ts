import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rounds } from '../../testing/process/deep.ts';
import { type RawRequest, race } from '../../testing/process/race.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { createCoupon } from './service.ts';

const ROUNDS = rounds(5, 20);
const AT_ONCE = 20;
const CREDITS = 20;

let world: World;
let port: number;
let fresh: () => Promise<Owner>;
let crowd: Owner[];
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world);
  crowd = [];
  for (let n = 0; n < AT_ONCE; n++) crowd.push(await fresh());
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as { port: number }).port;
});
beforeEach(() => world.db.deleteFrom('rate_limit').execute());
afterEach(async () => {
  vi.restoreAllMocks();
  expect(world.defects).toEqual([]);
  // The accounts' initial credits have no payment.
  const { problems } = await checkBooks(world.db);
  expect(
    problems.filter((problem) => !problem.includes('ohne gutgeschriebene Zahlung: test:')),
  ).toEqual([]);
});
afterAll(() => world[Symbol.asyncDispose]());

let made = 0;
async function coupon(maxUses: number): Promise<string> {
  const values = {
    code: `RENNEN-${++made}`,
    credits: CREDITS,
    description: '',
    maxUses,
    expiresAt: null,
  };
  await world.db
    .transaction()
    .execute((db) => createCoupon({ db, now: world.clock.now() }, values));
  return values.code;
}
const apply = ({ cookie }: Owner, code: string): RawRequest => ({
  path: '/api?action=apply_coupon',
  body: JSON.stringify({ coupon_code: code }),
  headers: { cookie },
});
const credited = async () => {
  const { rows } = await world.pool.query<{ n: string }>(
    "select count(*) as n from ledger_transfer where kind = 'coupon'",
  );
  return Number(rows[0]!.n);
};
/** Disables the limits, so that only the redemption serializes the calls. */
const unlimited = () => vi.spyOn(world.app.limiter, 'consume').mockResolvedValue(false);
const count = (responses: number[], status: number) =>
  responses.filter((answer) => answer === status).length;

test.each([
  [
    'one account presses twenty times: it is credited once [T-RACE-01, API-17, INV-04]',
    1,
    () => Array(AT_ONCE).fill(crowd[0]!),
  ],
  ['twenty accounts want the one use: one gets it [T-RACE-01, INV-04]', 1, () => crowd],
  ['twenty accounts want seven uses: seven get one each [T-RACE-04, INV-04]', 7, () => crowd],
  [
    'one account presses twenty times on a code with uses to spare: it is credited once [T-RACE-01, INV-04]',
    7,
    () => Array(AT_ONCE).fill(crowd[1]!),
  ],
] as [string, number, () => Owner[]][])('%s', async (title, uses, callers) => {
  unlimited();
  const expected = title.includes('one account') ? 1 : uses;
  for (let round = 0; round < ROUNDS; round++) {
    const code = await coupon(uses);
    const before = await credited();
    const responses = await race(
      port,
      callers().map((caller) => apply(caller, code)),
    );
    expect([count(responses, 200), count(responses, 409)], `round ${round}`).toEqual([
      expected,
      AT_ONCE - expected,
    ]);
    const row = world.db.selectFrom('coupon').select('uses').where('code', '=', code);
    expect([(await row.executeTakeFirstOrThrow()).uses, (await credited()) - before]).toEqual([
      expected,
      expected,
    ]);
  }
});

test('of fifty concurrent wrong codes five are evaluated [T-RACE-12, CON-11]', async () => {
  for (let round = 0; round < 5; round++) {
    await world.db.deleteFrom('rate_limit').execute();
    const guesser = await fresh();
    const responses = await race(
      port,
      Array.from({ length: 50 }, (_, n) => apply(guesser, `FALSCH-${n}`)),
    );
    expect([count(responses, 409), count(responses, 429)]).toEqual([5, 45]);
  }
});

test('a valid code among fifty concurrent attempts is credited at most once [T-RACE-12, T-RACE-01]', async () => {
  for (let round = 0; round < 5; round++) {
    await world.db.deleteFrom('rate_limit').execute();
    const [guesser, code] = [await fresh(), await coupon(50)];
    const before = await credited();
    const responses = await race(
      port,
      Array.from({ length: 50 }, () => apply(guesser, code)),
    );
    expect(count(responses, 200)).toBe(1);
    expect((await credited()) - before).toBe(1);
  }
});
