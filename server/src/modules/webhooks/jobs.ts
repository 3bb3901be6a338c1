import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { KEPT_DAYS } from '@samtrot/shared/legal/retention-rules.ts';
import type { Task } from '../../platform/worker.ts';
import { dispatcher } from './dispatcher.ts';
import { purge } from './dispatcher-store.ts';
import { enqueuer } from './enqueue.ts';

const RETENTION_MS = {
  delivered: KEPT_DAYS.deliveredWebhook * DAY_MS,
  dead: KEPT_DAYS.deadWebhook * DAY_MS,
};
const BATCH = 1000;

/** The tasks that enqueue, send and purge webhook messages. */
export function webhookTasks(deps: Parameters<typeof dispatcher>[0]): Task[] {
  const endpoints = dispatcher(deps);
  return [
    {
      name: 'webhooks/enqueue',
      wakeOn: 'delivery',
      runsBefore: 'webhooks/send',
      run: enqueuer(deps.clock),
    },
    {
      name: 'webhooks/send',
      async run({ db, now }) {
        await endpoints.dispatchDue(db, now);
        // Sending continues concurrently; another run would find nothing due.
        return 0;
      },
      stop: endpoints.stop,
      drained: endpoints.drained,
    },
    {
      name: 'webhooks/purge',
      everyMs: 10 * 60_000,
      run: ({ db, now }) =>
        purge(db, {
          delivered: new Date(now.getTime() - RETENTION_MS.delivered),
          dead: new Date(now.getTime() - RETENTION_MS.dead),
          limit: BATCH,
        }),
    },
  ];
}
