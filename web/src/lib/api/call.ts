import { PASSIVE_HEADER } from '@samtrot/shared/access/session-rules.ts';
import {
  type Action,
  type Output,
  OWN_HEADER,
  type Params,
} from '@samtrot/shared/kernel/action.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';

import { emptyStorage } from '../page/empty-storage.ts';
import { isOnline, NEEDS_NETWORK } from '../page/online.ts';
import { isCausedByPerson } from '../page/person.ts';
import { noteSessionTimes } from '../session/session-times.ts';

/**
 * A call that did not succeed. `code` is the server's, or one of NETWORK (no answer) and UNREADABLE
 * (no JSON).
 */
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
 * Idempotency keys of orders without a response yet. Repeating the same order uses the same key.
 */
const unanswered = new Map<string, string>();

/** In bytes. Browsers carry at most 64 KiB for a page that is gone, of all its calls together. */
const MOST_KEPT_ALIVE = 30_000;

/** Of the window: a call was refused by maintenance. */
export const MAINTENANCE = 'MAINTENANCE';

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

/** Where the calls of this document go. */
let entry = '/api';
/** Whether each call that changes something takes a key there, not only what moves money. */
let allKeyed = false;
/** Once, before the first call: a document with an entry of its own. */
export function setEntry(path: string, of: { allKeyed?: boolean } = {}): void {
  entry = path;
  allKeyed = of.allKeyed ?? false;
}

export const entryOf = (): string => entry;

/** What the browser has of an action: the build leaves out the rest (`web/scripts/calls.ts`). */
export type BuiltAction = Pick<Action, 'name' | 'method' | 'form' | 'money'>;

/**
 * Calls one action of the contract. The contract, not the caller, says method and shape.
 * `keepalive` outlives the page.
 */
export async function call<A extends Action>(
  action: A,
  params: Params<A>,
  signal?: AbortSignal,
  { keepalive = false } = {},
): Promise<Output<A>> {
  const spec: BuiltAction = action;
  const url = new URL(entry, location.origin);
  url.searchParams.set('action', spec.name);
  const inBody = spec.method === 'POST';
  if (!inBody) setAll(url.searchParams, params as object);
  const body = spec.form
    ? setAll(new URLSearchParams(), params as object).toString()
    : JSON.stringify(params);
  const order = `${spec.name} ${body}`;
  const key = takesKey(spec, params as object) ? keyOf(order) : undefined;
  const response = await fetch(url, {
    method: spec.method,
    credentials: 'include',
    signal: signal ?? null,
    keepalive: keepalive && new TextEncoder().encode(body).length < MOST_KEPT_ALIVE,
    headers: {
      [OWN_HEADER]: '1',
      ...(!isCausedByPerson() && { [PASSIVE_HEADER]: '1' }),
      ...(inBody && { 'content-type': spec.form ? FORM : 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(inBody && { body }),
  }).catch((cause: unknown) => {
    throw new ApiError(
      'NETWORK',
      isOnline()
        ? 'Keine Verbindung zum Server. Bitte überprüfe deine Internetverbindung.'
        : NEEDS_NETWORK,
      {
        details: { cause },
      },
    );
  });
  noteSessionTimes(response.headers);
  // The session has ended; the server leaves the storage to its own pages.
  if (response.headers.has('clear-site-data')) emptyStorage();
  const answer = (await response.json().catch(() => undefined)) as
    | Record<string, unknown>
    | undefined;
  if (!answer) {
    throw new ApiError('UNREADABLE', 'Das hat nicht geklappt. Bitte lade die Seite neu.', {
      status: response.status,
    });
  }
  // A server that is away may have been so only when it answered.
  if (response.status !== 503) unanswered.delete(order);
  if (answer.success !== true) {
    if (answer.code === MAINTENANCE) dispatchEvent(new Event(MAINTENANCE));
    throw new ApiError(String(answer.code ?? ''), String(answer.message ?? ''), {
      status: response.status,
      details: answer,
    });
  }
  return answer as Output<A>;
}

function setAll(into: URLSearchParams, params: object): URLSearchParams {
  for (const [key, value] of Object.entries(params))
    if (value !== undefined) into.set(key, String(value));
  return into;
}

function takesKey({ method, money }: BuiltAction, params: object): boolean {
  if (!money) return allKeyed && method !== 'GET';
  return money === true || (params as Record<string, unknown>)[money.unless[0]] !== money.unless[1];
}

/**
 * Undefined where the page did not come over https: browsers make no keys there, and the order goes
 * without one.
 */
function keyOf(order: string): string | undefined {
  const known = unanswered.get(order);
  if (known !== undefined) return known;
  const key = (crypto as Partial<Crypto>).randomUUID?.();
  if (key !== undefined) unanswered.set(order, key);
  return key;
}
