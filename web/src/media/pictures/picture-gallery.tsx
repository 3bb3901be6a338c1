import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { ImagePlus, ShieldCheck } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { EditFirst } from './edit-first.tsx';
import { ACCEPTED } from './image-check.ts';
import type { SortableImages } from './image-sorting.tsx';
import { ImageSheet, ImageTile, PendingTile } from './image-tile.tsx';
import type { PictureSet } from './picture-set.ts';
import './picture-gallery.css';

interface BoardProps {
  pictures: PictureSet;
  limit: number;
}

/** Pictures in their order, those on their way, and room for more. */
export function PictureGallery({ pictures, limit }: BoardProps) {
  const { images, uploads, deleting, removed, add, sort } = pictures;
  const [over, setOver] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const sorting = useSorting(images.length > 1);
  const count = images.length + uploads.length;
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };
  const tile = (image: ImageSource, index: number, handle?: ReactNode) => (
    <ImageTile
      {...{ image, index, handle }}
      busy={deleting.has(image.attachment_id)}
      onOptions={() => setOpened(image.attachment_id)}
    />
  );
  return (
    <>
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
        {sorting ? (
          <sorting.SortableImages images={images} onSort={(sorted) => void sort(sorted)}>
            {tile}
          </sorting.SortableImages>
        ) : (
          images.map((image, index) => (
            <div key={image.attachment_id} className="img-cell">
              {tile(image, index)}
            </div>
          ))
        )}
        {uploads.map((upload) => (
          <PendingTile key={upload.key} upload={upload} queue={pictures} />
        ))}
        {count < limit && <AddTile onFiles={add} />}
      </div>
      <p className="help imgs-help">
        PNG, JPG oder HEIC, maximal 10 MB pro Bild.
        {images.length > 1 && ' Ziehe Bilder, um die Reihenfolge zu ändern.'} Standort, Gerät und
        Zeit werden entfernt.
      </p>
      {count < limit && (
        <EditFirst room={limit - count} limit={limit} onFile={(file) => add([file])} />
      )}
      {removed && (
        <p className="help imgs-removed" role="status">
          <ShieldCheck className="i" aria-hidden />
          {removed}
        </p>
      )}
      <ImageSheet images={pictures} opened={opened} onClose={() => setOpened(null)} />
    </>
  );
}

/** Putting in order comes with the second picture: nobody needs it before. */
function useSorting(wanted: boolean) {
  const [code, setCode] = useState<{ SortableImages: typeof SortableImages } | null>(null);
  useEffect(() => {
    if (!wanted || code) return;
    // Without it the menu of each picture still moves it.
    import('./image-sorting.tsx').then(setCode, () => {});
  }, [wanted, code]);
  return wanted ? code : null;
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
