import { PaymentRefused, ProviderUnavailable } from '../../../modules/topups/ports.ts';

/** The payer waits for this response on the credit page. */
const TIMEOUT_MS = 6_000;
/**
 * No decision about a payment: a wrong key (401, 403), too many requests (405, then 403), a
 * timeout.
 */
const UNDECIDED = [401, 403, 405, 408, 425, 429];

export interface ClientOptions {
  /** Address of the API, with its version. */
  baseUrl: string;
  instance: string;
  apiSecret: string;
  fetch: typeof fetch;
  timeoutMs?: number | undefined;
}

type Parameters = Record<string, string | number>;

export interface PayrexxClient {
  /**
   * The `data` of the response; undefined when there is no such object. @throws ProviderUnavailable
   */
  get(path: string, query?: Parameters): Promise<unknown>;
  /** @throws PaymentRefused, ProviderUnavailable */
  post(path: string, form: Parameters): Promise<unknown>;
}

/** Payrexx over HTTP: every request names the instance and carries the secret in a header. */
export function payrexxClient({
  baseUrl,
  instance,
  apiSecret,
  fetch,
  timeoutMs = TIMEOUT_MS,
}: ClientOptions): PayrexxClient {
  const request = async (path: string, query: Parameters, init: RequestInit): Promise<Outcome> => {
    const search = encoded({ instance, ...query });
    try {
      const response = await fetch(`${baseUrl}/${path}?${search}`, {
        ...init,
        headers: { ...init.headers, accept: 'application/json', 'x-api-key': apiSecret },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 500 || UNDECIDED.includes(response.status))
        throw new Error(`status ${response.status}`);
      return outcomeOf(response.status, await response.json());
    } catch (cause) {
      throw new ProviderUnavailable('Payrexx does not answer.', { cause });
    }
  };
  return {
    async get(path, query = {}) {
      const { data, error } = await request(path, query, {});
      if (error === undefined) return data;
      if (MISSING.test(error)) return undefined;
      // Any other error is no decision about the payment.
      throw new ProviderUnavailable(`Payrexx did not understand a question: ${error}`);
    },
    async post(path, form) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { data, error } = await request(
        path,
        {},
        { method: 'POST', headers, body: encoded(form) },
      );
      if (error !== undefined) throw new PaymentRefused(`Payrexx refused: ${error}`);
      return data;
    },
  };
}

const MISSING = /^An error occurred: No \w+ found with id /;

interface Outcome {
  data?: unknown;
  /** The reason of a refusal, as Payrexx writes it. */
  error?: string;
}

/** Older versions of the API report errors with 200; the status in the body counts. */
function outcomeOf(status: number, body: unknown): Outcome {
  const { status: outcome, data, message } = Object(body) as Record<string, unknown>;
  if (status < 300 && outcome === 'success') return { data };
  if (outcome === 'error')
    return { error: typeof message === 'string' ? message.slice(0, 200) : `status ${status}` };
  throw new Error(`status ${status} in an unknown form`);
}

const encoded = (parameters: Parameters) =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, `${value}`]),
  ).toString();
