import type { Page } from '@playwright/test';
import type { Offline } from '../web/src/features/pause-all/labels.ts';
import { sampleReceipt, sampleRun } from '../web/src/features/pause-all/sample.ts';

/** A stubbed switch: its response, and how often it was used. */
export interface HeldSwitch {
  now: Offline;
  thrown: string[];
}

/**
 * From here on the switch of the account is this one; `state` says the same as it. Real websites
 * confirm in `late.desktop`, whose product takes 20 seconds to start: too long for each run.
 */
export async function holdSwitch(
  page: Page,
  now: Offline = { offline: false, run: null },
): Promise<HeldSwitch> {
  const held: HeldSwitch = { now, thrown: [] };
  await page.route('**/api?action=state', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { state: object };
    const offline_at = held.now.offline ? held.now.run!.begun_at : null;
    await route.fulfill({ response, json: { ...json, state: { ...json.state, offline_at } } });
  });
  await page.route('**/api?action=getOffline', (route) =>
    route.fulfill({ json: { success: true, ...held.now } }),
  );
  await page.route('**/api?action=goOffline', (route) => {
    held.thrown.push('offline');
    held.now = { offline: true, run: begun() };
    return route.fulfill({
      json: { success: true, message: 'Du bist überall offline.', ...held.now },
    });
  });
  await page.route('**/api?action=goOnline', (route) => {
    held.thrown.push('online');
    held.now = { offline: false, run: { ...held.now.run!, ended_at: new Date().toISOString() } };
    const left = [{ title: 'Ruhige Abende', reason: 'Die Laufzeit ist inzwischen abgelaufen.' }];
    return route.fulfill({
      json: { success: true, message: 'Du bist wieder online.', left, ...held.now },
    });
  });
  return held;
}

const open = { confirmed: 0, confirmed_at: null, seconds: null };

/** The first website has confirmed, the second has not, the third had nothing. */
export const begun = () =>
  sampleRun({
    begun_at: new Date().toISOString(),
    inserate: 1,
    banners: 0,
    clubs: 0,
    websites: [
      sampleReceipt({ items: 1, confirmed: 1 }),
      sampleReceipt({ website_id: 2, name: 'abend.example', items: 1, ...open }),
      sampleReceipt({ website_id: 3, name: 'tag.example', items: 0, ...open }),
    ],
  });

/** The second website has confirmed too. */
export function confirmAll(held: HeldSwitch): void {
  const { run } = held.now;
  if (!run) return;
  const websites = run.websites.map((receipt) =>
    receipt.confirmed < receipt.items
      ? { ...receipt, confirmed: receipt.items, seconds: 42.4 }
      : receipt,
  );
  held.now = { ...held.now, run: { ...run, websites } };
}
