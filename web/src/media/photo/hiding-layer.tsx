/**
 * Takes the strokes of the brush, and the taps that mark a face, over the picture; with arrow keys
 * and space as well.
 */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { arrowOf } from './crop-frame.tsx';
import { clamp, dabsOf, inPicture, type Point, type Size, type Stamp } from './geometry.ts';
import './hiding-layer.css';

/** A marked face is higher than wide. */
const FACE_SHAPE = 1.3;

interface Props {
  picture: Size;
  /** `faces`: one ellipse where the finger leaves; `brush`: everything it went over. */
  mode: 'brush' | 'faces';
  /** Of the brush, or of the ellipse across, in pixels of the picture. */
  diameter: number;
  onHide: (stamps: readonly Stamp[]) => void;
}

export function HidingLayer({ picture, mode, diameter, onHide }: Props) {
  const [path, setPath] = useState<readonly Point[]>([]);
  const [aim, setAim] = useState<Point | null>(null);
  const pointer = useRef<number | null>(null);
  const radius = {
    rx: diameter / 2,
    ry: mode === 'faces' ? (diameter / 2) * FACE_SHAPE : diameter / 2,
  };
  const stampsOf = (points: readonly Point[]): Stamp[] =>
    mode === 'faces'
      ? points.slice(-1).map((point) => ({ ...point, ...radius }))
      : dabsOf(points, diameter);

  const at = (event: PointerEvent) =>
    inPicture(
      { x: event.clientX, y: event.clientY },
      event.currentTarget.getBoundingClientRect(),
      picture,
    );
  const start = (event: PointerEvent<HTMLElement>) => {
    if (pointer.current !== null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointer.current = event.pointerId;
    setPath([at(event)]);
    setAim(at(event));
  };
  const go = (event: PointerEvent) => {
    if (pointer.current !== null && event.pointerId !== pointer.current) return;
    const point = at(event);
    setAim(point);
    if (pointer.current !== null) setPath((before) => [...before, point]);
  };
  const end = (event: PointerEvent, counts: boolean) => {
    if (event.pointerId !== pointer.current) return;
    pointer.current = null;
    setPath([]);
    if (counts) onHide(stampsOf([...path, at(event)]));
  };
  const press = (event: KeyboardEvent) => {
    const middle = { x: picture.width / 2, y: picture.height / 2 };
    const from = aim ?? middle;
    const by = arrowOf(event, picture);
    if (by)
      setAim({
        x: clamp(from.x + by.x, 0, picture.width),
        y: clamp(from.y + by.y, 0, picture.height),
      });
    else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      setAim(from);
      onHide(stampsOf([from]));
    }
  };

  return (
    <div
      className="hiding-layer"
      role="application"
      aria-label="Bild. Mit Pfeiltasten zielen, mit der Leertaste verwischen."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is aimed at by arrow keys
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={go}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      onPointerLeave={() => pointer.current === null && setAim(null)}
      onFocus={(event) =>
        event.currentTarget.matches(':focus-visible') &&
        setAim({ x: picture.width / 2, y: picture.height / 2 })
      }
      onBlur={() => setAim(null)}
      onKeyDown={press}
    >
      <svg viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
        {mode === 'brush' && path.length > 0 && (
          <polyline
            className="stroke"
            points={[...path, path.at(-1)!].map(({ x, y }) => `${x},${y}`).join(' ')}
            strokeWidth={diameter}
          />
        )}
        {aim && (
          <>
            <ellipse className="aim aim-outer" cx={aim.x} cy={aim.y} {...radius} />
            <ellipse className="aim" cx={aim.x} cy={aim.y} {...radius} />
          </>
        )}
      </svg>
    </div>
  );
}
