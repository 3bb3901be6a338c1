import type { PaymentProvider } from '../../../modules/topups/ports.ts';
import { paymentBeginningWith } from '../../../modules/topups/service.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db.ts';
import { datatransClient } from './client.ts';

interface Deps {
  config: Pick<Config, 'payments' | 'publicUrl'>;
  db: Database;
  fetch: typeof fetch;
}

export function datatransPayments({ config, db, fetch }: Deps): { provider: PaymentProvider } {
  const settings = config.payments.datatrans;
  if (!settings) throw new Error('PAYMENT_PROVIDERS has datatrans, whose settings are missing.');
  return {
    provider: datatransClient({
      ...{ ...settings, publicUrl: config.publicUrl, fetch },
      paymentWith: (refno) => db.transaction().execute((sql) => paymentBeginningWith(sql, 'datatrans', refno)),
    }),
  };
}
