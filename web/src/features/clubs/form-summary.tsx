import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccount } from '../../lib/session/session.ts';
import { MissingCredits } from '../../listing/missing-credits.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CostBar } from '../../ui/cost-bar.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import { CostAfter, CostTotal } from '../../ui/cost-total.tsx';
import type { ClubCost } from './form-cost.ts';
import '../../ui/card.css';
import '../../ui/editor-page.css';

interface Props {
  cost: ClubCost;
  /** That are ordered; none when only contents change. */
  months: number | undefined;
  /** The label of the main button. */
  label: string;
  /** Of an expired club: saves the contents and orders nothing. */
  onChangeOnly: (() => void) | undefined;
  busy: boolean;
  busyLabel: string;
  onSave: () => void;
}

/** Beside the form: the months, the total, the balance afterwards, and the buttons. */
export function Summary(props: Props) {
  return (
    <div className="card cost" data-slot="cost-summary">
      <h2 className="h2 below-4">Kosten</h2>
      <Lines {...props} />
      <Buttons {...props} />
    </div>
  );
}

/** The same on a phone: a bar at the foot that opens the lines. */
export function SummaryBar(props: Props) {
  const { owed } = useAccount();
  return (
    <CostBar cost={props.cost} owed={owed} main={<Main {...props} />}>
      {(closing) => (
        <>
          <Lines {...props} />
          <Buttons
            {...props}
            onSave={closing(props.onSave)}
            onChangeOnly={props.onChangeOnly && closing(props.onChangeOnly)}
          />
        </>
      )}
    </CostBar>
  );
}

function Lines({ cost, months }: Pick<Props, 'cost' | 'months'>): ReactNode {
  const { owed } = useAccount();
  return (
    <>
      <CostList
        items={
          months === undefined
            ? [{ label: 'Änderungen', amount: '0' }]
            : [{ label: 'Eintrag', note: monthsLabel(months), amount: formatNumber(cost.total) }]
        }
      />
      <CostTotal total={cost.total} />
      {cost.missing > 0 ? (
        <MissingCredits missing={cost.missing} owed={owed} className="above-4">
          <p>Was du geschrieben hast, bleibt gesichert.</p>
        </MissingCredits>
      ) : (
        <CostAfter after={cost.after} />
      )}
    </>
  );
}

/** With too few credits it leads to topping up; everything typed is saved meanwhile. */
function Main({
  cost,
  label,
  busy,
  busyLabel,
  onSave,
  block = false,
}: Props & { block?: boolean }) {
  if (cost.missing > 0)
    return (
      <ButtonLink to="/guthaben" variant="primary" size="lg" block={block} icon={Wallet}>
        Guthaben aufladen
      </ButtonLink>
    );
  return (
    <Button
      variant="primary"
      size="lg"
      block={block}
      busy={busy}
      busyLabel={busyLabel}
      onClick={onSave}
    >
      {label}
    </Button>
  );
}

function Buttons(props: Props) {
  const { onChangeOnly, busy, busyLabel } = props;
  return (
    <div className="stack-tight above-4">
      <Main {...props} block />
      {onChangeOnly && (
        <Button block busy={busy} busyLabel={busyLabel} onClick={onChangeOnly}>
          Nur Änderungen speichern
        </Button>
      )}
    </div>
  );
}
