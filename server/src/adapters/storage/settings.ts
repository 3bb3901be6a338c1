import { z } from 'zod';
import { defineSettings } from '../../platform/settings.ts';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Prefix of every name; empty or with a trailing slash. */
  prefix: string;
}

const REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

/** The S3 bucket for files; without it they are on disk. */
export const storageSettings = defineSettings({
  shape: {
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_REGION: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .default('us-east-1'),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'the name of a bucket')
      .optional(),
    S3_ACCESS_KEY: z.string().optional(),
    S3_SECRET_KEY: z.string().optional(),
    S3_PREFIX: z
      .string()
      .regex(/^([\w.-]+\/)*$/, 'folders, each with a slash at its end')
      .default(''),
  },
  // An incomplete bucket configuration must not fall back to the disk.
  problems(values, mode) {
    const missing = REQUIRED.filter((name) => !values[name]);
    const problems =
      missing.length === REQUIRED.length ? [] : missing.map((name) => `${name} is missing`);
    if (mode === 'production' && values.S3_ENDPOINT?.startsWith('http:'))
      problems.push('S3_ENDPOINT must begin with https://');
    return problems;
  },
  config(values): S3Settings | null {
    const {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    } = values;
    if (!endpoint || !bucket || !accessKey || !secretKey) return null;
    return {
      endpoint,
      bucket,
      accessKey,
      secretKey,
      region: values.S3_REGION,
      prefix: values.S3_PREFIX,
    };
  },
});
