import { deleteClub } from '@samtrot/shared/clubs/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import type { ListLabels } from '../../listing/item-list.tsx';
import { KindList } from '../../listing/kind-list.tsx';
import { ClubCard } from './card.tsx';
import { ClubDetails } from './details.tsx';
import { CLUB_LIST, type ClubView, clubsAt, type ListedClub } from './list.ts';
import { type ClubDialogType, questionOf } from './list-questions.ts';
import { ClubSheet } from './list-sheet.tsx';

interface Props {
  clubs: readonly ListedClub[];
  cantons: readonly { id: string; name: string }[];
  credits: Credits;
  now: number;
  view: ClubView;
  onView: (view: ClubView) => void;
}

const LABELS: ListLabels = {
  many: 'Clubs',
  ofMany: 'Clubs',
  one: '1 Club',
  placeholder: 'Name oder Text suchen',
  first: 'Trage deinen ersten Club ein. Er steht auf allen Partner-Webseiten.',
};

const send = (_type: ClubDialogType, club_id: number) => call(deleteClub, { club_id });

export function ClubList({ clubs, cantons, credits, now, view, onView }: Props) {
  const navigate = useNavigate();
  const names = new Map(cantons.map(({ id, name }) => [id, name]));
  const [details, setDetails] = useState<{ id: number | undefined; open: boolean }>({
    id: undefined,
    open: false,
  });
  return (
    <>
      <KindList
        kind="club"
        list={CLUB_LIST}
        all={clubs}
        view={view}
        onView={onView}
        labels={LABELS}
        send={send}
        itemsOf={({ Clubs, offline_at }) => clubsAt(Clubs, new Date(), offline_at !== null)}
        onEdit={(id) => void navigate({ to: '/clubs_edit/$id', params: { id: String(id) } })}
        questionOf={questionOf}
        credits={credits}
        edit="Club bearbeiten"
        create={{ to: '/clubs_neu', label: 'Club eintragen' }}
        card={(club, actions) => (
          <ClubCard
            key={club.ID}
            club={club}
            cantons={names}
            now={now}
            onDetails={(id) => setDetails({ id, open: true })}
            {...actions}
          />
        )}
        sheet={({ item, ...sheet }) => <ClubSheet club={item} now={now} {...sheet} />}
      />
      <ClubDetails
        club={clubs.find(({ ID }) => ID === details.id)}
        open={details.open}
        cantons={names}
        onClose={() => setDetails((was) => ({ ...was, open: false }))}
      />
    </>
  );
}
