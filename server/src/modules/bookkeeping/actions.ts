import * as contract from '@samtrot/shared/bookkeeping/contract.ts';
import { implement } from '../../platform/action.ts';
import * as books from './service.ts';

export const bookkeepingActions = implement(contract, {
  getMonth: books.readMonth,
  closeMonth: async (ctx, input) => ({ message: await books.closeMonth(ctx, input) }),
  bookkeeping: books.exportMonth,
  bookAccounts: books.listAccounts,
  setBookAccount: async (ctx, input) => ({ message: await books.setAccount(ctx, input) }),
});
