/**
 * `<Sheet open onClose title="Aktionen"><SheetItem icon={Copy}
 * onClick={…}>Duplizieren</SheetItem><hr />…</Sheet>`; `side="left"` is the menu.
 */
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { lazyPopup } from './lazy.tsx';
import './sheet.css';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Beside the title, such as a small picture. */
  lead?: ReactNode;
  side?: 'bottom' | 'left';
  children: ReactNode;
}

export const Sheet = lazyPopup<SheetProps>(
  () => import('./sheet-popup.tsx').then((code) => code.SheetPopup),
  ({ open, onClose }) => ({ wanted: open, onClose }),
);

interface ItemProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  /** At the right, usually the price. */
  end?: ReactNode;
  danger?: boolean;
}

export function SheetItem({ icon: Icon, end, danger, className, children, ...props }: ItemProps) {
  return (
    <button
      type="button"
      className={clsx('sheet-item', danger && 'danger', className)}
      data-slot="sheet-item"
      {...props}
    >
      <Icon className="i" aria-hidden />
      {children}
      {end !== undefined && <span className="end num">{end}</span>}
    </button>
  );
}
