import type { Action, Output, Params } from '@samtrot/shared/kernel/action.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';

/** A call that did not succeed. `code` is the server's, or one of NETWORK (no answer) and UNREADABLE (no JSON). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly fields: FieldErrors;
  /** Further members of the answer, such as `missing`. */
  readonly details: Record<string, unknown>;

  constructor(
    code: string,
    message: string,
    { status = 0, details = {} }: { status?: number; details?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.fields = (details.errors as FieldErrors | undefined) ?? {};
  }
}

/**
 * A call by name and method only, both checked against the contract: the login pages are to load without the schemas, which `call`
 * does not need.
 */
export const named = <A extends Action>(name: A['name'], method: A['method']): A => ({ name, method }) as A;

/** Calls one action of the contract. The contract, not the caller, says method and shape. */
export async function call<A extends Action>(spec: A, params: Params<A>, signal?: AbortSignal): Promise<Output<A>> {
  const url = new URL('/api', location.origin);
  url.searchParams.set('action', spec.name);
  const inBody = spec.method === 'POST';
  if (!inBody) {
    for (const [key, value] of Object.entries(params as object)) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
  }
  const response = await fetch(url, {
    method: spec.method,
    credentials: 'include',
    signal: signal ?? null,
    ...(inBody && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) }),
  }).catch((cause: unknown) => {
    throw new ApiError('NETWORK', 'Keine Verbindung zum Server. Bitte überprüfe deine Internetverbindung.', {
      details: { cause },
    });
  });
  const body = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!body) throw new ApiError('UNREADABLE', 'Die Antwort des Servers ist nicht lesbar.', { status: response.status });
  if (body.success !== true) {
    throw new ApiError(String(body.code ?? ''), String(body.message ?? ''), {
      status: response.status,
      details: body,
    });
  }
  return body as Output<A>;
}
