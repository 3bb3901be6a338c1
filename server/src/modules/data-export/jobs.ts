import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { garbageCollector } from '../media/service.ts';
import { buildNext } from './build.ts';
import type { ExportDeps } from './ports.ts';
import { removeExpired, removeUnnamed } from './service.ts';

/** Makes copies of an account's data, one at a time per process. */
export function exportTask(deps: ExportDeps): Task {
  const stopping = new AbortController();
  return {
    name: 'data-export/build',
    slow: true,
    run: async (ctx) => (stopping.signal.aborted ? 0 : buildNext(ctx, deps, stopping.signal)),
    stop: () => stopping.abort(),
  };
}

/** Removes copies after seven days, replaced ones, and those of deleted accounts. */
export const expireExportsTask = (deps: Pick<ExportDeps, 'exports'>): Task => ({
  name: 'data-export/expire',
  run: (ctx) => removeExpired(ctx, deps),
});

/** Collects files without a row, left by a worker that died. */
export const collectExportsTask = (deps: Pick<ExportDeps, 'exports'>): Task => ({
  name: 'data-export/collect',
  everyMs: MINUTE_MS,
  run: garbageCollector(deps.exports, (db, names) => removeUnnamed(db, deps, names)),
});
