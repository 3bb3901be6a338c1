import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { swissInstant } from '@samtrot/shared/kernel/wall-time.ts';
import * as notices from '../modules/notices/service.ts';
import { type Command, UsageError } from './command.ts';

/** `2026-12-01 02:00`, Swiss time. @throws UsageError */
function instant(name: string, given: unknown): Date {
  const [, day = '', time = ''] = /^(\S+)[ T](\S+)$/.exec(String(given ?? '')) ?? [];
  const at = swissInstant(day, time);
  if (!at) throw new UsageError(`${name} muss eine Zeit wie "2026-12-01 02:00" sein.`);
  return at;
}

export const maintenanceOn: Command = {
  usage: 'maintenance on --until TIME [--from TIME]',
  summary:
    'Wartung bis TIME ("2026-12-01 02:00"), ab jetzt oder ab --from: Ansehen geht, ändern danach wieder.',
  options: { until: { type: 'string' }, from: { type: 'string' } },
  right: 'maintenance.switch',
  prepare(_places, options) {
    const until = instant('--until', options.until);
    const from = options.from === undefined ? {} : { from: instant('--from', options.from) };
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          await notices.setMaintenance(ctx, { ...from, until });
          return {
            text: `Wartung bis ${formatDateTime(until)}.`,
            data: { until: until.toISOString() },
          };
        }),
    };
  },
};

export const maintenanceOff: Command = {
  usage: 'maintenance off',
  summary: 'Beendet die Wartung, oder sagt die kommende ab.',
  right: 'maintenance.switch',
  prepare() {
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const ended = await notices.endMaintenance(ctx);
          return {
            text: ended ? 'Die Wartung ist zu Ende.' : 'Es ist keine Wartung.',
            data: { ended },
          };
        }),
    };
  },
};
