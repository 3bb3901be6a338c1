import { createHmac } from 'node:crypto';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';

const PREFIX = 'whsec_';
/** So long the secret before the last rotation signs too. */
const OVERLAP_MS = DAY_MS;

interface Holder {
  id: number;
  webhook_generation: number;
  webhook_rotated_at: Date | null;
}

/** The key of a website follows from the secret of the portal, so that no table holds it. */
const keyOf = (master: string, websiteId: number, generation: number): Buffer =>
  createHmac('sha256', master).update(`webhook:${websiteId}:${generation}`).digest();

/** As the website gets it: `whsec_` and the key in base64. */
export const secretOf = (master: string, { id, webhook_generation }: Omit<Holder, 'webhook_rotated_at'>): string =>
  PREFIX + keyOf(master, id, webhook_generation).toString('base64');

/** The headers of a message in the form of Standard Webhooks; for a day after a rotation signed with both secrets. */
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
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
