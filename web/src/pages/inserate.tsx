import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { AdCardSkeleton } from '../features/inserate/ad-card.tsx';
import { AdList } from '../features/inserate/ad-list.tsx';
import { type ListView, searchOfView, viewFromSearch } from '../features/inserate/list.ts';
import { stateQuery } from '../lib/session.ts';
import { useTitle } from '../lib/title.ts';
import '../styles/inserate.css';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { SkeletonRegion } from '../ui/skeleton.tsx';

export function InseratePage() {
  useTitle('Inserate');
  const { data: account, isError, refetch, isFetching } = useQuery(stateQuery);
  const [view, setView] = useViewInAddress();
  return (
    <div className="inserate-page">
      {isError && (
        <Alert
          tone="danger"
          live
          className="load-error"
          action={
            <Button onClick={() => refetch()} busy={isFetching} busyLabel="Wird geladen …">
              Erneut laden
            </Button>
          }
        >
          <p>Deine Inserate konnten nicht geladen werden.</p>
        </Alert>
      )}
      {account ? (
        <AdList
          inserate={account.Inserats}
          cantons={account.cantons}
          credits={account.credits}
          view={view}
          onView={setView}
        />
      ) : (
        !isError && (
          <SkeletonRegion label="Inserate werden geladen" className="ads">
            <AdCardSkeleton />
            <AdCardSkeleton />
            <AdCardSkeleton />
          </SkeletonRegion>
        )
      )}
    </div>
  );
}

/** The view lives in the address; what is typed shows at once and the address follows. */
function useViewInAddress(): [ListView, (view: ListView) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const fromAddress = viewFromSearch(search);
  const [typed, setTyped] = useState(fromAddress.q);
  // What was typed comes back by the address later; anything else there (back, a link) replaces what is typed.
  const onTheWay = useRef(new Set<string>());
  useEffect(() => {
    if (!onTheWay.current.delete(fromAddress.q)) setTyped(fromAddress.q);
  }, [fromAddress.q]);
  const setView = (view: ListView) => {
    setTyped(view.q);
    // Typing replaces the entry, so that "back" leaves the list instead of undoing letter by letter.
    const replace = view.q !== fromAddress.q;
    if (replace) onTheWay.current.add(view.q);
    void navigate({ to: '/inserate', search: searchOfView(view), replace, resetScroll: false });
  };
  return [{ ...fromAddress, q: typed }, setView];
}
