/** What stands around every page: a link there stays, but the page that it opens is another. */
const AROUND = 'header, aside, nav, footer';

/**
 * After another page has opened: the link that was pressed may be gone with its page, or stand far
 * before the new content; the focus goes on there, and readers begin to read it.
 */
export function focusContent(): void {
  const content = document.getElementById('inhalt');
  const now = document.activeElement;
  if (now === document.body || (now?.closest(AROUND) && !content?.contains(now)))
    content?.focus({ preventScroll: true });
}
