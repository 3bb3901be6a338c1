import { z } from 'zod';
import { type BankSettings, bankConfig, bankProblems, bankSettings } from './bank-settings.ts';

const PROVIDER_NAMES = ['sandbox', 'payrexx', 'datatrans', 'bank'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** An address without a slash at its end. */
const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** Settings of the payment providers; the ones of a provider are needed only when it is switched on. */
export const paymentSettings = {
  PAYMENT_PROVIDERS: z
    .string()
    .default('sandbox,bank')
    .transform((list) => [...new Set(list.split(',').map((name) => name.trim()))])
    .pipe(z.array(z.enum(PROVIDER_NAMES))),
  PAYREXX_INSTANCE: z
    .string()
    .regex(/^[a-z\d][a-z\d-]{0,62}$/i, 'the name before .payrexx.com')
    .optional(),
  PAYREXX_API_SECRET: z.string().optional(),
  PAYREXX_WEBHOOK_SECRET: z.string().min(8).optional(),
  PAYREXX_BASE_URL: origin.default('https://api.payrexx.com/v1.16'),
  DATATRANS_MERCHANT_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'digits only')
    .optional(),
  DATATRANS_PASSWORD: z.string().optional(),
  DATATRANS_SIGN_KEY: z
    .string()
    .regex(/^([\da-f]{2}){16,128}$/i, 'the key in hex, as the dashboard shows it')
    .optional(),
  DATATRANS_BASE_URL: origin.default('https://api.datatrans.com'),
  DATATRANS_PAY_URL: origin.default('https://pay.datatrans.com'),
  ...bankSettings,
};
const all = z.object(paymentSettings);

export interface PaymentConfig {
  /** What is switched on; the first that takes a way to pay gets it. */
  providers: readonly ProviderName[];
  /** Null while its settings are incomplete. */
  payrexx: PayrexxSettings | null;
  /** Null while its settings are incomplete. */
  datatrans: DatatransSettings | null;
  bank: BankSettings;
}

interface PayrexxSettings {
  instance: string;
  apiSecret: string;
  /** The signing key of the webhook. */
  webhookSecret: string;
  baseUrl: string;
}

interface DatatransSettings {
  merchantId: string;
  password: string;
  /** In hex. */
  signKey: string;
  apiUrl: string;
  payUrl: string;
}

export function paymentConfig(values: z.output<typeof all>): PaymentConfig {
  return {
    providers: values.PAYMENT_PROVIDERS,
    payrexx: payrexxConfig(values),
    datatrans: datatransConfig(values),
    bank: bankConfig(values),
  };
}

function payrexxConfig(values: z.output<typeof all>): PayrexxSettings | null {
  const { PAYREXX_INSTANCE: instance, PAYREXX_API_SECRET: apiSecret, PAYREXX_WEBHOOK_SECRET: webhookSecret } = values;
  if (!instance || !apiSecret || !webhookSecret) return null;
  return { instance, apiSecret, webhookSecret, baseUrl: values.PAYREXX_BASE_URL };
}

function datatransConfig(values: z.output<typeof all>): DatatransSettings | null {
  const { DATATRANS_MERCHANT_ID: merchantId, DATATRANS_PASSWORD: password, DATATRANS_SIGN_KEY: signKey } = values;
  if (!merchantId || !password || !signKey) return null;
  return { merchantId, password, signKey, apiUrl: values.DATATRANS_BASE_URL, payUrl: values.DATATRANS_PAY_URL };
}

/** What keeps the switched-on providers from working. */
export function paymentProblems(values: z.output<typeof all>, production: boolean): string[] {
  const { PAYMENT_PROVIDERS: providers } = values;
  return [
    ...(production && providers.includes('sandbox') ? ['PAYMENT_PROVIDERS: the sandbox takes no real money'] : []),
    ...(providers.includes('payrexx') ? payrexxProblems(values, production) : []),
    ...(providers.includes('datatrans') ? datatransProblems(values, production) : []),
    ...(providers.includes('bank') ? bankProblems(values, production) : []),
  ];
}

function payrexxProblems(values: z.output<typeof all>, production: boolean): string[] {
  const needed = ['PAYREXX_INSTANCE', 'PAYREXX_API_SECRET', 'PAYREXX_WEBHOOK_SECRET'] as const;
  const problems = needed.filter((name) => !values[name]).map((name) => `${name} is missing`);
  if (production && !values.PAYREXX_BASE_URL.startsWith('https://'))
    problems.push('PAYREXX_BASE_URL must begin with https://');
  return problems;
}

function datatransProblems(values: z.output<typeof all>, production: boolean): string[] {
  const needed = ['DATATRANS_MERCHANT_ID', 'DATATRANS_PASSWORD', 'DATATRANS_SIGN_KEY'] as const;
  const problems = needed.filter((name) => !values[name]).map((name) => `${name} is missing`);
  if (!production) return problems;
  for (const name of ['DATATRANS_BASE_URL', 'DATATRANS_PAY_URL'] as const) {
    if (!values[name].startsWith('https://')) problems.push(`${name} must begin with https://`);
    if (values[name].includes('.sandbox.')) problems.push(`${name}: the sandbox of Datatrans takes no real money`);
  }
  return problems;
}
