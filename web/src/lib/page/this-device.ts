/** What this browser can be told by Web Push (EXP-115). */
import { hasShellWorker, presentShellWorker, shellWorker } from './shell-worker.ts';

export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on';

/** What the server is given of a subscription. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  expires: number | null;
}

const isSupported = () => hasShellWorker() && 'PushManager' in window && 'Notification' in window;

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
function textOf(bytes: ArrayBuffer | null): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
const isFor = (subscription: PushSubscription, serverKey: string) =>
  textOf(subscription.options.applicationServerKey) === serverKey;

/** Whether this browser is subscribed with this key of the server. */
export async function deviceState(serverKey: string): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const manager = (await presentShellWorker())?.pushManager;
  const subscription = await manager?.getSubscription();
  const granted = Notification.permission === 'granted';
  return granted && subscription && isFor(subscription, serverKey) ? 'on' : 'off';
}

/** Asks for permission, within a press, and subscribes; null without the permission. */
export async function subscribe(serverKey: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const manager = (await shellWorker())?.pushManager;
  if (!manager) throw new Error('no worker');
  const known = await manager.getSubscription();
  // A subscription under another key would be refused.
  if (known && !isFor(known, serverKey)) await known.unsubscribe();
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(serverKey),
  });
  return {
    endpoint: subscription.endpoint,
    p256dh: textOf(subscription.getKey('p256dh')),
    auth: textOf(subscription.getKey('auth')),
    expires: subscription.expirationTime,
  };
}

export async function unsubscribe(): Promise<void> {
  const subscription = await (await presentShellWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
