import type { PaymentProvider } from '../../../modules/topups/ports.ts';
import type { Config } from '../../../platform/config.ts';
import { payrexxClient } from './client.ts';

interface Deps {
  config: Pick<Config, 'publicUrl' | 'payments'>;
  fetch: typeof fetch;
}

/** Payrexx with the operator's settings. */
export function payrexxPayments({ config, fetch }: Deps): { provider: PaymentProvider } {
  const { payrexx } = config.payments;
  if (!payrexx) throw new Error('PAYMENT_PROVIDERS: payrexx without its settings.');
  return { provider: payrexxClient({ ...payrexx, returnUrl: `${config.publicUrl}/guthaben`, fetch }) };
}
