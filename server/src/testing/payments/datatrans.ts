import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;
/** So long a page can be paid, and so long a key is remembered. */
const PAGE_MS = HOUR_MS / 2;
const KEY_MS = HOUR_MS;

type Status =
  | 'initialized'
  | 'challenge_ongoing'
  | 'authorized'
  | 'settled'
  | 'transmitted'
  | 'canceled'
  | 'failed';
interface Step {
  action: 'init' | 'authorize' | 'settle' | 'credit' | 'cancel';
  amount: number;
  source: string;
  date: string;
  success: boolean;
}

/** What Datatrans knows of a transaction; tests change it as only Datatrans could. */
export interface DatatransRow {
  transactionId: string;
  merchantId: string | undefined;
  type: 'payment' | 'credit' | 'card_check';
  status: Status;
  currency: string;
  refno: string;
  amount: number;
  paymentMethod: string | undefined;
  settled: number | undefined;
  failure: string | undefined;
  history: Step[];
  openedAt: number;
}

export interface DatatransRequest {
  method: string;
  path: string;
  key: string | null;
  /** The bytes as they came. */
  body: string;
}

const url = z.url({ protocol: /^https?$/ });
const refno = z.string().min(1).max(20);
const currency = z.string().regex(/^[A-Z]{3}$/);
const InitRequest = z.strictObject({
  currency,
  refno,
  amount: z.int().min(1),
  autoSettle: z.boolean().optional(),
  language: z.enum(['en', 'de', 'fr', 'it']).optional(),
  paymentMethods: z
    .array(z.enum(['TWI', 'VIS', 'ECA', 'MAU', 'AMX', 'PFC', 'APL', 'SAM']))
    .optional(),
  redirect: z
    .strictObject({
      successUrl: url,
      cancelUrl: url,
      errorUrl: url,
      method: z.enum(['GET', 'POST']),
    })
    .optional(),
  webhook: z.strictObject({ url }).optional(),
});
const CreditRequest = z.strictObject({ amount: z.int().min(1).optional(), currency, refno });

/**
 * Datatrans as its reference describes it: books of its own, basic authentication, idempotency keys
 * that are kept for an hour, pages that are good for half an hour, credits as transactions of their
 * own, and signed webhooks.
 */
export function datatransCounterpart(account: {
  merchantId: string;
  password: string;
  signKey: string;
  clock: Clock;
}) {
  const { merchantId, clock } = account;
  const rows = new Map<string, DatatransRow>();
  const requests: DatatransRequest[] = [];
  const keys = new Map<
    string,
    { body: string; until: number; answer: { status: number; body: object } | null }
  >();
  let last = 0;
  const now = () => clock.now().getTime();
  const login = `Basic ${Buffer.from(`${merchantId}:${account.password}`).toString('base64')}`;

  /** Eighteen digits, beginning with the date. */
  const newId = () =>
    `${clock.now().toISOString().slice(2, 19).replaceAll(/\D/g, '')}${String(++last).padStart(6, '0')}`;

  const step = (
    row: DatatransRow,
    action: Step['action'],
    amount: number,
    source: string,
    success = true,
  ) =>
    row.history.push({
      action,
      amount,
      source,
      date: `${clock.now().toISOString().slice(0, 19)}Z`,
      success,
    });

  const add = (
    row: Pick<DatatransRow, 'type' | 'status' | 'currency' | 'refno' | 'amount'>,
  ): DatatransRow => {
    const more = {
      paymentMethod: undefined,
      settled: undefined,
      failure: undefined,
      history: [],
      openedAt: now(),
    };
    const whole: DatatransRow = { ...row, ...more, transactionId: newId(), merchantId };
    rows.set(whole.transactionId, whole);
    return whole;
  };

  const find = (id: string): DatatransRow => {
    const row = rows.get(id);
    if (!row) throw new Error(`Datatrans knows no transaction ${id}`);
    return row;
  };

  function init(body: unknown) {
    const { success, data } = InitRequest.safeParse(body);
    if (!success)
      return refused(400, 'INVALID_PROPERTY', 'init.initRequest has a property of a wrong format');
    const row = add({ ...data, type: 'payment', status: 'initialized' });
    step(row, 'init', data.amount, 'api');
    return { status: 201, body: { transactionId: row.transactionId } };
  }

  function credit(id: string, body: unknown) {
    const { success, data } = CreditRequest.safeParse(body);
    if (!success)
      return refused(
        400,
        'INVALID_PROPERTY',
        'credit.creditRequest has a property of a wrong format',
      );
    const row = rows.get(id);
    if (!row) return refused(404, 'TRANSACTION_NOT_FOUND', 'transaction not found');
    if (row.status !== 'settled' && row.status !== 'transmitted')
      return refused(
        400,
        'INVALID_TRANSACTION_STATUS',
        'credit transaction: invalid transaction status',
      );
    const left = (row.settled ?? 0) - credited(row);
    const amount = data.amount ?? left;
    if (amount > left || amount <= 0 || data.currency !== row.currency)
      return refused(400, 'INVALID_PROPERTY', 'credit.amount exceeds the settled amount');
    const refund = add({
      type: 'credit',
      status: 'settled',
      currency: row.currency,
      refno: data.refno,
      amount,
    });
    step(refund, 'credit', amount, 'api');
    step(row, 'credit', amount, 'api');
    return {
      status: 200,
      body: { transactionId: refund.transactionId, acquirerAuthorizationCode: '104204' },
    };
  }

  function post(path: string, key: string | null, text: string) {
    const known = key === null ? undefined : keys.get(key);
    if (known && known.until > now()) {
      if (!known.answer)
        return refused(409, 'CLIENT_ERROR', 'a request with this key is still at work');
      return known.body === text
        ? known.answer
        : refused(422, 'CLIENT_ERROR', 'this key came with another request');
    }
    const body: unknown = JSON.parse(text);
    const creditOf = /^\/v1\/transactions\/(\d+)\/credit$/.exec(path)?.[1];
    if (!creditOf && path !== '/v1/transactions') return refused(404, 'CLIENT_ERROR', 'not found');
    const answer = creditOf ? credit(creditOf, body) : init(body);
    if (key !== null) keys.set(key, { body: text, until: now() + KEY_MS, answer });
    return answer;
  }

  function status(path: string) {
    const row = rows.get(/^\/v1\/transactions\/(\d+)$/.exec(path)?.[1] ?? '');
    if (!row) return refused(404, 'TRANSACTION_NOT_FOUND', 'transaction not found');
    if (row.status === 'initialized' && now() - row.openedAt > PAGE_MS)
      Object.assign(row, { status: 'failed', failure: 'timeout' });
    return { status: 200, body: shown(row) };
  }

  const responseTo = (method: string, path: string, headers: Headers, text: string) => {
    requests.push({ method, path, key: headers.get('idempotency-key'), body: text });
    if (headers.get('authorization') !== login) return refused(401, 'UNAUTHORIZED', 'Unauthorized');
    if (method === 'GET') return status(path);
    return headers.get('content-type')?.startsWith('application/json')
      ? post(path, headers.get('idempotency-key'), text)
      : refused(415, 'INVALID_JSON_PAYLOAD', 'not JSON');
  };

  return {
    requests,
    find,
    withRefno: (wanted: string) => [...rows.values()].filter((row) => row.refno === wanted),
    fetch: (async (input, request = {}) => {
      const { pathname } = new URL(String(input));
      const headers = new Headers(request.headers);
      const answer = responseTo(
        request.method ?? 'GET',
        pathname,
        headers,
        String(request.body ?? ''),
      );
      return Response.json(answer.body, { status: answer.status });
    }) satisfies typeof fetch,

    /**
     * The payer goes through with it; with automatic settlement the money is taken a moment later.
     */
    pay(id: string, { method = 'TWI', only }: { method?: string; only?: 'authorized' } = {}): void {
      const row = find(id);
      if (now() - row.openedAt > PAGE_MS) throw new Error('this page is no longer good');
      Object.assign(row, { paymentMethod: method, status: 'authorized' });
      step(row, 'authorize', row.amount, 'redirect');
      if (only !== 'authorized') Object.assign(row, { status: 'settled', settled: row.amount });
    },

    /** The issuer says no, or the payer gives up. */
    fail(
      id: string,
      failure: 'declined' | 'timeout' | 'incomplete' | 'secure_authentication',
    ): void {
      Object.assign(find(id), { status: 'failed', failure });
      step(find(id), 'authorize', find(id).amount, 'redirect', false);
    },

    /** A refund made in the dashboard. */
    creditByHand(id: string, amount: number): void {
      step(find(id), 'credit', amount, 'admin');
    },

    /** The webhook of a transaction's current state: the body of its status, and the header. */
    notification(id: string, { at = clock.now(), signKey = account.signKey } = {}) {
      const body = JSON.stringify(shown(find(id)), null, 2);
      return { body, headers: signed(body, at, signKey) };
    },
    /** The header over any bytes. */
    signed: (body: string, at = clock.now(), signKey = account.signKey) =>
      signed(body, at, signKey),
    /** As while the first request with this key is still at work. */
    holdKey: (key: string) => keys.set(key, { body: '', until: now() + KEY_MS, answer: null }),
    releaseKey: (key: string) => keys.delete(key),
  };
}

const signed = (body: string, at: Date, signKey: string) => {
  const t = String(at.getTime());
  const s0 = createHmac('sha256', Buffer.from(signKey, 'hex')).update(t).update(body).digest('hex');
  return { 'content-type': 'application/json', 'datatrans-signature': `t=${t},s0=${s0}` };
};

const refused = (status: number, code: string, message: string) => ({
  status,
  body: { error: { code, message } },
});

const credited = ({ history }: DatatransRow) =>
  history
    .filter(({ action, success }) => action === 'credit' && success)
    .reduce((sum, { amount }) => sum + amount, 0);

/** The body of the status and of the webhook; what is undefined is left out. */
function shown(row: DatatransRow): object {
  const { amount, settled, failure, openedAt: _, ...rest } = row;
  const paid = row.paymentMethod !== undefined;
  return {
    ...rest,
    detail: {
      ...(paid && { authorize: { amount, acquirerAuthorizationCode: '113009' } }),
      ...(settled !== undefined && { settle: { amount: settled } }),
      ...(failure !== undefined && { fail: { reason: failure, message: failure } }),
      ...(row.type === 'credit' && { credit: { amount } }),
    },
    language: 'de',
  };
}
