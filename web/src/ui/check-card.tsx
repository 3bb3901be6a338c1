/** `<CheckCard checked={topAd} onChange={…} title="TopAd" end="80 Credits">24 Stunden zuoberst</CheckCard>`: the card is the target. */
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'title'> {
  title: ReactNode;
  end?: ReactNode;
}

export function CheckCard({ title, end, className, children, ...props }: Props) {
  return (
    <label className={clsx('choice', className)} data-slot="check-card">
      <input type="checkbox" className="box" {...props} />
      <span className="grow">
        <span className="title">{title}</span>
        {children && <span className="help">{children}</span>}
      </span>
      {end !== undefined && <span className="end num">{end}</span>}
    </label>
  );
}
