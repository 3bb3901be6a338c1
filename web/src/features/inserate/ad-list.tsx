import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { ItemList, type ListWords } from '../../listing/item-list.tsx';
import { QuestionDialog } from '../../listing/question-dialog.tsx';
import { useItems } from '../../listing/use-items.ts';
import { AdCard } from './ad-card.tsx';
import { questionOf } from './ad-questions.ts';
import { sendAdAction } from './ad-sending.ts';
import { AdSheet } from './ad-sheet.tsx';
import { AD_LIST, type AdView } from './list.ts';

interface Props {
  inserate: readonly Inserat[];
  cantons: readonly { id: string; name: string }[];
  credits: Credits;
  view: AdView;
  onView: (view: AdView) => void;
}

const WORDS: ListWords = {
  many: 'Inserate',
  ofMany: 'Inseraten',
  one: '1 Inserat',
  placeholder: 'Titel, Name oder Text suchen',
  first: 'Gib dein erstes Inserat auf. Ein Gratis-Inserat läuft 30 Tage.',
};

export function AdList({ inserate, cantons, credits, view, onView }: Props) {
  const navigate = useNavigate();
  const names = new Map(cantons.map(({ id, name }) => [id, name]));
  const now = Date.now();
  const { found, find, action, ask, focus, more } = useItems({
    list: AD_LIST,
    all: inserate,
    view,
    onView,
    send: sendAdAction,
    itemsOf: ({ Inserats }) => Inserats,
    onEdit: (id, about) =>
      void navigate({
        to: '/rabota/$id',
        params: { id: String(id) },
        ...(about === 'AD_STORY' && { hash: 'story' }),
      }),
  });
  return (
    <>
      <ItemList
        list={AD_LIST}
        all={inserate}
        found={found}
        view={view}
        onView={onView}
        words={WORDS}
        card={(inserat) => (
          <AdCard
            key={inserat.ID}
            inserat={inserat}
            cantons={names}
            now={now}
            onAsk={ask}
            onMore={more.show}
          />
        )}
        create={{ to: '/rabota', label: 'Inserat aufgeben', inFrame: true }}
      />
      <AdSheet inserat={find(more.id)} open={more.open} now={now} onAsk={ask} onClose={more.hide} />
      <QuestionDialog
        action={action}
        item={find(action.asking?.id)}
        questionOf={questionOf}
        credits={credits}
        edit="Inserat bearbeiten"
        finalFocus={focus.afterDialog}
      />
    </>
  );
}
