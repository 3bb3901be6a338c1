import { couponStaffActions } from '../modules/coupons/actions.ts';
import { moneyActions } from '../modules/money-desk/actions.ts';
import type { Providers } from '../modules/topups/service.ts';
import type { Handler } from '../platform/action.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import type { Config } from './config.ts';
import { bankDeskOf } from './payments.ts';

interface Deps {
  config: Config;
  db: Database;
  clock: Clock;
  providers: Providers;
}

/** The calls of the money desk and of coupons, with the bank where transfers are switched on. */
export const moneyDesk = (deps: Deps): Handler[] => {
  const { config, db, providers } = deps;
  const solo = config.fourEyes === 'solo';
  return [
    ...moneyActions({ ...config, solo, db, providers, bank: bankDeskOf(deps) }),
    ...couponStaffActions({ ...config, solo }),
  ];
};
