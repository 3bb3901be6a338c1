/** Of this window: the entry of its history that showed a list last, and which list. */
const LIST = 'liste';

/** Of the list, whether a form has sent its empty fields, too, or not. */
function placeOf(address: string): string {
  const { searchParams } = new URL(address);
  return String(new URLSearchParams([...searchParams].filter(([, value]) => value !== '').sort()));
}

/**
 * The way to the list goes back where that list was the page before, so it stands where it stood.
 * Elsewhere, and in a browser that does not tell, it is a link. Addresses of other entries are
 * hidden from pages that send no referrer; their keys are not.
 */
export function backToList(): void {
  if (!('navigation' in window)) return;
  const { currentEntry } = navigation;
  if (!currentEntry) return;
  const link = document.querySelector<HTMLAnchorElement>('[data-list-back]');
  try {
    if (location.pathname === '/' && !document.querySelector('.gate'))
      sessionStorage.setItem(LIST, `${currentEntry.key} ${placeOf(location.href)}`);
  } catch {
    // Then it stays a link.
  }
  link?.addEventListener('click', (event) => {
    // Over the entry of an open menu the list is not one step back.
    if (history.state || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const before = navigation.entries()[currentEntry.index - 1];
    let list: string | null = null;
    try {
      list = sessionStorage.getItem(LIST);
    } catch {
      return;
    }
    if (!before || list !== `${before.key} ${placeOf(link.href)}`) return;
    event.preventDefault();
    history.back();
  });
}
