import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { equalInConstantTime, randomToken } from '../../../../platform/crypto.ts';
import type { Database } from '../../../../platform/db.ts';
import { MERCHANT } from '../settings.ts';
import { METHODS, missingPage, paymentPage, unknownResultPage } from './page.ts';
import * as store from './store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  apiSecret: string;
  /** Origin under which browsers reach the hosted page. */
  publicUrl: string;
}

const LATE_MS = 20_000;

const Order = z.object({
  amount: z.int().positive().max(100_000_000),
  currency: z.literal('CHF'),
  reference: z.string().min(1).max(100),
  description: z.string().max(200),
  return_url: z.url().max(1000),
});
const Refund = z.object({ amount: z.int().positive() });
const Span = z.object({ from: z.coerce.date(), until: z.coerce.date() });
const Key = z.string().min(1).max(100);
const Choice = z.object({
  result: z.enum(['paid', 'declined', 'cancelled', 'late', 'less', 'more']),
  method: z.enum(METHODS).optional().catch(undefined),
});
const PAID = new Set(['late', 'less', 'more']);
/**
 * Percent of the requested amount: bank transfers, and errors of other providers, differ like this.
 */
const PERCENT: Record<string, number> = { less: 90, more: 200 };
const RETURNED: Record<store.Result, string> = {
  paid: 'success',
  declined: 'declined',
  cancelled: 'cancelled',
};

/** The provider's side: its API for merchants and its payment page. */
export const sandboxRoutes =
  ({ db, clock, apiSecret, publicUrl }: Deps): FastifyPluginAsync =>
  async (server) => {
    await server.register(async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (!equalInConstantTime(request.headers.authorization ?? '', `Bearer ${apiSecret}`))
          return reply.code(401).send({ error: 'unauthorized' });
      });

      api.post('/sandbox-pay/api/payments', async (request, reply) => {
        const order = Order.safeParse(request.body);
        const key = Key.safeParse(request.headers['idempotency-key']);
        if (!order.success || !key.success) return reply.code(422).send({ error: 'invalid' });
        const { amount, currency, reference, description, return_url: returnUrl } = order.data;
        const payment = await store.insertPayment(db, {
          id: `pay_${randomToken()}`,
          idempotencyKey: key.data,
          merchant: MERCHANT,
          amount,
          currency,
          reference,
          description,
          returnUrl,
          now: clock.now(),
        });
        if (payment.amount !== amount || payment.reference !== reference)
          return reply.code(409).send({ error: 'idempotency key was used for another payment' });
        return reply
          .code(201)
          .send({ id: payment.id, url: `${publicUrl}/sandbox-pay/${payment.id}` });
      });

      api.get<{ Params: { id: string } }>(
        '/sandbox-pay/api/payments/:id',
        async (request, reply) => {
          const payment = await find(db, request.params.id);
          if (!payment) return reply.code(404).send({ error: 'unknown payment' });
          return shown(payment);
        },
      );

      api.get<{ Querystring: Record<string, string> }>(
        '/sandbox-pay/api/payments',
        async (request, reply) => {
          const span = Span.safeParse(request.query);
          if (!span.success) return reply.code(422).send({ error: 'invalid' });
          return {
            payments: (await store.listPayments(db, span.data.from, span.data.until)).map(shown),
          };
        },
      );

      api.post<{ Params: { id: string } }>(
        '/sandbox-pay/api/payments/:id/refunds',
        async (request, reply) => {
          const order = Refund.safeParse(request.body);
          const key = Key.safeParse(request.headers['idempotency-key']);
          if (!order.success || !key.success) return reply.code(422).send({ error: 'invalid' });
          if (!(await find(db, request.params.id)))
            return reply.code(404).send({ error: 'unknown payment' });
          const { amount } = order.data;
          const result = await store.refund(db, {
            id: request.params.id,
            key: key.data,
            amount,
            now: clock.now(),
          });
          return result === 'done'
            ? reply.code(201).send({ amount })
            : reply.code(409).send({ error: 'refused' });
        },
      );
    });

    server.get<{ Params: { id: string } }>('/sandbox-pay/:id', async (request, reply) => {
      const payment = await find(db, request.params.id);
      return payment
        ? html(reply, 200, paymentPage(payment, backUrl(payment)))
        : html(reply, 404, missingPage());
    });

    server.post<{ Params: { id: string } }>('/sandbox-pay/:id', async (request, reply) => {
      const { id } = request.params;
      const choice = Choice.safeParse(request.body);
      if (!(await find(db, id))) return html(reply, 404, missingPage());
      if (!choice.success) return html(reply, 422, unknownResultPage());
      const { result, method = null } = choice.data;
      const now = clock.now();
      await store.decide(db, {
        id,
        result: PAID.has(result) ? 'paid' : (result as store.Result),
        method,
        percent: PERCENT[result] ?? 100,
        eventId: `evt_${randomUUID()}`,
        notifyAt: result === 'late' ? new Date(now.getTime() + LATE_MS) : now,
      });
      const decided = await store.findPayment(db, id);
      return reply.redirect(backUrl(decided!), 303);
    });
  };

/** As providers charge: a share and a fixed part, in Rappen. */
const feeOf = (amount: number): number => Math.round(amount * 0.013) + 30;

const shown = ({
  id,
  status,
  amount,
  currency,
  reference,
  merchant,
  method,
  refunded,
  chargedBack,
}: store.Payment) => ({
  id,
  status,
  amount,
  currency,
  reference,
  merchant,
  method,
  refunded,
  charged_back: chargedBack,
  fee: status === 'paid' ? feeOf(amount) : null,
});

const ID = /^pay_[\w-]{1,100}$/;

const find = async (db: Database, id: string) =>
  ID.test(id) ? store.findPayment(db, id) : undefined;

/** Where the browser returns to; the parameters prove nothing. */
function backUrl({ returnUrl, status, reference }: store.Payment): string {
  const url = new URL(returnUrl);
  if (status !== 'open') url.searchParams.set('status', RETURNED[status]);
  url.searchParams.set('payment', reference);
  return url.href;
}

const html = (reply: FastifyReply, status: number, body: string) =>
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body);
