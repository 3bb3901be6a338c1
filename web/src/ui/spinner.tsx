/**
 * `<Spinner label="Wird geladen …" />`: a turning icon with words; pulses where motion is unwanted.
 */
import { LoaderCircle } from 'lucide-react';
import './spinner.css';

export function Spinner({
  label = 'Wird geladen …',
  hideLabel,
}: {
  label?: string;
  hideLabel?: boolean;
}) {
  return (
    <span className="row-tight muted appear-late" role="status" data-slot="spinner">
      <LoaderCircle className="i spinner" aria-hidden />
      <span className={hideLabel ? 'sr' : undefined}>{label}</span>
    </span>
  );
}
