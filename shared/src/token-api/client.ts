import {
  CLIENT_ERRORS,
  type LoginInput,
  type RegisterInput,
  type SecondFactorInput,
  TOKEN_API_TIMEOUT_MS,
  TOKEN_CALLS,
  type Token,
} from './contract.ts';

export type { LoginInput, RegisterInput, SecondFactorInput, Token } from './contract.ts';

type Awaitable<T> = T | Promise<T>;

/**
 * Where the token is kept: the device's safe, or what a browser offers. Without one it lives as
 * long as the client.
 */
export interface TokenStore {
  read(): Awaitable<Token | null | undefined>;
  /** null: forget it. */
  write(token: Token | null): Awaitable<void>;
}

/** As much of `fetch` as is used: that of a browser, of React Native and of Node fit. */
export type TokenFetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    credentials: 'omit';
    // biome-ignore lint/suspicious/noExplicitAny: the signal's types differ between platforms
    signal?: any;
  },
) => Promise<{ ok: boolean; status: number; json(): Promise<unknown> }>;

export interface TokenClientOptions {
  /** `https://api.example` or `https://portal.example/token-api`. */
  baseUrl: string;
  fetch?: TokenFetch;
  store?: TokenStore;
  isOnline?: () => boolean;
  now?: () => Date;
  /** Milliseconds; 10 s (CON-30) by default. */
  timeoutMs?: number;
}

/**
 * Why a call failed. `code` and `message` are the server's, or NETWORK_TIMEOUT, NETWORK_OFFLINE and
 * SERVER_ERROR.
 */
export class TokenApiError extends Error {
  override name = 'TokenApiError';
  readonly code: string;
  /** 0 when there was no answer. */
  readonly status: number;
  readonly errors: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  /** SECOND_FACTOR_REQUIRED: for `secondFactor`. */
  readonly pending: string | undefined;

  constructor(
    code: string,
    message: string,
    { status = 0, errors = {}, retryAfterSeconds, pending }: ErrorDetails = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
    this.pending = pending;
  }
}
interface ErrorDetails {
  status?: number;
  errors?: Record<string, string>;
  retryAfterSeconds?: number | undefined;
  pending?: string | undefined;
}

export type TokenClient = ReturnType<typeof createTokenClient>;

/**
 * The token API with everything around it: the kept token, its expiry, the waiting time, and errors
 * with German words.
 */
export function createTokenClient(options: TokenClientOptions) {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const store = options.store ?? memoryStore();
  const now = options.now ?? (() => new Date());

  const current = async (): Promise<Token | undefined> => {
    const kept = await store.read();
    return isToken(kept) && Date.parse(kept.expiresAt) > now().getTime() ? kept : undefined;
  };
  const authorization = async (): Promise<Record<string, string>> => {
    const kept = await current();
    return kept ? { Authorization: `Bearer ${kept.token}` } : {};
  };
  const call = (name: keyof typeof TOKEN_CALLS, body: object) =>
    post(options, { url: `${baseUrl}${TOKEN_CALLS[name].path}`, body });
  const messageOf = (answer: unknown): { message: string; confirmFirst: boolean } => {
    const { data } = answer as { data?: { message?: unknown; confirmFirst?: unknown } };
    if (typeof data?.message !== 'string') throw unknownFailure();
    return { message: data.message, confirmFirst: data.confirmFirst === true };
  };
  const keep = async (answer: unknown): Promise<Token> => {
    const token = (answer as { data?: { token?: unknown } }).data?.token;
    if (!isToken(token)) throw unknownFailure();
    const kept = { token: token.token, expiresAt: token.expiresAt };
    await store.write(kept);
    return kept;
  };

  return {
    /** Logs in and keeps the token. A previous session ends in any case. */
    async login({ email, password, rememberMe = false }: LoginInput): Promise<Token> {
      await store.write(null);
      return keep(await call('login', { email, password, rememberMe }));
    },
    /** After SECOND_FACTOR_REQUIRED: ends that login with one of both codes and keeps the token. */
    secondFactor: async (input: SecondFactorInput): Promise<Token> =>
      keep(await call('secondFactor', input)),
    /** `confirmFirst`: there is no login before the link in the mail was opened. */
    register: async (input: RegisterInput) => messageOf(await call('register', input)),
    forgotPassword: async (email: string) =>
      messageOf(await call('forgotPassword', { email })).message,
    resetPassword: async (input: { password: string; token: string }) =>
      messageOf(await call('resetPassword', input)).message,
    /** Forgets the token, and ends it on the server if that can be reached. */
    async logout(): Promise<void> {
      const headers = await authorization();
      await store.write(null);
      const host = /^https?:\/\/[^/]+/i.exec(baseUrl)?.[0] ?? '';
      if (headers.Authorization)
        await post(options, { url: `${host}/api?action=logout`, headers }).catch(() => {});
    },
    /** Only while the token is unexpired (AUT-76). */
    isLoggedIn: async () => (await current()) !== undefined,
    /** The header for calls of the portal; none while nobody is logged in. */
    authorization,
  };
}

/** As much of the platform as is used, which has no types here. */
const platform = globalThis as unknown as {
  fetch: TokenFetch;
  setTimeout(work: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  AbortController?: new () => { signal: unknown; abort(): void };
  navigator?: { onLine?: boolean };
};

async function post(
  {
    fetch = platform.fetch,
    isOnline = () => platform.navigator?.onLine !== false,
    timeoutMs,
  }: TokenClientOptions,
  { url, body, headers = {} }: { url: string; body?: object; headers?: Record<string, string> },
): Promise<unknown> {
  if (!isOnline()) throw failure('NETWORK_OFFLINE');
  const aborter = platform.AbortController && new platform.AbortController();
  let timer: unknown;
  const tooLong = new Promise<never>((_, reject) => {
    timer = platform.setTimeout(() => {
      reject(failure('NETWORK_TIMEOUT'));
      aborter?.abort();
    }, timeoutMs ?? TOKEN_API_TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      tooLong,
      answerOf(
        fetch(url, {
          method: 'POST',
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            accept: 'application/json',
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
          // The token is the only credential; a browser's cookies are not sent.
          credentials: 'omit',
          ...(aborter && { signal: aborter.signal }),
        }),
      ),
    ]);
  } catch (error) {
    if (error instanceof TokenApiError) throw error;
    throw isOnline() ? unknownFailure() : failure('NETWORK_OFFLINE');
  } finally {
    platform.clearTimeout(timer);
  }
}

async function answerOf(response: ReturnType<TokenFetch>): Promise<unknown> {
  const answer = await response;
  const { ok, status } = answer;
  const body = (await answer.json().catch(() => undefined)) as
    | Record<string, unknown>
    | null
    | undefined;
  if (typeof body !== 'object' || body === null) throw failure('SERVER_ERROR', status);
  if (ok) return body;
  if (typeof body.code !== 'string' || typeof body.message !== 'string')
    throw failure('SERVER_ERROR', status);
  throw new TokenApiError(body.code, body.message, {
    status,
    ...(typeof body.errors === 'object' &&
      body.errors !== null && { errors: body.errors as Record<string, string> }),
    ...(typeof body.retry_after === 'number' && { retryAfterSeconds: body.retry_after }),
    ...(typeof body.pending === 'string' && { pending: body.pending }),
  });
}

const failure = (code: keyof typeof CLIENT_ERRORS, status = 0) =>
  new TokenApiError(code, CLIENT_ERRORS[code], { status });
const unknownFailure = () => failure('SERVER_ERROR');

const isToken = (value: unknown): value is Token => {
  const { token, expiresAt } = (value ?? {}) as Partial<Token>;
  return typeof token === 'string' && token !== '' && typeof expiresAt === 'string';
};

function memoryStore(): TokenStore {
  let kept: Token | null = null;
  return {
    read: () => kept,
    write: (token) => {
      kept = token;
    },
  };
}
