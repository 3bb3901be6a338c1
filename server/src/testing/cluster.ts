/** Vitest global set-up: one cluster for the run, with a migrated template that each test file copies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/migrate.ts';
import { startCluster } from '../platform/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-test-'));
  const cluster = await startCluster(folder, { durable: false, maxConnections: 200 });
  await migrate(cluster.url);
  project.provide('databaseServer', cluster.url);
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
