import * as contract from '@samtrot/shared/customers/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { search } from './search.ts';

export const customerActions: Handler[] = implement(contract, {
  search: (ctx, input) => search(ctx, input),
});
