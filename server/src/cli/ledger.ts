import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { checkBooks } from '../modules/overview/service.ts';
import { createCheckpoint } from '../modules/wallet/service.ts';
import { noteRun } from '../platform/operation-runs.ts';
import type { Command } from './command.ts';

export const ledgerCheck: Command = {
  usage: 'ledger check',
  reads: true,
  summary: 'Rechnet das ganze Hauptbuch nach und vergleicht es mit Zahlungen und Bestellungen.',
  prepare: () => ({
    async withDatabase({ db, clock }) {
      const { ok, accounts, transfers, problems } = await checkBooks(db);
      await noteRun(db, 'ledger_check', { at: clock.now(), ok });
      const size = `${formatNumber(accounts)} Konten, ${formatNumber(transfers)} Buchungen`;
      return {
        text: ok
          ? `Das Hauptbuch stimmt: ${size}.`
          : `Das Hauptbuch stimmt nicht (${size}).\n${problems.join('\n')}`,
        data: { accounts, transfers, problems },
        ...(!ok && { failed: true as const }),
      };
    },
  }),
};

export const ledgerSeal: Command = {
  usage: 'ledger seal',
  reads: true,
  summary:
    'Siegelt alle Buchungen bis jetzt und zeigt das Siegel, das anderswo aufbewahrt beweist, dass nichts geändert wurde.',
  prepare: () => ({
    async withDatabase({ db, clock }) {
      const checkpoint = await createCheckpoint(db, clock.now());
      if (!checkpoint) return { text: 'Das Hauptbuch ist noch leer.', data: { seal: null } };
      const hash = checkpoint.hash.toString('hex');
      return {
        text: `Siegel ${checkpoint.id} bis Buchung ${checkpoint.last_transfer}: ${hash}`,
        data: {
          seal: {
            id: checkpoint.id,
            last_transfer: checkpoint.last_transfer,
            hash,
            sealed_at: checkpoint.sealed_at.toISOString(),
          },
        },
      };
    },
  }),
};
