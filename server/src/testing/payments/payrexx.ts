import { createHmac, randomUUID } from 'node:crypto';

/** What a payer or a bank did there, as Payrexx keeps it. */
export interface Booked {
  id: number;
  gateway: number | null;
  status: string;
  amount: number;
  currency: string;
  mode: 'LIVE' | 'TEST';
  referenceId: string;
  instance: string;
  brand: string;
  wallet: string | null;
  time: Date;
  original: number | null;
}

export interface Gateway {
  id: number;
  hash: string;
  amount: number;
  currency: string;
  referenceId: string;
  /** Names of the payment methods on its page; all of the account when none is requested. */
  pm: string[];
  /** Everything that was sent, as it came. */
  sent: [string, string][];
  createdAt: Date;
}

interface Options {
  baseUrl: string;
  instance: string;
  apiSecret: string;
  signingKey: string;
  now: () => Date;
}

type Answer = (request: { method: string; path: string }) => Response | 'lost' | undefined;

/**
 * Payrexx as documented (docs/decisions/0022-payrexx.md), with its quirks: a new gateway per call,
 * lists of payment methods need indices, amounts are numbers or texts, refunds are negative
 * transactions.
 */
export function payrexxCounterpart({ baseUrl, instance, apiSecret, signingKey, now }: Options) {
  const gateways = new Map<number, Gateway>();
  const transactions = new Map<number, Booked>();
  const calls: string[] = [];
  let ids = 4_000;
  /** Replaces a response; `lost` performs the request and drops its response. */
  let instead: Answer = () => undefined;
  let asText = false;
  /** Transactions contain only the total of their invoice, as in the examples of the reference. */
  let terse = false;

  const money = (rappen: number) => (asText ? String(rappen) : rappen);
  const of = (gateway: number) =>
    [...transactions.values()].filter((transaction) => transaction.gateway === gateway);

  const shownGateway = (gateway: Gateway) => ({
    id: gateway.id,
    hash: gateway.hash,
    referenceId: gateway.referenceId,
    pm: gateway.pm,
    psp: [],
    fields: [],
    link: `https://${instance}.payrexx.com/de/?payment=${gateway.hash}`,
    status:
      of(gateway.id).findLast(({ status }) =>
        ['confirmed', 'authorized', 'reserved'].includes(status),
      )?.status ?? 'waiting',
    invoices:
      of(gateway.id).length === 0
        ? []
        : [
            {
              number: 'Guthaben',
              paymentRequestId: gateway.id,
              referenceId: gateway.referenceId,
              transactions: of(gateway.id).map(({ id, amount, status }) => ({
                id,
                uuid: id.toString(16),
                amount: money(amount),
                status,
              })),
            },
          ],
    preAuthorization: false,
    amount: money(gateway.amount),
    currency: gateway.currency,
    applicationFee: 0,
    createdAt: Math.floor(gateway.createdAt.getTime() / 1000),
  });

  const shownTransaction = (transaction: Booked) => ({
    id: transaction.id,
    uuid: transaction.id.toString(16),
    status: transaction.status,
    time: transaction.time.toISOString().slice(0, 19).replace('T', ' '),
    lang: 'de',
    pageUuid: null,
    psp: 'Payrexx_Pay',
    pspId: 44,
    mode: transaction.mode,
    payment: { brand: transaction.brand, wallet: transaction.wallet },
    referenceId: transaction.referenceId,
    payrexxFee: feeOf(transaction),
    instanceName: transaction.instance,
    ...(!terse && { amount: money(transaction.amount) }),
    ...(!terse && transaction.original && { originalTransactionId: transaction.original }),
    invoice: {
      currencyAlpha3: transaction.currency,
      products: [],
      discount: null,
      customFields: null,
      totalAmount: money(transactions.get(transaction.original ?? 0)?.amount ?? transaction.amount),
    },
    contact: { id: 16, firstname: 'Erika', lastname: 'Beispiel', email: 'erika@beispiel.ch' },
  });

  const feeOf = ({ amount }: Booked) => (amount > 0 ? Math.round(amount * 0.013) + 18 : 0);

  const success = (...data: object[]) => Response.json({ status: 'success', data });
  const error = (status: number, message: string) =>
    Response.json({ status: 'error', message }, { status });

  function create(form: URLSearchParams): Response {
    const amount = Number(form.get('amount'));
    const currency = form.get('currency') ?? '';
    if (!Number.isSafeInteger(amount) || amount < 1) return error(400, 'Amount is mandatory');
    if (!/^[A-Z]{3}$/.test(currency)) return error(400, 'Currency is mandatory');
    const id = ++ids;
    const pm = [...form].filter(([name]) => /^pm\[\d+\]$/.test(name)).map(([, value]) => value);
    const gateway: Gateway = {
      id,
      hash: createHmac('md5', 'gateway').update(String(id)).digest('hex'),
      amount,
      currency,
      pm,
      referenceId: form.get('referenceId') ?? '',
      sent: [...form],
      createdAt: now(),
    };
    gateways.set(id, gateway);
    return success(shownGateway(gateway));
  }

  const refundedOf = (id: number) =>
    [...transactions.values()]
      .filter(({ original }) => original === id)
      .reduce((sum, { amount }) => sum - amount, 0);

  function refund(id: number, form: URLSearchParams): Response {
    const transaction = transactions.get(id);
    if (!transaction) return error(404, `An error occurred: No Transaction found with id ${id}`);
    const left = transaction.amount - refundedOf(id);
    const amount = form.has('amount') ? Number(form.get('amount')) : left;
    if (
      transaction.status !== 'confirmed' ||
      !Number.isSafeInteger(amount) ||
      amount < 1 ||
      amount > left
    )
      return error(400, 'An error occurred: Transaction can not be refunded');
    const status = amount === transaction.amount ? 'refunded' : 'partially-refunded';
    return success(
      shownTransaction(book({ ...transaction, status, amount: -amount, original: id })),
    );
  }

  function list(query: URLSearchParams): Response {
    const after = query.get('filterDatetimeUtcGreaterThan') ?? '';
    const before = query.get('filterDatetimeUtcLessThan') ?? '9';
    const offset = Number(query.get('offset') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? 10), 3);
    const found = [...transactions.values()]
      .map(shownTransaction)
      .filter(({ time }) => time > after && time < before);
    return success(...found.slice(offset, offset + limit));
  }

  function book(transaction: Omit<Booked, 'id' | 'time'>): Booked {
    const booked = { ...transaction, id: ++ids, time: now() };
    transactions.set(booked.id, booked);
    return booked;
  }

  function respond(method: string, url: URL, form: URLSearchParams): Response {
    const [resource, id, act] = url.pathname.slice(new URL(baseUrl).pathname.length + 1).split('/');
    if (url.searchParams.get('instance') !== instance) return error(422, 'Unprocessable Content');
    if (method === 'POST' && resource === 'Gateway' && !id) return create(form);
    if (method === 'POST' && resource === 'Transaction' && act === 'refund')
      return refund(Number(id), form);
    if (method !== 'GET') return error(405, 'Method not allowed');
    if (resource === 'Transaction' && !id) return list(url.searchParams);
    const gateway = resource === 'Gateway' ? gateways.get(Number(id)) : undefined;
    const transaction = resource === 'Transaction' ? transactions.get(Number(id)) : undefined;
    if (gateway) return success(shownGateway(gateway));
    if (transaction) return success(shownTransaction(transaction));
    return error(404, `An error occurred: No ${resource} found with id ${id}`);
  }

  return {
    gateways,
    transactions,
    /** The received calls, as `POST Gateway/`. */
    calls,
    /** Whether this address is one of Payrexx's. */
    isAsked: (url: unknown) => String(url).startsWith(`${baseUrl}/`),
    fetch: (async (input, init = {}) => {
      const url = new URL(String(input));
      const method = init.method ?? 'GET';
      const path = url.pathname.slice(new URL(baseUrl).pathname.length + 1);
      calls.push(`${method} ${path}`);
      const other = instead({ method, path });
      if (other instanceof Response) return other;
      if (new Headers(init.headers).get('x-api-key') !== apiSecret)
        return error(403, 'The API secret is not correct');
      const said = respond(method, url, new URLSearchParams(String(init.body ?? '')));
      asText = !asText;
      if (other === 'lost') throw new TypeError('fetch failed');
      return said;
    }) as typeof fetch,
    beTerse(now: boolean) {
      terse = now;
    },
    answerInstead(next: Answer = () => undefined) {
      instead = next;
    },

    /** Somebody does something on the page of a gateway; `changes` play what should not be. */
    attempt(id: number, status: string, changes: Partial<Booked> = {}): Booked {
      const { amount, currency, referenceId } = gateways.get(id)!;
      return book({
        gateway: id,
        status,
        amount,
        currency,
        referenceId,
        instance,
        mode: 'LIVE' as const,
        brand: 'twint',
        wallet: null,
        original: null,
        ...changes,
      });
    },
    /** The merchant pays back in the administration. */
    payBack(id: number, amount: number): Booked {
      refund(id, new URLSearchParams({ amount: String(amount) }));
      return [...transactions.values()].at(-1)!;
    },

    /** The webhook about a transaction. */
    webhook(transaction: Booked, key = signingKey) {
      const { gateway } = transaction;
      const body = JSON.stringify({
        transaction: {
          ...shownTransaction(transaction),
          amount: transaction.amount,
          type: 'E-Commerce',
          metadata: {},
          subscription: null,
          instance: { name: transaction.instance, uuid: randomUUID() },
          invoice: {
            number: 'Guthaben',
            products: [],
            currency: transaction.currency,
            test: 0,
            shippingAmount: 0,
            referenceId: transaction.referenceId,
            paymentRequestId: gateway,
            custom_fields: [],
            originalAmount: Math.abs(transaction.amount),
            refundedAmount: refundedOf(transaction.original ?? transaction.id),
          },
        },
      });
      return {
        body,
        headers: { 'content-type': 'application/json', 'x-webhook-signature': signed(key, body) },
      };
    },
  };
}

const signed = (key: string, body: string) => createHmac('sha256', key).update(body).digest('hex');
