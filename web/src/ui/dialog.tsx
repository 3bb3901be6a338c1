/**
 * `<Dialog open={…} onClose={…} title="…">…<DialogActions>…</DialogActions></Dialog>`: centred, a
 * bottom sheet on phones.
 */
import type { ReactNode, RefObject } from 'react';
import { lazyPopup } from './lazy.tsx';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  /**
   * Absent: the dialog cannot be dismissed; neither Escape nor the backdrop nor a cross closes it.
   */
  onClose?: () => void;
  title: ReactNode;
  /** Consequence in one or two sentences. */
  description?: ReactNode;
  /** Below the title; both stay in view while the rest is scrolled. */
  fixed?: ReactNode;
  wide?: boolean;
  /** Without a cross when the buttons already say how to leave. */
  cross?: boolean;
  /** What has the focus first; otherwise the first button. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** What has it when the dialog closes; otherwise what had it before. `false` leaves it alone. */
  finalFocus?: () => HTMLElement | boolean;
  /** Which question of the specification it is, such as `AD_DELETE`. */
  type?: string;
  children?: ReactNode;
}

export const Dialog = lazyPopup<DialogProps>(
  () => import('./dialog-popup.tsx').then((code) => code.DialogPopup),
  ({ open, onClose }) => ({ wanted: open, onClose }),
);

/** The row of buttons at the foot: the safe choice left, the acting choice right. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions" data-slot="dialog-actions" data-keep-clear>
    {children}
  </div>
);
