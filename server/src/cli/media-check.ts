import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { storages } from '../app/storage.ts';
import { checkDocumentFiles } from '../modules/documents/service.ts';
import { checkFiles } from '../modules/media/service.ts';
import type { Command } from './command.ts';

export const mediaCheck: Command = {
  usage: 'media check',
  reads: true,
  summary: 'Vergleicht die gespeicherten Bilder, Videos und Belege mit der Datenbank.',
  prepare: () => ({
    async withDatabase({ config, db }) {
      const stores = storages(config);
      const media = await checkFiles(db, stores.media);
      const documents = await checkDocumentFiles(db, stores.documents);
      const missing = [...media.missing, ...documents.missing];
      const orphans = [...media.orphans, ...documents.orphans];
      const lines = [
        `${formatNumber(media.stored)} Dateien von Bildern und Videos, ${formatNumber(documents.stored)} Belege.`,
        missing.length > 0
          ? `Es ${missing.length === 1 ? 'fehlt eine Datei' : `fehlen ${formatNumber(missing.length)} Dateien`}:\n${missing.map((name) => `  ${name}`).join('\n')}`
          : 'Keine Datei fehlt.',
        orphans.length > 0
          ? `Übrig: ${formatNumber(orphans.length)}. Was zu nichts gehört und älter als ein Tag ist, räumt der Server weg.`
          : 'Keine Datei ist übrig.',
      ];
      return {
        text: lines.join('\n'),
        data: { stored: media.stored + documents.stored, missing, orphans },
        ...(missing.length > 0 && { failed: true as const }),
      };
    },
  }),
};
