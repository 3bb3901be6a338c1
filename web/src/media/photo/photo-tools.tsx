/**
 * `<PhotoTools file={file} onDone={(edited) => …} onCancel={…} />`: crops, turns and hides parts of
 * a picture before it leaves the device.
 */
import { lazy } from '../../ui/lazy.tsx';
import type { Tool } from './tool-options.tsx';

export interface PhotoToolsProps {
  file: File;
  /** What is chosen at first; otherwise cropping. */
  tool?: Tool;
  /** A new JPEG file without metadata, at most 4096 px long. */
  onDone: (file: File) => void;
  onCancel: () => void;
}

export const PhotoTools = lazy<PhotoToolsProps>(
  () => import('./photo-popup.tsx').then(({ PhotoPopup }) => PhotoPopup),
  ({ onCancel }) => ({ wanted: true, onClose: onCancel }),
);
