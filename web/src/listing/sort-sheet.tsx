import { Check } from 'lucide-react';
import { Sheet } from '../ui/sheet.tsx';
import '../ui/sheet.css';

interface Props<Sort extends string> {
  open: boolean;
  sorts: readonly { value: Sort; label: string }[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onClose: () => void;
}

/** On a phone: how a list is sorted (INS-09). Arrow keys move, a press chooses and closes. */
export function SortSheet<Sort extends string>({
  open,
  sorts,
  sort,
  onSort,
  onClose,
}: Props<Sort>) {
  return (
    <Sheet open={open} onClose={onClose} title="Sortieren">
      <div role="radiogroup" aria-label="Sortieren">
        {sorts.map(({ value, label }) => (
          // biome-ignore lint/a11y/useSemanticElements: the items of a sheet act at once and close it
          <button
            key={value}
            type="button"
            role="radio"
            aria-checked={value === sort}
            tabIndex={value === sort ? 0 : -1}
            className="sheet-item"
            onClick={() => {
              onSort(value);
              onClose();
            }}
          >
            {label}
            {value === sort && <Check className="i end" aria-hidden />}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
