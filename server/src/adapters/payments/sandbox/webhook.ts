import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../../platform/crypto.ts';
import { parseJson } from '../parse-json.ts';
import { Notification } from './schemas.ts';

/** `t=<seconds>,v1=<hex>`; several `v1` during a key rotation. */
export const SIGNATURE_HEADER = 'sandbox-signature';
const TOLERANCE_SECONDS = 300;

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

const mac = (secret: string, timestamp: number, rawBody: Buffer | string) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');

/** The signature header of a body that is sent at this time. */
export function signatureOf(secret: string, rawBody: Buffer | string, at: Date): string {
  return `t=${seconds(at)},v1=${mac(secret, seconds(at), rawBody)}`;
}

/** Whether one of the signatures is over these bytes and at most five minutes old. */
export function isSigned(secret: string, header: unknown, rawBody: Buffer, now: Date): boolean {
  if (typeof header !== 'string' || header.length > 1000) return false;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const values = (name: string) =>
    parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [timestamp, another] = values('t');
  if (timestamp === undefined || another !== undefined || !/^\d{1,12}$/.test(timestamp))
    return false;
  if (Math.abs(seconds(now) - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = mac(secret, Number(timestamp), rawBody);
  return values('v1').some((signature) => equalInConstantTime(signature, expected));
}

/** The event and payment of a webhook; null when the signature is wrong or too old. */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  rawBody: Buffer,
  now: Date,
): { eventId: string; ref: string } | null {
  if (!isSigned(secret, headers[SIGNATURE_HEADER], rawBody, now)) return null;
  const notification = Notification.safeParse(parseJson(rawBody));
  return notification.success
    ? { eventId: notification.data.id, ref: notification.data.payment }
    : null;
}
