import type { FastifyPluginAsync } from 'fastify';
import { sandboxPayments } from '../adapters/payments/sandbox/sandbox.ts';
import { type Providers, providersOf } from '../modules/topups/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db.ts';
import type { Task } from '../platform/worker.ts';

interface Deps {
  config: Config;
  db: Database;
  clock: Clock;
  fetch: typeof fetch;
}

/** The payment providers that the settings switch on, and what some of them bring along. */
export function payments({ config, db, clock, fetch }: Deps): {
  providers: Providers;
  routes: FastifyPluginAsync[];
  tasks: Task[];
} {
  const sandbox = sandboxPayments({ config, db, clock, fetch });
  return { providers: providersOf([sandbox.provider]), routes: sandbox.routes, tasks: sandbox.tasks };
}
