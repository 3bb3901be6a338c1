import { undoReview } from '@samtrot/shared/moderation/review-contract.ts';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { useLetterKeys } from '../letter-keys.ts';
import { useChange } from '../use-change.tsx';

export interface Undoable {
  id: number;
  /** In milliseconds, by the clock of this browser. */
  until: number;
}

interface Props {
  of: Undoable;
  text: string;
  onUndone: () => void;
  onLate: () => void;
}

/** «Freigegeben. Noch 14 offen.» with «Rückgängig» for ten seconds (BOF-47). */
export function UndoBar({ of, text, onUndone, onLate }: Props) {
  const { run, busy, dialog } = useChange();
  useEffect(() => {
    const timer = setTimeout(onLate, Math.max(0, of.until - Date.now()));
    return () => clearTimeout(timer);
  });
  const undo = async () => {
    if (await run(undoReview, { review_id: of.id })) onUndone();
  };
  useLetterKeys({ u: () => void undo() });
  return (
    <div className="review-undo">
      <span aria-hidden>{text}</span>
      <Button size="sm" busy={busy} busyLabel="Einen Moment …" onClick={() => void undo()}>
        Rückgängig <kbd aria-hidden>U</kbd>
      </Button>
      {dialog}
    </div>
  );
}
