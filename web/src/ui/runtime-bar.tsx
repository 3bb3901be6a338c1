/**
 * `<RuntimeBar percent={87} left="Noch 22 Stunden" until="bis 21.11., 16:42" soon />`: how far
 * something has run.
 */
import { clsx } from 'clsx';
import './runtime-bar.css';

interface Props {
  /** Share of the time that has passed, 0 to 100. */
  percent: number;
  left: string;
  until: string;
  /** Less than 24 hours remain. */
  soon?: boolean;
}

export function RuntimeBar({ percent, left, until, soon }: Props) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div className={clsx('runtime', soon && 'soon')} data-slot="runtime-bar">
      <div
        className="runtime-track"
        role="progressbar"
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label="Laufzeit"
        aria-valuetext={`${left}, ${until}`}
      >
        <i style={{ '--p': `${value}%` } as React.CSSProperties} />
      </div>
      <div className="runtime-text">
        <b>{left}</b>
        <span>{until}</span>
      </div>
    </div>
  );
}
