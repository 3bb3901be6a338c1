/**
 * `<Alert tone="warning">Zahlung wurde abgebrochen.</Alert>`; `live` announces it when it appears.
 */
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './alert.css';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

interface Props {
  tone?: keyof typeof ICONS;
  icon?: LucideIcon;
  live?: boolean;
  /** A button or link under the sentence. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Alert({ tone = 'info', icon, live, action, className, children }: Props) {
  const Icon = icon ?? ICONS[tone];
  return (
    <div
      className={clsx('alert', `alert-${tone}`, className)}
      data-slot="alert"
      role={live ? 'alert' : undefined}
    >
      <Icon className="i" aria-hidden />
      <div className="grow">
        {children}
        {action && <div className="above-2">{action}</div>}
      </div>
    </div>
  );
}
