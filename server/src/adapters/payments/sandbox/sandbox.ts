import type { FastifyPluginAsync } from 'fastify';
import type { PaymentProvider } from '../../../modules/topups/ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { hmacHex } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/db.ts';
import type { Task } from '../../../platform/worker.ts';
import { sandboxClient } from './client.ts';
import { notifyTask } from './notifier.ts';
import { sandboxRoutes } from './routes.ts';

interface Deps {
  config: Pick<Config, 'mode' | 'host' | 'port' | 'publicUrl' | 'sessionSecret'>;
  db: Database;
  clock: Clock;
  /** How both sides reach each other. */
  fetch: typeof fetch;
}

interface Sandbox {
  /** Our side. */
  provider: PaymentProvider;
  /** The provider's side: its API and its payment page, and the notifications it sends. */
  routes: FastifyPluginAsync[];
  tasks: Task[];
}

/**
 * A payment provider for development and tests, in one process with the portal and yet apart: it has a schema of its own, and
 * both sides talk over HTTP with the secrets that a real contract would exchange.
 */
export function sandboxPayments({ config, db, clock, fetch }: Deps): Sandbox {
  if (config.mode === 'production') throw new Error('The sandbox takes no real money; it never runs in production.');
  const apiSecret = hmacHex(config.sessionSecret, 'sandbox/api');
  const webhookSecret = hmacHex(config.sessionSecret, 'sandbox/webhook');
  const everywhere = ['0.0.0.0', '::', 'localhost'].includes(config.host);
  const host = everywhere ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host;
  const origin = `http://${host}:${config.port}`;
  return {
    provider: sandboxClient({ origin, apiSecret, webhookSecret, returnUrl: `${config.publicUrl}/guthaben`, fetch }),
    routes: [sandboxRoutes({ db, clock, apiSecret, publicUrl: config.publicUrl })],
    tasks: [notifyTask({ webhookUrl: `${origin}/webhooks/payments/sandbox`, webhookSecret, fetch })],
  };
}
