/** The sheet itself; `sheet.tsx` loads it. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { moveFocus } from './arrow-keys.ts';
import { iconButtonClass } from './icon-button.tsx';
import type { SheetProps } from './sheet.tsx';

export function SheetPopup({ open, onClose, title, lead, side = 'bottom', children }: SheetProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          className={clsx('sheet', side === 'left' && 'sheet-side')}
          data-slot="sheet"
          onKeyDown={(event) => moveFocus(event, '.sheet-item')}
        >
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
