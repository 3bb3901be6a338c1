import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { WITHDRAW_MS } from '@samtrot/shared/inserate/withdraw-rules.ts';
import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { beforeAll, expect, test } from 'vitest';
import { type AdFixture, ad, adStage, type Saving } from '../../../testing/listings/inserate.ts';
import { type RawRequest, race } from '../../../testing/process/race.ts';
import { type Caller, START } from '../../../testing/world/world.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 100 },
);
let port: number;
beforeAll(async () => {
  await fixture.world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.world.server.server.address() as { port: number }).port;
});

const at = (ms: number) => fixture.world.clock.set(new Date(START.getTime() + ms));
const withdraw = (id: number, by: Caller = fixture.user) =>
  by.call(life.withdrawInserat, { inserat_id: id });
const rowOf = (id: number) =>
  fixture.world.db
    .selectFrom('inserat')
    .select(['status', 'start_at', 'end_at', 'lifted_at', 'alert_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const placed = async (changes: Partial<Saving> = {}) => {
  const { id, status } = await fixture.on.place(fixture.user, changes);
  expect(status).toBe(200);
  return id;
};
/** Places the draft of this number again. */
const placeAgain = (id: number, changes: Partial<Saving> = {}) =>
  fixture.user.call(saveInserat, ad(id, changes));

test('a free ad withdrawn within ten minutes is a draft, and the day has its free ad again [EXP-28]', async () => {
  const { on, user } = fixture;
  const id = await placed();
  at(WITHDRAW_MS - 1);
  expect(await withdraw(id)).toMatchObject({
    status: 200,
    body: {
      charged: 0,
      credits: 100,
      message: 'Dein Inserat ist wieder ein Entwurf.',
      inserat: { inserat_status: 'entwurf', start_at: null, end_at: null, titel: ad(id).titel },
    },
  });
  expect(await rowOf(id)).toEqual({
    status: 'entwurf',
    start_at: null,
    end_at: null,
    lifted_at: START,
    alert_at: null,
  });
  // Another one takes the free booking of the day, and this one finds it taken.
  expect((await on.place(user, { name: 'Berta' })).status).toBe(200);
  expect((await placeAgain(id)).body.code).toBe('FREE_AD_USED');
});

test('a withdrawn ad placed again the same day keeps its place in the list [EXP-28]', async () => {
  const id = await placed();
  at(5 * MINUTE_MS);
  await withdraw(id);
  at(3 * HOUR_MS);
  expect((await placeAgain(id)).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({
    status: 'aktiv',
    start_at: new Date(START.getTime() + 3 * HOUR_MS),
    lifted_at: START,
  });
});

test.each<[string, number, Partial<Saving>]>([
  ['the next day', 13 * HOUR_MS, {}],
  ['with a paid package', HOUR_MS, { inserat_typ: '1_day' }],
])(
  'a withdrawn ad placed again %s begins at the top of the list [EXP-28]',
  async (_when, later, changes) => {
    const id = await placed();
    await withdraw(id);
    at(later);
    expect((await placeAgain(id, changes)).status).toBe(200);
    expect((await rowOf(id)).lifted_at).toEqual(new Date(START.getTime() + later));
  },
);

test('the second withdrawal of a day is refused, also of another ad; the next day it works [EXP-28]', async () => {
  const id = await placed();
  await withdraw(id);
  const second = await placed({ name: 'Berta' });
  expect(await withdraw(second)).toMatchObject({
    status: 409,
    body: { code: 'NOT_WITHDRAWABLE' },
  });
  expect((await rowOf(second)).status).toBe('aktiv');
  at(24 * HOUR_MS);
  expect((await placeAgain(id)).status).toBe(200);
  expect((await withdraw(id)).status).toBe(200);
});

test.each<[string, Partial<Saving>, (id: number) => Promise<unknown>]>([
  ['after ten minutes', {}, async () => at(WITHDRAW_MS)],
  ['with a paid package', { inserat_typ: '1_day' }, async () => {}],
  ['free with a paid region', { cantons: ['ZH', 'BE'] }, async () => {}],
  [
    'with a push bought since',
    {},
    async (id) => fixture.user.call(life.pushInserat, { inserat_id: id, expected_total: 5 }),
  ],
])('an ad %s cannot be withdrawn [EXP-28]', async (_which, changes, then) => {
  const id = await placed(changes);
  await then(id);
  const credits = await fixture.on.credits(fixture.user);
  expect((await withdraw(id)).body.code).toBe('NOT_WITHDRAWABLE');
  expect((await rowOf(id)).status).toBe('aktiv');
  expect(await fixture.on.credits(fixture.user)).toBe(credits);
});

test('hidden, a draft, or of somebody else: nothing is withdrawn [EXP-28]', async () => {
  const { on, user } = fixture;
  const id = await placed();
  const other = await on.rich(0);
  expect((await withdraw(id, other)).body.code).toBe('INSERAT_NOT_FOUND');
  await user.call(life.hideInserat, { inserat_id: id });
  expect((await withdraw(id)).body.code).toBe('NOT_IN_THIS_STATE');
  const draft = await on.blank(user);
  await user.call(saveInserat, ad(draft, { post_status: 'draft' }));
  expect((await withdraw(draft)).body.code).toBe('NOT_IN_THIS_STATE');
});

test('what the house had to look at is gone with the withdrawal and due again when placed [EXP-28]', async () => {
  const id = await placed();
  const reviews = async () =>
    (
      await fixture.world.db
        .selectFrom('review')
        .select(['state', 'cause'])
        .where('thing', '=', 'inserat')
        .where('item_id', '=', id)
        .orderBy('version')
        .execute()
    ).map(({ state, cause }) => `${state} ${cause}`);
  expect(await reviews()).toEqual(['open new']);
  await withdraw(id);
  expect(await reviews()).toEqual(['gone new']);
  await placeAgain(id);
  expect(await reviews()).toEqual(['gone new', 'open new']);
});

const send = (user: Caller, name: string, body: object): RawRequest => ({
  path: `/api?action=${name}`,
  headers: { cookie: user.cookie },
  body: JSON.stringify(body),
});

test('withdrawn twice at once: one succeeds, and the day has one withdrawal [EXP-28]', async () => {
  const rounds = [1, 2, 3, 4, 5];
  for (const _ of nonEmpty(rounds)) {
    const user = await fixture.on.rich(0);
    const { id } = await fixture.on.place(user);
    const press = send(user, 'withdraw_inserat', { inserat_id: id });
    expect((await race(port, [press, press])).toSorted()).toEqual([200, 409]);
    const { length } = await fixture.world.db
      .selectFrom('booking')
      .select('id')
      .where('account_id', '=', user.userId)
      .where('withdrawn_at', 'is not', null)
      .execute();
    expect(length).toBe(1);
  }
});

test('withdrawing beside a second free ad and a push: at most one free ad, nothing paid is lost [EXP-28]', async () => {
  for (const _ of nonEmpty(Array.from({ length: 12 }, (__, round) => round))) {
    const user = await fixture.on.rich(5);
    const { id } = await fixture.on.place(user);
    const next = await fixture.on.blank(user);
    const [withdrawn, pushed, second] = await race(port, [
      send(user, 'withdraw_inserat', { inserat_id: id }),
      send(user, 'push_inserat', { inserat_id: id, expected_total: 5 }),
      send(user, 'saveInserat', ad(next, { name: 'Berta' })),
    ]);
    // Who is pushed cannot be withdrawn, and the other way round.
    expect([withdrawn, pushed].toSorted()).toEqual([200, 409]);
    if (second === 200) expect(withdrawn).toBe(200);
    const online = (await fixture.on.list(user)).filter((one) => one.inserat_status === 'aktiv');
    expect(online.length).toBe(Number(withdrawn !== 200) + Number(second === 200));
    expect(await fixture.on.credits(user)).toBe(pushed === 200 ? 0 : 5);
  }
});
