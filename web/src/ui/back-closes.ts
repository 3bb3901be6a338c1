/**
 * The back key or gesture closes the topmost popup before it leaves the page (EXP-70). Each open
 * popup has a history entry with the address and the state of its page, which goes with it.
 */
import { useEffect, useRef } from 'react';

interface Entry {
  /** How many popups stand over the page of this entry; absent for none. */
  popups?: number;
  /** The router's name of the page; the entries of its popups bear it, too. */
  __TSR_key?: string;
}

/** What of the router's history is used. */
interface RouterHistory {
  location: { state: { __TSR_key?: string | undefined } };
  block(blocker: {
    blockerFn: (navigation: { action: string }) => Promise<boolean>;
    enableBeforeUnload: boolean;
  }): () => void;
  subscribe(listener: () => void): unknown;
}

const popups: { close: () => void }[] = [];
let router: RouterHistory | undefined;
let unblock: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The page over which the popups stand. */
let page: string | undefined;
/** Entries are being left; calls what waits for that. */
let leaving: (() => void)[] | undefined;
/** A navigation takes its entry first. */
let navigating = false;
/** How the page without popups restores where it was scrolled to. */
let restoring: ScrollRestoration | undefined;
/** The document is being left: a step back now would lead here again. */
let gone = false;

const entry = (): Entry => (history.state ?? {}) as Entry;
const depth = () => entry().popups ?? 0;
const later = () => {
  clearTimeout(timer);
  timer = setTimeout(settle);
};

/** Makes as many entries as there are popups; a popup that follows another takes over its entry. */
function settle(): void {
  if (leaving || navigating || gone) return;
  // Between two pages the entry may not be that of the page shown.
  if (router && router.location.state.__TSR_key !== entry().__TSR_key) return;
  page = entry().__TSR_key;
  if (depth() > popups.length) leave(depth() - popups.length);
  if (depth() === 0 && popups.length > 0) {
    // What a closed popup brings into view would go again with the step back.
    restoring = history.scrollRestoration;
    history.scrollRestoration = 'manual';
  }
  // The router listens to `history.pushState`; for it nothing has happened.
  while (depth() < popups.length)
    History.prototype.pushState.call(history, { ...entry(), popups: depth() + 1 }, '');
  if (depth() > 0) unblock ??= router?.block({ blockerFn: leaveFirst, enableBeforeUnload: false });
  else if (!leaving) release();
}

function release(): void {
  unblock?.();
  unblock = undefined;
}

function leave(entries: number): void {
  leaving = [];
  history.go(-entries);
}

/** A navigation takes the place of the entries of popups instead of standing upon them. */
async function leaveFirst({ action }: { action: string }): Promise<boolean> {
  if (action !== 'PUSH' && action !== 'REPLACE') return false;
  navigating = true;
  if (!leaving && depth() > 0) leave(depth());
  if (leaving) await new Promise<void>((left) => leaving!.push(left));
  setTimeout(() => {
    navigating = false;
    settle();
  });
  return false;
}

function onPop(event: PopStateEvent): void {
  if (gone) return;
  const { popups: left = 0, __TSR_key: now } = (event.state ?? {}) as Entry;
  const waiting = leaving;
  leaving = undefined;
  if (left === 0 && restoring) history.scrollRestoration = restoring;
  if (now === page && (waiting || left < popups.length)) {
    // It is the same page: the router does not draw it again.
    event.stopImmediatePropagation();
    if (!waiting) for (const popup of popups.slice(left).reverse()) popup.close();
  }
  for (const go of waiting ?? []) go();
  later();
}

if (typeof window !== 'undefined') {
  // Before the router, which listens to the same.
  addEventListener('popstate', onPop, { capture: true });
  addEventListener('pagehide', () => {
    gone = true;
  });
  addEventListener('pageshow', () => {
    gone = false;
  });
  // A reload closes popups and leaves their entries.
  later();
}

/** Moves within the history once no closed popup has an entry in it any more. */
export function onceLeft(go: () => void): void {
  clearTimeout(timer);
  settle();
  if (leaving) leaving.push(go);
  else go();
}

/** Once, for a document with a router. */
export function knowRouter(of: RouterHistory): void {
  router = of;
  of.subscribe(later);
}

/** Of every popup. One that does not close when asked stays, and so does its entry. */
export function useBackCloses(open: boolean, onClose: (() => void) | undefined): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return;
    const popup = { close: () => close.current?.() };
    popups.push(popup);
    later();
    return () => {
      popups.splice(popups.indexOf(popup), 1);
      later();
    };
  }, [open]);
}
