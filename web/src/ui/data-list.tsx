/** Pieces of tables and lists of facts: `<SortHeader>` inside `<th>`, `<CostList>`, `<Counts>`. */
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

interface SortProps {
  label: ReactNode;
  /** How the column is sorted now, null when by another one. */
  direction: 'asc' | 'desc' | null;
  onSort: () => void;
  right?: boolean;
}

/** A header cell that sorts; tells its direction to screen readers. */
export function SortHeader({ label, direction, onSort, right }: SortProps) {
  const Icon = direction === null ? ArrowUpDown : direction === 'asc' ? ArrowUp : ArrowDown;
  const sort = direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending';
  return (
    <th aria-sort={sort} className={right ? 'r' : undefined} scope="col">
      <button type="button" onClick={onSort}>
        {label}
        <Icon className="i" aria-hidden />
      </button>
    </th>
  );
}

/** Lines of what something costs: what, and how much. */
export function CostList({ items }: { items: readonly { label: ReactNode; note?: ReactNode; amount: ReactNode }[] }) {
  return (
    <dl className="cost-list" data-slot="cost-list">
      {items.map(({ label, note, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own
        <div key={index}>
          <dt>
            {label}
            {note && <small>{note}</small>}
          </dt>
          <dd className="num">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
