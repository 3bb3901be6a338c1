/**
 * `<Velvet className="balance" folds={{ seed: 3 }}>…</Velvet>`: the deep red surface with folds, at
 * most once on a screen.
 */
import { clsx } from 'clsx';
import type { ComponentProps, HTMLAttributes } from 'react';
import { Folds } from './folds.tsx';
import './velvet.css';

interface Props extends HTMLAttributes<HTMLElement> {
  /** The folds of the curtain; their proportions should be about those of the surface. */
  folds?: ComponentProps<typeof Folds>;
  as?: 'section' | 'aside' | 'div';
}

export function Velvet({ folds, as: Tag = 'section', className, children, ...props }: Props) {
  return (
    <Tag className={clsx('velvet', className)} data-slot="velvet" {...props}>
      <Folds {...folds} />
      {children}
    </Tag>
  );
}
