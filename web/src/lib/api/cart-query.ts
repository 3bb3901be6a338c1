import { getCart } from '@samtrot/shared/cart/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/**
 * The newest open cart of the account, null without one. It leads nobody to the login: that is for
 * the account itself to do.
 */
export const cartQuery = queryOptions({
  queryKey: [getCart.name],
  queryFn: ({ signal }) => call(getCart, {}, signal).then(({ cart }) => cart),
  meta: { quiet: true },
});
