import { Blinds } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState, type WheelEventHandler } from 'react';
import { useDiscreet } from '../../lib/page/discreet.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Photo } from './use-photo.ts';
import './photo-editor.css';

/** Whether the picture is veiled in the Diskret-Ansicht, until the user reveals it. */
export function useVeil(): { veiled: boolean; show: () => void } {
  const discreet = useDiscreet();
  const [shown, setShown] = useState(false);
  return { veiled: discreet && !shown, show: () => setShown(true) };
}

interface Props {
  photo: Photo;
  veil: ReturnType<typeof useVeil>;
  onWheel?: WheelEventHandler;
  /** What lies over the picture while it is seen. */
  children: ReactNode;
}

/** The picture under work, or what there is instead. */
export function PhotoCanvas({
  photo: { canvas, phase, size },
  veil: { veiled, show },
  onWheel,
  children,
}: Props) {
  return (
    <div
      className="photo-canvas"
      aria-busy={phase === 'opening' || phase === 'working'}
      onWheel={onWheel}
    >
      <div
        className="photo-box"
        style={{ '--ratio': size.width / size.height } as CSSProperties}
        hidden={phase === 'broken'}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label="Bild in Bearbeitung"
          tabIndex={-1}
          data-veiled={veiled || undefined}
        />
        {!veiled && phase !== 'opening' && children}
      </div>
      {veiled && phase !== 'broken' && (
        <Button
          className="photo-show"
          icon={Blinds}
          onClick={() => {
            // The button goes: the keyboard goes on from the picture.
            canvas.current?.focus();
            show();
          }}
        >
          Bild zeigen
        </Button>
      )}
      {(phase === 'opening' || phase === 'working') && (
        <div className="photo-busy">
          <Spinner label={phase === 'opening' ? 'Bild wird geöffnet …' : 'Einen Moment …'} />
        </div>
      )}
      {phase === 'broken' && (
        <Alert tone="danger" live>
          Das Bild lässt sich hier nicht bearbeiten. Wähle bitte ein anderes.
        </Alert>
      )}
    </div>
  );
}

/**
 * The two ways out. What was never shown is taken over only as a whole, and only where that is
 * asked for.
 */
export function PhotoEnd({
  phase,
  veiled,
  onCancel,
  onWhole,
  onDone,
}: {
  phase: Photo['phase'];
  veiled: boolean;
  /** Takes the whole picture as it is; missing where a part has to be chosen. */
  onWhole?: (() => void) | undefined;
  onCancel: () => void;
  onDone: () => void;
}) {
  return (
    <div className="photo-end">
      <Button onClick={onCancel}>Abbrechen</Button>
      {veiled && onWhole && (
        <Button
          disabled={phase === 'broken' || phase === 'opening'}
          busy={phase === 'working'}
          onClick={onWhole}
        >
          Ganzes Bild nehmen
        </Button>
      )}
      <Button
        variant="primary"
        disabled={veiled || phase === 'broken' || phase === 'opening'}
        busy={!veiled && phase === 'working'}
        onClick={onDone}
      >
        Übernehmen
      </Button>
    </div>
  );
}
