import { lazyPopup } from '../../ui/lazy.tsx';
import type { SwitchProps } from './switch-question.tsx';

export const SwitchDialog = lazyPopup<SwitchProps>(
  () => import('./switch-question.tsx').then((code) => code.SwitchQuestion),
  ({ open, onClose }) => ({ wanted: open, onClose }),
);
