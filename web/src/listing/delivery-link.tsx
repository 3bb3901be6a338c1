import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { KINDS } from '../lib/format/item-kinds.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { iconButtonClass } from '../ui/icon-button.tsx';
import { SheetItem } from '../ui/sheet.tsx';

const labelOf = (kind: PlacedKind) => `Wo ${KINDS[kind].your} steht`;
const TO = '/zustellung/$kind/$id';

interface Props {
  kind: PlacedKind;
  id: number;
  /** Distinguishes this card from the others: `Inserat 20001`. */
  of: string;
}

const paramsOf = ({ kind, id }: Props) => ({ kind, id: String(id) });

/** Links the foot of a card to the delivery of its item. */
export const DeliveryButton = (props: Props) => (
  <ButtonLink
    to={TO}
    params={paramsOf(props)}
    size="sm"
    icon={ChartColumn}
    aria-label={`${labelOf(props.kind)}: ${props.of}`}
  >
    {labelOf(props.kind)}
  </ButtonLink>
);

/** The same where the foot is full. */
export const DeliveryIcon = (props: Props) => (
  <Link
    to={TO}
    params={paramsOf(props)}
    className={iconButtonClass()}
    data-tip={labelOf(props.kind)}
    data-tip-side="below"
    aria-label={`${labelOf(props.kind)}: ${props.of}`}
  >
    <ChartColumn className="i" aria-hidden />
  </Link>
);

/** The same in the sheet of a phone. */
export function DeliveryItem({ onLeave, ...props }: Omit<Props, 'of'> & { onLeave: () => void }) {
  const navigate = useNavigate();
  return (
    <SheetItem
      icon={ChartColumn}
      data-slot="sheet-link"
      onClick={() => {
        onLeave();
        void navigate({ to: TO, params: paramsOf({ ...props, of: '' }) });
      }}
    >
      {labelOf(props.kind)}
    </SheetItem>
  );
}
