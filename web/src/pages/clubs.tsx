import { useQuery } from '@tanstack/react-query';
import { CLUB_LIST, clubsAt } from '../features/clubs/list.ts';
import { ClubList } from '../features/clubs/list-view.tsx';
import { useTitle } from '../lib/page/title.ts';
import { stateQuery } from '../lib/session/session.ts';
import { ListPage } from '../listing/list-page.tsx';
import { useViewInAddress } from '../listing/use-view-in-address.ts';

export function ClubsPage() {
  useTitle('Clubs');
  const { data: account, isError, refetch, isFetching } = useQuery(stateQuery);
  const [view, setView] = useViewInAddress(CLUB_LIST, '/clubs');
  // One instant for all that is shown; each change of the account or of the view updates it.
  const now = Date.now();
  const clubs = account && clubsAt(account.Clubs, new Date(now), account.offline_at !== null);
  return (
    <ListPage
      failure={
        isError
          ? {
              text: 'Deine Clubs konnten nicht geladen werden.',
              busy: isFetching,
              onRetry: () => void refetch(),
            }
          : null
      }
    >
      {account && clubs && (
        <ClubList
          clubs={clubs}
          cantons={account.cantons}
          credits={account.credits}
          now={now}
          view={view}
          onView={setView}
        />
      )}
    </ListPage>
  );
}
