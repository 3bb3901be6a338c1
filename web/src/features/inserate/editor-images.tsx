import { IMAGE_KINDS, type ImageKind } from '@samtrot/shared/inserate/limits.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { clsx } from 'clsx';
import { ImagePlus, ShieldCheck, Trash, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useDiscreet } from '../../lib/discreet.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Radio } from '../../ui/radio-card.tsx';
import { VeiledPicture } from '../../ui/veiled-picture.tsx';
import { EditorSection } from './editor-section.tsx';
import { ACCEPTED } from './image-check.ts';
import type { Editor } from './use-editor.ts';
import type { PendingImage, useImages } from './use-images.ts';

interface Props {
  editor: Editor;
  images: readonly ImageSource[];
  limit: number;
  upload: ReturnType<typeof useImages>;
}

export function ImageSection({ editor, images, limit, upload }: Props) {
  const { pending, deleting, removed, add, takeBack, remove } = upload;
  const [over, setOver] = useState(false);
  const count = images.length + pending.length;
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <EditorSection id="bilder" title="Bilder" hint={`${count} von ${limit}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button does the same */}
      <div
        className="imgs"
        data-over={over || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          add([...event.dataTransfer.files]);
        }}
      >
        {images.map((image, index) => (
          <VeiledPicture
            key={image.attachment_id}
            src={image.variants['320'] ?? image.url}
            alt={`Bild ${index + 1}`}
            className="img"
          >
            {image.mainImage && <Badge tone="solid">Hauptbild</Badge>}
            <span className="tools">
              <IconButton
                icon={Trash}
                label={`Bild ${index + 1} löschen`}
                tipSide="top"
                busy={deleting.has(image.attachment_id)}
                onClick={() => remove(image)}
              />
            </span>
          </VeiledPicture>
        ))}
        {pending.map((entry) => (
          <PendingTile key={entry.key} entry={entry} onTakeBack={takeBack} />
        ))}
        {count < limit && <AddTile onFiles={add} />}
      </div>
      <p className="help imgs-help">PNG oder JPG, maximal 10 MB pro Bild. Standort, Gerät und Zeit werden entfernt.</p>
      {removed && (
        <p className="help imgs-removed" role="status">
          <ShieldCheck className="i" aria-hidden />
          {removed}
        </p>
      )}
      <hr className="divider" />
      <KindOfImages editor={editor} />
    </EditorSection>
  );
}

interface PendingProps {
  entry: PendingImage;
  onTakeBack: (entry: PendingImage) => void;
}

function PendingTile({ entry, onTakeBack }: PendingProps) {
  const discreet = useDiscreet();
  return (
    <div className={clsx('ph img pending', discreet && 'veiled')} aria-busy={entry.sending}>
      <img className="photo" src={entry.url} alt={`Vorschau von ${entry.name}`} />
      <span className="spin spinner" aria-hidden />
      <span className="tools">
        <IconButton
          icon={X}
          label={entry.sending ? 'Wird hochgeladen' : 'Vorschau entfernen'}
          tipSide="top"
          disabled={entry.sending}
          onClick={() => onTakeBack(entry)}
        />
      </span>
    </div>
  );
}

function AddTile({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="add" onClick={() => input.current?.click()}>
        <ImagePlus className="i" aria-hidden />
        <span>
          Bild
          <br />
          hinzufügen
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label="Bilder auswählen"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was deleted.
          event.target.value = '';
        }}
      />
    </>
  );
}

/** The stored value is misspelt in the specification and stays so; the label is spelt right. */
const KIND_LABELS: Partial<Record<ImageKind, string>> = { 'Typenänliche Bilder': 'Typenähnliche Bilder' };

function KindOfImages({ editor: { form, change } }: { editor: Editor }) {
  return (
    <>
      <div className="label kind-label" id="art-der-bilder">
        Art der Bilder
      </div>
      <div className="radios" role="radiogroup" aria-labelledby="art-der-bilder">
        {IMAGE_KINDS.map((kind) => (
          <Radio
            key={kind}
            name="originalbilder"
            value={kind}
            checked={form.originalbilder === kind}
            onChange={() => change({ originalbilder: kind })}
          >
            {KIND_LABELS[kind] ?? kind}
          </Radio>
        ))}
      </div>
    </>
  );
}
