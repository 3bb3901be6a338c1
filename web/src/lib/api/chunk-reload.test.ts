import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Whether the server responds, how often the page was reloaded, and the page's own events. */
let responds: boolean;
let reloads: number;
let page: EventTarget;

beforeEach(async () => {
  vi.resetModules();
  [responds, reloads, page] = [true, 0, new EventTarget()];
  const kept = new Map<string, string>();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { reload: () => reloads++ });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('fetch', async () => {
    if (!responds) throw new TypeError('Failed to fetch');
    return new Response('ok');
  });
  await import('./chunk-reload.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A file of the page does not come. */
async function fileMissing(meanwhile = () => {}): Promise<void> {
  page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  meanwhile();
  for (let turns = 0; turns < 10; turns++) await Promise.resolve();
}

test('a page whose chunks are gone after an update is reloaded, once [EDI-28]', async () => {
  await fileMissing();
  await fileMissing();
  expect(reloads).toBe(1);
});

test('while the server is unreachable nothing is reloaded [EDI-28]', async () => {
  responds = false;
  await fileMissing();
  expect(reloads).toBe(0);
});

test('a page with unsaved changes is not reloaded, even when typed during the check [EDI-28]', async () => {
  const { guardUnsavedChanges } = await import('../page/unsaved-changes.ts');
  const unsaved = { pending: true };
  const unregister = guardUnsavedChanges(
    () => {},
    () => unsaved.pending,
  );
  await fileMissing();
  expect(reloads).toBe(0);
  unsaved.pending = false;
  await fileMissing(() => {
    unsaved.pending = true;
  });
  expect(reloads).toBe(0);
  unregister();
  await fileMissing();
  expect(reloads).toBe(1);
});
