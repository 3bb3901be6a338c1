import { logout } from '@samtrot/shared/access/contract.ts';
import { useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { emptyStorage } from '../page/empty-storage.ts';
import { NEUTRAL_TITLE } from '../page/neutral.ts';
import { emptyShell } from '../page/shell-worker.ts';

const NEUTRAL_PAGE = '/notizen.html';
const PRESSES = 3;
const WITHIN_MS = 1_000;
const STAY = 'stay-logged-in';
/** In the tab: what `device.js` reads when somebody goes back. */
const LEFT = 'left';
const listeners = new Set<() => void>();
const tabs = new BroadcastChannel('leave');
let leaving = false;

/** Whether this document is on its way to the neutral page: it opens no other and asks nothing. */
export const isLeavingAtOnce = (): boolean => leaving;

const staysLoggedIn = () => localStorage.getItem(STAY) === 'on';

/** Whether the login outlives «Schnell weg» on this device; it does not unless chosen. */
export function setStaysLoggedIn(on: boolean): void {
  if (on) localStorage.setItem(STAY, 'on');
  else localStorage.removeItem(STAY);
  for (const notify of listeners) notify();
}

export const useStaysLoggedIn = (): boolean =>
  useSyncExternalStore((notify) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  }, staysLoggedIn);

/**
 * Schnell weg (ACC-61): this tab and all others of the portal show the neutral page at once,
 * whatever the server answers.
 */
export function leaveAtOnce(): void {
  tabs.postMessage(null);
  leaveThisTab(() => {
    emptyShell();
    if (staysLoggedIn()) return;
    void call(logout, {}, undefined, { keepalive: true }).catch(() => {});
    emptyStorage();
  });
}

function leaveThisTab(end: () => void): void {
  leaving = true;
  document.documentElement.style.display = 'none';
  document.title = NEUTRAL_TITLE;
  // What was typed is sent before the session ends, as from every page that closes.
  dispatchEvent(new Event('pagehide'));
  end();
  sessionStorage.clear();
  sessionStorage.setItem(LEFT, '1');
  // Should the browser keep this document for its back button, it keeps an empty one.
  addEventListener('pagehide', () => document.documentElement.replaceChildren());
  addEventListener('pageshow', () => location.replace(NEUTRAL_PAGE));
  // A step back that was under way, as of a dialog that closed, has ended this one.
  addEventListener('popstate', () => location.replace(NEUTRAL_PAGE));
  location.replace(NEUTRAL_PAGE);
}

/**
 * Three presses of Escape within a second leave, also out of a dialog; it closes with the first as
 * always. Also leaves when another tab does. Returns the function that stops listening.
 */
export function listenForQuickExit(): () => void {
  let presses: number[] = [];
  const press = ({ key, repeat, timeStamp }: KeyboardEvent) => {
    if (key !== 'Escape' || repeat) return;
    presses = [...presses, timeStamp].slice(-PRESSES);
    if (presses.length === PRESSES && timeStamp - presses[0]! <= WITHIN_MS) leaveAtOnce();
  };
  const follow = () => leaveThisTab(() => {});
  addEventListener('keydown', press, { capture: true });
  tabs.addEventListener('message', follow);
  return () => {
    removeEventListener('keydown', press, { capture: true });
    tabs.removeEventListener('message', follow);
  };
}
