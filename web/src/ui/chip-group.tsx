/** `<ChipGroup aria-labelledby="…">{chips}</ChipGroup>`: chips in rows, one Tab stop. */
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useRoving } from './use-roving.ts';
import './toggle-chip.css';

export const ChipGroup = ({ className, ...props }: ComponentProps<'div'>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a wrapping row
  <div role="group" className={clsx('chips', className)} {...useRoving()} {...props} />
);
