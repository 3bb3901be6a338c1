import * as contract from '@samtrot/shared/overview/contract.ts';
import { implement } from '../../platform/action.ts';
import * as wallet from '../wallet/service.ts';
import * as overview from './service.ts';

export const overviewActions = implement(contract, {
  state: async (ctx) => ({ state: await overview.loadState(ctx) }),
  getBalance: async ({ db, actor: { userId } }) => ({
    credits: await wallet.balance(db, userId),
    owed: await wallet.owed(db, userId),
  }),
});
