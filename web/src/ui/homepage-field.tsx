import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { withHttps } from '@samtrot/shared/kernel/web-address.ts';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

interface Props {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  onLeave: () => void;
}

/** The address of a website of one's own; without a scheme it gets https when it is left. */
export function HomepageField({ id, label, value, onChange, error, onLeave }: Props) {
  return (
    <Field id={id} label={label} optional error={error}>
      <Input
        name="homepage"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          const homepage = withHttps(tidyLine(value));
          if (homepage !== value) onChange(homepage);
          onLeave();
        }}
      />
    </Field>
  );
}
