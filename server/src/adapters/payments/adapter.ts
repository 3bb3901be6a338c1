import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { PaymentProvider } from '../../modules/topups/ports.ts';
import type { PortalActor } from '../../platform/action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PortalConfig, ServerConfig } from '../../platform/config.ts';
import type { Database } from '../../platform/db.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Task } from '../../platform/worker.ts';

export interface PaymentDeps {
  config: ServerConfig & PortalConfig;
  db: Database;
  clock: Clock;
  /** How the outside is reached. */
  fetch: typeof fetch;
}

/** How a route of a provider knows its caller. */
export interface CallerAccess {
  actorOf(request: FastifyRequest, now: Date): Promise<PortalActor>;
}

/** A provider, and the routes and tasks that only it needs. */
export interface ProviderBundle {
  provider: PaymentProvider;
  routes?(access: CallerAccess): FastifyPluginAsync[];
  tasks?: Task[];
}

/** What each folder beside this file exports from its `provider.ts`. */
export interface PaymentAdapter<ProviderSettings> {
  settings: Settings<ProviderSettings>;
  /** @throws Error when its settings are incomplete, which `settings` reports before */
  create(deps: PaymentDeps & { settings: ProviderSettings }): ProviderBundle;
}
