import { advertisers } from '../listings/inserate.ts';
import type { Caller, World } from './world.ts';

/** An advertiser of its own for one test, with credits, and what its calls need. */
export interface Owner extends Caller {
  email: string;
  world: World;
  on: ReturnType<typeof advertisers>;
}

/** Makes advertisers with so many credits each. */
export function owners(world: World, credits = 500): () => Promise<Owner> {
  const on = advertisers(world);
  let made = 0;
  return async () => {
    const user = await world.user({
      username: `Lena ${++made} y`,
      email: `lena${made}@beispiel.ch`,
    });
    if (credits > 0) await on.grant(user.userId, credits);
    return { ...user, world, on };
  };
}
