/** The sheet itself; `sheet.tsx` loads it. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useBackCloses } from './back-closes.ts';
import { useEarlyPress } from './early-press.ts';
import { iconButtonClass } from './icon-button.tsx';
import type { SheetProps } from './sheet.tsx';
import './cost-bar.css';
import './dialog.css';
import './sheet.css';

export function SheetPopup({ open, onClose, title, lead, side = 'bottom', children }: SheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  useBackCloses(open, onClose);
  const isEarly = useEarlyPress(open);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (isEarly(details)) details.cancel();
        else if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          ref={popup}
          className={clsx('sheet', side === 'left' && 'sheet-side')}
          data-slot="sheet"
          initialFocus={() =>
            popup.current?.querySelector<HTMLElement>('.sheet-item[aria-checked=true]') ?? true
          }
          onKeyDown={withArrows}
        >
          {side === 'bottom' && <div className="sheet-grip" aria-hidden />}
          <div className={side === 'bottom' ? 'sheet-top' : 'between'} data-keep-clear>
            {lead}
            <Base.Title className={clsx('grow', side === 'bottom' ? 'strong' : 'sr')}>
              {title}
            </Base.Title>
            <Base.Close className={iconButtonClass('plain')} aria-label="Schliessen">
              <X className="i" aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** How many items an arrow moves; Home and End go as far as there is. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/**
 * The items of a sheet are reached by arrows as those of a menu are; they act only when pressed.
 */
function withArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.sheet-item')];
  if (
    step === undefined ||
    items.length === 0 ||
    (event.target as Element).matches('input, select')
  )
    return;
  event.preventDefault();
  const now = items.indexOf(document.activeElement as HTMLElement);
  const next = now === -1 && step === -1 ? items.length - 1 : now + step;
  items[Math.max(0, Math.min(items.length - 1, next))]?.focus();
}
