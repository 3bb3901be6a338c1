import { defineConfig } from 'vitest/config';
import { keptPool } from './scripts/mutation-pool.ts';

/**
 * The tests of one module under mutation, as `scripts/mutation.ts` names them. The files of a run
 * share a worker, on the server some runs do (`scripts/mutation-pool.ts`). Nothing is retried,
 * since a failure is the wanted result.
 */
export default defineConfig({
  plugins: [
    {
      name: 'kept-worker',
      // Stryker sets the pool itself, after the settings below.
      configureVitest({ project }) {
        if (process.env.MUTATION_DATABASE)
          Object.assign(project.config, { pool: keptPool.name, poolRunner: keptPool });
      },
    },
  ],
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    setupFiles: ['./server/src/testing/process/random-input.ts'],
    ...(process.env.MUTATION_DATABASE && {
      globalSetup: './server/src/testing/process/mutation-cluster.ts',
    }),
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 8_000 } },
  },
});
