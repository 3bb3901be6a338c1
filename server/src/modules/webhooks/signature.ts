import { createHmac } from 'node:crypto';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';

const PREFIX = 'whsec_';
/** How long the secret before a rotation signs too. */
export const OVERLAP_MS = DAY_MS;

interface Holder {
  id: number;
  webhook_generation: number;
  webhook_rotated_at: Date | null;
}

/** Derived from the portal's secret, so that no table contains it. */
const keyOf = (master: string, websiteId: number, generation: number): Buffer =>
  createHmac('sha256', master).update(`webhook:${websiteId}:${generation}`).digest();

/** The secret as the website receives it: `whsec_` and the key in base64. */
export const secretOf = (
  master: string,
  { id, webhook_generation }: Omit<Holder, 'webhook_rotated_at'>,
): string => PREFIX + keyOf(master, id, webhook_generation).toString('base64');

/** The headers of Standard Webhooks, signed with both secrets for a day after a rotation. */
export function signedHeaders(
  master: string,
  website: Holder,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const { webhook_generation: generation, webhook_rotated_at: rotated } = website;
  const both = rotated !== null && generation > 1 && now.getTime() - rotated.getTime() < OVERLAP_MS;
  const signatures = (both ? [generation, generation - 1] : [generation]).map(
    (each) =>
      `v1,${createHmac('sha256', keyOf(master, website.id, each))
        .update(`${id}.${timestamp}.${body}`)
        .digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'Samtrot-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
