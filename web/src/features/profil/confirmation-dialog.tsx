import { lazyPopup } from '../../ui/lazy.tsx';
import type { ConfirmationProps } from './confirmation-question.tsx';

export const ConfirmationDialog = lazyPopup<ConfirmationProps>(
  () => import('./confirmation-question.tsx').then((code) => code.ConfirmationQuestion),
  ({ confirmation: { open, close } }) => ({ wanted: open, onClose: close }),
);
