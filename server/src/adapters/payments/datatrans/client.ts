import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import type { z } from 'zod';
import { type PaymentProvider, PaymentRefused, ProviderUnavailable } from '../../../modules/topups/ports.ts';
import { inOurWords, METHOD_CODES, Notification, Opened, Refused, Transaction } from './answers.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';

/** The payer waits for this answer on the credit page. */
const TIMEOUT_MS = 6_000;
const CURRENCY = 'CHF';
/** Wrong credentials, too slow, still at the same request, too many: nothing was decided, and asking again may help. */
const UNDECIDED = [401, 403, 408, 409, 425, 429];
const UNKNOWN_TRANSACTION = 'TRANSACTION_NOT_FOUND';

interface Options {
  merchantId: string;
  password: string;
  /** In hex, as the dashboard shows it. */
  signKey: string;
  apiUrl: string;
  /** Where payers are sent to. */
  payUrl: string;
  /** Origin of the portal. */
  publicUrl: string;
  fetch: typeof fetch;
  /** The id of the payment that was opened with this reference. */
  paymentWith(refno: string): Promise<string | undefined>;
  timeoutMs?: number;
}

interface Answer {
  ok: boolean;
  body: unknown;
  /** What was refused, when it was. */
  code?: string;
}

/** Datatrans, as described in docs/decisions/0023-datatrans.md. */
export function datatransClient(options: Options): PaymentProvider {
  const { merchantId, signKey, apiUrl, payUrl, publicUrl, timeoutMs = TIMEOUT_MS } = options;
  const authorization = `Basic ${Buffer.from(`${merchantId}:${options.password}`).toString('base64')}`;

  const ask = async (path: string, post?: { key: string; body: object }): Promise<Answer> => {
    try {
      const answer = await options.fetch(`${apiUrl}/v1/transactions${path}`, {
        ...(post && { method: 'POST', body: JSON.stringify(post.body) }),
        headers: {
          authorization,
          accept: 'application/json',
          ...(post && { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': post.key }),
        },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.status >= 500 || UNDECIDED.includes(answer.status)) throw new Error(`status ${answer.status}`);
      const body: unknown = await answer.json();
      if (answer.ok) return { ok: true, body };
      // A page of some proxy in between has no code, and decides nothing.
      return { ok: false, body, code: Refused.parse(body).error.code };
    } catch (cause) {
      throw new ProviderUnavailable('Datatrans does not answer.', { cause });
    }
  };

  const fetchTransaction = async (ref: string): Promise<Transaction | undefined> => {
    const answer = await ask(`/${encodeURIComponent(ref)}`);
    if (answer.code === UNKNOWN_TRANSACTION) return undefined;
    if (!answer.ok) throw new ProviderUnavailable(`Datatrans does not tell the status: ${answer.code}.`);
    return understood(Transaction, answer.body);
  };

  const wordOn = async (ref: string) => {
    const transaction = await fetchTransaction(ref);
    if (transaction?.type !== 'payment') return undefined;
    const reference = (await options.paymentWith(transaction.refno)) ?? transaction.refno;
    const word = inOurWords(transaction, { reference, merchant: merchantId });
    if (!word) throw new ProviderUnavailable('Datatrans does not tell what was paid.');
    return word;
  };

  return {
    name: 'datatrans',
    merchant: merchantId,
    methods: Object.keys(METHOD_CODES) as PaymentMethod[],

    async create({ id, amountRappen, method }) {
      const back = (status: string) => `${publicUrl}/guthaben?status=${status}&payment=${id}`;
      const code = method && isKnown(method) ? METHOD_CODES[method] : undefined;
      const answer = await ask('', {
        key: id,
        body: {
          currency: CURRENCY,
          refno: refnoOf(id),
          amount: amountRappen,
          autoSettle: true,
          language: 'de',
          ...(code && { paymentMethods: [code] }),
          redirect: {
            successUrl: back('success'),
            cancelUrl: back('cancelled'),
            errorUrl: back('declined'),
            method: 'GET',
          },
          webhook: { url: `${publicUrl}/webhooks/payments/datatrans` },
        },
      });
      if (!answer.ok) throw new PaymentRefused(`Datatrans refused a payment: ${answer.code}.`);
      const { transactionId } = understood(Opened, answer.body);
      return { ref: transactionId, url: `${payUrl}/v1/start/${transactionId}` };
    },

    fetchStatus: wordOn,

    async refund({ ref, id, amountRappen, refundedBefore }) {
      // Keys are forgotten after an hour; what went back already is asked first, so that a lost answer never pays twice.
      const word = await wordOn(ref);
      if (word && word.refundedRappen >= refundedBefore + amountRappen) return;
      const body = { amount: amountRappen, currency: CURRENCY, refno: refnoOf(id) };
      const answer = await ask(`/${encodeURIComponent(ref)}/credit`, { key: id, body });
      if (!answer.ok) throw new PaymentRefused(`Datatrans refused a refund: ${answer.code}.`);
    },

    list: null,

    verifyNotification(headers, rawBody, now) {
      const eventId = signatureOf(signKey, headers[SIGNATURE_HEADER], rawBody, now);
      if (eventId === null) return null;
      const notification = Notification.safeParse(parseJson(rawBody));
      return notification.success ? { eventId, ref: notification.data.transactionId } : null;
    },
  };
}

/** References have at most 20 characters: the first 20 digits of the id, enough to find it again. */
const refnoOf = (id: string) => id.replaceAll('-', '').slice(0, 20);

const isKnown = (method: PaymentMethod): method is keyof typeof METHOD_CODES => method in METHOD_CODES;

function understood<T>(schema: z.ZodType<T>, body: unknown): T {
  const answer = schema.safeParse(body);
  if (!answer.success) throw new ProviderUnavailable('Datatrans answered in an unknown form.', { cause: answer.error });
  return answer.data;
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
