import { SWITCHES } from '@samtrot/shared/accounts/preferences.ts';
import { setPreference } from '@samtrot/shared/accounts/profile-contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('each question and the shortcuts are switched off and on, and the account keeps it [EXP-71, EXP-75]', async () => {
  const on = advertisers(world);
  const user = await on.rich(0);
  const other = await on.rich(0);
  const off = async (of = user) => (await of.call(state, {})).body.state.switched_off;
  expect(await off()).toEqual([]);
  for (const name of SWITCHES) {
    // A second press changes nothing.
    for (let press = 0; press < 2; press++) await user.call(setPreference, { name, on: false });
  }
  expect(await off()).toEqual([...SWITCHES]);
  expect(await off(other)).toEqual([]);
  for (const name of SWITCHES) await user.call(setPreference, { name, on: true });
  expect(await off()).toEqual([]);
  for (const name of ['push', 'delete', 'all_offline', 'profile', '', null])
    expect((await user.raw('set_preference', { payload: { name, on: false } })).status).toBe(422);
  expect((await world.visitor.call(setPreference, { name: 'hide', on: false })).status).toBe(401);
});
