import { getClub } from '@samtrot/shared/clubs/contract.ts';
import { clubStatus } from '@samtrot/shared/clubs/status.ts';
import { useParams } from '@tanstack/react-router';
import { OpeningPage } from '../editor/opening-page.tsx';
import { useOpenedItem } from '../editor/use-opened-item.ts';
import { ClubForm } from '../features/clubs/club-form.tsx';
import { ClubLower } from '../features/clubs/club-lower-lazy.ts';
import { call } from '../lib/api/api.ts';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { useHasNotes } from '../listing/hold.ts';
import { ItemNotesLater } from '../listing/item-notes-later.ts';

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
  const hasNotes = useHasNotes('club', id);
  const { data, round, failed, isFetching, reload } = useOpenedItem({
    queryKey: [getClub.name, id ?? null],
    read: (signal) => call(getClub, id === undefined ? {} : { club_id: id }, signal),
    preload: () => Promise.all([ClubLower.preload(), hasNotes && ItemNotesLater.preload()]),
    versionOf: ({ club }) => club.version,
    missingCodes: ['CLUB_NOT_FOUND', 'INVALID_INPUT'],
    missing: { to: '/clubs', text: 'Diesen Club gibt es nicht.' },
  });
  if (data) {
    const { club, unsaved } = data;
    const placed = club.start_at !== null || account.Clubs.some(({ ID }) => ID === club.ID);
    return (
      <ClubForm
        key={round}
        title={title}
        subtitle={subtitle}
        club={club}
        unsaved={unsaved}
        account={account}
        status={placed ? clubStatus(club, new Date()) : 'neu'}
        onReload={reload}
      />
    );
  }
  return (
    <OpeningPage
      title={title}
      subtitle={subtitle}
      failure={failed ? 'Der Club konnte nicht geladen werden.' : null}
      busy={isFetching}
      onRetry={reload}
    />
  );
}
