import type { z } from 'zod';
import { ProviderUnavailable } from '../../../modules/topups/ports.ts';
import { ErrorResponse } from './schemas.ts';

/** The payer waits for this response on the credit page. */
const TIMEOUT_MS = 6_000;
/**
 * Wrong credentials, a timeout, a request still running, too many: nothing was decided, and a retry
 * may help.
 */
const UNDECIDED = [401, 403, 408, 409, 425, 429];

export interface ClientOptions {
  merchantId: string;
  password: string;
  apiUrl: string;
  fetch: typeof fetch;
  timeoutMs?: number | undefined;
}

interface Outcome {
  ok: boolean;
  body: unknown;
  /** Of a refusal. */
  code?: string;
}

export interface DatatransClient {
  /** @throws ProviderUnavailable */
  get(path: string): Promise<Outcome>;
  /** `key` makes the request idempotent for an hour. @throws ProviderUnavailable */
  post(path: string, key: string, body: object): Promise<Outcome>;
}

/** The transactions API of Datatrans over HTTP; paths are relative to `/v1/transactions`. */
export function datatransClient(options: ClientOptions): DatatransClient {
  const { merchantId, password, apiUrl, timeoutMs = TIMEOUT_MS } = options;
  const authorization = `Basic ${Buffer.from(`${merchantId}:${password}`).toString('base64')}`;
  const request = async (path: string, init: RequestInit): Promise<Outcome> => {
    try {
      const response = await options.fetch(`${apiUrl}/v1/transactions${path}`, {
        ...init,
        headers: { authorization, accept: 'application/json', ...init.headers },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 500 || UNDECIDED.includes(response.status))
        throw new Error(`status ${response.status}`);
      const body: unknown = await response.json();
      if (response.ok) return { ok: true, body };
      // An error page of a proxy has no code, and decides nothing.
      return { ok: false, body, code: ErrorResponse.parse(body).error.code };
    } catch (cause) {
      throw new ProviderUnavailable('Datatrans does not answer.', { cause });
    }
  };
  return {
    get: (path) => request(path, {}),
    post: (path, key, body) =>
      request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': key },
      }),
  };
}

/** @throws ProviderUnavailable for a response of another form */
export function parseResponse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new ProviderUnavailable('Datatrans answered in an unknown form.', {
      cause: parsed.error,
    });
  return parsed.data;
}
