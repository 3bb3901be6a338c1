import { PaymentRefused, ProviderUnavailable } from '../../../modules/topups/ports.ts';

/** The payer waits for this answer on the credit page. */
const TIMEOUT_MS = 6_000;
/** They say nothing about a payment: a wrong key (401, 403), and what Payrexx answers to too many questions (405, then 403). */
const NOT_ABOUT_THE_PAYMENT = [401, 403, 405, 408, 425, 429];

export interface ApiOptions {
  /** Where the API answers, with its version. */
  baseUrl: string;
  instance: string;
  apiSecret: string;
  fetch: typeof fetch;
  timeoutMs?: number | undefined;
}

type Parameters = Record<string, string | number>;

export interface Api {
  /** The `data` of the answer; undefined when there is no such thing. @throws ProviderUnavailable */
  get(path: string, query?: Parameters): Promise<unknown>;
  /** @throws PaymentRefused, ProviderUnavailable */
  post(path: string, form: Parameters): Promise<unknown>;
}

/** Payrexx over HTTP: every call names the instance and proves itself with the secret in a header. */
export function payrexxApi({ baseUrl, instance, apiSecret, fetch, timeoutMs = TIMEOUT_MS }: ApiOptions): Api {
  const ask = async (path: string, query: Parameters, init: RequestInit): Promise<Said> => {
    const search = encoded({ instance, ...query });
    try {
      const answer = await fetch(`${baseUrl}/${path}?${search}`, {
        ...init,
        headers: { ...init.headers, accept: 'application/json', 'x-api-key': apiSecret },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.status >= 500 || NOT_ABOUT_THE_PAYMENT.includes(answer.status))
        throw new Error(`status ${answer.status}`);
      return said(answer.status, await answer.json());
    } catch (cause) {
      throw new ProviderUnavailable('Payrexx does not answer.', { cause });
    }
  };
  return {
    async get(path, query = {}) {
      const { data, error } = await ask(path, query, {});
      if (error === undefined) return data;
      // Anything else that is wrong with a question is no word about a payment.
      if (MISSING.test(error)) return undefined;
      throw new ProviderUnavailable(`Payrexx did not understand a question: ${error}`);
    },
    async post(path, form) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { data, error } = await ask(path, {}, { method: 'POST', headers, body: encoded(form) });
      if (error !== undefined) throw new PaymentRefused(`Payrexx refused: ${error}`);
      return data;
    },
  };
}

const MISSING = /^An error occurred: No \w+ found with id /;

interface Said {
  data?: unknown;
  /** Why it was refused, in Payrexx's words. */
  error?: string;
}

/** Older versions of the API answer errors with 200; the word in the body counts. */
function said(status: number, body: unknown): Said {
  const { status: word, data, message } = Object(body) as Record<string, unknown>;
  if (status < 300 && word === 'success') return { data };
  if (word === 'error') return { error: typeof message === 'string' ? message.slice(0, 200) : `status ${status}` };
  throw new Error(`status ${status} in an unknown form`);
}

const encoded = (parameters: Parameters) =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, `${value}`]),
  ).toString();
