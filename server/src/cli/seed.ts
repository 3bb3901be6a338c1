import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { rebuildDictionary } from '../modules/delivery/service.ts';
import { hashPassword } from '../platform/crypto.ts';
import { analyse, fillBulk } from '../seed/bulk.ts';
import { DEMO_PASSWORD } from '../seed/demo.ts';
import { wholeNumber } from './arguments.ts';
import { type Command, Refusal } from './command.ts';

export const seed: Command = {
  usage: 'seed --advertisers N --ads N --seed S',
  reads: true,
  summary: 'Füllt die Datenbank zum Messen mit erfundenen Konten und Inseraten; nicht im Betrieb.',
  options: { advertisers: { type: 'string' }, ads: { type: 'string' }, seed: { type: 'string' } },
  prepare(_places, options) {
    const advertisers = wholeNumber('--advertisers', options.advertisers, 1, 100_000);
    const ads = wholeNumber('--ads', options.ads, 0, 1_000_000);
    const number = wholeNumber('--seed', options.seed, 0, 1_000_000);
    return {
      async withDatabase({ config, db, transaction, progress }) {
        if (config.mode === 'production')
          throw new Refusal('Im Betrieb werden keine erfundenen Daten angelegt.');
        const passwordHash = await hashPassword(DEMO_PASSWORD);
        const filled = await transaction((ctx) =>
          fillBulk(ctx.db, {
            advertisers,
            ads,
            seed: number,
            passwordHash,
            now: ctx.now,
            progress,
          }),
        );
        if (!filled)
          throw new Refusal(
            `Mit --seed ${number} ist die Datenbank schon gefüllt. Nimm eine andere Zahl.`,
          );
        await transaction((ctx) => analyse(ctx.db));
        await rebuildDictionary(db);
        return {
          text: `${formatNumber(advertisers)} Konten (demo-${number}-1@samtrot.example …, Passwort ${DEMO_PASSWORD}) mit ${formatNumber(ads)} Inseraten sind angelegt.`,
          data: { advertisers, ads, seed: number },
        };
      },
    };
  },
};
