import type { FastifyPluginAsync } from 'fastify';
import type { CallerAccess, PaymentDeps } from '../adapters/payments/adapter.ts';
import { bankDesk } from '../adapters/payments/bank/desk.ts';
import { bankTransfers } from '../adapters/payments/bank/provider.ts';
import { PAYMENT_PROVIDERS, type ProviderName } from '../adapters/payments/providers.ts';
import type { BankDesk } from '../modules/money-desk/ports.ts';
import { type Providers, providersOf } from '../modules/topups/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import type { Task } from '../platform/worker.ts';
import type { Config } from './config.ts';

/** What the money desk asks of the bank; undefined where transfers are switched off. */
export const bankDeskOf = (deps: {
  config: Config;
  db: Database;
  clock: Clock;
}): BankDesk | undefined => {
  const { providers, settings } = deps.config.payments;
  if (!providers.includes('bank')) return undefined;
  return bankDesk({ db: deps.db, bank: bankTransfers({ ...deps, settings: settings.bank }) });
};

/** The enabled payment providers with their routes and tasks. */
export function payments(deps: PaymentDeps & { config: Config }): {
  providers: Providers;
  routes(access: CallerAccess): FastifyPluginAsync[];
  tasks: Task[];
} {
  const { providers, settings } = deps.config.payments;
  const create = <Name extends ProviderName>(name: Name) =>
    PAYMENT_PROVIDERS[name].create({ ...deps, settings: settings[name] });
  const bundles = providers.map((name) => create(name));
  return {
    providers: providersOf(bundles.map(({ provider }) => provider)),
    routes: (access) => bundles.flatMap(({ routes }) => routes?.(access) ?? []),
    tasks: bundles.flatMap(({ tasks = [] }) => tasks),
  };
}
