import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A link within the back office, by its path below `/betrieb`. */
export const HouseLink = ({ to, ...props }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) => (
  <Link to={to as never} activeProps={{ className: '' }} {...(props as object)} />
);
