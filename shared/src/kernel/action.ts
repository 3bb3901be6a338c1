import type * as z from 'zod/mini';
import type { PartnerRole } from '../partners/people-rules.ts';
import type { Right } from '../staff/rights.ts';
import type { ErrorCode } from './errors.ts';

export type Audience = 'visitor' | 'user' | 'staff' | 'partner';

/**
 * So many calls in a sliding time; counted for each account, each network address, each value of an
 * input field, or all callers together. Calls of one name count together; `as` names the field that
 * another of them counts by.
 */
export interface Limit {
  readonly per:
    | 'account'
    | 'address'
    | 'everybody'
    | { readonly field: string; readonly as?: string };
  /** Calls of different names count together under this name. */
  readonly shared?: string;
  readonly attempts: number;
  readonly seconds: number;
  /** Counts failures only: a successful call resets the counter. */
  readonly resetBySuccess?: true;
  /** Only failures count, and a call that succeeds leaves the count as it was. */
  readonly returnedBySuccess?: true;
  /**
   * It limits what is done, not what is tried: calls that are refused count apart. Never where a
   * refusal is a wrong guess.
   */
  readonly refusedApart?: true;
}

/**
 * Sent by our own pages with every call. Another site cannot send it: browsers ask for permission
 * first, which no origin gets.
 */
export const OWN_HEADER = 'x-portal';

interface Call {
  /** The exact string after `?action=`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /**
   * A GET that changes something all the same: refused from other sites as a POST is, and with a
   * session cookie also without `OWN_HEADER` or `Sec-Fetch-Site: same-origin`.
   */
  readonly changes?: true;
  /** Polled by our pages: no person causes it, and it does not count as a use of the session. */
  readonly passive?: true;
  /** Large: sent compressed to who accepts that. Never where an answer repeats what was sent. */
  readonly compressed?: true;
  /** Our own pages post its fields as a form. The server takes a form and JSON for every call. */
  readonly form?: true;
  /** One German or English sentence for the generated reference. */
  readonly summary: string;
  /**
   * It moves money or destroys something for good: with the header `Idempotency-Key` it is carried
   * out once, however often it is sent. `unless` names a member and the value with which it does no
   * such thing.
   */
  readonly money?: true | { readonly unless: readonly [member: string, value: string] };
  /**
   * It buys something, and is refused until the caller has accepted the terms that are valid
   * (BOF-129): always, `unless` a member has this value, or only `with` this member.
   */
  readonly buys?:
    | true
    | { readonly unless: readonly [member: string, value: string] }
    | { readonly with: string };
  /**
   * Without a key, calls for the same `item` (a member of the input; the whole order if none is
   * named) at the same moment are one press: the later ones get the first answer, unless they say
   * `again`. Only calls that bring the member `with`, if it is named.
   */
  readonly press?: { readonly item?: string; readonly with?: string };
  /**
   * It spends credits: a member that is not among these is refused by its name. Beside its own
   * members it knows what its entity says, which may come back and means nothing.
   */
  readonly knows?: readonly string[];
  readonly limits?: readonly Limit[];
  /**
   * Beyond so many calls an hour a network address has to prove work: it sends `proof`, the answer
   * to a challenge of `proof_challenge`. A call that brings one takes none of the free ones.
   */
  readonly proof?: { readonly freeCalls: number };
  /** Largest accepted body in bytes; 64 KiB by default. */
  readonly bodyLimit?: number;
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /**
   * Every expected failure of this call. Throwing any other code is a defect and results in 500.
   */
  readonly errors: readonly ErrorCode[];
}

/** A call of the portal, `/api`. */
export interface PortalAction extends Call {
  readonly audience: 'visitor' | 'user';
}

/** A call of the back office, `/betrieb/api`. */
export interface StaffAction extends Call {
  readonly audience: 'staff';
  /** Asked for before anything is read; `null` only for the calls that log in and out. */
  readonly right: Right | null;
  /** A second person may have to allow it first: 202 with the code APPROVAL_PENDING. */
  readonly mayWait?: true;
  /** `takesKey` says which calls are carried out once. */
  readonly money?: never;
  /**
   * A POST that only reads, says again what is so, or checks a secret: it takes no idempotency key,
   * so its response is not stored.
   */
  readonly keyless?: true;
}

/** A call of the console of a partner website, `/partner/api`. */
export interface PartnerAction extends Call {
  readonly audience: 'partner';
  /** What the person must be to her website; `null` only for the calls that log in and out. */
  readonly role: PartnerRole | null;
  readonly money?: never;
}

/**
 * One call of the wire API. Server, web client, documentation, fuzzer and tests all derive from
 * this value.
 */
export type Action = PortalAction | StaffAction | PartnerAction;

/**
 * With the header `Idempotency-Key` it is carried out once: what moves money, and what somebody of
 * the house changes.
 */
export const takesKey = (spec: Action): boolean =>
  spec.audience === 'staff'
    ? spec.right !== null && spec.method !== 'GET' && !spec.keyless
    : Boolean(spec.money);

/** Names of the members of these shapes. */
export const namesOf = (...shapes: object[]): string[] => shapes.flatMap(Object.keys);

export const action = <const A extends Action>(spec: A): A => spec;

/** What a caller sends. */
export type Params<A extends Action> = z.input<A['input']>;
/** What a handler receives. */
export type Input<A extends Action> = z.output<A['input']>;
export type Output<A extends Action> = z.output<A['output']>;
