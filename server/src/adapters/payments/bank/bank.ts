import type { PaymentProvider } from '../../../modules/topups/ports.ts';

/** Bank transfers to our own account, known from imported statements. */
export interface Bank {
  provider: PaymentProvider;
  /** The IBANs of the account; statements of others are refused. */
  accounts: readonly string[];
  /** The payment slip as a PDF. */
  slip(payment: { ref: string; price: number }): Promise<Buffer>;
}
