/** `<ButtonLink to="/guthaben" variant="secondary" icon={Wallet}>Guthaben aufladen</ButtonLink>`: a link of the application that looks like a button. */
import { createLink } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';

interface Props extends ButtonLook, ComponentProps<'a'> {
  icon?: LucideIcon;
  iconEnd?: LucideIcon;
}

/** The same for an address outside the application, and for the documents that know no router. */
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

export const ButtonLink = createLink(ButtonAnchor);
