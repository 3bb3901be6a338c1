import { ROLES, type Role } from '@samtrot/shared/staff/roles.ts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { advertisers } from '../listings/inserate.ts';
import { type Staff, staffOf } from './staff.ts';
import { START, testWorld, type World } from './world.ts';

type Customer = Awaited<ReturnType<World['user']>>;

/** What the tests of the customer card share; customer and people are new in each test. */
export interface CustomerWorld extends Record<Exclude<Role, 'partner_manager'>, Staff> {
  world: World;
  on: ReturnType<typeof advertisers>;
  user: Customer;
}

/** Sets it up with the hooks of the calling file. @param credits of the customer */
export function customerWorld(credits: number): CustomerWorld {
  const shared = {} as CustomerWorld;
  beforeAll(async () => {
    shared.world = await testWorld();
    shared.on = advertisers(shared.world);
  });
  beforeEach(async () => {
    const { world, on } = shared;
    world.clock.set(START);
    for (const table of ['rate_limit', 'mail'] as const) await world.db.deleteFrom(table).execute();
    for (const role of ROLES)
      if (role !== 'partner_manager') shared[role] = await staffOf(world, role);
    shared.user = (await on.rich(credits)) as Customer;
  });
  afterAll(async () => {
    expect(await shared.on.wrongBooks()).toEqual([]);
    expect(shared.world.defects).toEqual([]);
    await shared.world[Symbol.asyncDispose]();
  });
  return shared;
}
