/** Builds the portal's and the partner website's pages if their sources have changed. */
import { buildIfStale } from '../server/src/app/build.ts';

for (const workspace of ['web', 'partner-site'] as const)
  console.log(`${workspace}: ${(await buildIfStale(workspace)) ? 'built' : 'up to date'}`);
