import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { FIGURE_LABELS, type Figure, type Span } from './figures.ts';
import './figure-table.css';
import '../../ui/card.css';

/** What the chart draws, as figures; the newest first. */
export function FigureTable({
  spans,
  figures,
}: {
  spans: readonly Span[];
  figures: readonly Figure[];
}) {
  const some = spans.filter((span) => figures.some((figure) => span[figure] > 0)).toReversed();
  const unit = spans[0]?.name.startsWith('Woche') ? 'Wochen' : 'Tage';
  return (
    <div className="card card-flush stat-table">
      <h2 className="h3" id="stat-table">
        {unit} im Einzelnen
      </h2>
      {some.length === 0 ? (
        <p className="sm muted stat-none">In diesem Zeitraum hat noch niemand nachgesehen.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <section className="stat-scroll" aria-labelledby="stat-table" tabIndex={0}>
          <table className="num" aria-labelledby="stat-table">
            <thead>
              <tr>
                <th scope="col">{unit === 'Tage' ? 'Tag' : 'Woche vom'}</th>
                {figures.map((figure) => (
                  <th scope="col" key={figure}>
                    {FIGURE_LABELS[figure]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {some.map((span) => (
                <tr key={span.key}>
                  <th scope="row">{span.name.replace('Woche vom ', '')}</th>
                  {figures.map((figure) => (
                    <td key={figure}>{formatNumber(span[figure])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {some.length > 0 && some.length < spans.length && (
        <p className="xs muted stat-none">{unit} ohne Aufrufe stehen nicht in der Tabelle.</p>
      )}
    </div>
  );
}
