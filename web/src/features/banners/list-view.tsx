import type { Banner } from '@samtrot/shared/banners/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import type { ListLabels } from '../../listing/item-list.tsx';
import { KindList } from '../../listing/kind-list.tsx';
import { BannerCard } from './card.tsx';
import { BANNER_LIST, type BannerView } from './list.ts';
import { questionOf } from './list-questions.ts';
import { sendBannerAction } from './list-sending.ts';
import { BannerSheet } from './list-sheet.tsx';

interface Props {
  banners: readonly Banner[];
  webseiten: readonly { id: number; name: string }[];
  credits: Credits;
  view: BannerView;
  onView: (view: BannerView) => void;
}

const LABELS: ListLabels = {
  many: 'Banner',
  ofMany: 'Bannern',
  one: '1 Banner',
  placeholder: 'Titel, Ziel oder Typ',
  first: 'Gib deinen ersten Banner auf. Er steht auf den Webseiten, die du auswählst.',
};

export function BannerList({ banners, webseiten, credits, view, onView }: Props) {
  const navigate = useNavigate();
  const names = new Map(webseiten.map(({ id, name }) => [id, name]));
  const now = Date.now();
  return (
    <KindList
      kind="banner"
      list={BANNER_LIST}
      all={banners}
      view={view}
      onView={onView}
      labels={LABELS}
      send={sendBannerAction}
      itemsOf={({ Banners }) => Banners}
      onEdit={(id) => void navigate({ to: '/banner_edit/$id', params: { id: String(id) } })}
      questionOf={questionOf}
      credits={credits}
      edit="Banner ändern"
      create={{ to: '/banner_neu', label: 'Banner aufgeben' }}
      card={(banner, actions) => (
        <BannerCard key={banner.ID} banner={banner} websites={names} now={now} {...actions} />
      )}
      sheet={({ item, ...sheet }) => <BannerSheet banner={item} now={now} {...sheet} />}
    />
  );
}
