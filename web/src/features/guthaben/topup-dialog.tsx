import { lazyPopup } from '../../ui/lazy.tsx';
import type { TopupProps } from './topup-question.tsx';

export const TopupDialog = lazyPopup<TopupProps>(
  () => import('./topup-question.tsx').then((code) => code.TopupQuestion),
  ({ option, onClose }) => ({ wanted: option !== null, onClose }),
);
