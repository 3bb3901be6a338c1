/**
 * The service worker of the dashboard: keeps its shell on this device, and nothing else (EXP-114);
 * shows what the device is told on its lock screen (EXP-115).
 */
import { MESSAGE_PAGES, readMessage } from '@samtrot/shared/device-messages/rules.ts';
import { DOCUMENT, isBuiltFile, isDashboard, mayKeep } from './lib/page/shell-rules.ts';

/** Names the build, so that a new one begins with an empty store. */
declare const BUILD: string;

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asking extends Waiting {
  request: Request;
  clientId: string;
  /** The request that the browser sent while the worker started. */
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface Pushed extends Waiting {
  data: { json(): unknown } | null;
}
interface Tapped extends Waiting {
  notification: { data: unknown; close(): void };
}
interface Page {
  url: string;
  focus(): Promise<unknown>;
}
/** The part of it that is used; the types of workers contradict those of pages. */
interface Worker {
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: {
    get(id: string): Promise<{ url: string } | undefined>;
    matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
}

const worker = globalThis as unknown as Worker;
const { origin } = location;
const STORE = `shell-${BUILD}`;
/** Grows whenever the store is emptied: what was asked for before is not kept any more. */
let emptied = 0;
let ended = false;

const on = <E extends Event>(name: string, listen: (event: E) => void) =>
  addEventListener(name, listen as EventListener);

async function empty(except?: string): Promise<void> {
  if (except === undefined) emptied++;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== except).map((name) => caches.delete(name)));
}

/** Keeps the response unless the store has been emptied since it was asked for. */
async function keep(request: Request, response: Response, asOf: number): Promise<void> {
  if (ended || !mayKeep(request, response, origin)) return;
  const store = await caches.open(STORE);
  const name = isBuiltFile(request, origin) ? request.url : DOCUMENT;
  if (asOf === emptied) await store.put(name, response);
  // It may have been emptied while it was written.
  if (asOf !== emptied) await caches.delete(STORE);
}

async function fetchAndKeep(event: Asking, { always = false } = {}): Promise<Response> {
  const asOf = emptied;
  const { request, clientId } = event;
  const response = (await event.preloadResponse) ?? (await fetch(request));
  const copy = response.clone();
  event.waitUntil(
    (async () => {
      // Pages outside of the dashboard use the same files, and leave nothing here.
      const page = always ? undefined : await worker.clients.get(clientId);
      if (always || (page && isDashboard(page.url, origin))) await keep(request, copy, asOf);
    })(),
  );
  return response;
}

on<Waiting>('install', (event) => event.waitUntil(worker.skipWaiting()));
on<Waiting>('activate', (event) =>
  event.waitUntil(
    (async () => {
      await empty(STORE);
      await worker.registration.navigationPreload?.enable();
      await worker.clients.claim();
    })(),
  ),
);

on<Asking>('fetch', (event) => {
  const { request } = event;
  if (isBuiltFile(request, origin)) {
    event.respondWith(
      caches.match(request.url, { ignoreVary: true }).then((kept) => kept ?? fetchAndKeep(event)),
    );
  } else if (request.mode === 'navigate' && isDashboard(request.url, origin)) {
    event.respondWith(
      fetchAndKeep(event, { always: true }).catch(async (error: unknown) => {
        const kept = await caches.match(DOCUMENT);
        if (kept) return kept;
        throw error;
      }),
    );
  }
});

/** What pages say: which files they have loaded, that the store is to go, or the worker with it. */
on<MessageEvent<unknown> & Waiting>('message', (event) => {
  const { data } = event;
  if (Array.isArray(data)) event.waitUntil(keepLoaded(data.map(String)));
  else if (data === 'empty') event.waitUntil(empty());
  else if (data === 'end') {
    ended = true;
    event.waitUntil(empty().then(() => worker.registration.unregister()));
  }
});

/** What the first page loaded before the worker was there. */
async function keepLoaded(urls: string[]): Promise<void> {
  const asOf = emptied;
  const wanted = urls
    .map((url) => new Request(url))
    .filter((request) => isBuiltFile(request, origin) || request.url === origin + DOCUMENT);
  for (const request of wanted) {
    if (await caches.match(request.url, { ignoreVary: true })) continue;
    const response = await fetch(request).catch(() => undefined);
    if (response) await keep(request, response, asOf);
  }
}

/** A second message of its kind takes the place of the first one. */
on<Pushed>('push', (event) => {
  const message = readMessage(jsonOf(event));
  if (!message || ended) return;
  const { kind: tag, title, body, icon, page: data } = message;
  event.waitUntil(
    worker.registration.showNotification(title, { tag, body, icon, data, lang: 'de-CH' }),
  );
});

function jsonOf({ data }: Pushed): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Opens the page of the message; the server asks for a login first where there is no session. */
on<Tapped>('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const page = MESSAGE_PAGES.find((path) => path === notification.data);
  if (page) event.waitUntil(show(page));
});

/** A window that shows something else is left alone: something may be typed there. */
async function show(page: string): Promise<unknown> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find(({ url }) => url === origin + page);
  return there ? there.focus() : worker.clients.openWindow(page);
}
