/**
 * The part of the picture that stays: taken hold of and moved, or drawn larger and smaller at its
 * corners; by arrow keys too.
 */
import { clsx } from 'clsx';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import {
  type Corner,
  draggedCorner,
  inPicture,
  movedCrop,
  type Point,
  type Rect,
  type Size,
} from './geometry.ts';
import './crop-frame.css';

const CORNERS: readonly { id: Corner; label: string }[] = [
  { id: 'nw', label: 'Ecke oben links' },
  { id: 'ne', label: 'Ecke oben rechts' },
  { id: 'sw', label: 'Ecke unten links' },
  { id: 'se', label: 'Ecke unten rechts' },
];

/** Share of the picture that one press of an arrow key moves. */
const KEY_STEP = 0.02;
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Which way an arrow key goes, in pixels of the picture; null for other keys. */
export function arrowOf(event: KeyboardEvent, { width, height }: Size): Point | null {
  const arrow = ARROWS[event.key];
  if (!arrow) return null;
  event.preventDefault();
  const step = Math.max(1, Math.max(width, height) * KEY_STEP);
  return { x: arrow.x * step, y: arrow.y * step };
}

interface Props {
  picture: Size;
  frame: Rect;
  ratio: number | null;
  onChange: (frame: Rect) => void;
}

export function CropFrame({ picture, frame, ratio, onChange }: Props) {
  /** What is held, and where in it; the corner by its middle. */
  const held = useRef<{ corner: Corner | null; off: Point } | null>(null);
  const layer = useRef<HTMLDivElement>(null);
  const at = (event: PointerEvent) =>
    inPicture(
      { x: event.clientX, y: event.clientY },
      layer.current!.getBoundingClientRect(),
      picture,
    );

  const hold = (event: PointerEvent<HTMLElement>, corner: Corner | null) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = at(event);
    const anchor = corner ? cornerOf(frame, corner) : frame;
    held.current = { corner, off: { x: anchor.x - from.x, y: anchor.y - from.y } };
  };
  const drag = (event: PointerEvent) => {
    if (!held.current || !event.isPrimary) return;
    event.stopPropagation();
    const { corner, off } = held.current;
    const now = at(event);
    const to = { x: now.x + off.x, y: now.y + off.y };
    onChange(
      corner
        ? draggedCorner(frame, corner, to, picture, ratio)
        : movedCrop(frame, { x: to.x - frame.x, y: to.y - frame.y }, picture),
    );
  };
  const release = () => {
    held.current = null;
  };
  const press = (event: KeyboardEvent, corner: Corner | null) => {
    const by = arrowOf(event, picture);
    if (!by) return;
    event.stopPropagation();
    const { x, y } = corner ? cornerOf(frame, corner) : frame;
    onChange(
      corner
        ? draggedCorner(frame, corner, { x: x + by.x, y: y + by.y }, picture, ratio)
        : movedCrop(frame, by, picture),
    );
  };

  const place: CSSProperties = {
    left: `${(frame.x / picture.width) * 100}%`,
    top: `${(frame.y / picture.height) * 100}%`,
    width: `${(frame.width / picture.width) * 100}%`,
    height: `${(frame.height / picture.height) * 100}%`,
  };
  return (
    <div ref={layer} className="crop-layer" data-slot="crop-frame">
      <div className="crop-clip" aria-hidden>
        <div className="crop-hole" style={place} />
      </div>
      <div className="crop-frame" style={place}>
        <button
          type="button"
          className="crop-move"
          aria-label="Ausschnitt verschieben, mit Finger, Maus oder Pfeiltasten"
          onPointerDown={(event) => hold(event, null)}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={release}
          onKeyDown={(event) => press(event, null)}
        />
        {CORNERS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            className={clsx('crop-corner', `crop-${id}`)}
            aria-label={label}
            onPointerDown={(event) => hold(event, id)}
            onPointerMove={drag}
            onPointerUp={release}
            onPointerCancel={release}
            onKeyDown={(event) => press(event, id)}
          />
        ))}
      </div>
    </div>
  );
}

const cornerOf = ({ x, y, width, height }: Rect, corner: Corner): Point => ({
  x: corner.endsWith('w') ? x : x + width,
  y: corner.startsWith('n') ? y : y + height,
});
