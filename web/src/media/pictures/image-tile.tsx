import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { RATINGS, type Rating } from '@samtrot/shared/media/rules.ts';
import { clsx } from 'clsx';
import { ArrowLeft, ArrowRight, Ellipsis, RotateCw, Star, Trash, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDiscreet } from '../../lib/page/discreet.ts';
import { usePreferences } from '../../lib/session/preferences.ts';
import { useAskNoMore } from '../../ui/ask-no-more.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { Sheet, SheetItem } from '../../ui/sheet.tsx';
import { VeiledPicture } from '../../ui/veiled-picture.tsx';
import { ProgressRing } from '../progress-ring.tsx';
import type { Upload } from '../upload-queue.ts';
import { moved } from './image-order.ts';
import type { PictureSet } from './picture-set.ts';
import './picture-gallery.css';
import '../../ui/veiled-picture.css';

interface TileProps {
  image: ImageSource;
  index: number;
  busy: boolean;
  /** What it is moved by. */
  handle?: ReactNode;
  onOptions: () => void;
}

export function ImageTile({ image, index, busy, handle, onOptions }: TileProps) {
  return (
    <VeiledPicture
      src={image.variants['320'] ?? image.url}
      alt={`Bild ${index + 1}`}
      className="img"
    >
      {index === 0 && <Badge tone="solid">Hauptbild</Badge>}
      {image.waiting && <Badge tone="info">Wird geprüft</Badge>}
      {handle && <span className="tools left">{handle}</span>}
      <span className="tools">
        <IconButton
          icon={Ellipsis}
          label={`Optionen von Bild ${index + 1}`}
          tipSide="top"
          busy={busy}
          onClick={onOptions}
        />
      </span>
    </VeiledPicture>
  );
}

interface PendingProps {
  upload: Upload;
  queue: Pick<PictureSet, 'takeBack' | 'resume'>;
}

/** A picture on its way: shown from the file until the saved one is there. */
export function PendingTile({
  upload: { key, file, preview, state, percent },
  queue,
}: PendingProps) {
  const discreet = useDiscreet();
  const stopped = state === 'stopped' || state === 'paused';
  return (
    <div className={clsx('ph img pending', discreet && 'veiled')} aria-busy={!stopped}>
      <img className="photo" src={preview} alt={`Vorschau von ${file.name}`} />
      {stopped ? (
        <IconButton
          icon={RotateCw}
          look="primary"
          className="img-again"
          label={`${file.name} erneut versuchen`}
          tipSide="top"
          onClick={() => queue.resume(key)}
        />
      ) : (
        <ProgressRing
          percent={state === 'sending' ? percent : null}
          label={`${file.name} wird hochgeladen`}
        />
      )}
      <span className="tools">
        <IconButton
          icon={X}
          label={state === 'saving' ? 'Wird gespeichert' : 'Vorschau entfernen'}
          tipSide="top"
          disabled={state === 'saving'}
          onClick={() => queue.takeBack(key)}
        />
      </span>
    </div>
  );
}

interface SheetProps {
  /** Pictures that nobody rates have no `rate`. */
  images: Pick<PictureSet, 'images' | 'sort' | 'delete' | 'rate' | 'restorable'>;
  /** Which picture, by its `attachment_id`. */
  opened: number | null;
  onClose: () => void;
}

/** What can be done with a picture. */
export function ImageSheet({
  images: { images, sort, rate, restorable, delete: remove },
  opened,
  onClose,
}: SheetProps) {
  const index = images.findIndex(({ attachment_id }) => attachment_id === opened);
  const image = images[index];
  const { isOff } = usePreferences();
  const asking = useAskNoMore('remove_picture');
  const [asked, setAsked] = useState<ImageSource | null>(null);
  const put = (to: number) => {
    onClose();
    void sort(moved(images, index, to));
  };
  return (
    <>
      <Sheet open={image !== undefined} onClose={onClose} title={`Bild ${index + 1}`}>
        {index > 0 && (
          <>
            <SheetItem icon={Star} onClick={() => put(0)}>
              Als Hauptbild
            </SheetItem>
            <SheetItem icon={ArrowLeft} onClick={() => put(index - 1)}>
              Nach vorne
            </SheetItem>
          </>
        )}
        {index < images.length - 1 && (
          <SheetItem icon={ArrowRight} onClick={() => put(index + 1)}>
            Nach hinten
          </SheetItem>
        )}
        {image && rate && (
          <RatingField rating={image.rating} onChange={(rating) => void rate(image, rating)} />
        )}
        <hr />
        {image && (
          <SheetItem
            icon={Trash}
            danger
            onClick={() => {
              onClose();
              if (restorable && !isOff('remove_picture')) setAsked(image);
              else void remove(image);
            }}
          >
            Bild löschen
          </SheetItem>
        )}
      </Sheet>
      <ConfirmDialog
        open={asked !== null}
        title="Bild löschen?"
        description="Gleich danach kannst du es rückgängig machen."
        safe="Behalten"
        act="Löschen"
        danger
        onAct={() => {
          asking.keep();
          if (asked) void remove(asked);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      >
        {asking.box}
      </ConfirmDialog>
    </>
  );
}

const RATING_LABELS: Record<Rating, string> = {
  jugendfrei: 'Jugendfrei',
  erotisch: 'Erotisch',
  explizit: 'Explizit',
};

export const RatingField = ({
  rating,
  onChange,
}: {
  rating: Rating;
  onChange: (rating: Rating) => void;
}) => (
  <Field
    className="media-rating"
    label="Einstufung"
    help="Jede Webseite zeigt nur, was sie annimmt. Jugendfreies nehmen alle, Explizites nur wenige."
  >
    <Select
      value={rating}
      options={RATINGS.map((value) => ({ value, label: RATING_LABELS[value] }))}
      onChange={(event) => onChange(event.target.value as Rating)}
    />
  </Field>
);
