import type { Portal } from '@samtrot/partner';
import type { FastifyInstance } from 'fastify';
import { clubsPath, listPath } from './pages.ts';

const CLOSED = 'noindex, noai, noimageai';
const OPEN = 'noai, noimageai';
const FINDABLE = ['/', '/clubs', '/nutzungsbedingungen'];
/** What makes another page of a list, as opposed to a place in it. */
const LASTING = { kanton: /^[A-Z]{2}$/, kategorie: /^\d{1,6}$/ };

/** The canonical address of a page, without cursors and search words. */
export function canonicalPath(path: string): string {
  // What begins with two slashes names another site, or nothing at all.
  const { pathname, searchParams } = new URL(path.replace(/^\/{2,}/, '/'), 'http://site.invalid');
  const kept = Object.entries(LASTING).flatMap(([name, form]) => {
    const value = searchParams.get(name) ?? '';
    return form.test(value) ? [[name, value]] : [];
  });
  return kept.length > 0 ? `${pathname}?${new URLSearchParams(kept)}` : pathname;
}

/**
 * Lists may be found where the site wants it; never the page of a person, which would be found when
 * the ad is long gone.
 */
export const robotsOf = (path: string, status: number, open: boolean): string =>
  open &&
  status === 200 &&
  FINDABLE.includes(canonicalPath(path).split('?')[0]!) &&
  canonicalPath(path) === path
    ? OPEN
    : CLOSED;

/** `/robots.txt` and `/sitemap.xml`. */
export function searchEngines(
  server: FastifyInstance,
  { portal, publicUrl, open }: { portal: Portal; publicUrl: string; open: boolean },
): void {
  server.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain')
      .send(
        open
          ? `User-agent: *\nDisallow: /inserat/\nDisallow: /club/\nDisallow: /story/\nDisallow: /verlassen\nSitemap: ${publicUrl}/sitemap.xml\n`
          : 'User-agent: *\nDisallow: /\n',
      ),
  );
  if (!open) return;
  server.get('/sitemap.xml', async (_request, reply) => {
    const { cantons, categories } = await portal.lists();
    const paths = [
      ...FINDABLE,
      ...cantons.map(({ id }) => listPath({ kanton: id })),
      ...categories.map(({ id }) => listPath({ kategorie: String(id) })),
      ...cantons.map(({ id }) => clubsPath({ kanton: id })),
    ];
    const entries = paths.map(
      (path) => `<url><loc>${publicUrl}${path.replaceAll('&', '&amp;')}</loc></url>`,
    );
    return reply
      .type('application/xml')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`,
      );
  });
}
