import type { Banner } from '@samtrot/shared/banners/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { ItemList, type ListWords } from '../../listing/item-list.tsx';
import { QuestionDialog } from '../../listing/question-dialog.tsx';
import { useItems } from '../../listing/use-items.ts';
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

const WORDS: ListWords = {
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
  const { found, find, action, ask, focus, more } = useItems({
    list: BANNER_LIST,
    all: banners,
    view,
    onView,
    send: sendBannerAction,
    itemsOf: ({ Banners }) => Banners,
    onEdit: (id) => void navigate({ to: '/banner_edit/$id', params: { id: String(id) } }),
  });
  return (
    <>
      <ItemList
        list={BANNER_LIST}
        all={banners}
        found={found}
        view={view}
        onView={onView}
        words={WORDS}
        card={(banner) => (
          <BannerCard
            key={banner.ID}
            banner={banner}
            websites={names}
            now={now}
            onAsk={ask}
            onMore={more.show}
          />
        )}
        create={{ to: '/banner_neu', label: 'Banner aufgeben' }}
      />
      <BannerSheet
        banner={find(more.id)}
        open={more.open}
        now={now}
        onAsk={ask}
        onClose={more.hide}
      />
      <QuestionDialog
        action={action}
        item={find(action.asking?.id)}
        questionOf={questionOf}
        credits={credits}
        edit="Banner ändern"
        finalFocus={focus.afterDialog}
      />
    </>
  );
}
