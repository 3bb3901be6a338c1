import type { Logger } from '../../platform/log.ts';
import type { Task } from '../../platform/worker.ts';
import type { PaymentProvider } from './ports.ts';
import { pollDue } from './settlement.ts';

/** Money is credited even when no notification ever comes: payments left open are asked about until they have their final word. */
export const pollTask = ({ provider, log }: { provider: PaymentProvider; log: Logger }): Task => ({
  name: 'topups/poll',
  run: ({ db, now }) =>
    pollDue({ db, now, provider }, (error) => log.warn({ err: error, provider: provider.name }, 'provider is silent')),
});
