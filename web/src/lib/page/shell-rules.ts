import { isProtected } from '@samtrot/shared/access/wanted-page.ts';

/**
 * What the service worker may keep on a device (EXP-114): the document of the dashboard, the same
 * for everybody, and the built files that pages of the dashboard load. Never answers, pictures of
 * ads or anything else that belongs to somebody.
 */

/** Under this path alone the document is kept: the path that was open may name an ad. */
export const DOCUMENT = '/home';

/** Built files carry the checksum of their content in their name. */
const BUILT_FILE = /^\/assets\/[\w.-]+-[\w-]{8}\.(js|css|woff2|svg)$/;

interface Asked {
  url: string;
  method: string;
}

const pathOf = (url: string, origin: string): string | undefined => {
  const asked = new URL(url);
  // With a query it is not a file of the build.
  return asked.origin === origin && asked.search === '' ? asked.pathname : undefined;
};

/** Whether this is a page of the dashboard, whatever its query. */
export function isDashboard(url: string, origin: string): boolean {
  const asked = new URL(url);
  return asked.origin === origin && isProtected(asked.pathname);
}

/** Whether this is a built file, which never changes. */
export const isBuiltFile = ({ url, method }: Asked, origin: string): boolean =>
  method === 'GET' && BUILT_FILE.test(pathOf(url, origin) ?? '');

/** Whether this response may be kept: the whole one of our own server, and what was asked for. */
export function mayKeep(
  asked: Asked,
  response: Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>,
  origin: string,
): boolean {
  const { status, type, redirected, headers } = response;
  if (asked.method !== 'GET' || status !== 200 || type !== 'basic' || redirected) return false;
  if (isBuiltFile(asked, origin)) return true;
  return (
    isDashboard(asked.url, origin) && (headers.get('content-type') ?? '').startsWith('text/html')
  );
}
