import type { AdPrices } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { PROMOTED_HOURS } from '@samtrot/shared/inserate/promotion-rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { RotateCcw, ScanEye } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePrices } from '../../../lib/session/session.ts';
import { DeliveryItem } from '../../../listing/delivery-link.tsx';
import { ItemSheet } from '../../../listing/item-sheet.tsx';
import { SheetItem } from '../../../ui/sheet.tsx';
import {
  actionsOf,
  boosted,
  boostPrice,
  isBoost,
  type Offered,
  renewable,
  wasOnline,
} from './ad-actions.ts';
import { renewalQuestion } from './ad-foot.tsx';
import { AdPicture } from './ad-picture.tsx';
import { type AdPlace, LookAtItem } from './ad-place.tsx';
import type { AdDialogType } from './ad-questions.ts';
import { adRuntime } from './runtime.ts';
import '../../../listing/item-sheet.css';

interface Props {
  /** Undefined: nothing was opened yet. */
  inserat: Inserat | undefined;
  open: boolean;
  held: boolean;
  now: number;
  /** Its page on the first website that shows it. */
  page: AdPlace | undefined;
  onQuestion: (type: AdDialogType, id: number) => void;
  onPreview: (id: number) => void;
  onClose: () => void;
}

/** On a phone: everything that an ad can do (INS-10). */
export function AdSheet(props: Props) {
  const { inserat, open, held, now, page, onQuestion, onPreview, onClose } = props;
  return (
    <ItemSheet
      item={inserat}
      open={open}
      onClose={onClose}
      picture={(ad) => <AdPicture inserat={ad} className="item-sheet-picture" />}
      title={({ titel }) => titel || 'Noch ohne Titel'}
      note={(ad) => adRuntime(ad, now)?.left}
    >
      {(ad) => (
        <Actions
          inserat={ad}
          held={held}
          page={page}
          onLeave={onClose}
          onPreview={() => {
            onClose();
            onPreview(ad.ID);
          }}
          onQuestion={(type) => {
            onClose();
            onQuestion(type, ad.ID);
          }}
        />
      )}
    </ItemSheet>
  );
}

interface ActionsProps {
  inserat: Inserat;
  held: boolean;
  page: AdPlace | undefined;
  onQuestion: (type: AdDialogType) => void;
  onPreview: () => void;
  onLeave: () => void;
}

function Actions({ inserat, held, page, onQuestion, onPreview, onLeave }: ActionsProps) {
  const actions = actionsOf(inserat, held);
  const prices = usePrices();
  const item = (action: Offered) => (
    <SheetItem
      key={action.name}
      icon={action.icon}
      danger={action.name === 'delete'}
      end={priceOf(prices, inserat, action)}
      onClick={() => onQuestion(action.dialog)}
    >
      {longName(inserat, action.name) ?? action.label}
    </SheetItem>
  );
  const some = (pick: (action: Offered) => boolean) => actions.filter(pick).map(item);
  const boosts = some(({ name }) => isBoost(name));
  return (
    <>
      {some(({ name }) => name === 'edit' || name === 'activate' || name === 'reactivate')}
      {page && <LookAtItem page={page} onLeave={onLeave} />}
      <SheetItem icon={ScanEye} onClick={onPreview}>
        Vorschau
      </SheetItem>
      {wasOnline(inserat) && <DeliveryItem kind="inserat" id={inserat.ID} onLeave={onLeave} />}
      <hr />
      {boosts.length > 0 && (
        <>
          <div className="xs strong item-sheet-label">Hervorheben</div>
          {boosts}
          <hr />
        </>
      )}
      {!held && renewable(inserat) && (
        <SheetItem
          icon={RotateCcw}
          role="switch"
          aria-checked={inserat.reaktivierung}
          end={inserat.reaktivierung ? 'An' : 'Aus'}
          onClick={() => onQuestion(renewalQuestion(inserat))}
        >
          Automatisch reaktivieren
        </SheetItem>
      )}
      {some(({ name }) => name === 'duplicate' || name === 'hide' || name === 'delete')}
    </>
  );
}

/** Where there is room, what it does. */
const longName = (inserat: Inserat, name: Offered['name']): string | undefined => {
  if (name === 'push') return 'Push: ganz nach oben';
  return name === 'top'
    ? `TopAd: ${inserat.topad_offer?.hours || PROMOTED_HOURS} Stunden zuoberst`
    : undefined;
};

function priceOf(prices: AdPrices, inserat: Inserat, { name }: Offered): ReactNode {
  if (name === 'reactivate')
    return inserat.renewal_price > 0 ? formatCredits(inserat.renewal_price) : 'Kostenlos';
  if (!isBoost(name)) return undefined;
  const booked = boosted(inserat, name);
  return booked
    ? booked.charAt(0).toUpperCase() + booked.slice(1)
    : formatCredits(boostPrice(prices, inserat, name));
}
