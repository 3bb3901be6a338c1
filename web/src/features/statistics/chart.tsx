import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { type PointerEvent, useState } from 'react';
import { DESKTOP, useMediaQuery } from '../../lib/page/media-query.ts';
import { barAt, barsOf, namedBars, scaleTop } from './chart-geometry.ts';
import { chartText, FIGURE_LABELS, type Figure, figureText, type Span } from './figures.ts';
import './chart.css';
import './statistics-panel.css';
import '../../ui/card.css';

/** How many days are named below the chart. */
const NAMED = { phone: 4, desktop: 7 };

/**
 * One bar for each day or week. Finger, mouse and arrow keys read one of them; the table beside it
 * says the same.
 */
export function Chart({ spans, figure }: { spans: readonly Span[]; figure: Figure }) {
  const [at, setAt] = useState(spans.length - 1);
  const desktop = useMediaQuery(DESKTOP);
  const values = spans.map((span) => span[figure]);
  const top = scaleTop(Math.max(...values));
  const shown = spans[at]!;
  const said = `${shown.name}: ${figureText(figure, shown[figure])}`;
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(barAt((clientX - left) / width, spans.length));
  };
  return (
    <section className="card stat-chart" aria-labelledby="stat-chart">
      <div className="between wrap align-baseline">
        <h2 className="h3" id="stat-chart">
          {FIGURE_LABELS[figure]}
        </h2>
        <p className="sm muted num">{said}</p>
      </div>
      <div className="chart">
        <div className="chart-scale xs muted num" aria-hidden>
          {[top, top / 2, 0].map((n) => (
            <span key={n}>{formatNumber(n)}</span>
          ))}
        </div>
        <div className="chart-box" onPointerDown={point} onPointerMove={point}>
          <svg
            viewBox={`0 0 ${spans.length} 100`}
            preserveAspectRatio="none"
            role="img"
            aria-label={chartText(spans, figure)}
            data-slot="chart"
          >
            {barsOf(values, top).map((bar, index) => (
              <rect key={spans[index]!.key} {...bar} className={index === at ? 'now' : undefined} />
            ))}
          </svg>
          <input
            type="range"
            className="chart-reader"
            aria-label={shown.name.startsWith('Woche') ? 'Woche im Diagramm' : 'Tag im Diagramm'}
            min={0}
            max={spans.length - 1}
            value={at}
            aria-valuetext={said}
            onChange={({ target }) => setAt(Number(target.value))}
          />
        </div>
        <div className="chart-days xs muted num" aria-hidden>
          {namedBars(spans.length, desktop ? NAMED.desktop : NAMED.phone).map((index) => (
            <span key={index}>{spans[index]!.short}</span>
          ))}
        </div>
      </div>
    </section>
  );
}
