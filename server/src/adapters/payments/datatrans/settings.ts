import { z } from 'zod';
import { defineSettings, originSetting } from '../../../platform/settings.ts';

export interface DatatransSettings {
  merchantId: string;
  password: string;
  /** In hex, as the dashboard shows it. */
  signKey: string;
  apiUrl: string;
  /** Where payers are sent to. */
  payUrl: string;
}

const REQUIRED = ['DATATRANS_MERCHANT_ID', 'DATATRANS_PASSWORD', 'DATATRANS_SIGN_KEY'] as const;
const ADDRESSES = ['DATATRANS_BASE_URL', 'DATATRANS_PAY_URL'] as const;

export const datatransSettings = defineSettings({
  shape: {
    DATATRANS_MERCHANT_ID: z
      .string()
      .regex(/^\d{1,20}$/, 'digits only')
      .optional(),
    DATATRANS_PASSWORD: z.string().optional(),
    DATATRANS_SIGN_KEY: z
      .string()
      .regex(/^([\da-f]{2}){16,128}$/i, 'the key in hex, as the dashboard shows it')
      .optional(),
    DATATRANS_BASE_URL: originSetting.default('https://api.datatrans.com'),
    DATATRANS_PAY_URL: originSetting.default('https://pay.datatrans.com'),
  },
  problems(values, mode) {
    const problems = REQUIRED.filter((name) => !values[name]).map((name) => `${name} is missing`);
    if (mode !== 'production') return problems;
    for (const name of ADDRESSES) {
      if (!values[name].startsWith('https://')) problems.push(`${name} must begin with https://`);
      if (values[name].includes('.sandbox.'))
        problems.push(`${name}: the sandbox of Datatrans takes no real money`);
    }
    return problems;
  },
  /** Null while they are incomplete. */
  config(values): DatatransSettings | null {
    const {
      DATATRANS_MERCHANT_ID: merchantId,
      DATATRANS_PASSWORD: password,
      DATATRANS_SIGN_KEY: signKey,
    } = values;
    if (!merchantId || !password || !signKey) return null;
    return {
      merchantId,
      password,
      signKey,
      apiUrl: values.DATATRANS_BASE_URL,
      payUrl: values.DATATRANS_PAY_URL,
    };
  },
});
