/**
 * The ads that this device remembers: their ids, latest first, in its storage and nowhere else. To
 * remember or forget one asks the network for nothing.
 */
const KEY = 'merkliste';
const MOST = 100;

function stored(): string[] {
  const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

function store(ids: readonly string[]): void {
  if (ids.length > 0) localStorage.setItem(KEY, JSON.stringify(ids.slice(0, MOST)));
  else localStorage.removeItem(KEY);
  show();
}

/** The number in the head, and which buttons are pressed. */
function show(): void {
  const ids = stored();
  for (const button of document.querySelectorAll<HTMLElement>('[data-save]'))
    button.ariaPressed = String(ids.includes(button.dataset.save!));
  const link = document.querySelector<HTMLElement>('.p-saved');
  const count = link?.querySelector('b');
  if (!link || !count) return;
  count.hidden = ids.length === 0;
  count.textContent = String(ids.length);
  const words = ids.length === 1 ? '1 Inserat' : `${ids.length} Inserate`;
  link.ariaLabel = ids.length === 0 ? 'Merkliste' : `Merkliste, ${words}`;
}

/** What stands for an empty list comes with the page: an empty list asks for nothing. */
function showEmpty(list: Element): void {
  const empty = document.querySelector<HTMLTemplateElement>('#merkliste-leer')!;
  list.replaceChildren(empty.content.cloneNode(true));
  document.querySelector<HTMLElement>('[data-forget=all]')!.hidden = true;
}

async function showSaved(list: Element): Promise<void> {
  const ids = stored();
  if (ids.length === 0) return showEmpty(list);
  const body = new URLSearchParams({ ids: ids.join(' ') });
  const answer = await fetch('/merkliste', { method: 'POST', body, cache: 'no-store' });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const found = page.querySelector('#merkliste');
  // The confirmation of the age has ended, or the portal is away: that page instead.
  if (!found) return location.reload();
  list.replaceChildren(...found.childNodes);
  document.querySelector<HTMLElement>('[data-forget=all]')!.hidden = false;
  show();
}

function forget(id: string, button: Element, list: Element): void {
  store(id === 'all' ? [] : stored().filter((one) => one !== id));
  button.closest('article')?.remove();
  if (stored().length > 0) return;
  showEmpty(list);
  list.querySelector('a')?.focus();
}

export function saveAds(): void {
  const list = document.querySelector('#merkliste');
  try {
    show();
  } catch {
    // A browser that keeps nothing does not offer to.
    for (const button of document.querySelectorAll('[data-save]')) button.remove();
    if (list) showEmpty(list);
    return;
  }
  document.addEventListener('click', ({ target }) => {
    const button =
      target instanceof Element && target.closest<HTMLElement>('[data-save], [data-forget]');
    if (!button) return;
    const { save, forget: forgotten } = button.dataset;
    if (save) {
      const others = stored().filter((id) => id !== save);
      store(button.ariaPressed === 'true' ? others : [save, ...others]);
    } else if (forgotten && list) forget(forgotten, button, list);
  });
  // Another window of this site.
  addEventListener('storage', show);
  // Back in the history the page is as it was.
  addEventListener('pageshow', show);
  if (list) void showSaved(list);
}
