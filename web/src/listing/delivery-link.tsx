import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { KINDS } from '../lib/format/item-kinds.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { iconButtonClass } from '../ui/icon-button.tsx';
import { SheetItem } from '../ui/sheet.tsx';
import { leaveList } from './way-back.ts';

const labelOf = (kind: PlacedKind) => `Wo ${KINDS[kind].your} steht`;
const TO = '/zustellung/$kind/$id';

interface Props {
  kind: PlacedKind;
  id: number;
  /** Distinguishes this card from the others: `Inserat 20001`. */
  of: string;
}

const paramsOf = ({ kind, id }: Props) => ({ kind, id: String(id) });

/** Keeps what the list shows, for the way back from the page of an item. */
export function useLeaveList(id: number): () => void {
  const router = useRouter();
  return () => leaveList(id, router.state.location.search);
}

/** Links the foot of a card to the delivery of its item. */
export const DeliveryButton = (props: Props) => (
  <ButtonLink
    to={TO}
    params={paramsOf(props)}
    onClick={useLeaveList(props.id)}
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
    onClick={useLeaveList(props.id)}
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
  const leave = useLeaveList(props.id);
  return (
    <SheetItem
      icon={ChartColumn}
      data-slot="sheet-link"
      onClick={() => {
        onLeave();
        leave();
        void navigate({ to: TO, params: paramsOf({ ...props, of: '' }) });
      }}
    >
      {labelOf(props.kind)}
    </SheetItem>
  );
}
