import type { Banner } from '@samtrot/shared/banners/contract.ts';
import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { Pencil } from 'lucide-react';
import { useAccount } from '../../lib/session/session.ts';
import { DeliveryButton } from '../../listing/delivery-link.tsx';
import { isOpen } from '../../listing/hold.ts';
import { ItemCard } from '../../listing/item-card.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  bannerRuntime,
  factsOf,
  figuresOf,
  kindOf,
  placeOf,
  type WebsiteNames,
} from './card-facts.ts';
import { Figures } from './card-figures.tsx';
import { BannerPreview } from './card-preview.tsx';
import { actionsOf } from './list-actions.ts';
import type { BannerDialogType } from './list-questions.ts';
import '../../listing/item-card.css';

interface Props {
  banner: Banner;
  /** Names by website id. */
  websites: WebsiteNames;
  now: number;
  /** Open, or released within a day. */
  hold: Hold | undefined;
  onQuestion: (type: BannerDialogType, id: number) => void;
  /** On a phone: shows everything that the banner can do. */
  onMore: (id: number) => void;
}

export function BannerCard({ banner, websites, now, hold, onQuestion, onMore }: Props) {
  const { ID, status, post_title } = banner;
  const { offline_at, prices } = useAccount();
  const figures = figuresOf(banner, websites);
  return (
    <ItemCard
      type="banner"
      id={ID}
      slot="banner-card"
      status={status}
      title={post_title}
      sub={placeOf(banner, websites)}
      picture={<BannerPreview banner={banner} />}
      kind={kindOf(banner)}
      run={bannerRuntime(banner, now)}
      endsAt={banner.end_at}
      hold={hold}
      facts={factsOf(prices.banners, banner, offline_at !== null)}
      main={
        <Button
          icon={Pencil}
          aria-label={`Banner ${ID} ändern`}
          onClick={() => onQuestion('BANNER_EDIT', ID)}
        >
          Ändern
        </Button>
      }
      middle={figures && <Figures id={ID} {...figures} />}
      foot={
        <div className="row-tight wrap only-desktop item-foot">
          {figures && <DeliveryButton kind="banner" id={ID} of={`Banner ${ID}`} />}
          <span className="item-end">
            {actionsOf(banner, isOpen(hold))
              .filter(({ name }) => name !== 'edit')
              .map(({ name, icon, label, dialog }) =>
                name === 'activate' ? (
                  <Button
                    key={name}
                    size="sm"
                    icon={icon}
                    aria-label={`${label}: Banner ${ID}`}
                    onClick={() => onQuestion(dialog, ID)}
                  >
                    {label}
                  </Button>
                ) : (
                  <IconButton
                    key={name}
                    icon={icon}
                    label={label}
                    aria-label={`${label}: Banner ${ID}`}
                    onClick={() => onQuestion(dialog, ID)}
                  />
                ),
              )}
          </span>
        </div>
      }
      moreLabel={`Mehr zu Banner ${ID}`}
      onMore={onMore}
    />
  );
}
