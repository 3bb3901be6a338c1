import * as contract from '@samtrot/shared/statistics/contract.ts';
import { implement } from '../../platform/action.ts';
import * as statistics from './service.ts';

export const statisticsActions = implement(contract, {
  getStatistics: (ctx, input) => statistics.read(ctx, input),
});
