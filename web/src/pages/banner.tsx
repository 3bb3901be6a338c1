import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BANNER_LIST } from '../features/banners/list.ts';
import { BannerList } from '../features/banners/list-view.tsx';
import { bannersQuery } from '../lib/api/banners-query.ts';
import { STORE_WARNINGS } from '../lib/page/store-warnings.ts';
import { useTitle } from '../lib/page/title.ts';
import { stateQuery } from '../lib/session/session.ts';
import { ListPage } from '../listing/list-page.tsx';
import { useViewInAddress } from '../listing/use-view-in-address.ts';
import '../features/banners/card-figures.css';

export function BannerPage() {
  useTitle('Banner');
  const state = useQuery(stateQuery);
  const account = state.data;
  const fresh = useFreshBanners();
  const [view, setView] = useViewInAddress(BANNER_LIST, '/banner');
  const failed = [state, fresh].filter(({ isError }) => isError);
  return (
    <ListPage
      className="banner-page"
      failure={
        failed.length > 0
          ? {
              text: STORE_WARNINGS.banners,
              busy: failed.some(({ isFetching }) => isFetching),
              onRetry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
            }
          : null
      }
    >
      {account && (
        <BannerList
          banners={account.Banners}
          webseiten={account.webseiten}
          credits={account.credits}
          view={view}
          onView={setView}
        />
      )}
    </ListPage>
  );
}

/**
 * Views and clicks change while the account is cached: the page polls them and updates the cached
 * account.
 */
function useFreshBanners() {
  const client = useQueryClient();
  const query = useQuery(bannersQuery);
  const { data } = query;
  useEffect(() => {
    const known = client.getQueryState(stateQuery.queryKey);
    // An account that came later knows more than this answer.
    if (!data || !known || known.dataUpdatedAt > data.asked) return;
    client.setQueryData(
      stateQuery.queryKey,
      (account) => account && { ...account, Banners: data.Banners },
      {
        updatedAt: known.dataUpdatedAt,
      },
    );
  }, [client, data]);
  return query;
}
