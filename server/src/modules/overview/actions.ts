import * as contract from '@samtrot/shared/overview/contract.ts';
import * as placedContract from '@samtrot/shared/overview/placed-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as accounts from '../accounts/service.ts';
import * as wallet from '../wallet/service.ts';
import { placed } from './placed.ts';
import * as overview from './service.ts';

export const overviewActions = (rules: overview.StateRules): Handler[] => [
  ...implement(contract, {
    state: async (ctx) => ({ state: await overview.loadState(ctx, rules) }),
    searchTexts: async (ctx, input) => ({ ids: await overview.searchTexts(ctx, input) }),
    getBalance: async ({ db, actor: { userId } }) => ({
      credits: await wallet.balance(db, userId),
      owed: await wallet.owed(db, userId),
    }),
  }),
  ...implement(placedContract, {
    getPlaced: (ctx, input) => placed(ctx, input),
    hideSuggestions: async ({ db, actor, now }) => {
      await accounts.hideSuggestions(db, actor.userId, now);
      return { message: 'In den nächsten 30 Tagen kommen keine Vorschläge.' };
    },
  }),
];
