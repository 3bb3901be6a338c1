/** The dialog that cuts a picture to the format of a banner; `crop.tsx` loads it. */

import { Dialog as Base } from '@base-ui/react/dialog';
import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { RotateCw, TriangleAlert, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { CropFrame } from '../../media/photo/crop-frame.tsx';
import {
  isWhole,
  type Rect,
  type Size,
  widestCrop,
  zoomedCrop,
} from '../../media/photo/geometry.ts';
import { PhotoCanvas, PhotoEnd, useVeil } from '../../media/photo/photo-canvas.tsx';
import { usePhoto } from '../../media/photo/use-photo.ts';
import { useBackCloses } from '../../ui/back-closes.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { CropProps } from './crop.tsx';
import './step-content.css';
import '../../media/photo/photo-editor.css';
import '../../ui/dialog.css';
import '../../ui/field.css';
import '../../ui/slider.css';

/** How many times smaller than the widest part. */
const MOST_ZOOM = 4;
const ZOOM_STEP = 0.05;

export function CropPopup({ file, typ, onDone, onCancel, opener }: CropProps) {
  const popup = useRef<HTMLDivElement>(null);
  const size = BANNER_TYPES[typ].size!;
  useBackCloses(true, onCancel);
  return (
    <Base.Root open disablePointerDismissal onOpenChange={(open) => !open && onCancel()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          ref={popup}
          className="photo-tools"
          data-slot="crop"
          initialFocus={popup}
          finalFocus={opener}
        >
          <CropDesk file={file} size={size} onDone={onDone} onCancel={onCancel} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function CropDesk({
  file,
  size,
  onDone,
  onCancel,
}: Pick<CropProps, 'file' | 'onDone' | 'onCancel'> & { size: Size }) {
  const photo = usePhoto(file);
  const { phase } = photo;
  const veil = useVeil();
  const [drawn, setDrawn] = useState<Rect | null>(null);
  const ratio = size.width / size.height;
  const widest = widestCrop(photo.size, ratio);
  const frame = drawn ?? widest;
  const zoom = widest.width / frame.width;
  const zoomTo = (next: number) =>
    setDrawn(zoomedCrop(frame, Math.min(MOST_ZOOM, Math.max(1, next)), photo.size, ratio));
  const low = phase === 'ready' && Math.round(frame.width) < size.width;
  const still = phase !== 'ready';

  const takeOver = async () => {
    const cut = await photo.cutOut(frame, size);
    if (!cut) return;
    const upload = await dataUrlOf(cut);
    onDone({ src: upload, upload, width: size.width, height: size.height }, low);
  };

  return (
    <div className="photo-workspace">
      <div className="photo-head" data-keep-clear>
        <Base.Title className="h2 grow">Ausschnitt wählen</Base.Title>
        <IconButton icon={X} label="Schliessen" tipSide="left" onClick={onCancel} />
      </div>
      <PhotoCanvas
        photo={photo}
        veil={veil}
        onWheel={(event) =>
          !still && !veil.veiled && zoomTo(zoom - Math.sign(event.deltaY) * ZOOM_STEP * 2)
        }
      >
        <CropFrame picture={photo.size} frame={frame} ratio={ratio} onChange={setDrawn} />
      </PhotoCanvas>
      <div className="photo-foot" data-keep-clear>
        <div
          className="photo-options"
          inert={veil.veiled || phase === 'opening' || phase === 'broken'}
        >
          <ZoomSlider zoom={zoom} onZoom={zoomTo} />
          <Button
            icon={RotateCw}
            disabled={still}
            onClick={async () => {
              await photo.take({ kind: 'turn', turn: 1 });
              setDrawn(null);
            }}
          >
            Drehen
          </Button>
          <p className={low ? 'help icon-line crop-low num' : 'help num'} role="status">
            {low && <TriangleAlert className="i" aria-hidden />}
            {low ? lowText(frame, size) : `Format ${size.width} × ${size.height} px`}
          </p>
        </div>
        <PhotoEnd
          phase={phase}
          veiled={veil.veiled}
          onCancel={onCancel}
          onWhole={isWhole(widest, photo.size) ? takeOver : undefined}
          onDone={takeOver}
        />
      </div>
    </div>
  );
}

const lowText = (frame: Size, size: Size) =>
  `Dieser Ausschnitt hat nur ${formatNumber(Math.round(frame.width))} × ${formatNumber(Math.round(frame.height))} Pixel und wird unscharf. Besser sind ${size.width} × ${size.height}.`;

function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const id = useId();
  return (
    <div className="photo-slider">
      <label htmlFor={id}>Vergrössern</label>
      <input
        id={id}
        className="slider"
        type="range"
        min={1}
        max={MOST_ZOOM}
        step={ZOOM_STEP}
        value={Math.min(MOST_ZOOM, zoom)}
        aria-valuetext={`${Math.round(zoom * 100)} Prozent`}
        onChange={(event) => onZoom(Number(event.target.value))}
      />
    </div>
  );
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () =>
      fail(reader.error ?? new Error('the browser could not read its own picture'));
    reader.readAsDataURL(file);
  });
