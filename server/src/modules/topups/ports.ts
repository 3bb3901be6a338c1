import type { Rappen } from '@samtrot/shared/kernel/money.ts';

/** What we ask a provider to collect. */
interface PaymentRequest {
  /** Our payment's id: reference and idempotency key, so that asking twice never makes two. */
  id: string;
  amountRappen: Rappen;
  description: string;
}

/** What the provider says about a payment: the only word that moves money. */
export interface ProviderPayment {
  status: 'open' | 'paid' | 'declined' | 'cancelled';
  amountRappen: Rappen;
  currency: string;
  /** Our payment's id, as the provider kept it. */
  reference: string;
  merchant: string;
  method: string | null;
}

/** A company that collects money on a page of its own. A call that gets no usable answer in a few seconds throws ProviderSilent. */
export interface PaymentProvider {
  name: string;
  /** Who we are at the provider; a payment of anybody else is not ours. */
  merchant: string;
  /** Asking again with the same id answers with the same payment. @throws PaymentRefused, ProviderSilent */
  create(payment: PaymentRequest): Promise<{ ref: string; url: string }>;
  /** Undefined when the provider does not know it. @throws ProviderSilent */
  fetchStatus(ref: string): Promise<ProviderPayment | undefined>;
  /** The payment a notification is about, or null when it was not signed by the provider just now. */
  verifyNotification(
    headers: Record<string, string | string[] | undefined>,
    rawBody: Buffer,
    now: Date,
  ): { eventId: string; ref: string } | null;
}

/** The provider has decided against a payment; trying again is of no use. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}

/** The provider did not answer, or not in a way that can be understood; the same question may be asked again. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}
