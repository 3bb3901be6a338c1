import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import * as webhooks from '../modules/webhooks/service.ts';
import type { Command } from './command.ts';
import { orRefuse } from './websites.ts';

const OFF = 'off';

export const websiteWebhook: Command = {
  usage: 'website webhook NAME [URL]',
  right: 'partner.manage',
  summary:
    'Sagt, wohin eine Webseite Meldungen bekommt, mit ihrem Geheimnis; oder legt es fest. off: nirgendhin.',
  prepare: ([name, url]) => ({
    withDatabase: ({ transaction, config }) =>
      transaction(async (ctx) => {
        if (url !== undefined)
          await orRefuse(name!, () =>
            webhooks.setHook(
              ctx,
              name!,
              url === OFF ? null : url.trim(),
              config.mode !== 'production',
            ),
          );
        const state = await orRefuse(name!, () =>
          webhooks.findHookState(ctx.db, name!, config.sessionSecret),
        );
        const accepted =
          state.accepted_at && `${formatDateTime(state.accepted_at)} (Schweizer Zeit)`;
        const lines = [
          state.url
            ? `${name} bekommt Meldungen an ${state.url}`
            : `${name} bekommt keine Meldungen.`,
          `Geheimnis: ${state.secret}`,
          `Es warten ${state.waiting}, aufgegeben sind ${state.dead}.`,
          `Zuletzt angenommen: ${accepted ?? 'noch nie'}`,
        ];
        const data = { ...state, accepted_at: state.accepted_at?.toISOString() ?? null };
        return { text: lines.join('\n'), data: { name, ...data } };
      }),
  }),
};

export const websiteWebhookRotate: Command = {
  usage: 'website webhook-rotate NAME',
  right: 'partner.key',
  summary:
    'Macht ein neues Geheimnis für Meldungen an eine Webseite. Das bisherige unterschreibt noch 24 Stunden mit.',
  prepare: ([name]) => ({
    withDatabase: ({ transaction, config }) =>
      transaction(async (ctx) => {
        const made = await orRefuse(name!, () =>
          webhooks.rotateHook(ctx, name!, config.sessionSecret),
        );
        return {
          text: `Neues Geheimnis für ${name}: ${made}\nDas bisherige unterschreibt noch 24 Stunden mit.`,
          data: { name, secret: made },
        };
      }),
  }),
};

export const websiteWebhookResend: Command = {
  usage: 'website webhook-resend NAME',
  right: 'partner.manage',
  summary: 'Sendet aufgegebene Meldungen an eine Webseite noch einmal, nach dem heutigen Stand.',
  prepare: ([name]) => ({
    withDatabase: ({ transaction }) =>
      transaction(async (ctx) => {
        const { dead, sent } = await orRefuse(name!, () => webhooks.resend(ctx, name!));
        return {
          text: `Aufgegeben waren ${dead}; davon gehen jetzt ${sent} neu hinaus.`,
          data: { name, dead, sent },
        };
      }),
  }),
};
