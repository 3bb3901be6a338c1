/**
 * `<Badge tone="brand" icon={Gift}>+ 100 Bonus</Badge>`; `<Count>5</Count>` is the small number in
 * menus and tabs.
 */
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import './badge.css';

export type BadgeTone =
  | 'neutral'
  | 'brand'
  | 'outline'
  | 'solid'
  | 'success'
  | 'warning'
  | 'danger'
  | 'info';

interface Props extends ComponentProps<'span'> {
  tone?: BadgeTone;
  icon?: LucideIcon;
}

export function Badge({ tone = 'neutral', icon: Icon, className, children, ...props }: Props) {
  return (
    <span
      className={clsx('badge', tone !== 'neutral' && `badge-${tone}`, className)}
      data-slot="badge"
      {...props}
    >
      {Icon && <Icon className="i" aria-hidden />}
      {children}
    </span>
  );
}

export const Count = ({ children, hidden }: { children: ReactNode; hidden?: boolean }) => (
  <span className="count num" aria-hidden={hidden}>
    {children}
  </span>
);
