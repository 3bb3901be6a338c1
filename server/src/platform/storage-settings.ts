import { z } from 'zod';

/** Where files are kept: on the disk, or in a bucket that speaks S3. */
export const storageSettings = {
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
};
const all = z.object(storageSettings);

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** What stands before every name; empty or with a slash at its end. */
  prefix: string;
}

/** Null while files are kept on the disk. */
export function s3Config(values: z.output<typeof all>): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = values;
  if (!endpoint || !bucket || !accessKey || !secretKey) return null;
  return { endpoint, bucket, accessKey, secretKey, region: values.S3_REGION, prefix: values.S3_PREFIX };
}

/** A bucket that is half set must not end as files on the disk. */
export function storageProblems(values: z.output<typeof all>, production: boolean): string[] {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
  const missing = needed.filter((name) => !values[name]);
  const problems = missing.length === needed.length ? [] : missing.map((name) => `${name} is missing`);
  if (production && values.S3_ENDPOINT?.startsWith('http:')) problems.push('S3_ENDPOINT must begin with https://');
  return problems;
}
