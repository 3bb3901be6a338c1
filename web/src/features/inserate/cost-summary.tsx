import { formatCredits, formatNumber } from '@samtrot/shared/kernel/money.ts';
import { ChevronUp, CircleAlert, CircleDashed, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { Cost } from './editor-cost.ts';
import { type OpenPoint, openSentence } from './editor-todo.ts';
import { focusFirst } from './use-editor.ts';

export interface CostProps {
  cost: Cost;
  /** Something to know about the price; null when all is well. */
  notice: string | null;
  points: readonly OpenPoint[];
  /** A placed ad cannot become a draft again. */
  draftable: boolean;
  /** What the main button does, in its words. */
  placeLabel: string;
  busy: boolean;
  busyLabel: string;
  onPlace: () => void;
  onDraft: () => void;
}

/** Beside the form: every line, the total, the balance afterwards, and the two buttons. */
export function CostSummary(props: CostProps) {
  return (
    <div className="card cost" data-slot="cost-summary">
      <h2 className="h2 cost-title">Kosten</h2>
      <CostLines {...props} />
      <Buttons {...props} lg={false} />
    </div>
  );
}

/** The same on a phone: a bar at the foot that opens the lines. */
export function CostBar(props: CostProps) {
  const [open, setOpen] = useState(false);
  const { cost, busy, busyLabel, draftable, placeLabel, onPlace, onDraft } = props;
  const close = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  const asDraft = cost.missing > 0 && draftable;
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
        <Button variant="primary" size="lg" busy={busy} busyLabel={busyLabel} onClick={asDraft ? onDraft : onPlace}>
          {asDraft ? 'Als Entwurf Speichern' : placeLabel}
        </Button>
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={<span className="h2">Kosten</span>}>
        <div className="cost-sheet">
          <CostLines {...props} />
          <Buttons {...props} lg onPlace={close(onPlace)} onDraft={close(onDraft)} />
          <OpenHint points={props.points} />
        </div>
      </Sheet>
    </>
  );
}

function CostLines({ cost, notice }: Pick<CostProps, 'cost' | 'notice'>): ReactNode {
  return (
    <>
      <CostList items={cost.items.map(({ label, note, total }) => ({ label, note, amount: formatNumber(total) }))} />
      <div className="cost-total">
        <span className="strong">Total</span>
        <span>
          <span className="sum num">{formatNumber(cost.total)}</span> <span className="muted">Credits</span>
        </span>
      </div>
      {notice && (
        <p className="help cost-notice" role="status">
          <TriangleAlert className="i" aria-hidden />
          <span>{notice}</span>
        </p>
      )}
      {cost.missing > 0 ? (
        <Alert tone="warning" live className="cost-missing">
          <p className="strong">Nicht genügend Credits</p>
          <p className="num">Benötigt noch: {formatCredits(cost.missing)}</p>
          <p>
            <ButtonLink to="/guthaben" variant="link" size="sm">
              Guthaben aufladen
            </ButtonLink>
          </p>
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

/** With too few credits the draft leads (EDI-25); pressing the other one leads to the draft, too. */
function Buttons({ cost, draftable, placeLabel, busy, busyLabel, onPlace, onDraft, lg }: CostProps & { lg: boolean }) {
  const draftLeads = cost.missing > 0 && draftable;
  const place = (
    <Button
      key="place"
      variant={draftLeads ? 'secondary' : 'primary'}
      size={draftLeads && !lg ? 'md' : 'lg'}
      block
      busy={busy}
      busyLabel={busyLabel}
      onClick={onPlace}
    >
      {placeLabel}
    </Button>
  );
  const draft = draftable && (
    <Button
      key="draft"
      variant={draftLeads ? 'primary' : 'secondary'}
      size={draftLeads || lg ? 'lg' : 'md'}
      block
      busy={busy}
      busyLabel={busyLabel}
      onClick={onDraft}
    >
      Als Entwurf Speichern
    </Button>
  );
  return <div className="cost-buttons">{draftLeads ? [draft, place] : [place, draft]}</div>;
}

function OpenHint({ points }: { points: readonly OpenPoint[] }) {
  const sentence = openSentence(points);
  return sentence ? <p className="help cost-open">{sentence}</p> : null;
}

/** "Noch offen": each line leads to its field. */
export function TodoCard({ points }: { points: readonly OpenPoint[] }) {
  if (points.length === 0) return null;
  return (
    <div className="card todo-card" data-slot="form-checklist">
      <h2 className="h3 todo-title">Noch offen</h2>
      {points.map(({ field, text, wrong }) => (
        <a
          key={field}
          className={wrong ? 'miss' : undefined}
          href={`#${field === 'bilder' ? 'bilder' : `inserat-${field}`}`}
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
