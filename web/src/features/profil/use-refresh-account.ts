import { useQueryClient } from '@tanstack/react-query';
import { type Account, stateQuery } from '../../lib/session/session.ts';

/** Shows at once what was saved, then reloads the whole account (PRO-19, PRO-20). */
export function useRefreshAccount() {
  const client = useQueryClient();
  return (change: (account: Account) => Account): void => {
    client.setQueryData(stateQuery.queryKey, (account) => account && change(account));
    void client.invalidateQueries({ queryKey: stateQuery.queryKey });
  };
}
