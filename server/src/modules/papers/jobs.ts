import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { issueDue, noteMonths, type PaperDeps } from './service.ts';

/** Issues what is due: a receipt for each top-up, a correction for money that went back, statements at the start of a month. */
export const paperTask = (deps: PaperDeps): Task => ({
  name: 'papers/issue',
  run: (ctx) => issueDue(deps, ctx),
});

/** Notes the statements that are due once a month is over. */
export const monthTask: Task = {
  name: 'papers/months',
  everyMs: MINUTE_MS,
  run: noteMonths,
};
