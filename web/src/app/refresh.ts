import { getTopupOptions } from '@samtrot/shared/topups/contract.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api/api.ts';
import { bannersQuery } from '../lib/api/banners-query.ts';
import { cartQuery } from '../lib/api/cart-query.ts';
import { giftsQuery, transactionsQuery } from '../lib/api/transactions-query.ts';
import { isOnline, NEEDS_NETWORK } from '../lib/page/online.ts';
import type { STORE_WARNINGS } from '../lib/page/store-warnings.ts';
import { stateQuery } from '../lib/session/session.ts';
import { toast } from '../ui/toast.tsx';
import { type Outcome, refreshMessages } from './refresh-messages.ts';

const LOADS: Record<keyof typeof STORE_WARNINGS, (client: QueryClient) => Promise<unknown>> = {
  banners: (client) => client.fetchQuery(bannersQuery),
  topupOptions: (client) =>
    client.fetchQuery({
      queryKey: [getTopupOptions.name, {}],
      queryFn: ({ signal }) => call(getTopupOptions, {}, signal),
      staleTime: 0,
    }),
  cart: (client) => client.fetchQuery({ ...cartQuery, staleTime: 0 }),
  transactions: (client) => client.fetchQuery({ ...transactionsQuery, staleTime: 0 }),
};

/**
 * The refresh button: all stores at once, then one warning for each that failed and one message for
 * the whole (FRM-21 to FRM-26).
 */
export function useRefreshAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Outcome | undefined> => {
      if (!isOnline()) return;
      const names = Object.keys(LOADS) as (keyof typeof LOADS)[];
      const [state, ...stores] = await Promise.allSettled([
        client.fetchQuery({ ...stateQuery, staleTime: 0 }),
        ...names.map((name) => LOADS[name](client)),
      ]);
      const critical = state?.status === 'rejected';
      // Where the sums are on the screen they follow, as they do when a page opens (HOM-28).
      if (!critical) void client.invalidateQueries({ queryKey: giftsQuery.queryKey });
      return { critical, failed: names.filter((_, index) => stores[index]?.status === 'rejected') };
    },
    onSuccess: (outcome) => {
      if (!outcome) toast.error(NEEDS_NETWORK);
      else for (const { tone, text } of refreshMessages(outcome)) toast[tone](text);
    },
    onError: () => toast.error('Unerwarteter Fehler beim Aktualisieren'),
  });
}
