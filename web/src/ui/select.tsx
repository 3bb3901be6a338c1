/**
 * `<Select {...register('kanton')} options={[{ value: 'ZH', label: 'Zürich' }]} placeholder="Kanton
 * wählen" />`: the browser's own list.
 */
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useControlProps } from './field.tsx';
import './input.css';

interface Props extends ComponentProps<'select'> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  placeholder?: string;
}

export function Select({ options, placeholder, className, ...props }: Props) {
  return (
    <select
      className={clsx('select', className)}
      data-slot="select"
      {...props}
      {...useControlProps(props)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}
