import { Check } from 'lucide-react';
import { Sheet } from '../../ui/sheet.tsx';
import { SORT_LABELS, SORTS, type Sort } from './list.ts';

interface Props {
  open: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onClose: () => void;
}

/** On a phone: how the ads are sorted (INS-09). Arrow keys move, a press chooses and closes. */
export function SortSheet({ open, sort, onSort, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="Sortieren">
      <div role="radiogroup" aria-label="Sortieren">
        {SORTS.map((value) => (
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
            {SORT_LABELS[value]}
            {value === sort && <Check className="i end" aria-hidden />}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
