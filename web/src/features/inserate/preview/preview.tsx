import { useState } from 'react';
import { DESKTOP, useMediaQuery } from '../../../lib/page/media-query.ts';
import { lazy } from '../../../ui/lazy.tsx';
import { LazyPreview } from './preview-lazy.tsx';
import type { PreviewProps } from './preview-panel.tsx';
import type { PreviewSheet } from './preview-sheet.tsx';
import './preview.css';

type SheetProps = Parameters<typeof PreviewSheet>[0];

const LazySheet = lazy<SheetProps>(
  () => import('./preview-sheet.tsx').then((code) => code.PreviewSheet),
  ({ open, onClose }) => ({ wanted: open, onClose }),
);

/** Over the page; its code comes when it is first opened. */
export function PreviewOverPage(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted && <LazySheet {...props} />;
}

/** Beside the form, which keeps its room until it is there. */
export function PreviewBeside(props: PreviewProps) {
  const desktop = useMediaQuery(DESKTOP);
  return <div className="card preview-beside">{desktop && <LazyPreview {...props} beside />}</div>;
}
