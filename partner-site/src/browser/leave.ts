/**
 * Whoever leaves takes along what this window remembers: the last page with its search words, and
 * which stories were seen.
 */
export function forgetOnLeaving(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('a[href="/verlassen"]')) return;
    try {
      sessionStorage.clear();
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  });
}
