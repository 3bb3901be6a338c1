import type { Task } from '../../platform/worker.ts';
import { type AlarmDeps, alarmWatch } from './alarms.ts';

/** Mails the person on duty what is wrong. Runs in every server: a dead worker tells nobody. */
export function alarmTask(deps: AlarmDeps): Task {
  const watch = alarmWatch(deps);
  return {
    name: 'health/alarms',
    everyMs: 10_000,
    async run({ db, now }) {
      await watch(db, now);
      return 0;
    },
  };
}
