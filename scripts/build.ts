/** Builds the server and the pages of portal and partner website if their sources have changed. */
import { buildIfStale } from '../server/src/app/build.ts';

const WORKSPACES = ['web', 'server', 'partner-site', 'partner-kit'] as const;

// None reads what another one builds.
await Promise.all(
  WORKSPACES.map(async (workspace) => {
    const isBuilt = await buildIfStale(workspace);
    console.log(`${workspace}: ${isBuilt ? 'built' : 'up to date'}`);
  }),
);
