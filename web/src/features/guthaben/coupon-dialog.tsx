import { latePopup } from '../../ui/lazy.tsx';
import type { CouponProps } from './coupon-question.tsx';

export const CouponDialog = latePopup<CouponProps>(
  () => import('./coupon-question.tsx').then((code) => code.CouponQuestion),
  ({ coupon, onClose }) => ({ wanted: coupon !== null, onClose }),
);
