import { bookkeepingActions } from '../modules/bookkeeping/actions.ts';
import { closeMonthTask } from '../modules/bookkeeping/jobs.ts';
import { couponStaffActions } from '../modules/coupons/actions.ts';
import { moneyActions } from '../modules/money-desk/actions.ts';
import { pollTask, reconcileTask, refundTask } from '../modules/topups/jobs.ts';
import type { Providers } from '../modules/topups/service.ts';
import { checkpointTask } from '../modules/wallet/jobs.ts';
import type { Handler } from '../platform/action.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import type { Task } from '../platform/worker.ts';
import type { Config } from './config.ts';
import { bankDeskOf } from './payments.ts';

interface Deps {
  config: Config;
  db: Database;
  clock: Clock;
  providers: Providers;
}

/**
 * The calls of the money desk of coupons and of the books, with the bank where transfers are
 * switched on.
 */
export const moneyDesk = (deps: Deps): Handler[] => {
  const { config, db, providers } = deps;
  const solo = config.fourEyes === 'solo';
  return [
    ...moneyActions({ ...config, solo, db, providers, bank: bankDeskOf(deps) }),
    ...couponStaffActions({ ...config, solo }),
    ...bookkeepingActions,
  ];
};

/** Background work on payments and the books. */
export const moneyTasks = (deps: Parameters<typeof pollTask>[0]): Task[] => [
  ...[checkpointTask, closeMonthTask],
  ...[pollTask(deps), refundTask(deps), reconcileTask(deps)],
];
