import * as log from '../modules/audit/service.ts';
import type { Command } from './command.ts';

export const auditCheck: Command = {
  usage: 'audit check',
  reads: true,
  summary: 'Prüft, ob das Protokoll zu seinen Prüfpunkten passt, und zeigt den letzten.',
  prepare: () => ({
    async withDatabase({ transaction }) {
      const { checkpoints, broken, last } = await transaction(async ({ db }) => ({
        ...(await log.checkChain(db)),
        last: await log.newestCheckpoint(db),
      }));
      if (broken)
        return {
          text: `Das Protokoll wurde verändert: zwischen Zeile ${broken.after + 1} und ${broken.upTo}.`,
          data: { checkpoints, broken },
          failed: true as const,
        };
      const hash = last?.hash.toString('hex') ?? null;
      return {
        text: last
          ? `Das Protokoll stimmt. Prüfpunkt ${checkpoints} bis Zeile ${last.last_line}: ${hash}`
          : 'Das Protokoll hat noch keinen Prüfpunkt.',
        data: { checkpoints, last_line: last?.last_line ?? null, hash },
      };
    },
  }),
};
