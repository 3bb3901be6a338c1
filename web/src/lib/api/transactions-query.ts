import { getBonusTransactions, getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { PAGE_LIMITS } from '@samtrot/shared/history/rules.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const KEPT_MS = 5 * 60_000;

/**
 * The newest page of the history: used again for five minutes unless something changed it or a
 * refresh is asked for (FRM-22, CON-14).
 */
export const transactionsQuery = queryOptions({
  queryKey: [getDetailedTransactions.name],
  queryFn: ({ signal }) => call(getDetailedTransactions, { limit: PAGE_LIMITS.usual }, signal),
  staleTime: KEPT_MS,
});

/** What came as bonus and by coupons, kept as long (HOM-27). */
export const giftsQuery = queryOptions({
  queryKey: [getBonusTransactions.name],
  queryFn: ({ signal }) => call(getBonusTransactions, {}, signal),
  staleTime: KEPT_MS,
});
