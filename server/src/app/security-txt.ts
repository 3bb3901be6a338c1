import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from './compose.ts';

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** `/.well-known/security.txt`: whom to tell about a vulnerability (RFC 9116). */
export function registerSecurityTxt(server: FastifyInstance, { config, clock }: App): void {
  const { publicUrl, operator } = config;
  server.get('/.well-known/security.txt', (_request, reply) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: mailto:${operator.email}`,
      `Contact: ${publicUrl}/kontakt`,
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: de, en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`);
  });
}
