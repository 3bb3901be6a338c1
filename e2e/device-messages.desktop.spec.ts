import type { BrowserContext } from '@playwright/test';
import { type PushDevice, pushService } from '../server/src/testing/services/push-service.ts';
import { samtrot } from './command-line.ts';
import { ask, expectSound } from './house.ts';
import { advertiser, breakAction, expect, PASSWORD, test } from './support.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * The push service of the browser is that of the test: what a browser keeps of a subscription is
 * kept here.
 */
async function subscribesAt(context: BrowserContext, device: PushDevice): Promise<void> {
  let key: string | null = null;
  await context.exposeFunction('subscriptionKey', () => key);
  await context.exposeFunction('keepSubscription', (next: string | null) => {
    key = next;
  });
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    const outside = window as unknown as {
      subscriptionKey(): Promise<string | null>;
      keepSubscription(key: string | null): Promise<void>;
    };
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
        one.charCodeAt(0),
      );
    const text = (all: Uint8Array) => btoa(String.fromCharCode(...all));
    const subscription = (applicationServerKey: Uint8Array) => ({
      endpoint,
      expirationTime: null,
      options: { applicationServerKey },
      getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh).buffer,
      unsubscribe: () => outside.keepSubscription(null),
    });
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        const known = await outside.subscriptionKey();
        return known && subscription(bytes(known));
      },
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        await outside.keepSubscription(text(applicationServerKey));
        return subscription(applicationServerKey);
      },
    });
  }, device.subscription);
}

/** Allows what a browser without a screen refuses to everybody, once somebody is asked. */
const allow = (context: BrowserContext) =>
  context.addInitScript(() => {
    const asked: { permission: NotificationPermission } = { permission: 'granted' };
    Object.defineProperty(Notification, 'permission', { get: () => asked.permission });
    Notification.requestPermission = async () => asked.permission;
  });

interface Worker {
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: { openWindow(path: string): Promise<null> };
  shown: unknown[];
  opened: string[];
}

/** Notes what the worker shows and opens, which such a browser does not. */
const watched = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => {
    const own = globalThis as unknown as Worker;
    Object.assign(own, { shown: [], opened: [] });
    own.registration.showNotification = async (title, options) => {
      own.shown.push({ title, ...options });
    };
    own.clients.openWindow = async (path) => {
      own.opened.push(path);
      return null;
    };
  });
const shown = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => (globalThis as unknown as Worker).shown);

/** The pages that taps on messages with these pages open. */
const tapped = (context: BrowserContext, pages: readonly string[]) =>
  context.serviceWorkers()[0]!.evaluate(async (all) => {
    const works: Promise<unknown>[] = [];
    for (const data of all)
      dispatchEvent(
        Object.assign(new Event('notificationclick'), {
          notification: { data, close() {} },
          waitUntil: (work: Promise<unknown>) => void works.push(work),
        }),
      );
    await Promise.all(works);
    return (globalThis as unknown as Worker).opened;
  }, pages);

test('a message, switched on in the profile, shows a neutral sentence; a tap opens its page [EXP-115, ACC-62]', async ({
  page,
  context,
}) => {
  await using service = await pushService();
  const device = service.subscribe();
  await subscribesAt(context, device);
  const person = await advertiser(page);
  const ticket = await ask(page);
  const card = page.getByRole('region', { name: 'Mitteilungen', exact: true });
  const answer = card.getByRole('switch', { name: 'Antwort' });

  await page.goto('/profil');
  await expect(card).toContainText('Dein Browser blockiert Mitteilungen dieser Seite.');
  await expect(card.getByRole('switch')).toHaveCount(0);
  await allow(context);
  await page.reload();
  await expect(card.getByRole('switch')).toHaveCount(3);
  for (const [name, says] of [
    ['Laufzeit endet', 'Zeigt «Eine Laufzeit endet heute.»'],
    ['Prüfung', 'Zeigt «Eine Prüfung ist abgeschlossen.»'],
    ['Antwort', 'Zeigt «Du hast eine Antwort.»'],
  ] as const) {
    const one = card.getByRole('switch', { name });
    await expect(one).not.toBeChecked();
    await expect(one).toHaveAccessibleDescription(says);
  }
  await expect(card).toContainText('Du bist ohne «Angemeldet bleiben» angemeldet');
  await expectSound(page);

  const repair = await breakAction(page, 'set_device_messages');
  await answer.click();
  await expect(page.getByRole('alert')).toContainText(
    'Die Mitteilungen konnten nicht gespeichert werden.',
  );
  await expect(answer).not.toBeChecked();
  await repair();
  await answer.focus();
  await answer.press('Space');
  await expect(page.getByText('Mitteilungen kommen auf dieses Gerät.')).toBeVisible();
  await expect(answer).toBeChecked();
  await page.reload();
  await expect(answer).toBeChecked();
  await expect(card.getByRole('switch', { name: 'Prüfung' })).not.toBeChecked();

  samtrot(
    'thread',
    'answer',
    ticket,
    '--seen',
    '1',
    '--text',
    'Lena, dein Inserat ist online.',
    '--anyway',
  );
  await expect.poll(() => service.received.length).toBe(1);
  const sent = device.decrypt(service.received[0]!.body);
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((found) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations;
      if (own) found(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  const deliver = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await watched(context);
  for (const data of [sent.replace('Du hast', 'Lena hat'), '{', sent]) await deliver(data);
  await expect
    .poll(() => shown(context))
    .toEqual([
      {
        title: 'Samtrot',
        body: 'Du hast eine Antwort.',
        icon: '/app-192.png',
        data: '/dashboard/kontakt',
        tag: 'answer',
        lang: 'de-CH',
      },
    ]);
  // A page that is open is brought to the front; no other address is opened.
  const pages = ['/dashboard/kontakt', 'https://boese.example', '/rabota/1'];
  expect(await tapped(context, pages)).toEqual(['/dashboard/kontakt']);

  await answer.click();
  await expect(page.getByText('Auf diesem Gerät bekommst du keine Mitteilungen.')).toBeVisible();
  await expect(answer).not.toBeChecked();

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.reload();
  await expect(card).toContainText('Dieser Browser kann keine Mitteilungen zeigen.');

  // What a tap opens where the session has ended.
  await context.clearCookies();
  await page.goto('/dashboard/kontakt');
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/kontakt');
});
