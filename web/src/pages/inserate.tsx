import { useQuery } from '@tanstack/react-query';
import { AdList } from '../features/inserate/list/ad-list.tsx';
import { AD_LIST } from '../features/inserate/list/list.ts';
import { useTitle } from '../lib/page/title.ts';
import { stateQuery } from '../lib/session/session.ts';
import { ListPage } from '../listing/list-page.tsx';
import { useViewInAddress } from '../listing/use-view-in-address.ts';

export function InseratePage() {
  useTitle('Inserate');
  const { data: account, isError, refetch, isFetching } = useQuery(stateQuery);
  const [view, setView] = useViewInAddress(AD_LIST, '/inserate');
  return (
    <ListPage
      className="inserate-page"
      failure={
        isError
          ? {
              text: 'Deine Inserate konnten nicht geladen werden.',
              busy: isFetching,
              onRetry: () => void refetch(),
            }
          : null
      }
    >
      {account && (
        <AdList
          inserate={account.Inserats}
          cantons={account.cantons}
          credits={account.credits}
          view={view}
          onView={setView}
        />
      )}
    </ListPage>
  );
}
