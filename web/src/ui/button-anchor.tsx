/**
 * `<ButtonAnchor href="/auth/register" variant="primary">Registrieren</ButtonAnchor>`: for the
 * documents without router and addresses outside.
 */
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';

interface Props extends ButtonLook, ComponentProps<'a'> {
  icon?: LucideIcon;
  iconEnd?: LucideIcon;
}

export function ButtonAnchor({
  variant,
  size,
  block,
  icon: Icon,
  iconEnd: IconEnd,
  className,
  children,
  ...props
}: Props) {
  return (
    <a
      className={buttonClass({ variant, size, block }, className)}
      data-slot="button"
      data-variant={variant ?? 'secondary'}
      {...props}
    >
      {Icon && <Icon className="i" aria-hidden />}
      {children}
      {IconEnd && <IconEnd className="i" aria-hidden />}
    </a>
  );
}
