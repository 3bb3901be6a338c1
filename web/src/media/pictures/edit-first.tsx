import { Wand } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { LEAST, smallProblem } from '../photo/geometry.ts';
import { PhotoTools } from '../photo/photo-tools.tsx';
import { sizeOf } from '../preparing.ts';
import { ACCEPTED, sortOut } from './image-check.ts';
import { preparePicture } from './picture-upload.ts';
import './picture-gallery.css';
import '../../ui/field.css';

interface Props {
  /** How many more pictures there may be. */
  room: number;
  limit: number;
  onFile: (file: File) => void;
}

/** A picture is cut and made unrecognisable on this device; only what comes of it is sent. */
export function EditFirst({ room, limit, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async (chosen: readonly File[]) => {
    const { accepted, messages } = sortOut(chosen, limit - room, limit);
    for (const message of messages) toast.warning(message);
    if (!accepted[0]) return;
    setBusy(true);
    const ready = await preparePicture(accepted[0], { cutLater: true });
    const size = ready && (await sizeOf(ready));
    const small = size && smallProblem(size, LEAST);
    if (small) toast.error(small);
    else setFile(ready);
    setBusy(false);
  };
  return (
    <div className="row-tight wrap above-2 edit-first">
      <Button
        variant="ghost"
        size="sm"
        icon={Wand}
        busy={busy}
        busyLabel="Wird geöffnet …"
        onClick={() => input.current?.click()}
      >
        Bild zuerst bearbeiten
      </Button>
      <span className="help">Zuschneiden, drehen oder Gesicht verdecken</span>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label="Bild zum Bearbeiten auswählen"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          void open(chosen);
        }}
      />
      {file && (
        <PhotoTools
          file={file}
          onDone={(edited) => {
            setFile(null);
            onFile(edited);
          }}
          onCancel={() => setFile(null)}
        />
      )}
    </div>
  );
}
