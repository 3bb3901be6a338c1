/**
 * `<PhotoTools file={file} onDone={(edited) => …} onCancel={…} />`: crops, turns and hides parts of
 * a picture before it leaves the device.
 */
import { late } from '../../ui/lazy.tsx';

export interface PhotoToolsProps {
  file: File;
  /** A new JPEG file without metadata, at most 4096 px long. */
  onDone: (file: File) => void;
  onCancel: () => void;
}

export const PhotoTools = late<PhotoToolsProps>(
  () => import('./photo-popup.tsx').then(({ PhotoPopup }) => PhotoPopup),
  ({ onCancel }) => ({ wanted: true, onClose: onCancel }),
);
