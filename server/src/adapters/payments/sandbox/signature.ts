import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../../platform/crypto.ts';

/** `t=<seconds>,v1=<hex>`; several `v1` while the provider changes its key. */
export const SIGNATURE_HEADER = 'sandbox-signature';
const TOLERANCE_SECONDS = 300;

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

const mac = (secret: string, timestamp: number, rawBody: Buffer | string) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');

/** The header that proves a body was sent by the holder of the secret at this time. */
export function signatureOf(secret: string, rawBody: Buffer | string, at: Date): string {
  return `t=${seconds(at)},v1=${mac(secret, seconds(at), rawBody)}`;
}

/** Whether one of the signatures fits these very bytes and was made within five minutes. */
export function isSigned(secret: string, header: unknown, rawBody: Buffer, now: Date): boolean {
  if (typeof header !== 'string' || header.length > 1000) return false;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const values = (name: string) => parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [timestamp, another] = values('t');
  if (timestamp === undefined || another !== undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(seconds(now) - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = mac(secret, Number(timestamp), rawBody);
  return values('v1').some((signature) => equalInConstantTime(signature, expected));
}
