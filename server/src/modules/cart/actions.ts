import * as contract from '@samtrot/shared/cart/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as cart from './service.ts';

export const cartActions = (termsOf: cart.TermsOf): Handler[] =>
  implement(contract, {
    updateCart: (ctx, input) => cart.update(ctx, termsOf, input),
    getCart: (ctx, input) => cart.read(ctx, termsOf, input.inserat_id),
    clearCartByGet: (ctx, input) => cart.empty(ctx, termsOf, input.inserat_id),
    clearCart: (ctx, input) => cart.empty(ctx, termsOf, input.inserat_id),
  });
