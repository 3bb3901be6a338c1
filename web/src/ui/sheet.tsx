/** `<Sheet open onClose title="Aktionen"><SheetItem icon={Copy} onClick={…}>Duplizieren</SheetItem><hr />…</Sheet>`; `side="left"` is the menu. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { type LucideIcon, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { iconButtonClass } from './icon-button.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Beside the title, such as a small picture. */
  lead?: ReactNode;
  side?: 'bottom' | 'left';
  children: ReactNode;
}

export function Sheet({ open, onClose, title, lead, side = 'bottom', children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup className={clsx('sheet', side === 'left' && 'sheet-side')} data-slot="sheet">
          {side === 'bottom' && <div className="sheet-grip" aria-hidden />}
          <div className={side === 'bottom' ? 'sheet-top' : 'between'}>
            {lead}
            <Base.Title className={clsx('grow', side === 'bottom' ? 'strong' : 'sr')}>{title}</Base.Title>
            <Base.Close
              className={iconButtonClass('plain', side === 'left' ? 'ml-auto' : undefined)}
              aria-label="Schliessen"
            >
              <X className="i" aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

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
