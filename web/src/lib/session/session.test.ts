import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Account, LOGIN_PAGE, leave, stateQuery } from './session.ts';

const account = { user_id: 10001, credits: 50, webseiten: [] } as unknown as Account;
const replace = vi.fn();
const kept = new Map([['session', '{}']]);
const storage = { removeItem: (key: string) => void kept.delete(key), clear: () => kept.clear() };

beforeEach(() => {
  vi.stubGlobal('location', { replace });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

test('a page that is being left can be drawn once more and opens no other page unasked [FRM-30]', async () => {
  const client = new QueryClient();
  client.setQueryData(stateQuery.queryKey, account);
  const loading = vi.fn((_: AbortSignal) => new Promise(() => {}));
  const running = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ signal }) => loading(signal),
  });
  const stop = running.subscribe(() => {});
  expect(loading).toHaveBeenCalledOnce();

  leave(client);
  expect([[...kept.keys()], replace.mock.calls]).toEqual([[], [[LOGIN_PAGE]]]);
  // What a part of the page that is drawn for the first time reads.
  const drawn = new QueryObserver(client, { ...stateQuery, enabled: false }).getCurrentResult();
  expect(drawn.data).toEqual(account);
  await vi.waitFor(() => expect(loading.mock.calls[0]![0].aborted).toBe(true));
  expect(loading).toHaveBeenCalledOnce();
  // The guard of the next page loads the account.
  const state = vi.fn(async () => account);
  await client.fetchQuery({ ...stateQuery, queryFn: state });
  expect(state).toHaveBeenCalledOnce();
  stop();
});
