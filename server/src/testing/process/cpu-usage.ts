/**
 * Set-up of every server test file: notes the CPU time it used, with the processes it started, for
 * `npm run test:times`.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/**
 * CPU seconds of this process and of its ended children; 0 where the system does not report them.
 */
function cpuSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

const folder = process.env.TEST_RESULTS;
// A worker runs one file after the other; what passes between two belongs to the second.
const worker = globalThis as { cpuSecondsBefore?: number };
const before = worker.cpuSecondsBefore ?? 0;

if (folder)
  afterAll(() => {
    const now = cpuSeconds();
    worker.cpuSecondsBefore = now;
    const line = { file: expect.getState().testPath, cpuSeconds: now - before };
    appendFileSync(join(folder, 'cpu.jsonl'), `${JSON.stringify(line)}\n`);
  });
