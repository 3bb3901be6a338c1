/**
 * `<MonthSlider label="Laufzeit" min={1} max={12} value={4} onChange={…} />`: whole months, by
 * pointer, finger and keyboard.
 */
import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import type { CSSProperties } from 'react';
import { Field, useControlProps } from './field.tsx';
import './month-slider.css';

interface Props {
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (months: number) => void;
  id?: string;
  error?: string | undefined;
  help?: string;
}

export function MonthSlider({ label, id, error, help, ...slider }: Props) {
  return (
    <Field
      label={label}
      counter={monthsLabel(slider.value)}
      error={error}
      help={help}
      {...(id && { id })}
    >
      <Slider {...slider} />
    </Field>
  );
}

function Slider({ min, max, value, onChange }: Pick<Props, 'min' | 'max' | 'value' | 'onChange'>) {
  const filled = { '--filled': (value - min) / (max - min) } as CSSProperties;
  return (
    <input
      {...useControlProps({})}
      type="range"
      className="month-slider"
      data-slot="slider"
      min={min}
      max={max}
      value={value}
      step={1}
      aria-valuetext={monthsLabel(value)}
      style={filled}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
