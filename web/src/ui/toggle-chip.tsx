/**
 * `<ToggleChip pressed={chosen} onPress={…} extra="+ 5">Zürich</ToggleChip>` inside a
 * `<ChipGroup>`; `extra` is its price.
 */
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import './toggle-chip.css';

interface Props extends Omit<ComponentProps<'button'>, 'onClick'> {
  pressed: boolean;
  onPress: (pressed: boolean) => void;
  extra?: ReactNode;
}

export function ToggleChip({
  pressed,
  onPress,
  extra,
  disabled,
  className,
  children,
  ...props
}: Props) {
  return (
    <button
      type="button"
      className={clsx('chip hit', className)}
      data-slot="toggle-chip"
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : () => onPress(!pressed)}
      {...props}
    >
      {pressed && <Check className="i" aria-hidden />}
      {children}
      {extra && <span className="plus num">{extra}</span>}
    </button>
  );
}
