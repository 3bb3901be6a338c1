import { localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { swissInstant } from '@samtrot/shared/kernel/wall-time.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface Props {
  label: string;
  /** As the control has it: `2026-12-01T02:00`, Swiss time. */
  value: string;
  optional?: boolean;
  help?: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A day and a time of day. */
export const MomentField = ({ label, value, optional = false, help, error, onChange }: Props) => (
  <Field label={label} optional={optional} help={help} error={error}>
    <Input type="datetime-local" value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
);

/** What the control holds, as the wire has it; undefined while it is not whole. */
export const wireMoment = (value: string): string | undefined =>
  swissInstant(value.slice(0, 10), value.slice(11, 16))?.toISOString();

/** What the control shows for an instant. */
export const shownMoment = (at: Date): string => `${localDate(at)}T${localTime(at)}`;
