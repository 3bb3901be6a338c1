import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Logger } from '../../platform/log.ts';
import { noteOutcome } from '../../platform/operation-runs.ts';
import type { Task } from '../../platform/worker.ts';
import type { Providers } from './providers.ts';
import { reconcileDay } from './reconciliation/reconciliation.ts';
import { carryOutRefunds } from './refunds/refund-execution.ts';
import { pollDue } from './settlement.ts';

interface Deps {
  providers: Providers;
  log: Logger;
}

/** One line for each run, whatever number of payments it stopped at, with the first failure. */
async function counted<T>(
  log: Logger,
  task: string,
  work: (onUnavailable: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const failures: Error[] = [];
  try {
    return await work((error) => failures.push(error));
  } finally {
    const [err] = failures;
    if (err) log.warn({ task, failed: failures.length, err }, 'provider is unavailable');
  }
}

/**
 * Money is credited even when no notification ever comes: payments left open are asked about until
 * they have their final status.
 */
export const pollTask = ({ providers, log }: Deps): Task => ({
  name: 'topups/poll',
  run: ({ db, now }) =>
    counted(log, 'topups/poll', async (onUnavailable) => {
      let looked = 0;
      for (const provider of providers.all)
        looked += await poll({ db, now, provider }, onUnavailable);
      return looked;
    }),
});

/** Notes whether the provider answered, if it was asked at all. */
async function poll(
  deps: Parameters<typeof pollDue>[0],
  onUnavailable: (error: Error) => void,
): Promise<number> {
  const { db, now, provider } = deps;
  let failed = 0;
  const looked = await pollDue(deps, (error) => {
    failed++;
    onUnavailable(error);
  });
  const ok = failed < looked;
  if (looked > 0) await noteOutcome(db, `provider/${provider.name}`, { at: now, ok });
  return looked;
}

/** Ordered refunds are carried out, and retried while a provider is unavailable. */
export const refundTask = ({ providers, log }: Deps): Task => ({
  name: 'topups/refunds',
  run: ({ db, now }) =>
    counted(log, 'topups/refunds', (onUnavailable) =>
      carryOutRefunds({ db, now, providers }, onUnavailable),
    ),
});

/** Once a day our payments are compared with the providers' and with the ledger. */
export const reconcileTask = ({ providers, log }: Deps): Task => ({
  name: 'topups/reconcile',
  everyMs: HOUR_MS / 6,
  async run({ db, now }) {
    const report = await counted(log, 'topups/reconcile', (onUnavailable) =>
      reconcileDay({ db, now, providers }, onUnavailable),
    );
    if (report) log[report.cases > 0 ? 'warn' : 'info'](report, 'payments compared');
    return 0;
  },
});
