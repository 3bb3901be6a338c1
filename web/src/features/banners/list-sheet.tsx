import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { DeliveryItem } from '../../listing/delivery-link.tsx';
import { ItemSheet } from '../../listing/item-sheet.tsx';
import { SheetItem } from '../../ui/sheet.tsx';
import { bannerRuntime, wasOnline } from './card-facts.ts';
import { actionsOf, type Offered } from './list-actions.ts';
import type { BannerDialogType } from './list-questions.ts';

interface Props {
  /** Undefined: nothing was opened yet. */
  banner: Banner | undefined;
  open: boolean;
  now: number;
  onQuestion: (type: BannerDialogType, id: number) => void;
  held: boolean;
  onClose: () => void;
}

/** On a phone: everything that a banner can do. */
export function BannerSheet({ banner, open, held, now, onQuestion, onClose }: Props) {
  return (
    <ItemSheet
      item={banner}
      open={open}
      onClose={onClose}
      title={({ post_title }) => post_title}
      note={(shown) => bannerRuntime(shown, now)?.left}
    >
      {(shown) => {
        const item = ({ name, icon, label, dialog }: Offered) => (
          <SheetItem
            key={name}
            icon={icon}
            danger={name === 'delete'}
            onClick={() => {
              onClose();
              onQuestion(dialog, shown.ID);
            }}
          >
            {label}
          </SheetItem>
        );
        const online = ({ name }: Offered) => name === 'edit' || name === 'activate';
        const actions = actionsOf(shown, held);
        return (
          <>
            {actions.filter(online).map(item)}
            {wasOnline(shown) && <DeliveryItem kind="banner" id={shown.ID} onLeave={onClose} />}
            <hr />
            {actions.filter((action) => !online(action)).map(item)}
          </>
        );
      }}
    </ItemSheet>
  );
}
