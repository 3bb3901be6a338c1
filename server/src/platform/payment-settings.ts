import { z } from 'zod';

const PROVIDER_NAMES = ['sandbox', 'payrexx', 'datatrans', 'bank'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Settings of the payment providers; the ones of a provider are needed only when it is switched on. */
export const paymentSettings = {
  PAYMENT_PROVIDERS: z
    .string()
    .default('sandbox')
    .transform((list) => [...new Set(list.split(',').map((name) => name.trim()))])
    .pipe(z.array(z.enum(PROVIDER_NAMES))),
};
const all = z.object(paymentSettings);

export interface PaymentConfig {
  /** What is switched on; the first that takes a way to pay gets it. */
  providers: readonly ProviderName[];
}

export function paymentConfig(values: z.output<typeof all>): PaymentConfig {
  return { providers: values.PAYMENT_PROVIDERS };
}

/** What keeps the switched-on providers from working. */
export function paymentProblems(values: z.output<typeof all>, production: boolean): string[] {
  const { PAYMENT_PROVIDERS: providers } = values;
  return production && providers.includes('sandbox') ? ['PAYMENT_PROVIDERS: the sandbox takes no real money'] : [];
}
