import { equalInConstantTime, hmacHex, sha256Hex } from '../../../platform/crypto.ts';
import { Notification } from './schemas.ts';

const SIGNATURE_HEADER = 'x-webhook-signature';

/**
 * The gateway a webhook is about; null when the signature is wrong. Webhooks carry neither a time
 * nor a number, so a replay only causes another status request, and equal bytes are one event.
 * Anything but a gateway of ours has the reference `-`.
 */
export function verifyWebhook(
  signingKey: string,
  headers: Record<string, string | string[] | undefined>,
  rawBody: Buffer,
): { eventId: string; ref: string } | null {
  const signature = headers[SIGNATURE_HEADER];
  if (typeof signature !== 'string' || rawBody.length === 0) return null;
  if (!equalInConstantTime(signature, hmacHex(signingKey, rawBody))) return null;
  const notification = Notification.safeParse(parsed(rawBody.toString('utf8')));
  const ref = notification.success
    ? String(notification.data.transaction.invoice.paymentRequestId)
    : '-';
  return { eventId: sha256Hex(rawBody), ref };
}

/** JSON, or a form as PHP writes it: which of both is a setting of the webhook. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const paymentRequestId = new URLSearchParams(text).get(
      'transaction[invoice][paymentRequestId]',
    );
    return { transaction: { invoice: { paymentRequestId } } };
  }
}
