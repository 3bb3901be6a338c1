import { z } from 'zod';
import { equalInConstantTime, hmacHex, sha256Hex } from '../../../platform/crypto.ts';

const SIGNATURE_HEADER = 'x-webhook-signature';

const Notification = z.object({
  transaction: z.object({
    invoice: z.object({ paymentRequestId: z.union([z.int().positive(), z.string().regex(/^\d{1,15}$/)]) }),
  }),
});

/**
 * The gateway a webhook is about, or null when Payrexx did not sign it. The signature has no time; a message that comes again
 * only asks again. Payrexx numbers its messages not, so the same bytes are the same message. What is not about a gateway of ours
 * (a payout, a page of the merchant) has the reference `-`, which no payment has.
 */
export function notificationOf(
  signingKey: string,
  headers: Record<string, string | string[] | undefined>,
  rawBody: Buffer,
): { eventId: string; ref: string } | null {
  const signature = headers[SIGNATURE_HEADER];
  if (typeof signature !== 'string' || rawBody.length === 0) return null;
  if (!equalInConstantTime(signature, hmacHex(signingKey, rawBody))) return null;
  const notification = Notification.safeParse(parsed(rawBody.toString('utf8')));
  const ref = notification.success ? String(notification.data.transaction.invoice.paymentRequestId) : '-';
  return { eventId: sha256Hex(rawBody), ref };
}

/** JSON, or a form as PHP writes it: which of both is a setting of the webhook. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const paymentRequestId = new URLSearchParams(text).get('transaction[invoice][paymentRequestId]');
    return { transaction: { invoice: { paymentRequestId } } };
  }
}
