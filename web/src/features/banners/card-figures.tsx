import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { rateOf, type Figures as Sum, type WebsiteFigures } from './card-facts.ts';
import './card-figures.css';

interface Props {
  id: number;
  sum: Sum;
  websites: readonly WebsiteFigures[];
}

const labels = ({ views, clicks }: Sum) => ({
  views: views === 1 ? 'Ansicht' : 'Ansichten',
  clicks: clicks === 1 ? 'Klick' : 'Klicks',
});

/** How often a banner was seen and clicked; each website on request. */
export function Figures({ id, sum, websites }: Props) {
  const [open, setOpen] = useState(false);
  const table = useId();
  const word = labels(sum);
  return (
    <div className="figures">
      <button
        type="button"
        className="row wrap full sm muted figures-sum num"
        aria-expanded={open}
        aria-controls={table}
        onClick={() => setOpen(!open)}
      >
        <span>
          <b className="strong">{formatNumber(sum.views)}</b> {word.views}
        </span>
        <span>
          <b className="strong">{formatNumber(sum.clicks)}</b> {word.clicks}
        </span>
        <span>
          <b className="strong">{rateOf(sum)}</b> Klickrate
        </span>
        <span className="row-tight push medium figures-more">
          Je Webseite
          <ChevronDown className="i" aria-hidden />
        </span>
      </button>
      <div id={table} hidden={!open}>
        <table className="sm figures-table num">
          <caption className="sr">Banner {id} je Webseite</caption>
          <thead className="xs muted">
            <tr>
              <th scope="col">Webseite</th>
              <th scope="col">Ansichten</th>
              <th scope="col">Klicks</th>
              <th scope="col">Klickrate</th>
            </tr>
          </thead>
          <tbody>
            {websites.map(({ name, ...figures }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{formatNumber(figures.views)}</td>
                <td>{formatNumber(figures.clicks)}</td>
                <td>{rateOf(figures)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
