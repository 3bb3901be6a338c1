import { formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { Eye, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { MissingCredits } from '../../../../listing/missing-credits.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { CostBar } from '../../../../ui/cost-bar.tsx';
import { CostList } from '../../../../ui/cost-list.tsx';
import { CostAfter, CostTotal } from '../../../../ui/cost-total.tsx';
import { type OpenPoint, openSentence } from '../steps/editor-todo.ts';
import { REFUND_LABEL, type ShownCost } from './editor-cost.ts';
import '../../../../ui/card.css';
import '../../../../ui/cost-bar.css';
import '../../../../ui/cost-list.css';
import '../../../../ui/editor-page.css';
import '../../../../ui/field.css';
import '../../preview/preview.css';

export interface CostProps {
  cost: ShownCost;
  /** A notice about the price; null when all is well. */
  notice: string | null;
  points: readonly OpenPoint[];
  /** A placed ad cannot become a draft again. */
  draftable: boolean;
  /** The label of the main button. */
  placeLabel: string;
  busy: boolean;
  busyLabel: string;
  onPlace: () => void;
  onDraft: () => void;
}

/** Beside the form: every line, the total, the balance afterwards, and the two buttons. */
export function CostSummary(props: CostProps) {
  return (
    <div className="card cost compact" data-slot="cost-summary">
      <h2 className="sr">Kosten</h2>
      <CostLines {...props} />
      <Buttons {...props} lg={false} />
    </div>
  );
}

interface BarProps {
  onPreview: () => void;
  /** Leads to the next step; null in the last one, where the bar has the main button. */
  onNext: (() => void) | null;
}

/** The same on a phone: a bar at the foot that opens the lines. */
export function CostSheetBar({ onPreview, onNext, ...props }: CostProps & BarProps) {
  const { cost, busy, busyLabel, placeLabel, onPlace, onDraft } = props;
  return (
    <CostBar
      cost={cost}
      owed={cost.owed}
      beside={
        <button type="button" className="preview-open" aria-haspopup="dialog" onClick={onPreview}>
          <Eye className="i" aria-hidden />
          Vorschau
        </button>
      }
      main={
        onNext ? (
          <Button key="next" variant="primary" size="lg" onClick={onNext}>
            Weiter
          </Button>
        ) : (
          <Button
            key="main"
            variant="primary"
            size="lg"
            busy={busy}
            busyLabel={busyLabel}
            onClick={onPlace}
          >
            {placeLabel}
          </Button>
        )
      }
    >
      {(closing) => (
        <>
          <CostLines {...props} />
          <Buttons {...props} lg onPlace={closing(onPlace)} onDraft={closing(onDraft)} />
          <OpenHint points={props.points} />
        </>
      )}
    </CostBar>
  );
}

function CostLines({ cost, notice }: Pick<CostProps, 'cost' | 'notice'>): ReactNode {
  return (
    <>
      <CostList
        items={cost.items.map(({ label, note, total }) => ({
          label,
          note,
          amount: formatNumber(total),
        }))}
      />
      <CostTotal total={cost.total} />
      {cost.refund > 0 && (
        <div className="well between above-4 after" data-slot="cost-refund">
          <span className="muted">{REFUND_LABEL}</span>
          <span className="strong num">+ {formatCredits(cost.refund)}</span>
        </div>
      )}
      {notice && (
        <p className="help icon-line above-3" role="status">
          <TriangleAlert className="i is-warning" aria-hidden />
          <span>{notice}</span>
        </p>
      )}
      {cost.missing > 0 ? (
        <MissingCredits missing={cost.missing} owed={cost.owed} className="above-4">
          <p>
            <ButtonLink to="/guthaben" variant="link" size="sm">
              Guthaben aufladen
            </ButtonLink>
          </p>
        </MissingCredits>
      ) : (
        <CostAfter after={cost.after} />
      )}
    </>
  );
}

/** With too few credits the main button asks whether to top up first (EDI-25). */
function Buttons({
  draftable,
  placeLabel,
  busy,
  busyLabel,
  onPlace,
  onDraft,
  lg,
}: CostProps & { lg: boolean }) {
  return (
    <div className="stack-tight above-4 cost-buttons">
      <Button variant="primary" size="lg" block busy={busy} busyLabel={busyLabel} onClick={onPlace}>
        {placeLabel}
      </Button>
      {draftable && (
        <Button size={lg ? 'lg' : 'md'} block busy={busy} busyLabel={busyLabel} onClick={onDraft}>
          Als Entwurf Speichern
        </Button>
      )}
    </div>
  );
}

function OpenHint({ points }: { points: readonly OpenPoint[] }) {
  const sentence = openSentence(points);
  return sentence ? <p className="help above-3">{sentence}</p> : null;
}
