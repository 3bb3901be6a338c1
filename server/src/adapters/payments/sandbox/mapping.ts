import type { ProviderPayment } from '../../../modules/topups/ports.ts';
import type { Status } from './schemas.ts';

export const toPaymentStatus = ({
  amount,
  refunded,
  charged_back,
  fee,
  ...payment
}: Status): ProviderPayment => ({
  ...payment,
  amountRappen: amount,
  refundedRappen: refunded,
  chargedBack: charged_back,
  feeRappen: fee ?? undefined,
});
