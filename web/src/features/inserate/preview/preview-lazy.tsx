import { type ReactNode, useEffect, useState } from 'react';
import type { Props as PanelProps, PreviewPanel } from './preview-panel.tsx';

interface Props extends PanelProps {
  /** Stands there until the ad has been read. */
  instead?: ReactNode;
}
type Code = typeof PreviewPanel;

/** Once loaded it renders at once. */
let known: Code | null = null;

/** The preview, as soon as its code is there: the page around it is whole without. */
export function LazyPreview({ instead, ...props }: Props) {
  const [Panel, setPanel] = useState<{ Code: Code } | null>(known && { Code: known });
  useEffect(() => {
    if (Panel) return;
    import('./preview-panel.tsx').then(
      ({ PreviewPanel }) => {
        known = PreviewPanel;
        setPanel({ Code: PreviewPanel });
      },
      () => {},
    );
  }, [Panel]);
  return instead || (Panel && <Panel.Code {...props} />);
}
