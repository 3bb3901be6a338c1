import * as moderation from '../modules/moderation/service.ts';
import { line } from './arguments.ts';
import type { Command } from './command.ts';

export const reviewSamples: Command = {
  usage: 'review samples MONTH',
  summary: 'Zählt die Stichproben eines Monats (2026-11) und wie viele anders entschieden wurden.',
  right: 'review.read',
  reads: true,
  prepare([given]) {
    const month = line('MONTH', given, 7);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const { decided, different } = await moderation.sampleRegister(ctx, month);
          return {
            text: `${month}: ${decided} Stichproben entschieden, ${different} anders als zuerst.`,
            data: { month, decided, different },
          };
        }),
    };
  },
};
