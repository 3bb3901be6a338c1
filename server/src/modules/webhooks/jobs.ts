import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { sender } from './dispatcher.ts';
import { forget } from './dispatcher-store.ts';
import { enqueueEvents } from './enqueue.ts';

const KEPT_MS = { delivered: 30 * DAY_MS, dead: 400 * DAY_MS };
const BATCH = 1000;

/** Makes messages of changes, sends them, and forgets old ones. */
export function webhookTasks(deps: Parameters<typeof sender>[0]): Task[] {
  const sending = sender(deps);
  return [
    {
      name: 'webhooks/make',
      wakeOn: 'delivery',
      runsBefore: 'webhooks/send',
      run: enqueueEvents,
    },
    {
      name: 'webhooks/send',
      async run({ db, now }) {
        await sending.look(db, now);
        // What it has begun goes on beside it; another look would find nothing more.
        return 0;
      },
      stop: sending.stop,
      drained: sending.settled,
    },
    {
      name: 'webhooks/forget',
      everyMs: 10 * 60_000,
      run: ({ db, now }) =>
        forget(db, {
          delivered: new Date(now.getTime() - KEPT_MS.delivered),
          dead: new Date(now.getTime() - KEPT_MS.dead),
          limit: BATCH,
        }),
    },
  ];
}
