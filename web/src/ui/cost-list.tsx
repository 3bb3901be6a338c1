import type { ReactNode } from 'react';
import './cost-list.css';

/**
 * `<CostList items={[{ label: '1 Woche Premium', amount: 40 }]} />`: lines of what something costs.
 */
export function CostList({
  items,
}: {
  items: readonly { label: ReactNode; note?: ReactNode; amount: ReactNode }[];
}) {
  return (
    <dl className="pairs stack-tight cost-list" data-slot="cost-list">
      {items.map(({ label, note, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own
        <div key={index}>
          <dt>
            {label} {note && <small className="note subtle">{note}</small>}
          </dt>
          <dd className="num">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
