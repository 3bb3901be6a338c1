import { useState } from 'react';
import { CountrySelect } from './country-select.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import {
  digitsOf,
  type Phone,
  phoneFromWire,
  phoneToWire,
  shownPhone,
  typedPhone,
} from './phone.ts';
import './country-select.css';

interface PhoneFieldProps {
  id: string;
  label: string;
  dialLabel: string;
  /** E.164, or as far as it is typed. */
  value: string;
  onChange: (wire: string) => void;
  error: string | undefined;
  onLeave: () => void;
  help?: string;
}

/** A number with its country, kept as E.164 as soon as it is whole. */
export function PhoneField({
  id,
  label,
  dialLabel,
  value,
  onChange,
  error,
  onLeave,
  help,
}: PhoneFieldProps) {
  const [phone, setPhone] = useState(() => phoneFromWire(value));
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Another number from outside, such as that of a restored draft.
    if (phoneToWire(phone) !== value) setPhone(phoneFromWire(value));
  }
  const { country, number } = phone;
  const set = (next: Phone) => {
    setPhone(next);
    onChange(phoneToWire(next));
  };
  const digits = digitsOf(number).length;
  return (
    <Field
      id={id}
      label={label}
      counter={digits === 1 ? '1 Ziffer' : `${digits} Ziffern`}
      error={error}
      help={help}
    >
      <div className="tel">
        <CountrySelect
          id={`${id}-land`}
          label={dialLabel}
          value={country}
          onChange={(chosen) => set({ country: chosen, number })}
        />
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={number}
          onChange={(event) => set(typedPhone(country, event.target.value))}
          onBlur={() => {
            setPhone(shownPhone(phone));
            onLeave();
          }}
          maxLength={30}
          placeholder={country === 'CH' ? '079 123 45 67' : undefined}
        />
      </div>
    </Field>
  );
}
