import { Button } from '../../ui/button.tsx';
import { openPointsLine } from './messages.ts';

interface Props {
  label: string;
  busyLabel: string;
  busy: boolean;
  ready: boolean;
  /** What is still missing, in single words. */
  open: readonly string[];
}

/** The button of a login form, and under it what keeps it from being pressed (AUT-57). */
export function SubmitRow({ label, busyLabel, busy, ready, open }: Props) {
  return (
    <div className="stack-tight">
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        disabled={!ready}
        busy={busy}
        busyLabel={busyLabel}
        aria-describedby="offen"
      >
        {label}
      </Button>
      <p className="hint-line" id="offen" hidden={open.length === 0}>
        {openPointsLine(open)}
      </p>
    </div>
  );
}
