import { entryOver } from './over.ts';

/** What the entry of an open menu is over its page as. */
const MENU = 'menu';

const open = () => document.querySelectorAll<HTMLDetailsElement>('details[data-closes][open]');

/** The entry of what was closed is being left; called once it is. */
let leaving: (() => void) | undefined;
/** The page is being left. */
let gone = false;

function leave(then: () => void = () => undefined): void {
  if (!leaving) history.back();
  leaving = then;
}

/** One entry while a menu is open, none for what is closed, be it by loading the page again. */
function settle(): void {
  if (leaving) return;
  if (open().length > 0) {
    // It was not left: a link led to another program.
    gone = false;
    if (!entryOver()) history.pushState({ over: MENU }, '');
  } else if (!gone && entryOver() && !document.querySelector('dialog[open]')) leave();
}

function close(): void {
  for (const menu of open()) {
    menu.open = false;
    menu.querySelector('summary')?.focus({ preventScroll: true });
  }
}

/** Takes the place of the menu's entry: the way back leads to the page, not to its menu. */
function goTo(address: string): void {
  const go = () => {
    gone = true;
    location.replace(address);
  };
  if (leaving || address === location.href) leave(go);
  else go();
}

function follow(event: MouseEvent, link: HTMLAnchorElement | null): void {
  if (!link || entryOver() !== MENU || event.defaultPrevented || link.target) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (!link.protocol.startsWith('http') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  goTo(link.href);
}

function send(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (entryOver() !== MENU || event.defaultPrevented) return;
  event.preventDefault();
  if (form.method !== 'get') {
    leave(() => {
      gone = true;
      form.requestSubmit(event.submitter);
    });
    return;
  }
  const fields = [...new FormData(form, event.submitter)] as [string, string][];
  const address = new URL(form.action);
  address.search = String(new URLSearchParams(fields));
  goTo(address.href);
}

/**
 * Escape, a press beside it and the way back close what is open; focus returns to what opened it
 * (EXP-70).
 */
export function closeMenus(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    follow(event, target.closest<HTMLAnchorElement>('a[href]'));
    for (const menu of open()) if (!menu.contains(target)) menu.open = false;
  });
  // Tab leads on past it: what it would cover can be seen. An ad over the page returns to it.
  document.addEventListener('focusin', (event) => {
    const target = event.target as Element;
    if (target.closest('dialog')) return;
    for (const menu of open()) if (!menu.contains(target)) menu.open = false;
  });
  document.addEventListener('submit', send);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  // It does not bubble. A dialog tells it, too, and leaves its entry itself.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if ((target as Element).matches('details[data-closes]')) settle();
    },
    { capture: true },
  );
  addEventListener('popstate', () => {
    const then = leaving ?? close;
    leaving = undefined;
    then();
    if (!gone) settle();
  });
  // A page that was kept as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    leaving = undefined;
    gone = false;
    for (const menu of open()) menu.open = false;
    settle();
  });
  settle();
}
