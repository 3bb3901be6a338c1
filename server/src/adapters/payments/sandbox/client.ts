/** Client of the sandbox, the payment provider of development and tests. */
import type { z } from 'zod';
import { ProviderUnavailable } from '../../../modules/topups/ports.ts';

/** The payer waits for this response on the credit page. */
const TIMEOUT_MS = 6_000;

export interface ClientOptions {
  /** Where the provider's API listens. */
  origin: string;
  apiSecret: string;
  fetch: typeof fetch;
  timeoutMs?: number;
}

export interface SandboxClient {
  /** @throws ProviderUnavailable */
  get(path: string): Promise<{ status: number; body: unknown }>;
  /** `key` makes the request idempotent. @throws ProviderUnavailable */
  post(path: string, key: string, body: object): Promise<{ status: number; body: unknown }>;
}

/** The API of the sandbox over HTTP, as of any other provider. */
export function sandboxClient(options: ClientOptions): SandboxClient {
  const { origin, apiSecret, timeoutMs = TIMEOUT_MS } = options;
  const request = async (path: string, init: RequestInit) => {
    try {
      const response = await options.fetch(`${origin}/sandbox-pay/api${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${apiSecret}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 500 || response.status === 429)
        throw new Error(`status ${response.status}`);
      return { status: response.status, body: (await response.json()) as unknown };
    } catch (cause) {
      throw new ProviderUnavailable('The payment provider does not answer.', { cause });
    }
  };
  return {
    get: (path) => request(path, {}),
    post: (path, key, body) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
  };
}

/** @throws ProviderUnavailable for a response of another form */
export function parseResponse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new ProviderUnavailable('The payment provider answered in an unknown form.');
  return parsed.data;
}
