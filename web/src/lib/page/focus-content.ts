/**
 * After another page has opened: the link that was pressed may be gone with its page, or stand
 * before the new content; the focus goes on there, and readers begin to read it.
 */
export function focusContent(): void {
  const content = document.getElementById('inhalt');
  if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
}
