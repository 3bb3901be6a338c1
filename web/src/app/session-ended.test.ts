import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
};

/** A browser whose session the server does not know any more. */
async function browser() {
  const replace = vi.fn();
  const at = { origin: 'http://localhost', pathname: '/rabota/12', search: '?schritt=4' };
  vi.stubGlobal('location', { ...at, replace });
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('fetch', async () => Response.json({ success: true, state: { webseiten: [] } }));
  vi.resetModules();
  const { queryClient } = await import('../lib/api/query-client.ts');
  const session = await import('../lib/session/session.ts');
  const { takeLoginReason } = await import('../lib/session/stored-session.ts');
  return { queryClient, ...session, takeLoginReason, replace };
}

test('a session lost during a refresh leads to the login, which says so once [FIX-47, EXP-66]', async () => {
  const { queryClient, stateQuery, takeLoginReason, replace } = await browser();
  await expect(queryClient.fetchQuery({ ...stateQuery, staleTime: 0 })).rejects.toMatchObject({
    code: 'NOT_LOGGED_IN',
  });
  expect(replace).toHaveBeenCalledWith('/auth/login?weiter=%2Frabota%2F12%3Fschritt%3D4');
  expect(takeLoginReason()).toEqual(['Du warst länger nicht da. Bitte melde dich an.']);
  expect(takeLoginReason()).toBeNull();
});

test('a page that is opened without a session leads there with the same words [FIX-47]', async () => {
  const { queryClient, takeLoginReason, replace } = await browser();
  const { guard } = await import('./guard.ts');
  void guard(queryClient, { preload: false });
  await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(2));
  expect(takeLoginReason()).toEqual(['Du warst länger nicht da. Bitte melde dich an.']);
});

test('logging out in another tab shows no reason [FIX-47]', async () => {
  const { queryClient, sessionEnded, takeLoginReason, replace } = await browser();
  sessionEnded(queryClient, { meant: true });
  expect(replace).toHaveBeenCalledWith('/auth/login');
  expect(takeLoginReason()).toBeNull();
});

test('a call refused while the account is deleted does not leave; after a failure it does [PRO-23]', async () => {
  const { queryClient, sessionEnded, endSessionBy, replace } = await browser();
  const refusedMeanwhile = () => sessionEnded(queryClient);
  await endSessionBy(queryClient, async () => refusedMeanwhile());
  sessionEnded(queryClient);
  expect(replace).not.toHaveBeenCalled();
  const failed = endSessionBy(queryClient, async () => {
    refusedMeanwhile();
    throw new Error('no answer');
  });
  await expect(failed).rejects.toThrow('no answer');
  expect(replace).toHaveBeenCalledOnce();
});
