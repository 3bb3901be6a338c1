/** `<PhotoTools file={file} onDone={(edited) => …} onCancel={…} />`: crops, turns and hides parts of a picture before it leaves the device. */
import { lazy, Suspense } from 'react';

export interface PhotoToolsProps {
  file: File;
  /** A new JPEG file without metadata, at most 4096 px long. */
  onDone: (file: File) => void;
  onCancel: () => void;
}

const PhotoPopup = lazy(() => import('./photo-popup.tsx').then(({ PhotoPopup }) => ({ default: PhotoPopup })));

export const PhotoTools = (props: PhotoToolsProps) => (
  <Suspense fallback={null}>
    <PhotoPopup {...props} />
  </Suspense>
);
