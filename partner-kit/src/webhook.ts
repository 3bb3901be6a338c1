import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** A message older or newer than this was kept by somebody and is sent again. */
const TOLERANCE_MS = 5 * 60_000;

/** What the portal tells. It says what it is about and nothing of what stands in it. */
export interface WebhookMessage {
  /** The same when a message comes twice. */
  id: string;
  /** Such as `ad.changed`; empty where the body is of another form. */
  type: string;
  /** What it is about; null for a message that concerns neither ads nor clubs. */
  about: { list: 'ads' | 'clubs'; id: string } | null;
}

type HeaderValues = Record<string, string | string[] | undefined> | Headers;

/**
 * Verifies messages of the portal (Standard Webhooks): returns the message, or null where it was
 * not signed just now with this secret. `body` are the bytes as they came.
 * @throws for a malformed secret, so that it is noticed at the start
 */
export function webhookVerifier(secret: string) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (!secret.startsWith(PREFIX) || key.length < 16)
    throw new Error(`WEBHOOK_SECRET must begin with ${PREFIX}`);
  return (
    headers: HeaderValues,
    body: Uint8Array | string,
    now: Date = new Date(),
  ): WebhookMessage | null => {
    const of = (name: string) =>
      String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
    const [id, timestamp] = [of('webhook-id'), of('webhook-timestamp')];
    if (id === '' || !/^\d{1,12}$/.test(timestamp)) return null;
    if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return null;
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    // While a secret changes there are two signatures. Each is compared, and in the same time.
    const matches = of('webhook-signature')
      .split(' ')
      .map((given) => {
        const [version, signature = ''] = given.split(',');
        const bytes = Buffer.from(signature, 'base64');
        return version === 'v1' && bytes.length === right.length && timingSafeEqual(bytes, right);
      });
    return matches.includes(true) ? { id, ...read(body) } : null;
  };
}

function read(body: Uint8Array | string): Pick<WebhookMessage, 'type' | 'about'> {
  try {
    const { type, data } = JSON.parse(Buffer.from(body).toString());
    const list = ({ ad: 'ads', club: 'clubs' } as const)[String(type).split('.')[0]!];
    const about = list && typeof data?.id === 'string' ? { list, id: data.id } : null;
    return { type: String(type), about };
  } catch {
    return { type: '', about: null };
  }
}
