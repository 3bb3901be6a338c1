import { PAYMENT_METHOD_IDS } from '@samtrot/shared/topups/methods.ts';
import { type PaymentProvider, PaymentRefused } from '../../../modules/topups/ports.ts';
import { hmacHex } from '../../../platform/crypto.ts';
import type { PaymentAdapter, PaymentDeps, ProviderBundle } from '../adapter.ts';
import { type ClientOptions, parseResponse, sandboxClient } from './client.ts';
import { notifyTask } from './counterpart/notifier.ts';
import { sandboxRoutes } from './counterpart/routes.ts';
import { toPaymentStatus } from './mapping.ts';
import { Created, List, Status } from './schemas.ts';
import { MERCHANT, sandboxSettings } from './settings.ts';
import { verifyWebhook } from './webhook.ts';

interface Options extends ClientOptions {
  webhookSecret: string;
  /** Where the provider redirects the browser to. */
  returnUrl: string;
}

/** The portal's side: reaches the counterpart over HTTP only, as any other provider. */
function sandboxProvider({ webhookSecret, returnUrl, ...options }: Options): PaymentProvider {
  const client = sandboxClient(options);
  return {
    name: 'sandbox',
    merchant: MERCHANT,
    methods: PAYMENT_METHOD_IDS.filter((method) => method !== 'bank_transfer'),

    async create(payment) {
      const { status, body } = await client.post('/payments', payment.id, {
        amount: payment.amountRappen,
        currency: 'CHF',
        reference: payment.id,
        description: payment.description,
        return_url: returnUrl,
      });
      if (status >= 400) throw new PaymentRefused(`The payment provider refused with ${status}.`);
      const { id, url } = parseResponse(Created, body);
      return { ref: id, url };
    },

    async fetchStatus(ref) {
      const { status, body } = await client.get(`/payments/${encodeURIComponent(ref)}`);
      return status === 404 ? undefined : toPaymentStatus(parseResponse(Status, body));
    },

    async refund({ ref, id, amountRappen }) {
      const path = `/payments/${encodeURIComponent(ref)}/refunds`;
      const { status } = await client.post(path, id, { amount: amountRappen });
      if (status >= 400)
        throw new PaymentRefused(`The payment provider refused a refund with ${status}.`);
    },

    async list(from, until) {
      const span = new URLSearchParams({ from: from.toISOString(), until: until.toISOString() });
      const { body } = await client.get(`/payments?${span}`);
      return parseResponse(List, body).payments.map(({ id, ...payment }) => ({
        ref: id,
        ...toPaymentStatus(payment),
      }));
    },

    verifyNotification: (headers, rawBody, now) =>
      verifyWebhook(webhookSecret, headers, rawBody, now),
  };
}

/**
 * A payment provider for development and tests, in one process with the portal and yet apart: the
 * counterpart has a schema of its own, and both sides communicate over HTTP with the secrets that a
 * real contract would exchange.
 */
export function sandboxPayments({ config, db, clock, fetch }: PaymentDeps): ProviderBundle {
  if (config.mode === 'production')
    throw new Error('The sandbox takes no real money; it never runs in production.');
  const apiSecret = hmacHex(config.sessionSecret, 'sandbox/api');
  const webhookSecret = hmacHex(config.sessionSecret, 'sandbox/webhook');
  const everywhere = ['0.0.0.0', '::', 'localhost'].includes(config.host);
  const host = everywhere
    ? '127.0.0.1'
    : config.host.includes(':')
      ? `[${config.host}]`
      : config.host;
  const origin = `http://${host}:${config.port}`;
  return {
    provider: sandboxProvider({
      origin,
      apiSecret,
      webhookSecret,
      returnUrl: `${config.publicUrl}/guthaben`,
      fetch,
    }),
    routes: () => [sandboxRoutes({ db, clock, apiSecret, publicUrl: config.publicUrl })],
    tasks: [
      notifyTask({ webhookUrl: `${origin}/webhooks/payments/sandbox`, webhookSecret, fetch }),
    ],
  };
}

/** The adapter for `PAYMENT_PROVIDERS`. */
export const sandbox: PaymentAdapter<null> = { settings: sandboxSettings, create: sandboxPayments };
