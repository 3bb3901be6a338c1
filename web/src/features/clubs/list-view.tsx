import { deleteClub } from '@samtrot/shared/clubs/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { ItemList, type ListWords } from '../../listing/item-list.tsx';
import { QuestionDialog } from '../../listing/question-dialog.tsx';
import { useItems } from '../../listing/use-items.ts';
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

const WORDS: ListWords = {
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
  const { found, find, action, ask, focus, more } = useItems<
    ListedClub,
    ClubDialogType,
    ClubView['tab'],
    ClubView['sort']
  >({
    list: CLUB_LIST,
    all: clubs,
    view,
    onView,
    send,
    itemsOf: ({ Clubs, offline_at }) => clubsAt(Clubs, new Date(), offline_at !== null),
    onEdit: (id) => void navigate({ to: '/clubs_edit/$id', params: { id: String(id) } }),
  });
  return (
    <>
      <ItemList
        list={CLUB_LIST}
        all={clubs}
        found={found}
        view={view}
        onView={onView}
        words={WORDS}
        create={{ to: '/clubs_neu', label: 'Club eintragen' }}
        card={(club) => (
          <ClubCard
            key={club.ID}
            club={club}
            cantons={names}
            now={now}
            onDetails={(id) => setDetails({ id, open: true })}
            onAsk={ask}
            onMore={more.show}
          />
        )}
      />
      <ClubDetails
        club={find(details.id)}
        open={details.open}
        cantons={names}
        onClose={() => setDetails((was) => ({ ...was, open: false }))}
      />
      <ClubSheet club={find(more.id)} open={more.open} now={now} onAsk={ask} onClose={more.hide} />
      <QuestionDialog
        action={action}
        item={find(action.asking?.id)}
        questionOf={questionOf}
        credits={credits}
        edit="Club bearbeiten"
        finalFocus={focus.afterDialog}
      />
    </>
  );
}
