/** Builds the server and the pages of portal and partner website if their sources have changed. */
import { buildIfStale } from '../server/src/app/build.ts';

for (const workspace of ['server', 'web', 'partner-site', 'partner-kit'] as const)
  console.log(`${workspace}: ${(await buildIfStale(workspace)) ? 'built' : 'up to date'}`);
