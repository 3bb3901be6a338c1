/** The dialog itself; `dialog.tsx` loads it. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useBackCloses } from './back-closes.ts';
import type { DialogProps } from './dialog.tsx';
import { useEarlyPress } from './early-press.ts';
import { iconButtonClass } from './icon-button.tsx';
import './dialog.css';

export function DialogPopup({
  open,
  onClose,
  title,
  description,
  fixed,
  wide,
  cross = false,
  initialFocus,
  finalFocus,
  type,
  children,
}: DialogProps) {
  useBackCloses(open, onClose);
  const isEarly = useEarlyPress(open);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!onClose}
      onOpenChange={(next, details) => {
        if (next) return;
        if (onClose && !isEarly(details)) onClose();
        else details.cancel();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <div className="dialog-wrap">
          <Base.Popup
            className={clsx('dialog', wide && 'dialog-wide')}
            data-slot="dialog"
            data-type={type}
            initialFocus={initialFocus}
            finalFocus={finalFocus}
          >
            <div className={clsx(fixed && 'dialog-fixed')} data-keep-clear>
              <div className="between align-start">
                <Base.Title className="h2">{title}</Base.Title>
                {cross && onClose && (
                  <Base.Close
                    className={iconButtonClass('plain', 'dialog-close')}
                    aria-label="Schliessen"
                  >
                    <X className="i" aria-hidden />
                  </Base.Close>
                )}
              </div>
              {fixed}
            </div>
            {description && (
              <Base.Description className="muted above-2">{description}</Base.Description>
            )}
            {children}
          </Base.Popup>
        </div>
      </Base.Portal>
    </Base.Root>
  );
}
