import { lengthText } from '@samtrot/shared/kernel/format.ts';
import { sql } from 'kysely';
import { type Finding, probeProxy } from '../adapters/proxy/probe.ts';
import { wholeNumber } from './arguments.ts';
import { type Command, Refusal } from './command.ts';

const PLAIN_PORT = 80;
/** Logs of two machines are compared by their times. */
const MOST_CLOCK_MS = 2_000;

/** `samtrot proxy check`: what only the operator's proxy, certificate and clock can get wrong. */
export const proxyCheck: Command = {
  usage: 'proxy check [--address IP] [--plain-port N]',
  reads: true,
  summary: 'Prüft von aussen Zertifikat, TLS, Umleitungen und die Uhr.',
  options: { address: { type: 'string' }, 'plain-port': { type: 'string' } },
  prepare(_places, options) {
    const address = options.address === undefined ? undefined : String(options.address);
    const plainPort =
      options['plain-port'] === undefined
        ? PLAIN_PORT
        : wholeNumber('--plain-port', options['plain-port'], 1, 65_535);
    return {
      async withDatabase({ config, db, clock }) {
        const { publicUrl, apiHost } = config;
        if (!publicUrl.startsWith('https:'))
          throw new Refusal(`PUBLIC_URL ist ${publicUrl}: Ohne https gibt es nichts zu prüfen.`);
        const target = { publicUrl, apiHost, address, plainPort, now: clock.now() };
        const findings = await probeProxy(target).catch((error: Error) => {
          throw new Refusal(`${publicUrl} antwortet nicht: ${error.message}`);
        });
        const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
        const all = [...findings, clockFinding(rows[0]!.at.getTime() - Date.now())];
        const wrong = all.filter(({ ok }) => !ok);
        return {
          text: all.map(({ ok, text }) => `${ok ? 'gut   ' : 'FALSCH'}  ${text}`).join('\n'),
          data: { findings: all },
          ...(wrong.length > 0 && { failed: true as const }),
        };
      },
    };
  },
};

function clockFinding(ms: number): Omit<Finding, 'subject'> & { subject: 'clock' } {
  return Math.abs(ms) <= MOST_CLOCK_MS
    ? { subject: 'clock', ok: true, text: 'Die Uhren von Datenbank und Maschine stimmen überein.' }
    : {
        subject: 'clock',
        ok: false,
        text: `Die Uhr der Datenbank geht ${lengthText(Math.abs(ms) / 1000)} ${ms > 0 ? 'vor' : 'nach'}.`,
      };
}
