import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import {
  type PaymentProvider,
  PaymentRefused,
  ProviderUnavailable,
} from '../../../modules/topups/ports.ts';
import { paymentBeginningWith } from '../../../modules/topups/service.ts';
import type { PaymentAdapter } from '../adapter.ts';
import { type ClientOptions, datatransClient, parseResponse } from './client.ts';
import { METHOD_CODES, toPaymentStatus } from './mapping.ts';
import { Created, Transaction } from './schemas.ts';
import { type DatatransSettings, datatransSettings } from './settings.ts';
import { verifyWebhook } from './webhook.ts';

const CURRENCY = 'CHF';
const UNKNOWN_TRANSACTION = 'TRANSACTION_NOT_FOUND';

interface Options extends ClientOptions, DatatransSettings {
  /** Origin of the portal. */
  publicUrl: string;
  /** The id of the payment that was created with this reference. */
  paymentWith(refno: string): Promise<string | undefined>;
}

/** Datatrans, as described in docs/decisions/0023-datatrans.md. */
function datatransProvider(options: Options): PaymentProvider {
  const { merchantId, signKey, payUrl, publicUrl } = options;
  const client = datatransClient(options);

  const fetchTransaction = async (ref: string): Promise<Transaction | undefined> => {
    const outcome = await client.get(`/${encodeURIComponent(ref)}`);
    if (outcome.code === UNKNOWN_TRANSACTION) return undefined;
    if (!outcome.ok) throw new ProviderUnavailable(`Datatrans reports no status: ${outcome.code}.`);
    return parseResponse(Transaction, outcome.body);
  };

  const fetchStatus = async (ref: string) => {
    const transaction = await fetchTransaction(ref);
    if (transaction?.type !== 'payment') return undefined;
    const reference = (await options.paymentWith(transaction.refno)) ?? transaction.refno;
    const status = toPaymentStatus(transaction, { reference, merchant: merchantId });
    if (!status) throw new ProviderUnavailable('Datatrans reports no amount.');
    return status;
  };

  return {
    name: 'datatrans',
    merchant: merchantId,
    methods: Object.keys(METHOD_CODES) as PaymentMethod[],

    async create({ id, amountRappen, method }) {
      const back = (status: string) => `${publicUrl}/guthaben?status=${status}&payment=${id}`;
      const code = method && isKnown(method) ? METHOD_CODES[method] : undefined;
      const outcome = await client.post('', id, {
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
      });
      if (!outcome.ok) throw new PaymentRefused(`Datatrans refused a payment: ${outcome.code}.`);
      const { transactionId } = parseResponse(Created, outcome.body);
      return { ref: transactionId, url: `${payUrl}/v1/start/${transactionId}` };
    },

    fetchStatus,

    async refund({ ref, id, amountRappen, refundedBefore }) {
      // Idempotency keys expire after an hour; checking the refunded sum first keeps a lost
      // response from refunding twice.
      const status = await fetchStatus(ref);
      if (status && status.refundedRappen >= refundedBefore + amountRappen) return;
      const body = { amount: amountRappen, currency: CURRENCY, refno: refnoOf(id) };
      const outcome = await client.post(`/${encodeURIComponent(ref)}/credit`, id, body);
      if (!outcome.ok) throw new PaymentRefused(`Datatrans refused a refund: ${outcome.code}.`);
    },

    list: null,

    verifyNotification: (headers, rawBody, now) => verifyWebhook(signKey, headers, rawBody, now),
  };
}

/** References have at most 20 characters: the first 20 digits of the id, enough to find it. */
const refnoOf = (id: string) => id.replaceAll('-', '').slice(0, 20);

const isKnown = (method: PaymentMethod): method is keyof typeof METHOD_CODES =>
  method in METHOD_CODES;

/** The adapter for `PAYMENT_PROVIDERS`. */
export const datatrans: PaymentAdapter<DatatransSettings | null> = {
  settings: datatransSettings,
  create({ settings, config, db, fetch }) {
    if (!settings) throw new Error('PAYMENT_PROVIDERS has datatrans, whose settings are missing.');
    const paymentWith = (refno: string) =>
      db.transaction().execute((sql) => paymentBeginningWith(sql, 'datatrans', refno));
    return {
      provider: datatransProvider({ ...settings, publicUrl: config.publicUrl, fetch, paymentWith }),
    };
  },
};
