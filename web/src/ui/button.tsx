/**
 * `<Button variant="primary" icon={Plus} busy={saving} busyLabel="Wird gespeichert
 * …">Speichern</Button>`; `disabled` keeps it focusable.
 */
import { clsx } from 'clsx';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import './button.css';
import './spinner.css';

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'soft'
  | 'ghost'
  | 'link'
  | 'danger'
  | 'danger-quiet'
  | 'velvet'
  | 'velvet-line';

export interface ButtonLook {
  variant?: ButtonVariant;
  /** 52, 44 or 36 px high; the smallest keeps a 44 px hit area. */
  size?: 'lg' | 'md' | 'sm';
  block?: boolean;
}

/** The classes alone, for links that look like buttons. */
export const buttonClass = (
  { variant = 'secondary', size = 'md', block }: ButtonLook,
  className?: string,
) => clsx('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'btn-block', className);

interface Props extends ButtonLook, Omit<ComponentProps<'button'>, 'size'> {
  icon?: LucideIcon;
  iconEnd?: LucideIcon;
  /** Shows the turning icon and `busyLabel`, keeps the width and ignores presses. */
  busy?: boolean;
  busyLabel?: ReactNode;
}

export function Button({
  variant,
  size,
  block,
  icon: Icon,
  iconEnd: IconEnd,
  busy = false,
  busyLabel,
  disabled = false,
  className,
  type = 'button',
  onClick,
  children,
  ...props
}: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || disabled) event.preventDefault();
    else onClick?.(event);
  };
  const rest = (
    <>
      {Icon && <Icon className="i" aria-hidden />}
      {children}
      {IconEnd && <IconEnd className="i" aria-hidden />}
    </>
  );
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, block }, className)}
      data-slot="button"
      data-variant={variant ?? 'secondary'}
      aria-disabled={disabled || busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      {...props}
    >
      {busyLabel === undefined && !busy ? (
        rest
      ) : (
        <span className="btn-labels">
          <span data-hidden={busy || undefined} aria-hidden={busy || undefined}>
            {rest}
          </span>
          {busyLabel !== undefined || busy ? (
            <span data-hidden={!busy || undefined} aria-hidden={!busy || undefined}>
              <LoaderCircle className={clsx('i', busy && 'spinner')} aria-hidden />
              {busyLabel ?? <span className="sr">{children}</span>}
            </span>
          ) : null}
        </span>
      )}
    </button>
  );
}
