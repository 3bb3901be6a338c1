import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../../platform/crypto.ts';
import { parseJson } from '../parse-json.ts';
import { Notification } from './schemas.ts';

/** `t=<milliseconds>,s0=<hex>`. */
const SIGNATURE_HEADER = 'datatrans-signature';
const TOLERANCE_MS = 5 * 60_000;

/**
 * The event and transaction of a webhook; null unless it was signed over these bytes within five
 * minutes.
 */
export function verifyWebhook(
  signKey: string,
  headers: Record<string, string | string[] | undefined>,
  rawBody: Buffer,
  now: Date,
): { eventId: string; ref: string } | null {
  const eventId = matchingSignature(signKey, headers[SIGNATURE_HEADER], rawBody, now);
  if (eventId === null) return null;
  const notification = Notification.safeParse(parseJson(rawBody));
  return notification.success ? { eventId, ref: notification.data.transactionId } : null;
}

/**
 * The valid signature. A repeated delivery of the same bytes carries the same one, so it also
 * identifies the event.
 */
function matchingSignature(
  signKey: string,
  header: unknown,
  rawBody: Buffer,
  now: Date,
): string | null {
  if (typeof header !== 'string' || header.length > 1000) return null;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const values = (name: string) =>
    parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [timestamp, another] = values('t');
  if (timestamp === undefined || another !== undefined || !/^\d{13}$/.test(timestamp)) return null;
  if (Math.abs(now.getTime() - Number(timestamp)) > TOLERANCE_MS) return null;
  // The dashboard shows the key in hex; its bytes are the key.
  const expected = createHmac('sha256', Buffer.from(signKey, 'hex'))
    .update(timestamp)
    .update(rawBody)
    .digest('hex');
  return values('s0').some((signature) => equalInConstantTime(signature, expected))
    ? expected
    : null;
}
