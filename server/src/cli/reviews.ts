import { MODE_LABELS, MODE_REASON_MAX } from '@samtrot/shared/moderation/mode-rules.ts';
import { MODERATION_MODES } from '@samtrot/shared/moderation/review-rules.ts';
import * as moderation from '../modules/moderation/service.ts';
import { line, oneOf } from './arguments.ts';
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

export const moderationMode: Command = {
  usage: 'moderation mode MODE --reason TEXT',
  summary: `Stellt ein, ob Neues und Geändertes auf eine Freigabe wartet. MODE: ${MODERATION_MODES.join(', ')}.`,
  options: { reason: { type: 'string' } },
  right: 'moderation.mode',
  prepare([given], options) {
    const mode = oneOf('MODE', MODERATION_MODES, given);
    const reason = line('--reason', options.reason, MODE_REASON_MAX);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const { mode: seen } = await moderation.readMode(ctx);
          await moderation.chooseMode(ctx, { mode, seen, reason });
          return { text: `«${MODE_LABELS[mode]}» gilt ab jetzt.`, data: { mode, before: seen } };
        }),
    };
  },
};
