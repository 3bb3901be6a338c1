/** Builds the pages of the portal and of the partner website where their sources have changed since. */
import { buildIfStale } from '../server/src/app/build.ts';

for (const workspace of ['web', 'partner-site'] as const)
  console.log(`${workspace}: ${(await buildIfStale(workspace)) ? 'built' : 'up to date'}`);
