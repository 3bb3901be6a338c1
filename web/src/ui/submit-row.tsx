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
  /** Says it in place of «Noch offen: …». */
  sentence?: (open: readonly string[]) => string;
  /** Pressed while something is missing. */
  onRefused?: () => void;
}

/** The button of a form, and under it what keeps it from being pressed (AUT-57, SUP-21). */
export function SubmitRow({ label, busyLabel, busy, ready, open, sentence, onRefused }: Props) {
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
        {sentence?.(open) ?? openPointsLine(open)}
      </p>
    </div>
  );
}

/** `Noch offen: Länge, Sonderzeichen, Bestätigung`, or nothing. */
export const openPointsLine = (points: readonly string[]): string =>
  points.length === 0 ? '' : `Noch offen: ${points.join(', ')}`;
