import type { FastifyPluginAsync } from 'fastify';
import { type Bank, bankTransfers } from '../adapters/payments/bank/bank.ts';
import { datatransPayments } from '../adapters/payments/datatrans/datatrans.ts';
import { payrexxPayments } from '../adapters/payments/payrexx/payrexx.ts';
import { sandboxPayments } from '../adapters/payments/sandbox/sandbox.ts';
import type { PaymentProvider } from '../modules/topups/ports.ts';
import { type Providers, providersOf } from '../modules/topups/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db.ts';
import type { ProviderName } from '../platform/payment-settings.ts';
import type { Task } from '../platform/worker.ts';

interface Deps {
  config: Config;
  db: Database;
  clock: Clock;
  fetch: typeof fetch;
}

/** A provider, and what it brings along. */
interface ProviderBundle {
  provider: PaymentProvider;
  routes?: FastifyPluginAsync[];
  tasks?: Task[];
  bank?: Bank;
}

/** How each provider of PAYMENT_PROVIDERS is built. */
const builders: Partial<Record<ProviderName, (deps: Deps) => ProviderBundle>> = {
  sandbox: sandboxPayments,
  payrexx: payrexxPayments,
  datatrans: datatransPayments,
  bank: bankTransfers,
};

/** The payment providers that the settings switch on, and what some of them bring along. */
export function payments(deps: Deps): {
  providers: Providers;
  routes: FastifyPluginAsync[];
  tasks: Task[];
  /** Undefined where bank transfers are switched off. */
  bank: Bank | undefined;
} {
  const switched = deps.config.payments.providers.map((name) => {
    const build = builders[name];
    if (!build) throw new Error(`PAYMENT_PROVIDERS: ${name} is not built in.`);
    return build(deps);
  });
  return {
    providers: providersOf(switched.map(({ provider }) => provider)),
    routes: switched.flatMap(({ routes = [] }) => routes),
    tasks: switched.flatMap(({ tasks = [] }) => tasks),
    bank: switched.find(({ bank }) => bank)?.bank,
  };
}
