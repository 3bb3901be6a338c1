import { formatNumber } from '@samtrot/shared/kernel/money.ts';
import { checkBooks } from '../modules/overview/service.ts';
import type { Command } from './command.ts';

export const ledgerCheck: Command = {
  usage: 'ledger check',
  summary: 'Rechnet das ganze Hauptbuch nach und vergleicht es mit Zahlungen und Bestellungen.',
  prepare: () => ({
    async withDatabase({ db }) {
      const { ok, accounts, transfers, problems } = await checkBooks(db);
      const size = `${formatNumber(accounts)} Konten, ${formatNumber(transfers)} Buchungen`;
      return {
        text: ok ? `Das Hauptbuch stimmt: ${size}.` : `Das Hauptbuch stimmt nicht (${size}).\n${problems.join('\n')}`,
        data: { accounts, transfers, problems },
        ...(!ok && { failed: true as const }),
      };
    },
  }),
};
