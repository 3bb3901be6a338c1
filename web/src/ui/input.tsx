/**
 * `<Input type="email" autoComplete="email" {...register('email')} />` inside a Field; `icon` puts
 * a glyph at its start.
 */
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useControlProps } from './field.tsx';
import './input.css';

interface Props extends ComponentProps<'input'> {
  icon?: LucideIcon;
  /** A button at the end, such as show or clear. */
  end?: ReactNode;
}

export function Input({ icon: Icon, end, className, type = 'text', ...props }: Props) {
  const control = useControlProps(props);
  const input = (
    <input
      type={type}
      className={clsx('input', end && 'input-with-end', className)}
      data-slot="input"
      {...props}
      {...control}
    />
  );
  if (!Icon && !end) return input;
  return (
    <div className="input-group">
      {Icon && <Icon className="i" aria-hidden />}
      {input}
      {end && <span className="end">{end}</span>}
    </div>
  );
}
