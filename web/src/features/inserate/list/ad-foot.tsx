import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { clsx } from 'clsx';
import { Check, ScanEye } from 'lucide-react';
import { usePrices } from '../../../lib/session/session.ts';
import { DeliveryIcon } from '../../../listing/delivery-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import {
  actionsOf,
  type Boost,
  boosted,
  boostPrice,
  isBoost,
  type Offered,
  renewable,
  wasOnline,
} from './ad-actions.ts';
import { type AdPlace, LookAtIcon } from './ad-place.tsx';
import type { AdDialogType } from './ad-questions.ts';
import './ad-foot.css';
import '../../../listing/item-card.css';

export interface QuestionProps {
  inserat: Inserat;
  onQuestion: (type: AdDialogType, id: number) => void;
}

/** What the same buttons of several cards are told apart by. */
const nameOf = ({ ID }: Inserat) => `Inserat ${ID}`;

interface FootProps extends QuestionProps {
  held: boolean;
  /** Its page on the first website that shows it. */
  page: AdPlace | undefined;
  onPreview: (id: number) => void;
}

/**
 * The foot of a card beside the sidebar: highlighting with its prices, the switch, and everything
 * else at the right.
 */
export function AdFoot({ inserat, held, page, onQuestion, onPreview }: FootProps) {
  const actions = actionsOf(inserat, held);
  const boosts = actions.filter(({ name }) => isBoost(name));
  const ask = ({ dialog }: Offered) => onQuestion(dialog, inserat.ID);
  const of = nameOf(inserat);
  return (
    <div className="row-tight wrap only-desktop item-foot">
      {boosts.length > 0 && <span className="xs muted">Hervorheben</span>}
      {boosts.map((action) => (
        <BoostButton
          key={action.name}
          action={action}
          boost={action.name as Boost}
          inserat={inserat}
          onClick={() => ask(action)}
        />
      ))}
      {actions
        .filter(({ name }) => name === 'activate' || name === 'reactivate')
        .map((action) => (
          <Button
            key={action.name}
            size="sm"
            icon={action.icon}
            aria-label={`${action.label}: ${of}`}
            onClick={() => ask(action)}
          >
            {action.label}
          </Button>
        ))}
      {!held && renewable(inserat) && <RenewalSwitch inserat={inserat} onQuestion={onQuestion} />}
      <span className="item-end">
        {page && <LookAtIcon page={page} />}
        <IconButton
          icon={ScanEye}
          label="Vorschau"
          aria-label={`Vorschau: ${of}`}
          aria-haspopup="dialog"
          onClick={() => onPreview(inserat.ID)}
        />
        {wasOnline(inserat) && <DeliveryIcon kind="inserat" id={inserat.ID} of={of} />}
        {actions
          .filter(({ name }) => name === 'duplicate' || name === 'hide' || name === 'delete')
          .map((action) => (
            <IconButton
              key={action.name}
              icon={action.icon}
              label={action.label}
              aria-label={`${action.label}: ${of}`}
              tipSide={action.name === 'delete' ? 'left' : 'below'}
              onClick={() => ask(action)}
            />
          ))}
      </span>
    </div>
  );
}

interface BoostProps {
  action: Offered;
  boost: Boost;
  inserat: Inserat;
  onClick: () => void;
}

function BoostButton({ action: { icon: Icon, label }, boost, inserat, onClick }: BoostProps) {
  const booked = boosted(inserat, boost);
  const price = boostPrice(usePrices(), inserat, boost);
  return (
    <button
      type="button"
      className={clsx('hit boost', booked && 'on')}
      data-slot="boost-button"
      onClick={onClick}
    >
      <Icon className="i" aria-hidden />
      {label}
      {booked ? (
        <span className="bk">
          <Check className="i" aria-hidden />
          {booked}
        </span>
      ) : (
        <span className="pr num">
          {price}
          <span className="sr"> Credits</span>
        </span>
      )}
      <span className="sr"> für {nameOf(inserat)}</span>
    </button>
  );
}

/** Shows the setting; a question precedes a change (INS-28, INS-29, INS-41). */
function RenewalSwitch({ inserat, onQuestion }: QuestionProps) {
  const id = `karte-${inserat.ID}-erneuern`;
  return (
    <span className="row-tight xs muted ad-renewal">
      <Switch
        small
        id={id}
        aria-label={`Automatisch reaktivieren: ${nameOf(inserat)}`}
        checked={inserat.reaktivierung}
        onChange={() => onQuestion(renewalQuestion(inserat), inserat.ID)}
      />
      <label htmlFor={id}>Automatisch reaktivieren</label>
    </span>
  );
}

export const renewalQuestion = ({ reaktivierung }: Inserat): AdDialogType =>
  reaktivierung ? 'AD_AUTO_REACTIVATE_OFF' : 'AD_AUTO_REACTIVATE_ON';
