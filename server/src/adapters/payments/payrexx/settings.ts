import { z } from 'zod';
import { defineSettings, originSetting } from '../../../platform/settings.ts';

export interface PayrexxSettings {
  instance: string;
  apiSecret: string;
  /** The signing key of the webhook. */
  webhookSecret: string;
  baseUrl: string;
}

const REQUIRED = ['PAYREXX_INSTANCE', 'PAYREXX_API_SECRET', 'PAYREXX_WEBHOOK_SECRET'] as const;

export const payrexxSettings = defineSettings({
  shape: {
    PAYREXX_INSTANCE: z
      .string()
      .regex(/^[a-z\d][a-z\d-]{0,62}$/i, 'the name before .payrexx.com')
      .optional(),
    PAYREXX_API_SECRET: z.string().optional(),
    PAYREXX_WEBHOOK_SECRET: z.string().min(8).optional(),
    PAYREXX_BASE_URL: originSetting.default('https://api.payrexx.com/v1.16'),
  },
  problems(values, mode) {
    const problems = REQUIRED.filter((name) => !values[name]).map((name) => `${name} is missing`);
    if (mode === 'production' && !values.PAYREXX_BASE_URL.startsWith('https://'))
      problems.push('PAYREXX_BASE_URL must begin with https://');
    return problems;
  },
  /** Null while they are incomplete. */
  config(values): PayrexxSettings | null {
    const {
      PAYREXX_INSTANCE: instance,
      PAYREXX_API_SECRET: apiSecret,
      PAYREXX_WEBHOOK_SECRET: webhookSecret,
    } = values;
    if (!instance || !apiSecret || !webhookSecret) return null;
    return { instance, apiSecret, webhookSecret, baseUrl: values.PAYREXX_BASE_URL };
  },
});
