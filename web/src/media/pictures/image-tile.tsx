import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Reach } from '@samtrot/shared/media/rules.ts';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { VeiledPicture } from '../../ui/veiled-picture.tsx';
import { RATING_LABELS, reachText } from './rating-sheet.tsx';
import './picture-gallery.css';

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

interface RatingProps {
  image: ImageSource;
  index: number;
  reach: Reach;
  onOpen: () => void;
}

/** Below a picture: what it shows, and on how many websites that is seen (EXP-53). */
export function TileRating({ image: { rating }, index, reach, onOpen }: RatingProps) {
  const id = useId();
  return (
    <div className="above-2 img-rating">
      <Button
        size="sm"
        block
        iconEnd={ChevronDown}
        aria-haspopup="dialog"
        aria-describedby={reach.of > 0 ? id : undefined}
        onClick={onOpen}
      >
        <span className="sr">Einstufung von Bild {index + 1}: </span>
        {RATING_LABELS[rating]}
      </Button>
      {reach.of > 0 && (
        <p className="xs muted above-1 num" id={id}>
          zu sehen auf {reachText(reach, rating)}
        </p>
      )}
    </div>
  );
}
