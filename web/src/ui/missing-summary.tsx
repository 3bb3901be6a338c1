/**
 * Above a form whose sending was refused: what is missing, each with the way to its field; it has
 * the focus and shrinks as the fields are filled (EXP-76).
 */
import { useEffect, useRef, useState } from 'react';
import { type OpenPoint, OpenPoints } from './todo-card.tsx';

interface Props {
  points: readonly OpenPoint[];
  /** Counts the refusals; each new one takes the focus. */
  refusals: number;
  idOf: (field: string) => string;
  onGo: (field: string) => void;
}

export function MissingSummary({ points, refusals, idOf, onGo }: Props) {
  const [settled, setSettled] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, [refusals]);
  // Once all is filled, what is emptied later waits for the next refusal.
  if (points.length === 0 && settled !== refusals) setSettled(refusals);
  if (settled === refusals || points.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="card todo-card"
      data-slot="missing-summary"
    >
      <h2 className="h3 todo-title">{missingTitle(points)}</h2>
      <OpenPoints points={points} idOf={idOf} onGo={onGo} />
    </div>
  );
}

/** What is there and wrong is not missing. */
export function missingTitle(points: readonly Pick<OpenPoint, 'wrong'>[]): string {
  const wrong = points.filter((point) => point.wrong).length;
  const missing = points.length - wrong;
  const lack = missing === 1 ? '1 Angabe fehlt' : `${missing} Angaben fehlen`;
  const check = wrong === 1 ? '1 Angabe stimmt nicht' : `${wrong} Angaben stimmen nicht`;
  if (wrong === 0) return lack;
  return missing === 0 ? check : `${lack}, ${check}`;
}
