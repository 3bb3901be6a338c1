import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { z } from 'zod';
import {
  type PaymentProvider,
  PaymentRefused,
  ProviderUnavailable,
} from '../../../modules/topups/ports.ts';
import type { PaymentAdapter } from '../adapter.ts';
import { type ClientOptions, payrexxClient } from './client.ts';
import {
  isPaid,
  isReal,
  isUnclear,
  METHOD_NAMES,
  movesMoney,
  referenceOf,
  toPaymentStatus,
} from './mapping.ts';
import { Gateway, RefundResponse, Transaction } from './schemas.ts';
import { type PayrexxSettings, payrexxSettings } from './settings.ts';
import { verifyWebhook } from './webhook.ts';

/** The same as the portal links to the page of an open payment. */
const VALID_MINUTES = 60;
const CURRENCY = 'CHF';
const PAGE = 100;
const MAX_PAGES = 500;
/** The form of our references; a page of the merchant may give many payments the same one. */
const OUR_REFERENCE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Options extends ClientOptions {
  /** The signing key of the webhook. */
  webhookSecret: string;
  /** Where Payrexx redirects the browser to. */
  returnUrl: string;
}

const one = <T extends z.ZodType>(schema: T) => z.tuple([schema]);

/**
 * Payrexx (docs/decisions/0022-payrexx.md). A payment is a gateway there, with a page of its own;
 * attempts of the payer and refunds are its transactions, each with our reference.
 */
export function payrexxProvider({
  webhookSecret,
  returnUrl,
  ...options
}: Options): PaymentProvider {
  const client = payrexxClient(options);
  const merchant = options.instance;

  /**
   * The status of a gateway; undefined for an unknown one. Only transactions that move money are
   * requested one by one: a payer may try a hundred cards, and Payrexx blocks clients with too many
   * requests.
   */
  const fetchGateway = async (ref: string) => {
    if (!/^\d{1,15}$/.test(ref)) return undefined;
    const data = await client.get(`Gateway/${ref}/`);
    if (data === undefined) return undefined;
    const [gateway] = parseResponse(one(Gateway), data);
    const listed = gateway.invoices.flatMap(({ transactions }) => transactions);
    const transactions = await Promise.all(
      listed.map(async (item): Promise<Transaction> => {
        if (!movesMoney(item)) return Transaction.parse({ ...item, mode: 'LIVE' });
        const [transaction] = parseResponse(
          one(Transaction),
          await client.get(`Transaction/${item.id}/`),
        );
        return { ...transaction, amount: item.amount ?? transaction.amount };
      }),
    );
    const status = toPaymentStatus(transactions, {
      amountRappen: gateway.amount,
      currency: gateway.currency,
      reference: gateway.referenceId,
      merchant,
    });
    return { transactions, status };
  };

  return {
    name: 'payrexx',
    merchant,
    methods: Object.keys(METHOD_NAMES) as PaymentMethod[],

    // Not idempotent: a repeated request creates a second gateway. Nobody knows the page of one
    // whose response was lost.
    async create({ id, amountRappen, description, method }) {
      const back = (status: string) =>
        `${returnUrl}?${new URLSearchParams({ status, payment: id })}`;
      const names: string[] =
        method && method !== 'bank_transfer' ? [METHOD_NAMES[method]] : Object.values(METHOD_NAMES);
      const data = await client.post('Gateway/', {
        amount: amountRappen,
        currency: CURRENCY,
        purpose: description,
        referenceId: id,
        ...Object.fromEntries(names.map((name, index) => [`pm[${index}]`, name])),
        successRedirectUrl: back('success'),
        failedRedirectUrl: back('declined'),
        cancelRedirectUrl: back('cancelled'),
        skipResultPage: 1,
        validity: VALID_MINUTES,
        language: 'de',
      });
      const [gateway] = parseResponse(one(Gateway.pick({ id: true, link: true })), data);
      return { ref: gateway.id, url: gateway.link };
    },

    async fetchStatus(ref) {
      return (await fetchGateway(ref))?.status;
    },

    async refund({ ref, amountRappen, refundedBefore }) {
      const found = await fetchGateway(ref);
      if (!found) throw new PaymentRefused('Payrexx does not know the payment.');
      // An earlier request was carried out and its response lost.
      if (found.status.refundedRappen >= refundedBefore + amountRappen) return;
      const paid = found.transactions.filter(
        (transaction) => isReal(transaction) && isPaid(transaction),
      );
      if (paid.length !== 1)
        throw new PaymentRefused('Payrexx has not exactly one transaction to pay back from.');
      const data = await client.post(`Transaction/${paid[0]!.id}/refund`, { amount: amountRappen });
      const [{ status }] = parseResponse(one(RefundResponse), data);
      if (['declined', 'error', 'cancelled'].includes(status))
        throw new PaymentRefused(`Payrexx said ${status}.`);
    },

    async list(from, until) {
      const transactions = new Map<string, Transaction>();
      const span = {
        filterDatetimeUtcGreaterThan: utc(from, -1),
        filterDatetimeUtcLessThan: utc(until, 1),
      };
      let offset = 0;
      for (let page = 0; ; page++) {
        if (page === MAX_PAGES) throw new ProviderUnavailable('Payrexx lists without an end.');
        const data = await client.get('Transaction/', {
          ...span,
          orderByTime: 'ASC',
          offset,
          limit: PAGE,
        });
        const rows = parseResponse(z.array(Transaction), data);
        if (rows.length === 0) break;
        for (const row of rows) transactions.set(row.id, row);
        offset += rows.length;
      }
      const real = [...transactions.values()].filter(isReal);
      const groups = Map.groupBy(real, (transaction) => {
        const reference = referenceOf(transaction);
        return OUR_REFERENCE.test(reference) ? reference : `transaction:${transaction.id}`;
      });
      return [...groups].flatMap(([reference, group]) => {
        // Without the payment itself, or with an unclear refund, the gateway has to be requested
        // instead.
        if (!group.some(isPaid) || group.some(isUnclear)) return [];
        return {
          ref: null,
          ...toPaymentStatus(group, { amountRappen: 0, currency: CURRENCY, reference, merchant }),
        };
      });
    },

    verifyNotification: (headers, rawBody) => verifyWebhook(webhookSecret, headers, rawBody),
  };
}

/** `2026-11-20 12:00:00`, shifted by some seconds: the filter excludes its bounds. */
const utc = (at: Date, seconds: number) =>
  new Date(at.getTime() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

function parseResponse<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (!parsed.success)
    throw new ProviderUnavailable('Payrexx answered in an unknown form.', { cause: parsed.error });
  return parsed.data;
}

/** The adapter for `PAYMENT_PROVIDERS`. */
export const payrexx: PaymentAdapter<PayrexxSettings | null> = {
  settings: payrexxSettings,
  create({ settings, config, fetch }) {
    if (!settings) throw new Error('PAYMENT_PROVIDERS: payrexx without its settings.');
    return {
      provider: payrexxProvider({ ...settings, returnUrl: `${config.publicUrl}/guthaben`, fetch }),
    };
  },
};
