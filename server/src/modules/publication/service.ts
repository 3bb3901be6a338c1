import type { Sql } from '../../platform/db.ts';
import * as inserate from '../inserate/service.ts';

interface Clockwork {
  db: Sql;
  now: Date;
}

/** What is due at this instant, one batch of each. Answers how much was done; nothing is left when it answers 0. */
export async function tick(ctx: Clockwork): Promise<number> {
  const started = await inserate.startDue(ctx);
  return started + (await inserate.expireDue(ctx));
}

/** Removes what nobody began to use. */
export const sweep = (ctx: Clockwork): Promise<number> => inserate.sweepBlanks(ctx);
