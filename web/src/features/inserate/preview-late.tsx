import { useEffect, useState } from 'react';
import type { PreviewPanel } from './preview-panel.tsx';

type Props = Parameters<typeof PreviewPanel>[0];
type Code = typeof PreviewPanel;

/** Once loaded it renders at once. */
let known: Code | null = null;

/** The preview, as soon as its code is there: the page around it is whole without. */
export function LatePreview(props: Props) {
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
  return Panel && <Panel.Code {...props} />;
}
