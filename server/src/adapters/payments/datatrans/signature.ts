import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../../platform/crypto.ts';

/** `t=<milliseconds>,s0=<hex>`. */
export const SIGNATURE_HEADER = 'datatrans-signature';
const TOLERANCE_MS = 5 * 60_000;

/**
 * The signature that fits these very bytes and was made within five minutes; null without one. A message that is sent again as it
 * was has the same one, so it also names the message.
 */
export function signatureOf(signKey: string, header: unknown, rawBody: Buffer, now: Date): string | null {
  if (typeof header !== 'string' || header.length > 1000) return null;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const values = (name: string) => parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [timestamp, another] = values('t');
  if (timestamp === undefined || another !== undefined || !/^\d{13}$/.test(timestamp)) return null;
  if (Math.abs(now.getTime() - Number(timestamp)) > TOLERANCE_MS) return null;
  // The key is handed out in hex; what signs are its bytes.
  const expected = createHmac('sha256', Buffer.from(signKey, 'hex')).update(timestamp).update(rawBody).digest('hex');
  return values('s0').some((signature) => equalInConstantTime(signature, expected)) ? expected : null;
}
