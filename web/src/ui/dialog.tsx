/** `<Dialog open={…} onClose={…} title="…">…<DialogActions>…</DialogActions></Dialog>`: centred, a bottom sheet on phones. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { iconButtonClass } from './icon-button.tsx';

interface Props {
  open: boolean;
  /** Absent: the dialog cannot be dismissed; neither Escape nor the backdrop nor a cross closes it. */
  onClose?: () => void;
  title: ReactNode;
  /** Consequence in one or two sentences. */
  description?: ReactNode;
  wide?: boolean;
  /** Without a cross when the buttons already say how to leave. */
  cross?: boolean;
  /** What has the focus first; otherwise the first button. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

export function Dialog({ open, onClose, title, description, wide, cross = false, initialFocus, children }: Props) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!onClose}
      onOpenChange={(next, details) => {
        if (next) return;
        if (onClose) onClose();
        else details.cancel();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <div className="dialog-wrap">
          <Base.Popup className={clsx('dialog', wide && 'dialog-wide')} data-slot="dialog" initialFocus={initialFocus}>
            <div className="between" style={{ alignItems: 'start' }}>
              <Base.Title className="h2">{title}</Base.Title>
              {cross && onClose && (
                <Base.Close className={iconButtonClass('plain', '-mt-2 -mr-2')} aria-label="Schliessen">
                  <X className="i" aria-hidden />
                </Base.Close>
              )}
            </div>
            {description && (
              <Base.Description className="muted" style={{ marginTop: '0.5rem', lineHeight: 1.5 }}>
                {description}
              </Base.Description>
            )}
            {children}
          </Base.Popup>
        </div>
      </Base.Portal>
    </Base.Root>
  );
}

/** The row of buttons at the foot: the safe choice left, the acting choice right. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions" data-slot="dialog-actions">
    {children}
  </div>
);
