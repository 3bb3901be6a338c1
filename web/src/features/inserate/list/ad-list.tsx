import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../../lib/session/session.ts';
import type { ListLabels } from '../../../listing/item-list.tsx';
import { KindList } from '../../../listing/kind-list.tsx';
import { leaveList } from '../../../listing/way-back.ts';
import { sendAdAction } from '../editor/ad-sending.ts';
import { AdCard } from './ad-card.tsx';
import { questionOf } from './ad-questions.ts';
import { AdSheet } from './ad-sheet.tsx';
import { AD_LIST, type AdView } from './list.ts';
import { ListedPreview } from './listed-preview.tsx';

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
  const account = useAccount();
  const categories = new Map(account.categories.map(({ id, name }) => [id, name]));
  const pages = new Map(account.ad_pages.map((page) => [page.inserat_id, page]));
  const [previewed, setPreviewed] = useState<Inserat | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const onPreview = (id: number) => {
    setPreviewed(inserate.find(({ ID }) => ID === id) ?? null);
    setPreviewing(true);
  };
  return (
    <>
      <KindList
        kind="inserat"
        list={AD_LIST}
        all={inserate}
        view={view}
        onView={onView}
        labels={LABELS}
        send={sendAdAction}
        itemsOf={({ Inserats }) => Inserats}
        onEdit={(id, about) => {
          leaveList(id, AD_LIST.searchOfView(view));
          void navigate({
            to: '/rabota/$id',
            params: { id: String(id) },
            ...(about === 'AD_STORY' && { hash: 'story' }),
          });
        }}
        questionOf={(type, inserat, named) => questionOf(account.prices, type, inserat, named)}
        credits={credits}
        edit="Inserat bearbeiten"
        create={{ to: '/rabota', label: 'Inserat aufgeben', inFrame: true }}
        card={(inserat, actions) => (
          <AdCard
            key={inserat.ID}
            inserat={inserat}
            now={now}
            onPreview={onPreview}
            cantons={names}
            categories={categories}
            page={pages.get(inserat.ID)}
            {...actions}
          />
        )}
        sheet={({ item, ...sheet }) => (
          <AdSheet
            inserat={item}
            page={item && pages.get(item.ID)}
            now={now}
            onPreview={onPreview}
            {...sheet}
          />
        )}
      />
      {previewed && (
        <ListedPreview
          account={account}
          ad={previewed}
          open={previewing}
          onClose={() => setPreviewing(false)}
        />
      )}
    </>
  );
}
