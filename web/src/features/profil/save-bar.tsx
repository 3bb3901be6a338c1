import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { openPointsLine } from '../../ui/submit-row.tsx';
import './profil.css';
import '../../ui/badge.css';

interface Props {
  label: string;
  changed: boolean;
  /** The labels of what is still wrong. */
  open?: readonly string[];
  busy: boolean;
  onDiscard: () => void;
  /** Pressed while something is wrong. */
  onRefused?: () => void;
}

/**
 * The foot of a section that waits for its button: whether something is unsaved, and what keeps it
 * from being saved (PRO-18).
 */
export function SaveBar({ label, changed, open = [], busy, onDiscard, onRefused }: Props) {
  const id = useId();
  const ready = changed && open.length === 0;
  return (
    <div className="savebar">
      <p className="savebar-state" id={id} role="status">
        {changed && (
          <>
            <span className="dot" aria-hidden />
            {openPointsLine(open) || 'Nicht gespeichert'}
          </>
        )}
      </p>
      {changed && <Button onClick={onDiscard}>Verwerfen</Button>}
      <Button
        type="submit"
        variant="primary"
        disabled={!ready}
        busy={busy}
        busyLabel="Wird gespeichert …"
        aria-describedby={id}
        onClickCapture={changed && !ready ? onRefused : undefined}
      >
        {label}
      </Button>
    </div>
  );
}
