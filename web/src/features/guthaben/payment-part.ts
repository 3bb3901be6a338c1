import type { paymentStatus } from '@samtrot/shared/topups/contract.ts';
import type { useRead } from '../../lib/api/api.ts';

export type PaymentView = NonNullable<
  ReturnType<typeof useRead<typeof paymentStatus>>['data']
>['payment'];

/** What the payer asked for a part of what was due. */
export interface Question {
  paymentId: string;
  part: NonNullable<PaymentView['part']>;
  way: 'credits' | 'refund';
}

export const FAILED = 'Das hat nicht geklappt. Bitte versuche es noch einmal.';
