import { type ReactNode, useRef } from 'react';
import { Sheet } from '../ui/sheet.tsx';
import type { Listable } from './listing.ts';
import './item-sheet.css';

interface Props<Item> {
  /** Undefined: nothing was opened yet. */
  item: Item | undefined;
  open: boolean;
  onClose: () => void;
  title: (item: Item) => string;
  /** The note beside its number. */
  note: (item: Item) => string | undefined;
  picture?: (item: Item) => ReactNode;
  children: (item: Item) => ReactNode;
}

/** On a phone: all actions of an item (INS-10). */
export function ItemSheet<Item extends Listable>({
  item: current,
  open,
  onClose,
  ...of
}: Props<Item>) {
  // A deleted item stays in the sheet until that has faded.
  const last = useRef(current);
  if (current) last.current = current;
  const item = last.current;
  if (!item) return null;
  return (
    <Sheet
      open={open && current !== undefined}
      onClose={onClose}
      lead={of.picture?.(item)}
      title={
        <span className="plain-title anywhere item-sheet-title">
          <span className="truncate">{of.title(item)}</span>
          <span className="xs regular muted num">
            {[`Nr. ${item.ID}`, of.note(item)].filter(Boolean).join(' · ')}
          </span>
        </span>
      }
    >
      {of.children(item)}
    </Sheet>
  );
}
