/** `<Tooltip text="Erst nach der Freigabe"><Badge>Ausstehend</Badge></Tooltip>`: on hover and focus; the text is also read out. */
import type { ReactNode } from 'react';

interface Props {
  text: string;
  side?: 'below' | 'left' | 'right' | 'top';
  children: ReactNode;
}

export function Tooltip({ text, side = 'top', children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the tip must be reachable without a pointer
    <span data-slot="tooltip" data-tip={text} data-tip-side={side} tabIndex={0} style={{ display: 'inline-flex' }}>
      {children}
      <span className="sr">{text}</span>
    </span>
  );
}
