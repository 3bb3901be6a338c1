import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { rounds } from './server/src/testing/process/deep.ts';

/** Tests of the server that need no database. */
const WITHOUT_DATABASE = [
  'server/src/architecture.test.ts',
  'server/src/app/build-notice.test.ts',
  'server/src/app/openapi/document.test.ts',
  'server/src/operations-page.test.ts',
  'server/src/platform/action.test.ts',
  'server/src/testing/chaos/control-build.test.ts',
  'server/src/testing/process/temporary-base.test.ts',
];

/**
 * `rules` needs no database and runs in `npm run check`; `server` runs on a PostgreSQL cluster of
 * its own.
 */
export default defineConfig({
  test: {
    // One more than cores: while one waits for a process it started, another works.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'shared/src/**/*.test.ts',
            'partner-kit/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'web/scripts/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/src/**/*.test.ts',
            ...WITHOUT_DATABASE,
          ],
          environment: 'node',
          isolate: false,
          setupFiles: ['./server/src/testing/process/random-input.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'partner-site/src/**/*.test.ts'],
          setupFiles: [
            './server/src/testing/process/random-input.ts',
            './server/src/testing/process/cpu-usage.ts',
          ],
          exclude: WITHOUT_DATABASE,
          environment: 'node',
          // The product is imported once for each worker, not once for each file.
          isolate: false,
          globalSetup: './server/src/testing/process/cluster.ts',
          // Wide on purpose: a machine that stalls for half a minute is no defect of the product.
          testTimeout: rounds(300_000, 3_600_000),
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
