import { dataKeys } from '../platform/data-key.ts';
import { migrate } from '../platform/migrate.ts';
import type { Command } from './command.ts';

/** `samtrot migrate`: the only command, and in production the only way, that changes tables. */
export const migrateCommand: Command = {
  usage: 'migrate',
  summary: 'Bringt die Datenbank auf den Stand dieses Programms. In Produktion vor dem Start.',
  prepare: () => ({
    async onDatabase({ url, config }) {
      const applied = await migrate(url, dataKeys(config.dataKeys));
      const text =
        applied.length === 0
          ? 'Die Datenbank ist auf dem Stand dieses Programms.'
          : ['Angewendet:', ...applied].join('\n');
      return { text, data: { applied } };
    },
  }),
};
