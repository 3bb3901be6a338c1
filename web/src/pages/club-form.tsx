import { getClub } from '@samtrot/shared/clubs/contract.ts';
import { clubStatus } from '@samtrot/shared/clubs/status.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readSentVersion } from '../editor/sent-version.ts';
import { ClubForm } from '../features/clubs/club-form.tsx';
import { ApiError, call } from '../lib/api/api.ts';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';

/**
 * A new club: the one entry of the account that is not ordered yet, as far as it is written
 * (CLU-06).
 */
export function NewClubPage() {
  return <OneClub title="Clubs" subtitle="Club eintragen" />;
}

export function EditClubPage() {
  const { id } = useParams({ strict: false });
  return <OneClub key={id} id={Number(id)} title="Club bearbeiten" subtitle={`Club-Nr. ${id}`} />;
}

function OneClub({ id, title, subtitle }: { id?: number; title: string; subtitle: string }) {
  useTitle(title);
  const account = useAccount();
  const navigate = useNavigate();
  // As it was when the form opened: a reload in the background must not change what is being
  // edited.
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: [getClub.name, id ?? null],
    queryFn: ({ signal }) =>
      readSentVersion(
        () => call(getClub, id === undefined ? {} : { club_id: id }, signal),
        ({ club }) => club.version,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const missing =
    error instanceof ApiError && ['CLUB_NOT_FOUND', 'INVALID_INPUT'].includes(error.code);
  useEffect(() => {
    if (!missing) return;
    toast.error('Diesen Club gibt es nicht.');
    void navigate({ to: '/clubs', replace: true });
  }, [missing, navigate]);
  if (data) {
    const { club, unsaved } = data;
    const placed = club.start_at !== null || account.Clubs.some(({ ID }) => ID === club.ID);
    return (
      <ClubForm
        key={dataUpdatedAt}
        {...{ title, subtitle, club, unsaved, account }}
        status={placed ? clubStatus(club, new Date()) : 'neu'}
        onReload={() => void refetch()}
      />
    );
  }
  return (
    <>
      <div className="page-head">
        <h1 className="h1">{title}</h1>
        <p>{subtitle}</p>
      </div>
      {error && !missing ? (
        <Alert
          tone="danger"
          live
          action={
            <Button onClick={() => void refetch()} busy={isFetching} busyLabel="Wird geladen …">
              Erneut versuchen
            </Button>
          }
        >
          <p>Der Club konnte nicht geladen werden.</p>
        </Alert>
      ) : (
        <Spinner />
      )}
    </>
  );
}
