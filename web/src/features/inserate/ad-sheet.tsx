import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/money.ts';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Sheet, SheetItem } from '../../ui/sheet.tsx';
import { actionsOf, BOOST_PRICES, boosted, isBoost, type Offered, renewable } from './ad-actions.ts';
import { renewalQuestion } from './ad-foot.tsx';
import { AdPicture } from './ad-picture.tsx';
import type { AdDialogType } from './ad-questions.ts';
import { runtimeOf } from './runtime.ts';

interface Props {
  /** Undefined: nothing was opened yet. */
  inserat: Inserat | undefined;
  open: boolean;
  now: number;
  onAsk: (type: AdDialogType, id: number) => void;
  onClose: () => void;
}

/** On a phone: everything that an ad can do (INS-10). */
export function AdSheet({ inserat: current, open, now, onAsk, onClose }: Props) {
  const last = useRef(current);
  if (current) last.current = current;
  const inserat = last.current;
  if (!inserat) return null;
  const left = runtimeOf(inserat, now)?.left;
  const actions = actionsOf(inserat);
  const ask = (type: AdDialogType) => {
    onClose();
    onAsk(type, inserat.ID);
  };
  const item = (action: Offered) => (
    <SheetItem
      key={action.name}
      icon={action.icon}
      danger={action.name === 'delete'}
      end={priceOf(inserat, action)}
      onClick={() => ask(action.dialog)}
    >
      {LONG[action.name] ?? action.label}
    </SheetItem>
  );
  const some = (pick: (action: Offered) => boolean) => actions.filter(pick).map(item);
  const boosts = some(({ name }) => isBoost(name));
  return (
    <Sheet
      open={open && current !== undefined}
      onClose={onClose}
      lead={<AdPicture inserat={inserat} className="ad-sheet-picture" />}
      title={
        <span className="ad-sheet-title">
          <span className="truncate">{inserat.titel || 'Noch ohne Titel'}</span>
          <span className="xs muted num">{[`Nr. ${inserat.ID}`, left].filter(Boolean).join(' · ')}</span>
        </span>
      }
    >
      {some(({ name }) => name === 'edit' || name === 'activate' || name === 'reactivate')}
      <hr />
      {boosts.length > 0 && (
        <>
          <div className="ad-sheet-label">Hervorheben</div>
          {boosts}
          <hr />
        </>
      )}
      {renewable(inserat) && (
        <SheetItem
          icon={RotateCcw}
          role="switch"
          aria-checked={inserat.reaktivierung}
          end={inserat.reaktivierung ? 'An' : 'Aus'}
          onClick={() => ask(renewalQuestion(inserat))}
        >
          Automatisch reaktivieren
        </SheetItem>
      )}
      {some(({ name }) => name === 'duplicate' || name === 'hide' || name === 'delete')}
    </Sheet>
  );
}

/** Where there is room, what it does. */
const LONG: Partial<Record<Offered['name'], string>> = { push: 'Push: ganz nach oben', top: 'TopAd: 24 h zuoberst' };

function priceOf(inserat: Inserat, { name }: Offered): ReactNode {
  if (name === 'reactivate') return inserat.renewal_price > 0 ? formatCredits(inserat.renewal_price) : 'Kostenlos';
  if (!isBoost(name)) return undefined;
  const booked = boosted(inserat, name);
  return booked ? booked.charAt(0).toUpperCase() + booked.slice(1) : formatCredits(BOOST_PRICES[name]);
}
