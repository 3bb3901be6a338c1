import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Counts } from '@samtrot/shared/statistics/contract.ts';
import { FIGURE_LABELS, FIGURES, type Figure, rateOf } from './figures.ts';
import './statistics-panel.css';

interface Props {
  kind: PlacedKind;
  sums: Counts;
  /** The one that the chart shows. */
  figure: Figure;
  onFigure: (figure: Figure) => void;
}

/** The sums of the range; a press shows one of them in the chart. */
export function Sums({ kind, sums, figure, onFigure }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row
    <div className="sums" role="group" aria-label="Summen, eine davon im Diagramm">
      {FIGURES[kind].map((own) => (
        <button
          key={own}
          type="button"
          className="panel stat-sum"
          aria-pressed={own === figure}
          onClick={() => onFigure(own)}
        >
          <span className="sm muted">{FIGURE_LABELS[own]}</span>
          <span className="big-number num">{formatNumber(sums[own])}</span>
        </button>
      ))}
      {kind === 'banner' && (
        <div className="panel stat-sum">
          <span className="sm muted">Klickrate</span>
          <span className="big-number num">{rateOf(sums)}</span>
        </div>
      )}
    </div>
  );
}
