import { lazyPopup } from '../../ui/lazy.tsx';
import type { CouponProps } from './coupon-question.tsx';

export const CouponDialog = lazyPopup<CouponProps>(
  () => import('./coupon-question.tsx').then((code) => code.CouponQuestion),
  ({ coupon, onClose }) => ({ wanted: coupon !== null, onClose }),
);
