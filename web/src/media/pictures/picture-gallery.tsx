import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { ImagePlus, ShieldCheck } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { PhotoTools } from '../photo/photo-tools.tsx';
import type { Upload } from '../upload.ts';
import { EditFirst } from './edit-first.tsx';
import { ACCEPTED } from './image-check.ts';
import { ImageSheet } from './image-sheet.tsx';
import type { SortableImages } from './image-sorting.tsx';
import { ImageTile, TileRating } from './image-tile.tsx';
import { PendingTile } from './pending-tile.tsx';
import type { PictureSet } from './picture-set.ts';
import { RatingSheet } from './rating-sheet.tsx';
import './picture-gallery.css';

interface BoardProps {
  pictures: PictureSet;
  limit: number;
}

/** What is done with the next file that is chosen. */
type Aim = { replaces: ImageSource } | { insteadOf: number } | null;

/** Pictures in their order, those on their way, and room for more. */
export function PictureGallery({ pictures, limit }: BoardProps) {
  const { images, uploads, count, deleting, removed, add, sort, rating, replacing } = pictures;
  const [over, setOver] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const [rated, setRated] = useState<number | null>(null);
  const [covering, setCovering] = useState<{ image: ImageSource; file: File } | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const aim = useRef<Aim>(null);
  const board = useRef<HTMLDivElement>(null);
  const full = count >= limit;
  const wasFull = useRef(full);
  // With the last picture the buttons that add one are gone, and what had the focus with them.
  useEffect(() => {
    const added = full && !wasFull.current;
    wasFull.current = full;
    if (added && document.activeElement === document.body) board.current?.focus();
  }, [full]);
  const sorting = useSorting(images.length > 1);
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };
  const choose = (next: Aim) => {
    aim.current = next;
    chooser.current?.click();
  };
  const chosen = (file: File | undefined) => {
    const to = aim.current;
    if (!file || !to) return;
    if ('replaces' in to) return replacing?.replace(to.replaces, file);
    pictures.takeBack(to.insteadOf);
    add([file]);
  };
  const cover = async (image: ImageSource) => {
    const file = await fileOf(image);
    if (file) setCovering({ image, file });
    else toast.error('Das Bild konnte nicht geladen werden.');
  };
  const pending = (upload: Upload) => (
    <PendingTile
      key={upload.key}
      upload={upload}
      queue={pictures}
      onOther={() => choose({ insteadOf: upload.key })}
    />
  );
  const inPlace = uploads.filter((upload) => replacing?.placeOf(upload) !== undefined);
  const tile = (image: ImageSource, index: number, handle?: ReactNode) => {
    const { attachment_id } = image;
    const upload = inPlace.find((one) => replacing?.placeOf(one) === attachment_id);
    if (upload) return pending(upload);
    return (
      <>
        <ImageTile
          image={image}
          index={index}
          handle={handle}
          busy={deleting.has(attachment_id)}
          onOptions={() => setOpened(attachment_id)}
        />
        {rating && (
          <TileRating
            image={image}
            index={index}
            reach={rating.reach}
            onOpen={() => setRated(attachment_id)}
          />
        )}
      </>
    );
  };
  const ratedIndex = images.findIndex(({ attachment_id }) => attachment_id === rated);
  const ratedImage = images[ratedIndex];
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button does the same */}
      <div
        ref={board}
        className="imgs"
        tabIndex={-1}
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
        {uploads.filter((upload) => !inPlace.includes(upload)).map(pending)}
        {!full && <AddTile onFiles={add} />}
      </div>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label="Anderes Bild auswählen"
        onChange={({ target }) => {
          chosen(target.files?.[0]);
          target.value = '';
        }}
      />
      <p className="help above-3">
        PNG, JPG oder HEIC, maximal 10 MB pro Bild.
        {images.length > 1 && ' Ziehe Bilder, um die Reihenfolge zu ändern.'} Standort, Gerät und
        Zeit werden entfernt.
      </p>
      {!full && <EditFirst room={limit - count} limit={limit} onFile={(file) => add([file])} />}
      {removed && (
        <p className="icon-line xs is-success above-1" role="status">
          <ShieldCheck className="i" aria-hidden />
          {removed}
        </p>
      )}
      <ImageSheet
        pictures={pictures}
        opened={opened}
        onClose={() => setOpened(null)}
        onReplace={(image) => choose({ replaces: image })}
        onCover={(image) => void cover(image)}
      />
      {covering && (
        <PhotoTools
          file={covering.file}
          tool="faces"
          onDone={(edited) => {
            setCovering(null);
            replacing?.replace(covering.image, edited);
          }}
          onCancel={() => setCovering(null)}
        />
      )}
      {rating && (
        <>
          <RatingSheet
            open={ratedImage !== undefined}
            title={`Einstufung von Bild ${ratedIndex + 1}`}
            rating={ratedImage?.rating ?? null}
            reach={rating.reach}
            onRate={(value) => {
              setRated(null);
              if (ratedImage && value !== ratedImage.rating) void rating.rate(ratedImage, value);
            }}
            onClose={() => setRated(null)}
          />
          <RatingSheet
            open={rating.asking}
            title="Wie ist dieses Bild?"
            rating={null}
            reach={rating.reach}
            onRate={rating.answer}
            onClose={rating.dismiss}
          />
        </>
      )}
    </>
  );
}

/** A saved picture as a file of this device; null when it cannot be loaded. */
async function fileOf({ url, name }: ImageSource): Promise<File | null> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) return null;
    const bytes = await answer.blob();
    return new File([bytes], name || 'bild.jpg', { type: bytes.type });
  } catch {
    return null;
  }
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
