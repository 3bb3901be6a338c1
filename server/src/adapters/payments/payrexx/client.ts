import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { z } from 'zod';
import { type PaymentProvider, PaymentRefused, ProviderUnavailable } from '../../../modules/topups/ports.ts';
import { type ApiOptions, payrexxApi } from './api.ts';
import {
  GatewaySchema,
  isPaid,
  isReal,
  isUnclear,
  movesMoney,
  NAMES,
  referenceOf,
  type Transaction,
  TransactionSchema,
  toPaymentStatus,
} from './mapping.ts';
import { notificationOf } from './notification.ts';

/** As long as the page of a payment can be opened again here. */
const VALID_MINUTES = 60;
const CURRENCY = 'CHF';
const PAGE = 100;
const MAX_PAGES = 500;
/** How our references look; a page of the merchant may give many payments the same one. */
const OURS = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Options extends ApiOptions {
  /** The signing key of the webhook. */
  webhookSecret: string;
  /** Where Payrexx sends the browser back to. */
  returnUrl: string;
}

const one = <T extends z.ZodType>(schema: T) => z.tuple([schema]);

/**
 * Payrexx (docs/decisions/0022-payrexx.md). A payment is a gateway there, which has a page of its own; tries of the payer and
 * refunds are its transactions. Our reference of the payment is what Payrexx tells about each of them.
 */
export function payrexxClient({ webhookSecret, returnUrl, ...options }: Options): PaymentProvider {
  const api = payrexxApi(options);
  const merchant = options.instance;

  /**
   * The word about a gateway, undefined when there is no such one. Only transactions that move money are asked themselves: a payer may
   * try a hundred cards, and Payrexx shuts out who asks too much.
   */
  const fetchGateway = async (ref: string) => {
    if (!/^\d{1,15}$/.test(ref)) return undefined;
    const data = await api.get(`Gateway/${ref}/`);
    if (data === undefined) return undefined;
    const [gateway] = understood(one(GatewaySchema), data);
    const listed = gateway.invoices.flatMap(({ transactions }) => transactions);
    const transactions = await Promise.all(
      listed.map(async (told): Promise<Transaction> => {
        if (!movesMoney(told)) return TransactionSchema.parse({ ...told, mode: 'LIVE' });
        const [transaction] = understood(one(TransactionSchema), await api.get(`Transaction/${told.id}/`));
        return { ...transaction, amount: told.amount ?? transaction.amount };
      }),
    );
    const word = toPaymentStatus(transactions, {
      amountRappen: gateway.amount,
      currency: gateway.currency,
      reference: gateway.referenceId,
      merchant,
    });
    return { transactions, word };
  };

  return {
    name: 'payrexx',
    merchant,
    methods: Object.keys(NAMES) as PaymentMethod[],

    // Payrexx knows no keys: asked twice it makes two gateways. The page of one whose answer got lost is known to nobody.
    async create({ id, amountRappen, description, method }) {
      const back = (status: string) => `${returnUrl}?${new URLSearchParams({ status, payment: id })}`;
      const names: string[] = method && method !== 'bank_transfer' ? [NAMES[method]] : Object.values(NAMES);
      const data = await api.post('Gateway/', {
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
      const [gateway] = understood(one(GatewaySchema.pick({ id: true, link: true })), data);
      return { ref: gateway.id, url: gateway.link };
    },

    async fetchStatus(ref) {
      return (await fetchGateway(ref))?.word;
    },

    async refund({ ref, amountRappen, refundedBefore }) {
      const found = await fetchGateway(ref);
      if (!found) throw new PaymentRefused('Payrexx does not know the payment.');
      // Asked before, and the answer got lost.
      if (found.word.refundedRappen >= refundedBefore + amountRappen) return;
      const paid = found.transactions.filter((transaction) => isReal(transaction) && isPaid(transaction));
      if (paid.length !== 1) throw new PaymentRefused('Payrexx has not exactly one transaction to pay back from.');
      const data = await api.post(`Transaction/${paid[0]!.id}/refund`, { amount: amountRappen });
      const [{ status }] = understood(one(z.object({ status: z.string() })), data);
      if (['declined', 'error', 'cancelled'].includes(status)) throw new PaymentRefused(`Payrexx said ${status}.`);
    },

    async list(from, until) {
      const transactions = new Map<string, Transaction>();
      const span = { filterDatetimeUtcGreaterThan: utc(from, -1), filterDatetimeUtcLessThan: utc(until, 1) };
      let offset = 0;
      for (let page = 0; ; page++) {
        if (page === MAX_PAGES) throw new ProviderUnavailable('Payrexx lists without an end.');
        const data = await api.get('Transaction/', { ...span, orderByTime: 'ASC', offset, limit: PAGE });
        const rows = understood(z.array(TransactionSchema), data);
        if (rows.length === 0) break;
        for (const row of rows) transactions.set(row.id, row);
        offset += rows.length;
      }
      const real = [...transactions.values()].filter(isReal);
      const groups = Map.groupBy(real, (transaction) => {
        const reference = referenceOf(transaction);
        return OURS.test(reference) ? reference : `transaction:${transaction.id}`;
      });
      return [...groups].flatMap(([reference, group]) => {
        // Without the payment itself, or without its sign, what went back says too little; then the gateway is asked.
        if (!group.some(isPaid) || group.some(isUnclear)) return [];
        return { ref: null, ...toPaymentStatus(group, { amountRappen: 0, currency: CURRENCY, reference, merchant }) };
      });
    },

    verifyNotification: (headers, rawBody) => notificationOf(webhookSecret, headers, rawBody),
  };
}

/** `2026-11-20 12:00:00`, moved by some seconds: the borders themselves do not count. */
const utc = (at: Date, seconds: number) =>
  new Date(at.getTime() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

function understood<T>(schema: z.ZodType<T>, data: unknown): T {
  const answer = schema.safeParse(data);
  if (!answer.success) throw new ProviderUnavailable('Payrexx answered in an unknown form.', { cause: answer.error });
  return answer.data;
}
