import * as contract from '@samtrot/shared/history/contract.ts';
import { implement } from '../../platform/action.ts';
import * as history from './service.ts';

export const historyActions = implement(contract, {
  getDetailedTransactions: (ctx, input) => history.loadPage(ctx, input),
  getBonusTransactions: (ctx) => history.loadGifts(ctx),
});
