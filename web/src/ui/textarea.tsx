/** `<Textarea rows={6} {...register('beschreibung')} />` inside a Field. */
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useControlProps } from './field.tsx';
import './input.css';

export function Textarea({ className, rows = 5, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={clsx('textarea', className)}
      data-slot="textarea"
      rows={rows}
      {...props}
      {...useControlProps(props)}
    />
  );
}
