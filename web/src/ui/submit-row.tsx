/**
 * `<SubmitRow label="Anmelden" busyLabel="Anmeldung läuft …" busy={isSubmitting} ready={isValid}
 * open={['E-Mail']} />` at the end of a form.
 */
import { Button } from './button.tsx';

interface Props {
  label: string;
  busyLabel: string;
  busy: boolean;
  ready: boolean;
  /** What is still missing, in single words. */
  open: readonly string[];
  /** Pressed while something is missing. */
  onRefused?: () => void;
}

/** The button of a form, and under it what keeps it from being pressed (AUT-57, SUP-21). */
export function SubmitRow({ label, busyLabel, busy, ready, open, onRefused }: Props) {
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
        onClickCapture={ready ? undefined : onRefused}
      >
        {label}
      </Button>
      <p className="hint-line" id="offen" hidden={open.length === 0}>
        {openPointsLine(open)}
      </p>
    </div>
  );
}

/** `Noch 3 Punkte offen: Länge, Sonderzeichen, Bestätigung`, or nothing. */
export const openPointsLine = (points: readonly string[]): string =>
  points.length === 0
    ? ''
    : `Noch ${points.length} ${points.length === 1 ? 'Punkt' : 'Punkte'} offen: ${points.join(', ')}`;
