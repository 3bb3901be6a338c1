import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { formatCredits, formatNumber } from '@samtrot/shared/kernel/money.ts';
import { ChevronUp, CircleAlert, CircleDashed, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { ClubCost } from './form-cost.ts';
import { controlId, type OpenPoint } from './form-values.ts';
import { focusFirst } from './use-club-form.ts';

interface Props {
  cost: ClubCost;
  /** That are ordered; none when only contents change. */
  months: number | undefined;
  /** What the main button does, in its words. */
  label: string;
  /** Of an expired club: keeps the contents and orders nothing. */
  onChangeOnly: (() => void) | undefined;
  busy: boolean;
  busyLabel: string;
  onSave: () => void;
}

/** Beside the form: the months, the total, the balance afterwards, and the buttons. */
export function Summary(props: Props) {
  return (
    <div className="card cost" data-slot="cost-summary">
      <h2 className="h2 cost-title">Kosten</h2>
      <Lines {...props} />
      <Buttons {...props} />
    </div>
  );
}

/** The same on a phone: a bar at the foot that opens the lines. */
export function SummaryBar(props: Props) {
  const [open, setOpen] = useState(false);
  const { cost } = props;
  const close = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <>
      <div className="costbar" data-slot="cost-bar">
        <button type="button" className="sumbtn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <b className="num">
            <span className="sr">Kosten anzeigen, Total</span>
            {formatCredits(cost.total)}
            <ChevronUp className="i" aria-hidden />
          </b>
          <span className="num">
            {cost.missing > 0 ? `Es fehlen ${formatCredits(cost.missing)}` : `Danach ${formatCredits(cost.after)}`}
          </span>
        </button>
        <Main {...props} />
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={<span className="h2">Kosten</span>}>
        <div className="cost-sheet">
          <Lines {...props} />
          <Buttons
            {...props}
            onSave={close(props.onSave)}
            onChangeOnly={props.onChangeOnly && close(props.onChangeOnly)}
          />
        </div>
      </Sheet>
    </>
  );
}

function Lines({ cost, months }: Pick<Props, 'cost' | 'months'>): ReactNode {
  return (
    <>
      <CostList
        items={
          months === undefined
            ? [{ label: 'Änderungen', amount: '0' }]
            : [{ label: 'Eintrag', note: monthsLabel(months), amount: formatNumber(cost.total) }]
        }
      />
      <div className="cost-total">
        <span className="strong">Total</span>
        <span>
          <span className="sum num">{formatNumber(cost.total)}</span> <span className="muted">Credits</span>
        </span>
      </div>
      {cost.missing > 0 ? (
        <Alert tone="warning" live className="cost-missing">
          <p className="strong">Nicht genügend Credits</p>
          <p className="num">Benötigt noch: {formatCredits(cost.missing)}</p>
          <p>Was du geschrieben hast, bleibt gesichert.</p>
        </Alert>
      ) : (
        <div className="after">
          <span className="muted">Guthaben danach</span>
          <span className="strong num">{formatCredits(cost.after)}</span>
        </div>
      )}
    </>
  );
}

/** With too few credits it leads to topping up; everything typed is kept meanwhile. */
function Main({ cost, label, busy, busyLabel, onSave, block = false }: Props & { block?: boolean }) {
  if (cost.missing > 0)
    return (
      <ButtonLink to="/guthaben" variant="primary" size="lg" block={block} icon={Wallet}>
        Guthaben aufladen
      </ButtonLink>
    );
  return (
    <Button variant="primary" size="lg" block={block} busy={busy} busyLabel={busyLabel} onClick={onSave}>
      {label}
    </Button>
  );
}

function Buttons(props: Props) {
  const { onChangeOnly, busy, busyLabel } = props;
  return (
    <div className="cost-buttons">
      <Main {...props} block />
      {onChangeOnly && (
        <Button block busy={busy} busyLabel={busyLabel} onClick={onChangeOnly}>
          Nur Änderungen speichern
        </Button>
      )}
    </div>
  );
}

/** "Noch offen": each line leads to its field. */
export function Todo({ points }: { points: readonly OpenPoint[] }) {
  if (points.length === 0) return null;
  return (
    <div className="card todo-card" data-slot="form-checklist">
      <h2 className="h3 todo-title">Noch offen</h2>
      {points.map(({ field, text, wrong }) => (
        <a
          key={field}
          className={wrong ? 'miss' : undefined}
          href={`#${controlId(field)}`}
          onClick={(event) => {
            event.preventDefault();
            focusFirst([field]);
          }}
        >
          {wrong ? <CircleAlert className="i" aria-hidden /> : <CircleDashed className="i subtle" aria-hidden />}
          {text}
        </a>
      ))}
    </div>
  );
}
