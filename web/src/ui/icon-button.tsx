/**
 * `<IconButton icon={RefreshCw} label="Alle Daten aktualisieren" onClick={…} />`: 44 px, named for
 * screen readers, with a tip on hover.
 */
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import './icon-button.css';
import './spinner.css';

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  label: string;
  look?: 'plain' | 'bordered' | 'primary';
  /** Turns the icon and ignores presses. */
  busy?: boolean;
  tipSide?: 'below' | 'left' | 'right' | 'top';
}

export function IconButton({
  icon: Icon,
  label,
  look = 'plain',
  busy,
  tipSide = 'below',
  className,
  disabled,
  onClick,
  ...props
}: Props) {
  return (
    <button
      type="button"
      className={iconButtonClass(look, className)}
      data-slot="icon-button"
      data-tip={label}
      data-tip-side={tipSide}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={disabled || busy || undefined}
      onClick={busy || disabled ? undefined : onClick}
      {...props}
    >
      <Icon className={clsx('i', busy && 'spinner')} aria-hidden />
    </button>
  );
}

export const iconButtonClass = (
  look: 'plain' | 'bordered' | 'primary' = 'plain',
  className?: string,
) => clsx('icon-btn', look !== 'plain' && `icon-btn-${look}`, className);
