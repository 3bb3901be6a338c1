/**
 * `<Card><CardHead title="Banner" id="h-banner">…action…</CardHead>…</Card>`; `flush` for cards
 * that hold a table.
 */
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import './card.css';

export function Card({
  flush,
  className,
  ...props
}: ComponentProps<'section'> & { flush?: boolean }) {
  return (
    <section
      className={clsx('card', flush && 'card-flush', className)}
      data-slot="card"
      {...props}
    />
  );
}

interface HeadProps {
  title: ReactNode;
  id?: string;
  /** `page` is the larger title of a page section, `card` that of an overview card. */
  level?: 'page' | 'card';
  children?: ReactNode;
  className?: string;
}

export function CardHead({ title, id, level = 'card', children, className }: HeadProps) {
  return (
    <div className={clsx('card-head', className)}>
      <h2 className={level === 'page' ? 'h2' : 'h3'} id={id}>
        {title}
      </h2>
      {children}
    </div>
  );
}
