import { afterAll, beforeAll, expect, test } from 'vitest';
import { advertisers } from '../testing/listings/inserate.ts';
import { testWorld, type World } from '../testing/world/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const SPENDING = [
  ...[
    'color_inserat',
    'order_banner',
    'push_inserat',
    'reactivate_inserat',
    'saveInserat',
    'save_club',
  ],
  ...['story_inserat', 'top_inserat'],
];

test('exactly the calls that spend credits declare all their parameters [FIX-32]', () => {
  const specs = world.app.handlers.map(({ spec }) => spec);
  const spending = specs
    .filter(({ errors }) => errors.includes('INSUFFICIENT_CREDITS'))
    .map(({ name }) => name);
  expect(spending.toSorted()).toEqual(SPENDING);
  expect(specs.flatMap(({ name, knows }) => (knows ? [name] : [])).toSorted()).toEqual(SPENDING);
});

test.each(SPENDING)('%s refuses an unknown parameter by its name [FIX-32]', async (name) => {
  const user = await advertisers(world).rich(1000);
  const { status, body } = await user.raw(name, {
    payload: { inserat_id: 1, topad: true, frueher: 1 },
  });
  const message = 'Dieses Feld gibt es nicht';
  const unknown = name === 'save_club' || name === 'order_banner' ? { inserat_id: message } : {};
  expect([status, body.code]).toEqual([422, 'INVALID_INPUT']);
  expect(body.errors).toEqual({ ...unknown, topad: message, frueher: message });
});

test.each(['keepInserat', 'keep_banner', 'keep_club', 'hide_inserat'])(
  '%s ignores unknown parameters [FIX-32]',
  async (name) => {
    const user = await advertisers(world).rich(0);
    const payload = { inserat_id: 999_999, typ: 'a4', topad: true };
    expect([200, 404]).toContain((await user.raw(name, { payload })).status);
  },
);
