import { getBanners } from '@samtrot/shared/banners/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** The banners alone, with their newest figures; the account holds them too. */
export const bannersQuery = queryOptions({
  queryKey: [getBanners.name, {}],
  queryFn: async ({ signal }) => {
    const asked = Date.now();
    return { ...(await call(getBanners, {}, signal)), asked };
  },
  staleTime: 0,
});
