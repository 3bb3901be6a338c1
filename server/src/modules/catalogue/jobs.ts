import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { settleMissed } from './missed.ts';

/** Ends versions that nobody released before their beginning. */
export const missedVersionsTask: Task = {
  name: 'catalogue/missed',
  everyMs: 30_000,
  run: dueTask([{ what: 'the end of catalogue version', run: settleMissed }]),
};
