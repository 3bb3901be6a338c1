import { getTopupOptions } from '@samtrot/shared/topups/contract.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { stateQuery } from '../lib/session.ts';
import { toast } from '../ui/toast.tsx';
import { type Outcome, refreshMessages } from './refresh-messages.ts';

/** What "refresh all" loads anew, besides the account itself; each with the name its warning uses. */
const STORES: { name: string; load: (client: QueryClient) => Promise<unknown> }[] = [
  {
    name: 'Aufladepakete',
    load: (client) =>
      client.fetchQuery({
        queryKey: [getTopupOptions.name, {}],
        queryFn: ({ signal }) => call(getTopupOptions, {}, signal),
        staleTime: 0,
      }),
  },
];

/** The refresh button: all stores at once, then one message for the whole and one warning for each that failed (FRM-21 to FRM-26). */
export function useRefreshAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const [state, ...stores] = await Promise.allSettled([
        client.fetchQuery({ ...stateQuery, staleTime: 0 }),
        ...STORES.map(({ load }) => load(client)),
      ]);
      return {
        critical: state?.status === 'rejected',
        failed: STORES.filter((_, index) => stores[index]?.status === 'rejected').map(({ name }) => name),
      };
    },
    onSuccess: (outcome) => {
      for (const { tone, text } of refreshMessages(outcome)) toast[tone](text);
    },
    onError: () => toast.error('Unerwarteter Fehler beim Aktualisieren'),
  });
}
