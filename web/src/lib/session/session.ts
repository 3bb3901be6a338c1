import * as access from '@samtrot/shared/access/contract.ts';
import { loginFor } from '@samtrot/shared/access/wanted-page.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import * as overview from '@samtrot/shared/overview/contract.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../api/api.ts';
import { giftsQuery, transactionsQuery } from '../api/transactions-query.ts';
import { emptyShell, endShellWorker } from '../page/shell-worker.ts';
import { notifySessionEnded } from '../page/unsaved-changes.ts';
import { KNOWN_FOR_MS, withinLimit } from './load-tries.ts';
import { isLeavingAtOnce } from './quick-exit.ts';
import { keepReturnFor } from './return-path.ts';
import { whyEnded } from './session-times.ts';
import { announceSession, clearSession, noteLoginReason } from './stored-session.ts';
import { viewed, viewedCard } from './viewed.ts';

export type Account = Extract<Output<typeof overview.state>['state'], { user_id: number }>;

export const LOGIN_PAGE = '/auth/login';

/**
 * Whose account this document shows. Another one, logged in to the same browser, begins with a
 * document of its own.
 */
let shown: number | undefined;

/** The account as a whole: one query, reloaded when older than five minutes (FRM-28, HOM-27). */
export const stateQuery = queryOptions({
  queryKey: ['state'],
  queryFn: async ({ signal }): Promise<Account> => {
    const { state } = await withinLimit((limit) => call(overview.state, {}, limit), signal);
    // Visitors get the websites at least; with neither, something between here and the server has
    // lost the answer.
    if (!isObject(state) || !('webseiten' in state))
      throw new ApiError('NO_DATA', 'Keine Daten verfügbar');
    if (!('user_id' in state) || (shown ?? state.user_id) !== state.user_id) {
      throw new ApiError('NOT_LOGGED_IN', 'Bitte melde dich an.', { status: 401 });
    }
    shown = state.user_id;
    return state;
  },
  staleTime: KNOWN_FOR_MS,
  // The frame tries again by itself.
  retry: false,
  gcTime: Number.POSITIVE_INFINITY,
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The account if it is loaded, for what the frame shows meanwhile. */
export const useKnownAccount = (): Account | undefined => useQuery(stateQuery).data;

/** The current account. Only inside the frame, which has loaded it. */
export function useAccount(): Account {
  const data = useKnownAccount();
  if (!data) throw new Error('useAccount outside the frame');
  return data;
}

/** What everything costs, as the account was loaded. Only inside the frame. */
export const usePrices = (): Account['prices'] => useAccount().prices;

/** Nobody is kept waiting longer by a slow answer; it is shown whenever it comes. */
const RELOAD_WAIT_MS = 3_000;

/**
 * Reloads the account and its movements after something changed them, such as a payment or a new
 * ad. Holds no dialog for long. Includes polled figures, because polling stops once a session has
 * ended.
 */
export function useReload(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const all = loadAnew(client, [
      stateQuery,
      transactionsQuery,
      giftsQuery,
      { queryKey: [overview.getBalance.name] },
    ]);
    await Promise.race([all, new Promise((done) => setTimeout(done, RELOAD_WAIT_MS))]);
  };
}

/**
 * The account alone, however long it takes: for what shows something of its own until then, such as
 * a picture that has just been saved.
 */
export function useReloadOfAccount(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const before = client.getQueryState(stateQuery.queryKey)?.dataUpdatedAt;
    await loadAnew(client, [stateQuery]);
    await untilLoaded(client, before);
  };
}

/** The frame tries again by itself, until the account is there or the session is over. */
const untilLoaded = (client: QueryClient, before: number | undefined): Promise<void> =>
  new Promise((done) => {
    const look = () => {
      const state = client.getQueryState(stateQuery.queryKey);
      const isOver = state?.error instanceof ApiError && state.error.code === 'NOT_LOGGED_IN';
      if (state && state.dataUpdatedAt === before && !isOver) return;
      stop();
      done();
    };
    const stop = client.getQueryCache().subscribe(look);
    look();
  });

const loadAnew = async (
  client: QueryClient,
  queries: { queryKey: readonly unknown[] }[],
): Promise<void> => {
  await Promise.all(queries.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
};

/** She logs out in this document: what is refused meanwhile needs no reason. */
let loggingOut = false;
/** A call is under way that ends the session; calls refused meanwhile are remembered. */
let ending: { refused: boolean } | undefined;

/**
 * Sends a call whose success ends the session; the caller then leaves by itself. Other calls that
 * are refused before its answer lead nowhere, unless it fails.
 */
export async function endSessionBy<T>(client: QueryClient, send: () => Promise<T>): Promise<T> {
  const meanwhile = { refused: false };
  ending = meanwhile;
  try {
    return await send();
  } catch (error) {
    ending = undefined;
    if (meanwhile.refused) sessionEnded(client);
    throw error;
  }
}

/**
 * The session is over, or it is another account's now: to the login, which says why unless it was
 * meant. A page that holds something that would be lost stays.
 */
export function sessionEnded(client: QueryClient, { meant = loggingOut } = {}): void {
  if (ending) {
    ending.refused = true;
    return;
  }
  if (viewed === undefined && notifySessionEnded({ meant })) return;
  if (meant) leave(client);
  else leaveFor(client, whyEnded() ?? 'rest');
}

/** To the login, which says why and leads back to this page (EXP-66, EXP-67). */
export function leaveFor(client: QueryClient, why: Parameters<typeof noteLoginReason>[0]): void {
  const { pathname, search } = location;
  leave(client, { to: loginFor(pathname + search), away: why === 'empty' || why === 'failed' });
  if (viewed !== undefined) return;
  noteLoginReason(why);
  if (shown !== undefined) keepReturnFor(shown);
}

/** What this device keeps of the session, unless it is another one than the viewed. */
export function forgetSession({ away = false } = {}): void {
  if (viewed !== undefined) return;
  clearSession({ away });
  emptyShell();
}

const LOGIN_WAIT_MS = 5_000;

/** Whether the server gives the login page now. */
export const canOpenLogin = (): Promise<boolean> =>
  fetch(LOGIN_PAGE, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(LOGIN_WAIT_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Opens the login page as a new document, which discards all data of the account (FRM-29 to
 * FRM-31). Until then the page may render once more, so its data stay, but each opened page
 * refetches.
 */
export function leave(client: QueryClient, { to = LOGIN_PAGE, away = false } = {}): void {
  forgetSession({ away });
  void client.cancelQueries();
  void client.invalidateQueries({ refetchType: 'none' });
  // What a session that has just ended is refused must not lead to the login.
  if (!isLeavingAtOnce()) location.replace(viewed === undefined ? to : viewedCard);
}

/**
 * Ends the session. Leaves even when the server did not answer, so that nobody stays logged in on a
 * screen by accident.
 */
export async function logout(client: QueryClient): Promise<void> {
  // Before the answer: another call that is refused meanwhile leaves this page.
  loggingOut = true;
  if (viewed === undefined) endShellWorker();
  await call(access.logout, {}).catch(() => {});
  if (viewed === undefined) announceSession(null);
  leave(client);
}
