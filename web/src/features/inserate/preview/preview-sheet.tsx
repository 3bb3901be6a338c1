/** The preview over the page: the whole screen of a phone, a window elsewhere. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBackCloses } from '../../../ui/back-closes.ts';
import { iconButtonClass } from '../../../ui/icon-button.tsx';
import { LazyPreview } from './preview-lazy.tsx';
import type { PreviewProps } from './preview-panel.tsx';
import './preview.css';
import '../../../ui/dialog.css';

interface Props extends PreviewProps {
  open: boolean;
  onClose: () => void;
  instead?: ReactNode;
}

export function PreviewSheet({ open, onClose, ...preview }: Props) {
  useBackCloses(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup className="preview-sheet" data-slot="preview-sheet" aria-label="Vorschau">
          <Base.Close className={iconButtonClass('plain', 'preview-close')} aria-label="Schliessen">
            <X className="i" aria-hidden />
          </Base.Close>
          <LazyPreview {...preview} beside={false} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
