const KEY = 'entered';

/** Just before the page after a login opens, in a document of its own. */
export const noteEntry = (): void => sessionStorage.setItem(KEY, '1');

/** Whether this document is the one after a login; once. */
export function takeEntry(): boolean {
  const entered = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return entered;
}
