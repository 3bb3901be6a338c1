import { clsx } from 'clsx';
import { ImageOff, X } from 'lucide-react';
import { useDiscreet } from '../../lib/page/discreet.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressRing } from '../progress-ring.tsx';
import type { Upload } from '../upload.ts';
import { isPicture } from './image-check.ts';
import type { PictureSet } from './picture-set.ts';
import './picture-gallery.css';
import '../../ui/veiled-picture.css';

interface Props {
  upload: Upload;
  queue: Pick<PictureSet, 'takeBack' | 'resume'>;
  /** Chooses another file for one that is never taken. */
  onOther?: (() => void) | undefined;
}

/** A picture on its way, or one that did not arrive and says why (EXP-55, EXP-56). */
export function PendingTile({ upload, queue, onOther }: Props) {
  const { key, file, preview, state, percent, failure } = upload;
  const discreet = useDiscreet();
  const refused = state === 'refused';
  const still = state === 'stopped' || state === 'paused' || refused;
  const remove = refused ? `${file.name} entfernen` : `Vorschau von ${file.name} entfernen`;
  return (
    <div className={clsx('ph img pending', discreet && 'veiled')} aria-busy={!still}>
      {refused || !isPicture(file) ? (
        <ImageOff className="i img-none" aria-hidden />
      ) : (
        <img className="photo" src={preview} alt={`Vorschau von ${file.name}`} />
      )}
      {still ? (
        <div className="stack gap-1 img-failed">
          <p className="xs" role="alert">
            <span className="sr">{file.name}: </span>
            {failure?.reason || 'Angehalten.'}
          </p>
          {!refused && (
            <Button size="sm" onClick={() => queue.resume(key)}>
              {failure?.act ?? 'Nochmals versuchen'}
              <span className="sr"> mit {file.name}</span>
            </Button>
          )}
          {refused && onOther && (
            <Button size="sm" onClick={onOther}>
              Anderes Bild
            </Button>
          )}
        </div>
      ) : (
        <ProgressRing
          percent={state === 'sending' ? percent : null}
          label={`${file.name} wird hochgeladen`}
        />
      )}
      <span className="tools">
        <IconButton
          icon={X}
          label={state === 'saving' ? 'Wird gespeichert' : remove}
          tipSide="top"
          disabled={state === 'saving'}
          onClick={() => queue.takeBack(key)}
        />
      </span>
    </div>
  );
}
