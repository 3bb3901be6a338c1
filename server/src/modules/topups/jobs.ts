import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Logger } from '../../platform/log.ts';
import type { Task } from '../../platform/worker.ts';
import type { Providers } from './providers.ts';
import { reconcileDay } from './reconciliation.ts';
import { carryOutRefunds } from './refund-execution.ts';
import { pollDue } from './settlement.ts';

interface Deps {
  providers: Providers;
  log: Logger;
}

const warnUnavailable = (log: Logger) => (error: Error) =>
  log.warn({ err: error }, 'provider is unavailable');

/**
 * Money is credited even when no notification ever comes: payments left open are asked about until
 * they have their final status.
 */
export const pollTask = ({ providers, log }: Deps): Task => ({
  name: 'topups/poll',
  async run({ db, now }) {
    let looked = 0;
    for (const provider of providers.all)
      looked += await pollDue({ db, now, provider }, warnUnavailable(log));
    return looked;
  },
});

/** Ordered refunds are carried out, and retried while a provider is unavailable. */
export const refundTask = ({ providers, log }: Deps): Task => ({
  name: 'topups/refunds',
  run: ({ db, now }) => carryOutRefunds({ db, now, providers }, warnUnavailable(log)),
});

/** Once a day our payments are compared with the providers' and with the ledger. */
export const reconcileTask = ({ providers, log }: Deps): Task => ({
  name: 'topups/reconcile',
  everyMs: HOUR_MS / 6,
  async run({ db, now }) {
    const report = await reconcileDay({ db, now, providers }, warnUnavailable(log));
    if (report) log[report.cases > 0 ? 'warn' : 'info'](report, 'payments compared');
    return 0;
  },
});
