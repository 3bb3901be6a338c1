import { HISTORY_TYPES } from '@samtrot/shared/history/rules.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { clsx } from 'clsx';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { HistoryDetail } from './history-detail.tsx';
import { statusLabel, waitsFor } from './history-labels.ts';
import { RowAmount } from './history-parts.tsx';
import type { HistoryRow } from './history-rows.ts';
import './history.css';

interface Props {
  rows: readonly HistoryRow[];
  open: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

/** The same lines on the phone: each is a button that opens its details. */
export function HistoryRows({ rows, open, onToggle }: Props) {
  return (
    <ul className="hist-m">
      {rows.map((row) => {
        const { key, at, type, status, description } = row;
        const isOpen = open.has(key);
        const Chevron = isOpen ? ChevronUp : ChevronDown;
        return (
          <li key={key} className={clsx(isOpen && 'open')} data-slot="history-row">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? `detail-${key}` : undefined}
              onClick={() => onToggle(key)}
            >
              <span className="strong anywhere">{description}</span>
              <RowAmount row={row} />
              <span className="xs muted num">
                {formatDateTime(new Date(at))} · {HISTORY_TYPES[type]}
                {waitsFor(row) && <span className="block">{waitsFor(row)}</span>}
              </span>
              <span className="xs muted right nowrap">{statusLabel(status)}</span>
              <Chevron className="i muted" aria-hidden />
            </button>
            {isOpen && <HistoryDetail id={`detail-${key}`} row={row} />}
          </li>
        );
      })}
    </ul>
  );
}
