import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs a command of the operator against the running product; returns its output. */
export function samtrot(...command: string[]): string {
  return execFileSync(process.execPath, ['server/dist/cli.js', ...command], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: process.env.E2E_PORT!,
      DATA_DIR: process.env.E2E_DATA!,
      // What journeys have moved on; the product runs on the same clock.
      TEST_CLOCK_FILE: join(process.env.E2E_DATA!, 'clock'),
    },
    stdio: 'pipe',
    encoding: 'utf8',
  });
}
