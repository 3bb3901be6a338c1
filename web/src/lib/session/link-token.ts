/**
 * The token of a mailed link. It leaves the address bar at once, so that nobody reads it there and
 * no link or history passes it on; the state of this one history entry keeps it, so that reloading
 * the page does not lose it.
 */
export function takeLinkToken(): string | null {
  const inAddress = new URLSearchParams(location.search).get('token');
  if (inAddress !== null) history.replaceState({ token: inAddress }, '', location.pathname);
  const token = (history.state as { token?: unknown } | null)?.token;
  return typeof token === 'string' && token !== '' ? token : null;
}

/** The token has done its work. */
export const clearLinkToken = (): void => history.replaceState(null, '', location.pathname);
