/**
 * `<Checkbox {...register('bleiben')}>Angemeldet bleiben</Checkbox>`: box and label are one 44 px
 * target.
 */
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import './checkbox.css';

export function Checkbox({ className, children, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={clsx('check', className)}>
      <input type="checkbox" className="box" data-slot="checkbox" {...props} />
      <span>{children}</span>
    </label>
  );
}
