/** The dialog of the photo tools; `photo-tools.tsx` loads it. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { useBackCloses } from '../../ui/back-closes.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PhotoEditor } from './photo-editor.tsx';
import type { PhotoToolsProps } from './photo-tools.tsx';
import './photo-editor.css';
import '../../ui/dialog.css';

export function PhotoPopup({ file, tool, onDone, onCancel }: PhotoToolsProps) {
  const [changed, setChanged] = useState(false);
  const [asking, setAsking] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const leave = () => (changed ? setAsking(true) : onCancel());
  useBackCloses(true, leave);
  return (
    <Base.Root open disablePointerDismissal onOpenChange={(open) => !open && leave()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          ref={popup}
          className="photo-tools"
          data-slot="photo-tools"
          initialFocus={popup}
        >
          <PhotoEditor
            file={file}
            start={tool}
            onChanged={setChanged}
            onDone={onDone}
            onLeave={leave}
          />
          <ConfirmDialog
            open={asking}
            title="Änderungen verwerfen?"
            description="Das Bild bleibt, wie es vorher war."
            safe="Weiter bearbeiten"
            act="Verwerfen"
            danger
            onAct={onCancel}
            onClose={() => setAsking(false)}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
