import { PAYMENT_METHOD_IDS } from '@samtrot/shared/topups/methods.ts';
import { z } from 'zod';
import {
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
  ProviderUnavailable,
} from '../../../modules/topups/ports.ts';
import { isSigned, SIGNATURE_HEADER } from './signature.ts';

export const MERCHANT = 'samtrot';
/** The payer waits for this answer on the credit page. */
const TIMEOUT_MS = 6_000;

interface Options {
  /** Where the provider's API answers. */
  origin: string;
  apiSecret: string;
  webhookSecret: string;
  /** Where the provider sends the browser back to. */
  returnUrl: string;
  fetch: typeof fetch;
  timeoutMs?: number;
}

const Created = z.object({ id: z.string().min(1).max(200), url: z.url() });
const Status = z.object({
  status: z.enum(['open', 'paid', 'declined', 'cancelled']),
  amount: z.int(),
  currency: z.string(),
  reference: z.string(),
  merchant: z.string(),
  method: z.string().nullable(),
  refunded: z.int(),
  charged_back: z.boolean(),
});
const List = z.object({ payments: z.array(Status.extend({ id: z.string() })) });
const Notification = z.object({ id: z.string().min(1).max(200), payment: z.string().min(1).max(200) });

/** Our side of the sandbox provider: talks to it over HTTP only, as to any other provider. */
export function sandboxClient(options: Options): PaymentProvider {
  const { origin, apiSecret, webhookSecret, returnUrl, timeoutMs = TIMEOUT_MS } = options;

  const ask = async (path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> => {
    try {
      const answer = await options.fetch(`${origin}/sandbox-pay/api${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${apiSecret}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.status >= 500 || answer.status === 429) throw new Error(`status ${answer.status}`);
      return { status: answer.status, body: await answer.json() };
    } catch (cause) {
      throw new ProviderUnavailable('The payment provider does not answer.', { cause });
    }
  };

  return {
    name: 'sandbox',
    merchant: MERCHANT,
    methods: PAYMENT_METHOD_IDS.filter((method) => method !== 'bank_transfer'),

    async create(payment) {
      const { status, body } = await ask('/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': payment.id },
        body: JSON.stringify({
          amount: payment.amountRappen,
          currency: 'CHF',
          reference: payment.id,
          description: payment.description,
          return_url: returnUrl,
        }),
      });
      if (status >= 400) throw new PaymentRefused(`The payment provider refused with ${status}.`);
      const { id, url } = understood(Created, body);
      return { ref: id, url };
    },

    async fetchStatus(ref): Promise<ProviderPayment | undefined> {
      const { status, body } = await ask(`/payments/${encodeURIComponent(ref)}`);
      if (status === 404) return undefined;
      return inOurWords(understood(Status, body));
    },

    async refund({ ref, id, amountRappen }) {
      const { status } = await ask(`/payments/${encodeURIComponent(ref)}/refunds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({ amount: amountRappen }),
      });
      if (status >= 400) throw new PaymentRefused(`The payment provider refused a refund with ${status}.`);
    },

    async list(from, until) {
      const span = new URLSearchParams({ from: from.toISOString(), until: until.toISOString() });
      const { body } = await ask(`/payments?${span}`);
      return understood(List, body).payments.map(({ id, ...payment }) => ({ ref: id, ...inOurWords(payment) }));
    },

    verifyNotification(headers, rawBody, now) {
      if (!isSigned(webhookSecret, headers[SIGNATURE_HEADER], rawBody, now)) return null;
      const notification = Notification.safeParse(parseJson(rawBody));
      return notification.success ? { eventId: notification.data.id, ref: notification.data.payment } : null;
    },
  };
}

const inOurWords = ({ amount, refunded, charged_back, ...payment }: z.infer<typeof Status>): ProviderPayment => ({
  ...payment,
  amountRappen: amount,
  refundedRappen: refunded,
  chargedBack: charged_back,
});

function understood<T>(schema: z.ZodType<T>, body: unknown): T {
  const answer = schema.safeParse(body);
  if (!answer.success) throw new ProviderUnavailable('The payment provider answered in an unknown form.');
  return answer.data;
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
