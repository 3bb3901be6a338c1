import { exportHouseFigure, getHouseFigures } from '@samtrot/shared/figures/contract.ts';
import {
  bucketLabel,
  FIGURES,
  type Figure,
  formatFigure,
  headline,
  SPANS,
  type Span,
} from '@samtrot/shared/figures/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useList } from '../api.ts';
import { Loaded } from '../list-state.tsx';
import { saveFile } from '../save-file.ts';
import { Table } from '../table.tsx';
import { useChange } from '../use-change.tsx';
import { Chart } from './chart.tsx';
import './figures.css';
import '../page.css';

type Read = Output<typeof getHouseFigures>;
type Shown = Read['figures'][number];

const COLOURS: Record<Figure, number> = { registrations: 3, online: 4, revenue: 1, views: 2 };
const OPTIONS = (Object.keys(SPANS) as Span[]).map((value) => ({
  value,
  label: SPANS[value].label,
}));

/** Four charts, each with its numbers as a table and as a file (BOF-136). */
export function Figures() {
  const [span, setSpan] = useState<Span>('days');
  const query = useList(getHouseFigures, { span });
  return (
    <section aria-labelledby="zahlen">
      <div className="house-head figures-head">
        <h2 id="zahlen" className="h3">
          Zahlen
        </h2>
        <Segmented label="Zeitraum" value={span} items={OPTIONS} onChange={setSpan} />
      </div>
      <Loaded query={query}>
        {() => (
          <div className="figures">
            {query.data!.figures.map((one) => (
              <FigureCard key={one.figure} of={one} span={span} at={query.data!.at} />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  );
}

function FigureCard({ of: { figure, points }, span, at }: { of: Shown; span: Span; at: string }) {
  const { run, busy, dialog } = useChange();
  const { label, about, sum } = FIGURES[figure];
  const open = `${span === 'days' ? 'heute' : 'dieser Monat'}, bis ${localTime(new Date(at))}`;
  const bars = points.map(({ day, value }, n) => ({
    day,
    label: n === points.length - 1 ? open : bucketLabel(day, span),
    text: formatFigure(figure, value),
    value,
  }));
  const total = formatFigure(
    figure,
    headline(
      figure,
      points.map(({ value }) => value),
    ),
  );
  const within = sum ? SPANS[span].within : 'heute';
  return (
    <article className="house-panel figure">
      <h3 className="figure-title">{label}</h3>
      <p className="figure-total">
        {total} <small>{within}</small>
      </p>
      <Chart bars={bars} colour={COLOURS[figure]} label={`${label}, ${total} ${within}`} />
      <p className="figure-axis">
        <span>{bars[0]!.label}</span>
        <span>{open}</span>
      </p>
      <details>
        <summary className="house-summary">Als Tabelle</summary>
        <Table
          caption={`${label}: ${about}`}
          rows={bars.toReversed()}
          keyOf={(bar) => bar.label}
          columns={[
            {
              label: span === 'days' ? 'Tag' : 'Monat',
              sortBy: ({ day }) => day,
              cell: (bar) => bar.label,
            },
            { label, number: true, sortBy: ({ value }) => value, cell: ({ text }) => text },
          ]}
        />
        <p className="muted">{about}</p>
        <Button
          size="sm"
          icon={Download}
          busy={busy}
          aria-label={`${label} als CSV herunterladen`}
          onClick={() => run(exportHouseFigure, { figure, span }, saveFile)}
        >
          CSV
        </Button>
      </details>
      {dialog}
    </article>
  );
}
