import { mapQuery } from '@samtrot/ad-view/text.ts';
import type { DeliveredAd, Portal } from '@samtrot/partner';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { counts } from './contacts.ts';
import { BESIDE, loadList, searchOf, similarTo, storiesOf } from './lists.ts';
import { type Around, adPath, FROM_AD, listPath, listTitle, type Search } from './pages.ts';
import { type Show, UUID } from './requests.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Options {
  portal: Portal;
  show: Show;
  behindGate(handler: Handler): Handler;
  now: () => Date;
  /** Notes a failure of what the page can do without. */
  withoutThem(error: unknown): [];
}

const SIMILAR = { gone: 4, shown: 8 };

/** The page of an ad, where its place is, and its story. */
export function details(
  server: FastifyInstance,
  { portal, show, behindGate, now, withoutThem }: Options,
): void {
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
  const adOf = async (id: string) => (UUID.test(id) ? portal.ad(id) : null);
  /** The portal knows what it had; of a deleted account it keeps nothing. */
  const goneAd = async (request: FastifyRequest, reply: FastifyReply, id: string) => {
    const similar = UUID.test(id) ? await portal.similarAds(id, SIMILAR.gone) : null;
    return similar
      ? show(request, reply, 410, { kind: 'gone', what: 'ad', similar })
      : show(request, reply, 404, { kind: 'gone', what: 'ad' });
  };

  server.get(
    '/inserat/:id',
    behindGate(async (request, reply) => {
      const id = idOf(request);
      const ad = await adOf(id);
      if (!ad) return goneAd(request, reply, id);
      const { searchParams } = new URL(request.url, 'http://site');
      const [similar, around] = await Promise.all([
        similarTo(portal, ad, SIMILAR.shown).catch(withoutThem),
        aroundOf(portal, id, searchParams, now()).catch((error: unknown) => {
          withoutThem(error);
          return NOWHERE;
        }),
      ]);
      counts(request, 'inserat', id, 'view');
      return show(request, reply, 200, { kind: 'detail', ad, similar, around });
    }),
  );
  server.get(
    '/inserat/:id/karte',
    behindGate(async (request, reply) => {
      const id = idOf(request);
      const ad = await adOf(id);
      if (!ad) return goneAd(request, reply, id);
      const target = mapTarget(ad, request.headers['user-agent'] ?? '');
      reply.header('cache-control', 'no-store');
      return reply.redirect(target ?? adPath(id), 303);
    }),
  );
  server.get(
    '/story/:id',
    behindGate(async (request, reply) => {
      const id = idOf(request);
      const ad = await adOf(id);
      if (!ad) return goneAd(request, reply, id);
      const { story } = ad;
      // The story ended since the list was read; the ad is still online.
      if (!story) return reply.redirect(adPath(id), 303);
      const { searchParams } = new URL(request.url, 'http://site');
      const { cantons } = await portal.lists();
      const { kanton } = searchOf(searchParams, { cantons, categories: [] });
      const stories = await storiesOf(portal, kanton).catch(withoutThem);
      return show(request, reply, 200, {
        kind: 'story',
        ad: { ...ad, story },
        stories,
        kanton,
        fromAd: searchParams.get('von') === FROM_AD,
      });
    }),
  );
}

const NOWHERE: Around = {
  list: { title: 'Alle Inserate', path: '/' },
  previous: null,
  next: null,
  place: null,
};

/** Where the ad stands in the list of this query. */
async function aroundOf(
  portal: Portal,
  id: string,
  query: URLSearchParams,
  now: Date,
): Promise<Around> {
  const lists = await portal.lists();
  const search = searchOf(query, lists);
  const list = await loadList(portal, search, now, BESIDE);
  const title = { title: listTitle(search, lists), path: listPath(search) };
  const ads = list ? [...list.topAds, ...list.ads] : [];
  const at = ads.findIndex((ad) => ad.id === id);
  if (!list || at < 0) return { ...NOWHERE, list: list ? title : NOWHERE.list };
  const neighbour = (ad: DeliveredAd | undefined, from: Search) =>
    ad ? { name: ad.name, path: adPath(ad.id, from) } : null;
  const following = ads[at + 1]
    ? neighbour(ads[at + 1], search)
    : await firstOf(portal, { ...search, weiter: list.next ?? '' }, now, neighbour);
  return {
    list: title,
    previous: neighbour(ads[at - 1], search),
    next: following,
    place: search.weiter ? null : { at: at + 1, of: list.count.total },
  };
}

/** The first ad of the next page, if there is one. */
async function firstOf<T>(
  portal: Portal,
  search: Search,
  now: Date,
  made: (ad: DeliveredAd | undefined, from: Search) => T,
): Promise<T | null> {
  if (!search.weiter) return null;
  return made((await loadList(portal, search, now, BESIDE))?.ads[0], search);
}

/** Where this device opens maps; null where the ad says no more than its region. */
function mapTarget(ad: DeliveredAd, userAgent: string): string | null {
  const words = mapQuery(ad);
  if (!words) return null;
  const query = encodeURIComponent(words);
  if (/android/i.test(userAgent)) return `geo:0,0?q=${query}`;
  if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}
