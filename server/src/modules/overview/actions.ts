import * as contract from '@samtrot/shared/overview/contract.ts';
import { implement } from '../../platform/action.ts';
import * as overview from './service.ts';

export const overviewActions = implement(contract, {
  state: async (ctx) => ({ state: await overview.loadState(ctx) }),
});
