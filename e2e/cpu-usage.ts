/**
 * Notes the CPU time of a journey in its worker and its browser, for `npm run test:times`. The
 * product is shared by all journeys and not part of it.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { childrenOf } from '../server/src/testing/process/workers.ts';

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** CPU seconds of a process, its ended children and its descendants that run. */
function cpuSeconds(pid: number): number {
  let own = 0;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    // It has ended, or the system does not report it.
  }
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
}

// What passes between two journeys, such as closing the context, belongs to the second.
let before = 0;

export function noteCpu({ file, titlePath, project }: TestInfo): void {
  const folder = process.env.TEST_RESULTS;
  if (!folder) return;
  const now = cpuSeconds(process.pid);
  const [, ...titles] = titlePath;
  const name = `e2e/${file.slice(import.meta.dirname.length + 1)} › ${titles.join(' ')} (${project.name})`;
  const line = { file: name, cpuSeconds: now - before };
  appendFileSync(join(folder, 'journeys-cpu.jsonl'), `${JSON.stringify(line)}\n`);
  before = now;
}
