import { francsToRappen, rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { type TopupOption, walletTopup } from '@samtrot/shared/topups/contract.ts';
import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import {
  discountedPrice,
  PAYMENT_REDIRECT_MS,
  topupFailure,
  topupTexts,
  totalCredits,
} from '@samtrot/shared/topups/rules.ts';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { keepNote } from './pending-note.ts';

/**
 * Opens a payment and sends the browser to its page. `busy` from the confirmation until the page is
 * left (GUT-12 to GUT-15).
 */
export function useTopup({
  onOfferChanged,
  onTooManyOpen,
}: {
  onOfferChanged: () => void;
  onTooManyOpen: () => void;
}) {
  const [busy, setBusy] = useState(false);
  useBackFromCache(() => setBusy(false));

  const topup = async (
    option: TopupOption,
    discountPercent: number,
    method: PaymentMethod | null,
  ): Promise<void> => {
    setBusy(true);
    toast.info(topupTexts.preparing);
    try {
      const { payment_id, payment_url } = await call(walletTopup, {
        topup_option_id: option.id,
        amount: option.credits,
        payment_amount: rappenToFrancs(
          discountedPrice(francsToRappen(option.price), discountPercent).price,
        ),
        discount_percent: discountPercent,
        ...(method && { method }),
      });
      if (!payment_url) throw new ApiError('', topupTexts.noUrl);
      keepNote({
        type: 'credit_purchase',
        paymentId: payment_id,
        amount: option.credits,
        bonus: option.bonus,
        total: totalCredits(option),
        timestamp: Date.now(),
      });
      setTimeout(() => location.assign(payment_url), PAYMENT_REDIRECT_MS);
    } catch (error) {
      // Nothing is being prepared any more.
      toast.dismiss(topupTexts.preparing);
      toast.error(failureText(error));
      // Another price, or a way to pay that is closed now.
      if (
        error instanceof ApiError &&
        ['PRICE_CHANGED', 'PAYMENT_UNAVAILABLE'].includes(error.code)
      )
        onOfferChanged();
      if (error instanceof ApiError && error.code === 'TOO_MANY_PENDING') onTooManyOpen();
      setBusy(false);
    }
  };
  return { busy, topup };
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'NETWORK' || error.code === 'UNREADABLE') {
    return topupFailure(undefined) ?? '';
  }
  return topupFailure({ success: false, message: error.message }) ?? '';
}

/**
 * A browser may bring back this very page when the person returns by "back"; it then wakes in the
 * middle of leaving.
 */
function useBackFromCache(wake: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && wake();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  });
}
