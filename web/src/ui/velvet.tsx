/** `<Velvet className="balance" seed={5}>…</Velvet>`: the deep red surface with folds, at most once on a screen. */
import { clsx } from 'clsx';
import type { HTMLAttributes } from 'react';
import { Folds } from './folds.tsx';

interface Props extends HTMLAttributes<HTMLElement> {
  seed?: number;
  /** Number of fold lines, and the shape of the drawing. */
  n?: number;
  w?: number;
  h?: number;
  as?: 'section' | 'aside' | 'div';
}

export function Velvet({ seed, n, w, h, as: Tag = 'section', className, children, ...props }: Props) {
  return (
    <Tag className={clsx('velvet', className)} data-slot="velvet" {...props}>
      <Folds seed={seed} n={n} w={w} h={h} />
      {children}
    </Tag>
  );
}
