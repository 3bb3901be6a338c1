import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import type { ListLabels } from '../../listing/item-list.tsx';
import { KindList } from '../../listing/kind-list.tsx';
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

const LABELS: ListLabels = {
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
  return (
    <KindList
      kind="inserat"
      list={AD_LIST}
      all={inserate}
      view={view}
      onView={onView}
      labels={LABELS}
      send={sendAdAction}
      itemsOf={({ Inserats }) => Inserats}
      onEdit={(id, about) =>
        void navigate({
          to: '/rabota/$id',
          params: { id: String(id) },
          ...(about === 'AD_STORY' && { hash: 'story' }),
        })
      }
      questionOf={questionOf}
      credits={credits}
      edit="Inserat bearbeiten"
      create={{ to: '/rabota', label: 'Inserat aufgeben', inFrame: true }}
      card={(inserat, actions) => (
        <AdCard key={inserat.ID} inserat={inserat} cantons={names} now={now} {...actions} />
      )}
      sheet={({ item, ...sheet }) => <AdSheet inserat={item} now={now} {...sheet} />}
    />
  );
}
