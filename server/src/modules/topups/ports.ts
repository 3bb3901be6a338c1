import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import type * as contract from '@samtrot/shared/topups/contract.ts';
import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';

/** What we ask a provider to collect. */
interface PaymentRequest {
  /** Our payment's id: reference and idempotency key, so that asking twice never makes two. */
  id: string;
  amountRappen: Rappen;
  description: string;
  /** Null: chosen on the provider's page. */
  method: PaymentMethod | null;
}

/** The status of a payment at the provider: the only source that moves money. */
export interface ProviderPayment {
  status: 'open' | 'paid' | 'declined' | 'cancelled';
  amountRappen: Rappen;
  currency: string;
  /** Our payment's id, as the provider kept it. */
  reference: string;
  merchant: string;
  method: string | null;
  /** What went back to the payer so far, on our order or the provider's. */
  refundedRappen: Rappen;
  /** The payer's bank took all of it back. */
  chargedBack: boolean;
  /** What the provider keeps of it; absent where its interface does not state it. */
  feeRappen?: Rappen | undefined;
}

/** Without a `ref` it is everything that was paid under its reference. */
export interface ListedPayment extends ProviderPayment {
  ref: string | null;
}

export interface RefundRequest {
  ref: string;
  /** Our refund's id: asking twice with the same never pays back twice. */
  id: string;
  amountRappen: Rappen;
  /** Refunded before this one, for providers without idempotency keys. */
  refundedBefore: Rappen;
}

/** What a payer needs to transfer the money without a page of the provider. */
type Transfer = NonNullable<Output<typeof contract.paymentStatus>['payment']['transfer']>;

/**
 * Somebody who collects money for us, on a page of theirs or, by bank transfer, of ours. A call
 * that gets no usable answer in a few seconds throws ProviderUnavailable.
 */
export interface PaymentProvider {
  name: string;
  /** Who we are at the provider; a payment of anybody else is not ours. */
  merchant: string;
  /** Ways to pay that it takes. */
  methods: readonly PaymentMethod[];
  /**
   * How long a payment may stay open, and the pauses in minutes between two polls; by default a
   * week, and soon hourly.
   */
  pollingSchedule?: { giveUpMs: number; pausesMinutes: number[] };
  /**
   * Idempotent: the same id returns the same payment. @throws PaymentRefused, ProviderUnavailable
   */
  create(payment: PaymentRequest): Promise<{ ref: string; url: string }>;
  /** Undefined when the provider does not know it. @throws ProviderUnavailable */
  fetchStatus(ref: string): Promise<ProviderPayment | undefined>;
  /** Pays a part or all of it back. @throws PaymentRefused, ProviderUnavailable, RefundByHand */
  refund(refund: RefundRequest): Promise<void>;
  /**
   * Everything that was paid in this time, for the comparison with our books; null for a provider
   * that gives no list.
   */
  list: ((from: Date, until: Date) => Promise<ListedPayment[]>) | null;
  /** Only of a provider whose payments are transferred by hand; of one that waits for its money. */
  transferOf?(payment: { id: string; ref: string; price: Rappen }): Transfer;
  /**
   * The payment a notification is about, or null when it was not signed by the provider just now.
   */
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

/** An operator pays it back by hand; the provider says later, by `refundPaid`, that it was paid. */
export class RefundByHand extends Error {
  override name = 'RefundByHand';
  /** What the operator needs for it: figures and references. */
  readonly order: object;

  constructor(order: object) {
    super('The refund is paid by hand.');
    this.order = order;
  }
}

/**
 * The provider did not answer, or not in a way that can be understood; the same question may be
 * asked again.
 */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}
