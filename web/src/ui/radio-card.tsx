/**
 * `<RadioCard name="paket" value="free" checked={…} onChange={…} title="Gratis" end="0 Credits">30
 * Tage</RadioCard>`: the card is the target.
 */
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import './checkbox.css';
import './field.css';
import './radio-card.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'title'> {
  title: ReactNode;
  /** At the right, usually the price. */
  end?: ReactNode;
}

export function RadioCard({ title, end, className, children, ...props }: Props) {
  return (
    <label className={clsx('choice focus-frame', className)} data-slot="radio-card">
      <input type="radio" className="radio" {...props} />
      <span className="grow">
        <span className="title">{title}</span>
        {children && <span className="help">{children}</span>}
      </span>
      {end !== undefined && <span className="end num">{end}</span>}
    </label>
  );
}

/** A plain radio button with its label. */
export function Radio({ className, children, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={clsx('check', className)}>
      <input type="radio" className="radio" data-slot="radio" {...props} />
      <span>{children}</span>
    </label>
  );
}
